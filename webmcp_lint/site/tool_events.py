"""What listens for the events of tools, and where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.model_context import EVENTS, NO_EVENTS
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import External, ModelContext, Value, options
from webmcp_lint.site.living import Listener
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import member_key, string_value

_NAMES: Final = frozenset({*EVENTS, *NO_EVENTS})
_WINDOWS: Final = frozenset({("window",), ("self",), ("globalThis",)})
_ASKED: Final = re.compile(r"""["']on(?:toolactivated|toolcancel)["']\s+in\b""")
_MAX_LISTENERS: Final = 400


def listeners(analysis: Analysis, tree: ScopeTree) -> Iterator[Listener]:
    """Yield what a script listens for, in source order."""
    found: list[tuple[Node, Node | None, str]] = []
    for call in tree.calls.get("addEventListener", ()):
        listed, callee = call.field("arguments"), call.field("function")
        first = listed.children[0] if listed is not None and listed.children else None
        is_own = callee is not None and callee.type == "identifier" and tree.resolve(callee) is not None
        if callee is None or is_own:
            continue
        if first is not None and first.type == "string" and string_value(first) in _NAMES:
            found.append((first, callee.field("object"), string_value(first)))
    for name in _NAMES:
        for member in tree.members.get(f"on{name}", ()):
            around = member.parent
            if around is not None and around.type == "assignment_expression" and around.field("left") is member:
                found.append((member_key(member) or member, member.field("object"), name))
    is_asked = bool(found) and _ASKED.search(tree.script.text) is not None
    for place, owner, name in sorted(found, key=lambda each: each[0].start)[:_MAX_LISTENERS]:
        quote = 1 if place.type == "string" else 0
        yield Listener(
            event=name,
            location=place.script.file.location(place.start + quote, place.end - quote),
            targets=_targets(analysis, owner),
            is_custom=name in NO_EVENTS and _is_fired(analysis, tree, name),
            is_asked=is_asked,
        )


def _targets(analysis: Analysis, owner: Node | None) -> frozenset[str]:
    if owner is None:
        return frozenset({"window"})
    analysis.begin_aside()
    return frozenset(_target(each) for each in options(expanded(analysis, owner, {})))


def _target(value: Value) -> str:
    match value:
        case ModelContext():
            return "context"
        case External(package="", path=path, arguments=None) if path in _WINDOWS:
            return "window"
        case External(package="", path=("document",), arguments=None):
            return "document"
    return "other"


def _is_fired(analysis: Analysis, tree: ScopeTree, name: str) -> bool:
    """Whether a file of the project makes an event of that name, or one whose name is not written."""
    made = re.compile(rf"""Event\(\s*["'`]{name}["'`]|["'`]{name}["'`]\s*,\s*\{{\s*detail""")
    path = analysis.globals.path_of(tree.script)
    return made.search(tree.script.text) is not None or any(
        analysis.modules.mentions(each, made) for each in sorted(analysis.modules.files) if each != path
    )

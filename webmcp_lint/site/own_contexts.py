"""Whether a script brings a model context of its own, beside the browser's or in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.program.conditions import conditions
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_OWNERS: Final = frozenset({"document", "navigator"})
_WRAPPING: Final = frozenset({"parenthesized_expression", "await_expression", "unary_expression"})


def supplies_context(tree: ScopeTree) -> bool:
    """Whether a script gives the page a model context of its own, as a polyfill does."""
    for each in tree.members.get("modelContext", ()):
        if (
            each.parent is not None
            and each.parent.type == "assignment_expression"
            and each.parent.field("left") is each
        ):
            return True
    return any(_defines(call) for name in ("defineProperty", "defineProperties") for call in tree.calls.get(name, ()))


def _defines(call: Node) -> bool:
    listed = call.field("arguments")
    return listed is not None and len(listed.children) > 1 and "modelContext" in listed.children[1].text


def replaced_contexts(tree: ScopeTree) -> Iterator[str]:
    """Yield where a script puts a model context of its own whether or not the browser has one.

    `document.modelContext = …` is no such place: the attribute has no setter, and where there is one it stays.
    """
    for each in tree.members.get("modelContext", ()):
        around, held = each.parent, each.field("object")
        right = around.field("right") if around is not None and around.field("left") is each else None
        if around is None or right is None or held is None or around.type != "assignment_expression":
            continue
        if last_name(held) == "navigator" and "modelContext" not in right.text and _runs_at_once(around):
            yield "navigator"
    for call in tree.calls.get("defineProperty", ()):
        given = call.fields["arguments"].children
        owner = last_name(given[0]) if _defines(call) and "modelContext" not in given[-1].text else None
        if owner is not None and owner in _OWNERS and _runs_at_once(call):
            yield owner


def _runs_at_once(place: Node) -> bool:
    """Whether a place runs with its script, and hangs on nothing."""
    if any(True for _ in conditions(place)):
        return False
    function = function_around(place)
    while function is not None:
        around = function.parent
        while around is not None and around.type in _WRAPPING:
            around = around.parent
        callee = around.field("function") if around is not None and around.type == "call_expression" else None
        if callee is None or not callee.start <= function.start < callee.end:
            return False
        function = function_around(function)
    return True

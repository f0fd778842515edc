"""Whether a component takes its tools back without a signal: what runs when it goes leads to a call that does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final
from typing import Literal as OneOf

from webmcp_lint.program import components
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import External, Function, Unknown, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

TakesBack = OneOf["no", "removed", "maybe"]
"""By a method that the browser no longer has, or by what is not in sight."""

_REMOVED: Final = frozenset({"unregisterTool", "clearContext"})
_BY_NAME: Final = re.compile(r"(?i)unregister|dispose|cleanup|teardown|remove\w*tool")
_ENDS: Final = frozenset(
    {"onUnmounted", "onBeforeUnmount", "onDeactivated", "onScopeDispose", "onDestroy", "onCleanup", "onWatcherCleanup"}
)
"""What is handed a function for the end of a component."""
_LAST: Final = frozenset(
    {"componentWillUnmount", "disconnectedCallback", "ngOnDestroy", "unmounted", "beforeUnmount", "destroyed"}
    | {"beforeDestroy", "deactivated"}
)
"""Methods that run then."""
_MAX_FUNCTIONS: Final = 60
_MAX_NAMES: Final = 1_500


def takes_back(analysis: Analysis, call: Node, hook: components.Hook) -> TakesBack:
    """Return how what a hook registers is taken back, at the component's end or before it is registered anew."""
    pending: list[Node] = []
    for end in _ends(analysis, hook):
        if end.type in FUNCTIONS:
            pending.append(end)
            continue
        found = list(options(analysis.value(end, {})))
        if any(isinstance(each, (Unknown, External)) for each in found):
            return "maybe"
        pending += [each.node for each in found if isinstance(each, Function)]
    around = dict.fromkeys((hook.callback, *_around(call, hook)))
    on_the_way = (*around, *(each for function in around for each in _called(analysis, function)))
    if any(f".{name}" in function.text for function in on_the_way for name in _REMOVED):
        return "removed"
    return _led_to(analysis, pending)


def _called(analysis: Analysis, function: Node) -> Iterator[Node]:
    """Yield the functions that a function calls by name."""
    calls = (each for each in function.walk() if each.type == "call_expression")
    for call in islice(calls, _MAX_FUNCTIONS):
        callee = call.field("function")
        if callee is not None and callee.type == "identifier":
            yield from _functions(analysis, callee)


def _around(call: Node, hook: components.Hook) -> Iterator[Node]:
    """Yield the functions around a registration, up to the hook where they stand in it."""
    for each in call.ancestors:
        if each is hook.callback or components.component_name(each) is not None:
            return
        if each.type in FUNCTIONS:
            yield each


def _ends(analysis: Analysis, hook: components.Hook) -> Iterator[Node]:
    """Yield what runs at the end: what the hook returns, and what other hooks and methods of the component are given."""
    if hook.node.type == "call_expression":
        yield from analysis.returned(hook.callback)
    tree = analysis.tree(hook.node)
    for name in _ENDS:
        for end in tree.calls.get(name, ()):
            yield from end.fields["arguments"].children[:1]
    around = next((each for each in hook.node.ancestors if each.type in {*CLASSES, "object"}), None)
    body = around.field("body") or around if around is not None else None
    for member in body.children if body is not None and hook.node.type != "call_expression" else ():
        key = member.field("name") or member.field("key")
        if key is not None and key.text in _LAST:
            yield member.field("value") or member


def _led_to(analysis: Analysis, pending: list[Node]) -> TakesBack:
    found: TakesBack = "no"
    seen, names = set[Node](), 0
    while pending:
        root = pending.pop()
        if root in seen:
            continue
        seen.add(root)
        for node in root.walk():
            if _names_removed(node):
                found = "removed"
            elif node.type == "identifier" or _is_method(node):
                names += 1
                if names > _MAX_NAMES or len(seen) > _MAX_FUNCTIONS:
                    return "maybe"
                inner = [*_functions(analysis, node)]
                pending += inner
                is_called = node.parent is not None and node.parent.type in {"call_expression", "arguments"}
                if not inner and is_called and _BY_NAME.search(last_name(node) or ""):
                    return "maybe"
    return found


def _names_removed(node: Node) -> bool:
    return node.type == "member_expression" and last_name(node) in _REMOVED


def _is_method(node: Node) -> bool:
    around = node.parent
    return (
        node.type == "member_expression"
        and around is not None
        and around.type == "call_expression"
        and around.field("function") is node
    )


def _functions(analysis: Analysis, name: Node) -> Iterator[Node]:
    """Yield the functions that a name, or a method that is called, may be."""
    if name.type == "identifier":
        binding = analysis.tree(name).resolve(name)
        if binding is None or name is binding.node or binding.kind not in {"variable", "function", "import"}:
            return
    for each in options(analysis.value(name, {})):
        if isinstance(each, Function):
            yield each.node

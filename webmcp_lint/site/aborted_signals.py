"""Signals that are aborted before a tool is registered with them, on every way to the call."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import merge
from typing import Final
from weakref import WeakKeyDictionary

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.scopes import FUNCTIONS, ScopeTree
from webmcp_lint.program.values import External, Value, options
from webmcp_lint.site.tool import Aborted
from webmcp_lint.syntax.components import COMPONENTS
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_SIGNAL: Final = ("AbortController", "new", "()", "signal")
_HOOKS: Final = frozenset({"useEffect", "useLayoutEffect", "useInsertionEffect"})
"""Hooks that run again, after what they returned has cleaned up."""
_BLOCKS: Final = frozenset({"statement_block", "program"})
_ABORTS: Final[WeakKeyDictionary[ScopeTree, Mapping[Node | None, Sequence[Node]]]] = WeakKeyDictionary()
"""The calls of `abort()` by what makes the controller, under None where that hangs on more than one constant."""


def aborted(analysis: Analysis, call: Node, settings: Value) -> Aborted | None:
    """Return what has aborted the signal in a registration's options by the time of the call."""
    signal = analysis.member(settings, "signal", call)
    match signal:
        case External(package="", path=("AbortSignal", "abort"), arguments=tuple()):
            return Aborted(signal.node.location, is_reused=False)
        case External(package="", path=path, arguments=None, receiver=External() as controller) if path == _SIGNAL:
            pass
        case _:
            return None
    if controller.node.script is not call.script:
        return None
    is_shared = _is_module_level(controller.node)
    for abort in _aborts(analysis.tree(call), controller.node):
        is_before = controller.node.end <= abort.start < call.start and _comes_before(abort, call)
        if (is_before or (is_shared and _cleans_up(abort, call))) and _is_of(analysis, abort, controller):
            return Aborted(abort.location, is_reused=not is_before)
    return None


def _is_of(analysis: Analysis, abort: Node, controller: External) -> bool:
    """Whether a call aborts a controller."""
    found = list(options(analysis.value(abort.fields["function"].fields["object"], {})))
    return len(found) == 1 and isinstance(found[0], External) and found[0].node is controller.node


def _aborts(tree: ScopeTree, controller: Node) -> Iterable[Node]:
    """Return the calls that may abort what an expression makes, in source order."""
    if tree not in _ABORTS:
        by_made: dict[Node | None, list[Node]] = defaultdict(list)
        for each in tree.calls.get("abort", ()):
            callee = each.field("function")
            owner = callee.field("object") if callee is not None else None
            if owner is not None and each.field("optional_chain") is None:
                by_made[_made(tree, owner)].append(each)
        _ABORTS[tree] = dict(by_made)
    found = _ABORTS[tree]
    return merge(found.get(controller, ()), found.get(None, ()), key=lambda each: each.start)


def _made(tree: ScopeTree, owner: Node) -> Node | None:
    """Return the `new AbortController()` that a constant certainly holds."""
    binding = tree.resolve(owner) if owner.type == "identifier" else None
    if binding is None or not binding.is_constant or binding.path or binding.others:
        return None
    source = binding.source
    return source if source is not None and source.type == "new_expression" else None


def _comes_before(abort: Node, call: Node) -> bool:
    """Whether an abort is a statement of its own in a block that holds the call, or runs on the way to it."""
    statement = abort.parent
    if statement is None or statement.type != "expression_statement" or statement.parent is None:
        return False
    if statement.parent.type not in _BLOCKS:
        return False
    for around in call.ancestors:
        if around is statement.parent:
            return True
        if around.type in FUNCTIONS:
            return False
    return False


def _is_module_level(node: Node) -> bool:
    path = node.script.file.path
    is_component = path.endswith(COMPONENTS)
    return not is_component and not any(around.type in FUNCTIONS for around in node.ancestors)


def _cleans_up(abort: Node, call: Node) -> bool:
    """Whether an abort is in what a hook returns that registers with the signal it aborts, and so runs in between."""
    inside = abort
    for around in abort.ancestors:
        if around.type in FUNCTIONS and inside is not abort:
            hook = around.parent.parent if around.parent is not None and around.parent.type == "arguments" else None
            callee = hook.field("function") if hook is not None else None
            if callee is not None and last_name(callee) in _HOOKS:
                return any(each is around for each in call.ancestors) and not any(
                    each is inside for each in call.ancestors
                )
        inside = around if around.type in FUNCTIONS or inside is abort else inside
    return False

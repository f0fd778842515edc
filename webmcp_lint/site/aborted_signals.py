"""Signals that are aborted before a tool is registered with them, on every way to the call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import External, Value, options
from webmcp_lint.site.tool import Aborted
from webmcp_lint.syntax.components import COMPONENTS
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_SIGNAL: Final = ("AbortController", "new", "()", "signal")
_HOOKS: Final = frozenset({"useEffect", "useLayoutEffect", "useInsertionEffect"})
"""Hooks that run again, after what they returned has cleaned up."""
_BLOCKS: Final = frozenset({"statement_block", "program"})


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
    for abort in _aborts(analysis, controller, call):
        if controller.node.end <= abort.start < call.start and _comes_before(abort, call):
            return Aborted(abort.location, is_reused=False)
        if _is_module_level(controller.node) and _cleans_up(abort, call):
            return Aborted(abort.location, is_reused=True)
    return None


def _aborts(analysis: Analysis, controller: External, call: Node) -> Iterator[Node]:
    """Yield the calls that abort a controller."""
    for each in analysis.tree(call).calls.get("abort", ()):
        callee = each.field("function")
        owner = callee.field("object") if callee is not None else None
        if owner is None or each.field("optional_chain") is not None:
            continue
        found = list(options(analysis.value(owner, {})))
        if len(found) == 1 and isinstance(found[0], External) and found[0].node is controller.node:
            yield each


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

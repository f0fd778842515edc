"""Which values are an `AbortSignal`, and whether it is aborted where `registerTool` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.browser.web_idl import Thrown, as_thrown, extends, is_new, is_object
from webmcp_lint.program.functions import standing_between
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import (
    Array,
    Class,
    Collection,
    External,
    Function,
    Instance,
    Literal,
    Object,
    Promise,
    Undefined,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_ABORTED = Thrown("AbortError", "signal is aborted without reason", is_scripted=True)
_LATE_TIMEOUT = 1_000
"""Milliseconds after which a timeout surely comes too late to reject a registration."""


def is_signal(value: Value) -> bool | None:
    """Return whether a value is an `AbortSignal`, None where that cannot be told."""
    match value:
        case External(package="", path=("AbortSignal", "abort" | "timeout" | "any"), arguments=tuple()):
            return True
        case External(package="", path=("AbortController", "new", "()", "signal"), arguments=None):
            return True
        case Object() | Array() | Collection() | Function() | Class() | Promise():
            return False
        case Instance() if not extends(value.cls.node):
            return False
    return False if is_object(value) is False or is_new(value, "AbortController") else None


def abort_reason(analysis: Analysis, signal: Value) -> Thrown | Unknown | None:
    """Return why a signal is aborted already, None where it is not."""
    match signal:
        case External(path=("AbortSignal", "abort"), arguments=tuple(slots)):
            reason = analysis.force(slots[0]) if slots else Undefined(signal.node)
            if isinstance(reason, Undefined):
                return _ABORTED
            return as_thrown(analysis, reason) or Unknown("the reason of an abort", reason.node)
        case External(path=("AbortSignal", "timeout"), arguments=(slot, *_)):
            delay = analysis.force(slot)
            milliseconds = delay.value if isinstance(delay, Literal) else None
            if isinstance(milliseconds, (int, float)) and milliseconds >= _LATE_TIMEOUT:
                return None
        case External(path=("AbortController", *_)) if not _may_be_aborted(analysis, signal):
            return None
        case Unknown():
            return signal
    return Unknown("a signal that may be aborted", signal.node)


def _may_be_aborted(analysis: Analysis, signal: External) -> bool:
    """Whether a call of `abort()` stands between the making of the controller and the reading of its signal."""
    controller = signal.receiver
    if controller is None or controller.node.script is not signal.node.script:
        return True
    tree = analysis.tree(signal.node)
    functions = (None, *(each for each in signal.node.ancestors if each.type in FUNCTIONS))
    return any(
        standing_between(tree.calls_in(function, "abort"), controller.node.start + 1, signal.node.start)
        for function in functions
    )

"""The calls of a function that are in sight: found by name, proved by evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program.candidates import candidates
from webmcp_lint.program.names import binder_of
from webmcp_lint.program.values import Class, Function, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


def calls_of(analysis: Analysis, function: Node) -> Iterator[Node]:
    """Yield the calls in sight that are proved to be of a function, and those of a class for its constructor."""
    cls = binder_of(function)
    for call in candidates(analysis, cls).calls:
        callee = call.field("name") or call.field("constructor") or call.field("function")
        if callee is None or (call.type == "new_expression") != (cls is not function):
            continue
        value = analysis.value(callee, analysis.around(call, {}))
        if any(isinstance(each, (Function, Class)) and each.node is cls for each in options(value)):
            yield call

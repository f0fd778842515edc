"""What `x += value`, `x ||= value`, `x++` and their like make of a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program import order
from webmcp_lint.program.operators import arithmetic, total
from webmcp_lint.program.values import (
    CIRCULAR,
    Environment,
    External,
    Literal,
    Unknown,
    Value,
    is_nothing,
    join,
    options,
    refs_of,
    truth,
)
from webmcp_lint.program.writes import Mutation
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


_STEP_BY_STEP = "a value that is computed step by step"


def augmented(analysis: Analysis, before: Value, write: Mutation, home: Node, env: Environment) -> Value:
    """Return what `x += value`, `x ||= value`, `x++` and their like make of a value."""
    node = write.node
    operator = node.field("operator")
    sign = "" if operator is None else operator.type
    if order.is_repeated(node, home) or _is_circular(before):
        return Unknown(_STEP_BY_STEP, node, refs_of(before))
    if node.type == "update_expression":
        return arithmetic(before, sign[:1], Literal(1, node), node) if sign else Unknown(_STEP_BY_STEP, node)
    given = analysis.value(write.values[0], env) if write.values else Unknown(_STEP_BY_STEP, node)
    match sign:
        case "+=":
            return total([before, given], node)
        case "||=" | "??=" | "&&=":
            return join(_chosen(before, given, sign), node)
        case _ if len(sign) > 1 and sign[-1] == "=":
            return arithmetic(before, sign[:-1], given, node)
    return Unknown(_STEP_BY_STEP, node)


def _chosen(before: Value, given: Value, sign: str) -> Iterator[Value]:
    for option in options(before):
        known = not is_nothing(option) if sign == "??=" else truth(option)
        if sign == "??=" and isinstance(option, (Unknown, External)):
            known = None
        is_replaced = known is (sign == "&&=")
        if known is None or not is_replaced:
            yield option
        if known is None or is_replaced:
            yield given


def _is_circular(value: Value) -> bool:
    return any(isinstance(option, Unknown) and option.reason == CIRCULAR for option in options(value))

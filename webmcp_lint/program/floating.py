"""What becomes of the promise that a call returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from webmcp_lint.program.functions import call_with, function_around, is_async
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import WRAPPING


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of a promise: it is dropped, its failure is handled, or somebody else has it."""

    kind: Literal["dropped", "handled", "used"]
    is_in_try: bool
    chained: Node | None
    """The name of the method that is called on it."""
    is_awaitable: bool


def fate_of(call: Node) -> Fate:
    """Return what becomes of the promise that a call returns."""
    kind, chained = _followed(call)
    function = function_around(call)
    is_awaitable = call.script.is_module is True if function is None else is_async(function)
    return Fate(kind, kind == "dropped" and _is_in_try(call), chained, is_awaitable)


def _followed(call: Node) -> tuple[Literal["dropped", "handled", "used"], Node | None]:
    inside, around = call, call.parent
    chained: Node | None = None
    while around is not None:
        match around.type:
            case "member_expression" if around.field("object") is inside:
                outer, name = around.parent, last_name(around)
                is_called = outer is not None and outer.field("function") is around
                if outer is None or not is_called or name not in {"then", "catch", "finally"}:
                    return "used", chained
                chained = chained or around.field("property")
                if name == "catch" or (name == "then" and len(outer.fields["arguments"].children) > 1):
                    return "handled", chained
                inside, around = outer, outer.parent
                continue
            case "expression_statement":
                return "dropped", chained
            case "unary_expression" if (sign := around.field("operator")) is not None and sign.type == "void":
                return "handled", chained
            case "binary_expression" if inside is around.field("left") or around.fields["operator"].type not in {
                "&&",
                "||",
                "??",
            }:
                return "used", chained
            case "ternary_expression" if inside is around.field("condition"):
                return "used", chained
            case "arrow_function" if around.field("body") is inside:
                return ("dropped" if _is_dropped_by_caller(around) else "used"), chained
            case "binary_expression" | "ternary_expression":
                pass
            case _ if around.type not in WRAPPING:
                return "used", chained
        inside, around = around, around.parent
    return "used", chained


def _is_dropped_by_caller(function: Node) -> bool:
    """Whether what an arrow function returns goes nowhere: `tools.forEach((tool) => register(tool))`."""
    call = call_with(function)
    callee = call.field("function") if call is not None else None
    return callee is not None and last_name(callee) in {"forEach", "addEventListener", "setTimeout"}


def _is_in_try(call: Node) -> bool:
    inside = call
    for around in call.ancestors:
        if around.type in FUNCTIONS:
            return False
        if around.type == "try_statement" and inside is around.field("body"):
            return around.field("handler") is not None
        inside = around
    return False

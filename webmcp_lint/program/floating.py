"""What becomes of the promise that a call returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from webmcp_lint.program.components import function_around
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_THROUGH: Final = frozenset(
    {"parenthesized_expression", "as_expression", "non_null_expression", "satisfies_expression"}
)


@dataclass(frozen=True, slots=True)
class Promise:
    """What becomes of a promise: it is dropped, its failure is handled, or somebody else has it."""

    fate: Literal["dropped", "handled", "used"]
    is_in_try: bool
    chained: Node | None
    """The name of the method that is called on it."""
    is_awaitable: bool


def promise_of(call: Node) -> Promise:
    """Return what becomes of the promise that a call returns."""
    fate, chained = _followed(call)
    function = function_around(call)
    is_awaitable = call.script.is_module is True if function is None else _is_async(function)
    return Promise(fate, fate == "dropped" and _is_in_try(call), chained, is_awaitable)


def _is_async(function: Node) -> bool:
    return any(child.type == "async" for child in function.children)


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
            case _ if around.type not in _THROUGH:
                return "used", chained
        inside, around = around, around.parent
    return "used", chained


def _is_dropped_by_caller(function: Node) -> bool:
    """Whether what an arrow function returns goes nowhere: `tools.forEach((tool) => register(tool))`."""
    listed = function.parent
    call = listed.parent if listed is not None and listed.type == "arguments" else None
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

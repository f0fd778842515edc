"""Which JavaScript expressions yield `false`, or nothing, by their form alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.javascript import Node, Script

MAX_LENGTH: Final = 500
"""Longer expressions are left alone."""

_COMPARISONS: Final = frozenset({"===", "!==", "==", "!=", "<", ">", "<=", ">=", "in", "instanceof"})


@dataclass(frozen=True, slots=True)
class BooleanExpression:
    """What an expression that is bound to an attribute yields, by its form."""

    is_false: bool
    """Whether it is the word `false`."""
    yields_false: bool
    yields_nothing: bool
    is_choice: bool
    """Whether it is `a ? b : c`, which needs parentheses before more is written behind it."""
    condition: str | None
    """The condition on which the attribute was meant to be there, as it is written."""


def read_expression(text: str) -> BooleanExpression | None:
    """Return what an expression yields that stands alone in an attribute; None where it is no JavaScript."""
    node = _parsed(text)
    if node is None:
        return None
    is_choice = node.type == "ternary_expression"
    return BooleanExpression(
        node.type == "false", _yields_false(node), _yields_nothing(node), is_choice, _condition_of(node)
    )


def _parsed(text: str) -> Node | None:
    if len(text) > MAX_LENGTH:
        return None
    script = Script(SourceFile("", f"({text}\n)"), f"({text}\n)", "javascript")
    statements = script.root.children
    if script.has_errors or len(statements) != 1 or statements[0].type != "expression_statement":
        return None
    return _inner(statements[0].children[0])


def _yields_false(expression: Node) -> bool:
    """Whether it is `false`, a negation, a comparison, `a && b`, or a choice that may end in one of these.

    A plain name or a call may hold anything and is none of them.
    """
    node = _inner(expression)
    match node.type:
        case "false":
            return True
        case "unary_expression":
            return node.fields["operator"].type == "!"
        case "binary_expression":
            return _operation_yields_false(node)
        case "ternary_expression":
            return _yields_false(node.fields["consequence"]) or _yields_false(node.fields["alternative"])
        case "call_expression":
            return node.fields["function"].text == "Boolean"
        case _:
            return False


def _yields_nothing(expression: Node) -> bool:
    """Whether it is a choice that may end in `undefined` or `null`."""
    node = _inner(expression)
    if node.type == "ternary_expression":
        branches = (_inner(node.fields["consequence"]), _inner(node.fields["alternative"]))
        return any(branch.type in {"undefined", "null"} or _yields_nothing(branch) for branch in branches)
    return False


def _condition_of(expression: Node) -> str | None:
    """Return what is true where an expression gives a text: the condition of `a ? "" : undefined`, else all of it."""
    node = _inner(expression)
    if node.type != "ternary_expression":
        return node.text if _yields_false(node) else None
    yes, no = _inner(node.fields["consequence"]), _inner(node.fields["alternative"])
    is_choice = yes.type in {"string", "true"} and no.type in {"undefined", "null", "false"}
    return node.fields["condition"].text if is_choice else None


def _operation_yields_false(node: Node) -> bool:
    left, operator, right = node.fields["left"], node.fields["operator"].type, node.fields["right"]
    if operator == "&&":
        # `a && ''` leaves the attribute out where `a` is null, and goes wrong only where it is false
        return _yields_false(left) or _yields_false(right) or _inner(right).type not in {"string", "null", "undefined"}
    return operator in _COMPARISONS or (operator == "||" and _yields_false(right))


def _inner(node: Node) -> Node:
    while node.type == "parenthesized_expression":
        node = node.children[0]
    return node

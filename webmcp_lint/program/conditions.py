"""The conditions that are decided before a place is reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.program.functions import MAX_EXITS, ends
from webmcp_lint.program.leaving import LEAVING
from webmcp_lint.syntax.javascript import Node, once_per_node

_BLOCKS: Final = frozenset({"statement_block", "program", "switch_case", "switch_default"})


def conditions(place: Node) -> Iterator[tuple[Node, bool]]:
    """Yield each condition that was decided before `place` is reached, and which way, nearest first.

    A function is reached where it is written: a listener inside `if (x)` hangs on `x`.
    """
    inside = place
    for around in place.ancestors:
        yield from conditions_at(around, inside)
        inside = around


def conditions_at(around: Node, inside: Node) -> Iterator[tuple[Node, bool]]:
    """Yield the conditions that a node puts before one of its children."""
    match around.type:
        case "if_statement" | "ternary_expression" | "while_statement":
            condition = around.field("condition")
            if condition is not None and inside is not condition:
                yield condition, inside is around.field("consequence") or inside is around.field("body")
        case "binary_expression" if inside is around.field("right"):
            operator = around.fields["operator"].type
            if operator in {"&&", "||", "??"}:
                yield around.fields["left"], operator == "&&"
        case _ if around.type in _BLOCKS:
            yield from exits_before(around, inside)


def exits_before(block: Node, statement: Node | None) -> Iterator[tuple[Node, bool]]:
    """Yield the conditions on which a block is left before one of its statements, or before its end."""
    for condition, holds in _exits(block):
        if statement is not None and condition.start >= statement.start:
            return
        yield condition, holds


@once_per_node
def _exits(block: Node) -> tuple[tuple[Node, bool], ...]:
    """Return the conditions of a block that must hold, or must not, for control to go on behind them."""
    found: list[tuple[Node, bool]] = []
    for statement in block.children:
        condition = statement.field("condition") if statement.type == "if_statement" else None
        if condition is None:
            continue
        yes, no = statement.field("consequence"), statement.field("alternative")
        if yes is not None and _leaves(yes):
            found.append((condition, False))
        elif no is not None and no.children and _leaves(no.children[-1]):
            found.append((condition, True))
    return tuple(found[:MAX_EXITS])


def _leaves(branch: Node) -> bool:
    last = branch.children[-1] if branch.type == "statement_block" and branch.children else branch
    return last.type in LEAVING or ends(last)

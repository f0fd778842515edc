"""Where control goes on: statements behind which it does not, and the cases that a switch enters and leaves at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from webmcp_lint.syntax.javascript import Node, once_per_node
from webmcp_lint.syntax.spelling import string_value

LEAVING: Final = frozenset({"return_statement", "throw_statement", "continue_statement", "break_statement"})
"""Statements behind which control does not go on."""


def leaves(statement: Node) -> bool:
    """Whether control does not go on behind a statement, as far as its last one tells."""
    while statement.type in {"statement_block", "else_clause"} and statement.children:
        statement = statement.children[-1]
    return statement.type in LEAVING


@once_per_node
def _plain_cases(body: Node) -> Mapping[object, int] | None:
    """Return the places of the cases of a switch by the texts they ask for; None where they ask for anything else."""
    found: dict[object, int] = {}
    for place, case in enumerate(body.children):
        wanted = case.field("value")
        if wanted is not None:
            if wanted.type != "string":
                return None
            found.setdefault(string_value(wanted), place)
    return found


@once_per_node
def default_place(body: Node) -> int:
    """Return the place of the case of a switch that asks for nothing, or that behind all of them."""
    places = [place for place, case in enumerate(body.children) if case.field("value") is None]
    return places[-1] if places else len(body.children)


def entered_at(body: Node, value: object) -> int | None:
    """Return the place of the case that a switch enters at with a value; None where other cases than texts are asked for."""
    plain = _plain_cases(body)
    return None if plain is None else plain.get(value, default_place(body))


def left_in(body: Node, entered: int) -> int:
    """Return the place of the case that leaves a switch which enters at another one."""
    for place in range(entered, len(body.children)):
        if any(map(leaves, body.children[place].children)):
            return place
    return len(body.children)

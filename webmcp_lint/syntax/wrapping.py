"""What stands around an expression and leaves its value as it is: parentheses, and TypeScript's `as`, `satisfies`, `!`."""

from __future__ import annotations

from typing import Final

from webmcp_lint.syntax.javascript import Node

WRAPPING: Final = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression"}
)


def unwrapped(node: Node) -> Node:
    """Return the expression inside what is only wrapped around it."""
    while node.type in WRAPPING and node.children:
        node = node.children[0]
    return node


def wrapped(node: Node) -> Node:
    """Return an expression with all that is only wrapped around it."""
    while node.parent is not None and node.parent.type in WRAPPING:
        node = node.parent
    return node

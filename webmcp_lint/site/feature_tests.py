"""What the conditions on the way to a place ask for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, cast

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import conditions
from webmcp_lint.syntax.javascript import Node

_NEGATIONS: Final = frozenset({"!==", "!="})
_NOTHING: Final = frozenset({"undefined", "null", "'undefined'", '"undefined"'})
_NAMES: Final = frozenset({"property_identifier", "string_fragment", "identifier", "shorthand_property_identifier"})
_JUDGES: Final = ("expect", "assert")
_MAX_NODES: Final = 400
_MAX_DEPTH: Final = 2


def mentions(analysis: Analysis, condition: Node, *names: str) -> Sequence[tuple[Node, bool]]:
    """Return where a condition, or a value or function that it names, says one of these names.

    With it comes whether the condition holds where what is named is missing.
    """
    worked_out, key = condition.script.worked_out, ((mentions, *names), condition)
    if key not in worked_out:
        worked_out[key] = tuple(_mentions(analysis, condition, names))
    return cast("Sequence[tuple[Node, bool]]", worked_out[key])


def _mentions(analysis: Analysis, condition: Node, names: Collection[str]) -> Iterator[tuple[Node, bool]]:
    stack = [(condition, condition, False, 0)]
    seen = 0
    while stack and seen < _MAX_NODES:
        node, root, is_inverted, depth = stack.pop()
        seen += 1
        if node.type in _NAMES and node.text in names:
            yield node, is_inverted != _is_negated(node, root)
        elif node.type == "identifier" and depth < _MAX_DEPTH:
            binding = analysis.tree(node).resolve(node)
            if binding is not None and binding.source is not None and binding.kind in {"variable", "function"}:
                source = binding.source
                stack.append((source, source, is_inverted != _is_negated(node, root), depth + 1))
        stack.extend((child, root, is_inverted, depth) for child in node.children)


def is_asked_for(analysis: Analysis, place: Node, name: str) -> bool:
    """Whether a condition on the way to `place` asks for a member of this name."""
    return any(mentions(analysis, condition, name) for condition, _ in conditions(place))


def is_without(analysis: Analysis, place: Node, *names: str) -> bool:
    """Whether `place` is reached only where one of these members is missing."""
    return any(
        is_negated == holds
        for condition, holds in conditions(place)
        for _, is_negated in mentions(analysis, condition, *names)
    )


def is_judged(call: Node) -> bool:
    """Whether a test asks how a call ends: it stands inside `expect(…)` or `assert.rejects(…)`."""
    inside = call
    for around in call.ancestors:
        callee = around.field("function") if around.type == "call_expression" else None
        if callee is not None and inside is not callee and callee.starts_with(*_JUDGES):
            return True
        inside = around
    return False


def _is_negated(mention: Node, condition: Node) -> bool:
    """Whether a condition holds where the member that it mentions is missing."""
    negated = False
    node = mention
    while node is not condition and node.parent is not None:
        node = node.parent
        operator = node.field("operator")
        if node.type == "unary_expression" and operator is not None and operator.type == "!":
            negated = not negated
        elif node.type == "binary_expression" and operator is not None and operator.type in {"===", "==", "!==", "!="}:
            asks_for_nothing = any(child.text in _NOTHING for child in node.children)
            negated = negated != (asks_for_nothing != (operator.type in _NEGATIONS))
    return negated

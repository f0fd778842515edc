"""What a React handler reads of the event that it is given which only the browser's own event has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.elements import SYNTHETIC, event_of
from webmcp_lint.program.patterns import parameters
from webmcp_lint.program.values import External, Frame, Function
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MEMBERS: Final = ("agentInvoked", "respondWith")
"""The members that React's event lacks."""
_PARAMETERS: Final = frozenset({"required_parameter", "optional_parameter", "assignment_pattern"})
_MAX_NODES: Final = 20_000


def synthetic_reads(analysis: Analysis, function: Function) -> Iterator[tuple[str, Node, Node | None]]:
    """Yield each member that a handler reads of React's event, where, and the expression that it is read from.

    What a pattern takes has no such expression; the place is the pattern's property then.
    """
    node = function.node
    event = External(SYNTHETIC, (), node)
    env = {**function.env, node: Frame(node, arguments=[*function.bound, event])}
    tree = analysis.tree(node)
    for name in MEMBERS:
        for member in tree.members.get(name, ()):
            owner = member.field("object")
            if owner is None or member.field("property") is None or not node.start <= member.start < node.end:
                continue
            is_fallback = any(
                each.type == "binary_expression" and "nativeEvent" in each.text for each in member.ancestors
            )
            if not is_fallback and event_of(analysis.value(owner, env)) == SYNTHETIC:
                yield name, member, owner
    if not any(name in node.text for name in MEMBERS):
        return
    for count, pattern in enumerate(node.walk()):
        if count > _MAX_NODES:
            return
        if pattern.type == "object_pattern" and _takes(analysis, pattern, function, env):
            yield from ((name, child, None) for name, child in _taken(pattern))


def _takes(analysis: Analysis, pattern: Node, function: Function, env: dict[Node, Frame]) -> bool:
    """Whether a pattern takes React's event apart."""
    around = pattern.parent
    if around is None:
        return False
    value = around.field("value") if around.type == "variable_declarator" else around.field("right")
    if around.type in {"variable_declarator", "assignment_expression"}:
        return value is not None and event_of(analysis.value(value, env)) == SYNTHETIC
    parameter = around if around.type in _PARAMETERS else pattern
    place = len(function.bound)
    return parameters(function.node)[place : place + 1] in ([parameter], [pattern])


def _taken(pattern: Node) -> Iterator[tuple[str, Node]]:
    for child in pattern.children:
        key = child.field("key") or child.field("left") or child
        name = property_name(key) if key.type != "rest_pattern" else None
        if name in MEMBERS:
            yield name, child

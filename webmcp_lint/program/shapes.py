"""The shape that a schema library's `object({…})` is given, as `properties` and `required` of a JSON Schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from webmcp_lint.program.values import Array, Literal, Object, Property, Slot, Unknown, Value
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

NOT_FOLLOWED = "a schema that is not followed"


def shape(
    analysis: Analysis,
    slot: Slot,
    node: Node,
    schema: Callable[[Value], Value],
    is_optional: Callable[[Value], bool | None],
) -> tuple[Object, Array] | Unknown:
    """Return the schemas of the members, and which are required; `is_optional` is None for what is no schema."""
    given = analysis.force(slot)
    if not isinstance(given, Object):
        return given if isinstance(given, Unknown) else Unknown(NOT_FOLLOWED, node)
    properties, required = Object(given.node, open=list(given.open)), Array(node, open=list(given.open))
    for name, written in given.properties.items():
        member = analysis.force(written.value)
        properties.properties[name] = Property(schema(member), written.key)
        optional = is_optional(member)
        if optional is None:
            required.open.append(Unknown(NOT_FOLLOWED, member.node))
        elif not optional:
            required.items.append(Literal(name, written.key or node))
    return properties, required

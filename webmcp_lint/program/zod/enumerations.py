"""The values of `z.enum` and `z.nativeEnum`, which all converters write alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.values import Array, Literal, Object, Property, Slot, Unknown, Value
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


def enumerated(analysis: Analysis, value: Value, node: Node) -> dict[str, Property]:
    """Return `type` and `enum` for the values of a list, or of an object that stands for an enumeration."""
    if isinstance(value, Object):
        # A numeric enumeration of TypeScript also maps its numbers back to their names
        items: list[Slot] = [each.value for key, each in value.properties.items() if not key.isdigit()]
        listed = Array(value.node, items, list(value.open))
    else:
        found = analysis.elements(value)
        listed = found if found is not None else Array(node, open=[Unknown("values that are not followed", node)])
    literals = [analysis.force(each) for each in listed.items]
    types = {_type(each.value) if isinstance(each, Literal) else "" for each in literals}
    result = {"enum": Property(listed, None)}
    if types in ({"number"}, {"string"}) or not types or listed.open:
        return {"type": Property(Literal("number" if types == {"number"} else "string", node), None), **result}
    if "" in types:
        return {"type": Property(Unknown("values that are not followed", node), None), **result}
    return result


def _type(value: object) -> str:
    if isinstance(value, str):
        return "string"
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else "other"

"""TypeBox: its builders return JSON Schema as it stands (`Type.Object({name: Type.String()})`).

Source: the answers of @sinclair/typebox for the builders in tests/program/test_schema_libraries.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.shapes import NOT_FOLLOWED, shape
from webmcp_lint.program.values import Array, External, Literal, Object, Property, Slot, Undefined, Unknown, Value
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

PACKAGES = frozenset({"@sinclair/typebox", "typebox"})
_NAMESPACES = frozenset({"Type", "t", "default"})
_PLAIN = {
    "String": "string", "Number": "number", "Integer": "integer", "Boolean": "boolean", "Null": "null",
}  # fmt: skip
_MODIFIERS = frozenset({"Optional", "Readonly", "ReadonlyOptional"})


def is_schema(value: object) -> bool:
    """Whether a value is what a builder returned."""
    return isinstance(value, External) and value.package in PACKAGES and value.arguments is not None


def to_value(analysis: Analysis, value: External) -> Value:
    """Return the JSON Schema that a builder gives."""
    return analysis.guarded(("typebox", value), value.node, lambda: _built(analysis, value))


def _built(analysis: Analysis, value: External) -> Value:
    path = value.path[1:] if value.path[0] in _NAMESPACES else value.path
    name, slots, node = path[-1] if len(path) == 1 else "", value.arguments or (), value.node
    if name in _PLAIN:
        return _with(analysis, slots, 0, node, type=Literal(_PLAIN[name], node))
    match name:
        case "Any" | "Unknown":
            return _with(analysis, slots, 0, node)
        case "Literal" if slots:
            constant = analysis.force(slots[0])
            return _with(analysis, slots, 1, node, const=constant, type=_type_of(constant, node))
        case "Unsafe" if slots:
            return analysis.force(slots[0])
        case "Array" if slots:
            items = _schema(analysis, slots[0], node)
            return _with(analysis, slots, 1, node, type=Literal("array", node), items=items)
        case "Union" if slots:
            listed = analysis.elements(analysis.force(slots[0]))
            if listed is not None and not listed.open:
                members: list[Slot] = [_schema(analysis, each, node) for each in listed.items]
                return _with(analysis, slots, 1, node, anyOf=Array(node, members))
        case "Object" if slots:
            return _object(analysis, slots, node)
        case "Record" if len(slots) > 1:
            key = analysis.force(slots[0])
            if isinstance(key, External) and key.path[-1:] == ("String",) and not key.arguments:
                pattern = Object(node, {"^(.*)$": Property(_schema(analysis, slots[1], node), None)})
                return _with(analysis, slots, 2, node, type=Literal("object", node), patternProperties=pattern)
        case _ if name in _MODIFIERS and slots:
            return _schema(analysis, slots[0], node)
    return Unknown(f"TypeBox's `{'.'.join(value.path)}()`, which is not followed", node)


def _object(analysis: Analysis, slots: tuple[Slot, ...], node: Node) -> Value:
    found = shape(analysis, slots[0], node, lambda member: _schema(analysis, member, node), _is_optional)
    if isinstance(found, Unknown):
        return found
    properties, required = found
    result = _with(analysis, slots, 1, node, type=Literal("object", node))
    if required.items or required.open:
        result.properties["required"] = Property(required, None, is_certain=bool(required.items))
    result.properties["properties"] = Property(properties, None)
    return result


def _is_optional(value: Value) -> bool | None:
    if not isinstance(value, External) or not is_schema(value):
        return None
    return value.path[-1] in {"Optional", "ReadonlyOptional"}


def _schema(analysis: Analysis, slot: Slot, node: Node) -> Value:
    value = analysis.force(slot)
    if isinstance(value, External) and is_schema(value):
        return to_value(analysis, value)
    return value if isinstance(value, Unknown | Object) else Unknown(NOT_FOLLOWED, node)


def _with(analysis: Analysis, slots: tuple[Slot, ...], place: int, node: Node, **keywords: Value) -> Object:
    """Return the options that a builder was given, and the keywords it adds behind them."""
    given = analysis.force(slots[place]) if place < len(slots) else Undefined(node)
    own = {name: Property(value, None) for name, value in keywords.items()}
    if isinstance(given, Object):
        return Object(node, {**given.properties, **own}, list(given.open))
    return Object(node, own, [given] if isinstance(given, Unknown) else [])


def _type_of(value: Value, node: Node) -> Value:
    if isinstance(value, Literal) and value.value is not None:
        kinds = {str: "string", bool: "boolean", int: "number", float: "number"}
        return Literal(kinds[type(value.value)], node)
    return Unknown("a value that is not followed", node)

"""Valibot: `toJsonSchema(v.object({…}))` of @valibot/to-json-schema.

Source: the package's answers for the schemas in tests/program/test_schema_libraries.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.shapes import NOT_FOLLOWED, shape
from webmcp_lint.program.values import Array, External, Literal, Object, Property, Slot, Undefined, Unknown, Value
from webmcp_lint.program.zod.modern import pattern_of
from webmcp_lint.program.zod.reading import Check
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_DRAFT_7 = "http://json-schema.org/draft-07/schema#"
_CONVERTER = "@valibot/to-json-schema"
_PLAIN = frozenset({"string", "number", "boolean"})
_LENGTHS = {
    "string": {"minLength": "minLength", "maxLength": "maxLength"},
    "array": {"minLength": "minItems", "maxLength": "maxItems"},
}  # fmt: skip
_VALUES = {"minValue": "minimum", "maxValue": "maximum", "multipleOf": "multipleOf"}
_FORMATS = {"email": "email", "uuid": "uuid", "ipv4": "ipv4", "ipv6": "ipv6", "isoDate": "date", "url": "uri"}
_SILENT = frozenset({"trim", "toLowerCase", "toUpperCase", "brand", "readonly"})


def is_conversion(value: External) -> bool:
    """Whether a value is what `toJsonSchema(…)` returned."""
    return value.package == _CONVERTER and value.path[-1:] == ("toJsonSchema",) and bool(value.arguments)


def to_value(analysis: Analysis, value: External) -> Value:
    """Return the JSON Schema of a conversion."""
    slots = value.arguments or ()
    if len(slots) > 1:
        return Unknown("options that are not followed", value.node)
    written = _schema(analysis, slots[0], value.node)
    if not isinstance(written, Object):
        return written
    head = {"$schema": Property(Literal(_DRAFT_7, value.node), None)}
    return Object(written.node, {**written.properties, **head}, list(written.open))


def _schema(analysis: Analysis, slot: Slot, node: Node) -> Value:
    value = analysis.force(slot)
    if isinstance(value, External) and value.package == "valibot" and value.arguments is not None:
        return analysis.guarded(("valibot", value), value.node, lambda: _written(analysis, value))
    return value if isinstance(value, Unknown) else Unknown(NOT_FOLLOWED, node)


def _written(analysis: Analysis, value: External) -> Value:
    name, slots, node = value.path[-1], value.arguments or (), value.node
    if name in _PLAIN:
        return _object(node, type=Literal(name, node))
    match name:
        case "any" | "unknown":
            return Object(node)
        case "null" | "null_":
            return _object(node, type=Literal("null", node))
        case "literal" if slots:
            return _object(node, const=analysis.force(slots[0]))
        case "picklist" | "enum" | "enum_" if slots:
            return _enumeration(analysis, analysis.force(slots[0]), node)
        case "array" if slots:
            return _object(node, type=Literal("array", node), items=_schema(analysis, slots[0], node))
        case "object" | "strictObject" | "looseObject" if slots:
            return _members(analysis, slots[0], node, is_strict=name == "strictObject")
        case "optional" | "exactOptional" if slots:
            inner = _schema(analysis, slots[0], node)
            default = analysis.force(slots[1]) if len(slots) > 1 else Undefined(node)
            if isinstance(inner, Object) and not isinstance(default, Undefined):
                return Object(node, {**inner.properties, "default": Property(default, None)}, list(inner.open))
            return inner
        case "nullable" if len(slots) == 1:
            null = _object(node, type=Literal("null", node))
            return _object(node, anyOf=Array(node, [_schema(analysis, slots[0], node), null]))
        case "union" if slots:
            listed = analysis.elements(analysis.force(slots[0]))
            if listed is not None and not listed.open:
                return _object(node, anyOf=Array(node, [_schema(analysis, each, node) for each in listed.items]))
        case "pipe" if slots:
            return _piped(analysis, slots, node)
    return Unknown(f"valibot's `{name}()`, which is not followed", node)


def _members(analysis: Analysis, slot: Slot, node: Node, *, is_strict: bool) -> Value:
    found = shape(analysis, slot, node, lambda member: _schema(analysis, member, node), _is_optional)
    if isinstance(found, Unknown):
        return found
    properties, required = found
    result = _object(node, type=Literal("object", node), properties=properties, required=required)
    if is_strict:
        result.properties["additionalProperties"] = Property(Literal(False, node), None)
    return result


def _is_optional(value: Value) -> bool | None:
    return value.path[-1] in {"optional", "exactOptional", "nullish"} if isinstance(value, External) else None


def _enumeration(analysis: Analysis, value: Value, node: Node) -> Value:
    if isinstance(value, Object) and not value.open:
        value = Array(value.node, [each.value for each in value.properties.values()])
    listed = analysis.elements(value)
    if listed is None:
        return Unknown("values that are not followed", node)
    values = [analysis.force(each) for each in listed.items]
    is_text = all(isinstance(each, Literal) and isinstance(each.value, str) for each in values)
    return _object(node, enum=listed, type=Literal("string", node)) if is_text else _object(node, enum=listed)


def _piped(analysis: Analysis, slots: tuple[Slot, ...], node: Node) -> Value:
    written = _schema(analysis, slots[0], node)
    if not isinstance(written, Object):
        return written
    result = Object(written.node, dict(written.properties), list(written.open))
    for slot in slots[1:]:
        action = analysis.force(slot)
        name = action.path[-1] if isinstance(action, External) and action.package == "valibot" else ""
        given = action.arguments or () if isinstance(action, External) else ()
        keyword = _keyword(result, name)
        if name in {"title", "description"} and given:
            result.properties[name] = Property(given[0], None)
        elif keyword is not None and given:
            result.properties[keyword] = Property(given[0], None)
        elif name == "integer":
            result.properties["type"] = Property(Literal("integer", action.node), None)
        elif name in _FORMATS:
            result.properties["format"] = Property(Literal(_FORMATS[name], action.node), None)
        elif name == "nonEmpty":
            result.properties[_LENGTHS["string"]["minLength"]] = Property(Literal(1, action.node), None)
        elif name == "regex" and given:
            pattern = pattern_of(analysis, Check(name, given[0], action.node))
            result.properties["pattern"] = Property(pattern, None)
        elif name not in _SILENT:
            result.open.append(Unknown("a step of a pipe that is not followed", action.node))
    return result


def _keyword(schema: Object, name: str) -> str | None:
    kind = schema.properties.get("type")
    type_ = kind.value.value if kind is not None and isinstance(kind.value, Literal) else ""
    return _VALUES.get(name) or _LENGTHS.get(str(type_), {}).get(name)


def _object(node: Node, **keywords: Value) -> Object:
    return Object(node, {name: Property(value, None) for name, value in keywords.items()})

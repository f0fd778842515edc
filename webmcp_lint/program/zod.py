"""Schemas written with zod, as the JSON Schema that they convert to: built as values, so that spans stay."""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Literal as Literal_

from webmcp_lint.program.values import (
    Array,
    External,
    Literal,
    Object,
    Property,
    Slot,
    Undefined,
    Unknown,
    Value,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_PACKAGES = frozenset({"zod", "zod/v4", "zod/v3", "zod/mini", "zod/v4-mini", "https://esm.sh/zod"})
_STRING_FORMATS = {
    "email": "email", "url": "uri", "uuid": "uuid", "datetime": "date-time", "date": "date", "time": "time",
    "ipv4": "ipv4", "ipv6": "ipv6", "cuid": "cuid", "base64": "base64",
}  # fmt: skip


def is_schema(value: Value) -> bool:
    """Whether a value is what a zod function returned."""
    return isinstance(value, External) and value.package in _PACKAGES and value.arguments is not None


def is_shape(analysis: Analysis, value: Value) -> bool:
    """Whether a value is an object whose properties are zod schemas: a raw shape."""
    if not isinstance(value, Object) or not value.properties:
        return False
    return any(is_schema(analysis.force(each.value)) for each in value.properties.values())


Dialect = Literal_["json-schema", "empty"]
"""How a library converts: as zod 4 does, or to `{}` for each property (a converter for zod 3 that is given zod 4)."""


def dialect(analysis: Analysis, package: str, path: str) -> Dialect:
    """Return how a library converts the zod shapes it is given in a file, by the versions the project asks for.

    `@mcp-b/react-webmcp` reads zod 3 before its version 3, and zod 4 from then on; of the other it makes `{}`.
    """
    if package != "@mcp-b/react-webmcp":
        return "json-schema"
    own = analysis.modules.required_major(package, path)
    given = analysis.modules.required_major("zod", path)
    reads = 3 if own is not None and own < 3 else 4
    return "empty" if given is not None and given != reads else "json-schema"


def shape_to_value(analysis: Analysis, shape: Object, as_: Dialect = "json-schema") -> Object:
    """Return the JSON Schema of a raw shape, as `z.object(shape)` converts."""
    if as_ == "json-schema":
        return _object(analysis, shape, shape.node)
    result = _typed("object", shape.node)
    empty = {name: Property(Object(shape.node), written.key) for name, written in shape.properties.items()}
    required: list[Slot] = [Literal(name, written.key or shape.node) for name, written in shape.properties.items()]
    result.properties["properties"] = Property(Object(shape.node, empty, list(shape.open)), None)
    result.properties["required"] = Property(Array(shape.node, required), None)
    return result


def to_value(analysis: Analysis, value: External) -> Value | None:
    """Return the JSON Schema that a zod schema converts to; None for what is no zod schema."""
    if not is_schema(value):
        if value.path[-1:] in {("toJSONSchema",), ("zodToJsonSchema",)} and value.arguments:
            inner = analysis.force(value.arguments[0])
            return to_value(analysis, inner) if isinstance(inner, External) else None
        return None
    if value.path[-1:] == ("toJSONSchema",) and value.arguments:
        inner = analysis.force(value.arguments[0])
        return to_value(analysis, inner) if isinstance(inner, External) else None
    return _convert(analysis, value).schema


class _Zod:
    """A converted schema, and whether the property that has it may be left out."""

    def __init__(self, schema: Object, *, optional: bool = False) -> None:
        self.schema = schema
        self.optional = optional


def _convert(analysis: Analysis, value: External) -> _Zod:
    """Convert a schema once, within the bounds of evaluation: schemas may share parts, and nest through names."""
    found = list[_Zod]()

    def schema() -> Value:
        found.append(_converted(analysis, value))
        return found[0].schema

    result = analysis.guarded(("zod", value), value.node, schema)
    if found:
        if isinstance(result, Object):
            analysis.optional_schemas[result] = found[0].optional
        return found[0]
    if isinstance(result, Object):
        return _Zod(result, optional=analysis.optional_schemas.get(result, False))
    return _Zod(Object(value.node, open=[result] if isinstance(result, Unknown) else []))


def _converted(analysis: Analysis, value: External) -> _Zod:
    name = value.path[-1]
    slots = value.arguments or ()
    receiver = value.receiver
    base = receiver if isinstance(receiver, External) and receiver.arguments is not None else None
    if base is None:
        return _made(
            analysis, value.path[1:] if value.path[0] in {"z", "zod", "default"} else value.path, slots, value.node
        )
    inner = _convert(analysis, base)
    return _refined(analysis, inner, name, slots, value.node)


def _object(analysis: Analysis, shape: Value, node: Node) -> Object:
    properties = Object(node)
    required = Array(node)
    if isinstance(shape, Object):
        properties.open.extend(shape.open)
        for key, written in shape.properties.items():
            member = analysis.force(written.value)
            if isinstance(member, External) and is_schema(member):
                converted = _convert(analysis, member)
                properties.properties[key] = Property(converted.schema, written.key)
                if not converted.optional:
                    required.items.append(Literal(key, written.key or node))
            else:
                properties.properties[key] = Property(
                    member if isinstance(member, Unknown) else Unknown("a schema that is not followed", member.node),
                    written.key,
                )
    elif isinstance(shape, Unknown):
        properties.open.append(shape)
    result = _typed("object", node)
    result.properties["properties"] = Property(properties, None)
    if required.items:
        result.properties["required"] = Property(required, None)
    return result


def _typed(type_: str, node: Node) -> Object:
    return Object(node, {"type": Property(Literal(type_, node), None)})


def _made(analysis: Analysis, path: tuple[str, ...], slots: tuple[Slot, ...], node: Node) -> _Zod:
    first = analysis.force(slots[0]) if slots else Undefined(node)
    match path:
        case ("string" | "boolean" | "number" as kind,):
            return _Zod(_typed(kind, node))
        case ("coerce", "string" | "boolean" | "number" as kind):
            return _Zod(_typed(kind, node))
        case ("int" | "int32",):
            return _Zod(_typed("integer", node))
        case (name,) if name in _STRING_FORMATS:
            result = _typed("string", node)
            result.properties["format"] = Property(Literal(_STRING_FORMATS[name], node), None)
            return _Zod(result)
        case ("object" | "strictObject" | "looseObject",):
            result = _object(analysis, first, node)
            if path == ("strictObject",):
                result.properties["additionalProperties"] = Property(Literal(False, node), None)
            return _Zod(result)
        case ("enum" | "nativeEnum",):
            return _Zod(_enum(analysis, first, node))
        case ("literal",):
            return _Zod(_literal(first, node))
        case ("array",):
            result = _typed("array", node)
            result.properties["items"] = Property(_schema_of(analysis, first), None)
            return _Zod(result)
        case ("union" | "discriminatedUnion",):
            listed = analysis.force(slots[-1]) if slots else first
            members = analysis.elements(listed)
            result = Object(node)
            found = [_schema_of(analysis, analysis.force(each)) for each in members.items] if members else []
            result.properties["anyOf"] = Property(Array(node, list(found)), None)
            return _Zod(result)
        case ("record",):
            result = _typed("object", node)
            value = analysis.force(slots[-1]) if slots else Undefined(node)
            result.properties["additionalProperties"] = Property(_schema_of(analysis, value), None)
            return _Zod(result)
        case ("any" | "unknown",):
            return _Zod(Object(node), optional=True)
        case ("optional",):
            inner = _convert(analysis, first) if isinstance(first, External) and is_schema(first) else None
            return _Zod(inner.schema if inner else Object(node), optional=True)
    return _Zod(Object(node, open=[Unknown("a schema that is not followed", node)]))


def _schema_of(analysis: Analysis, value: Value) -> Value:
    if isinstance(value, External) and is_schema(value):
        return _convert(analysis, value).schema
    return value if isinstance(value, Unknown) else Unknown("a schema that is not followed", value.node)


def _enum(analysis: Analysis, value: Value, node: Node) -> Object:
    result = _typed("string", node)
    if isinstance(value, Object):
        items: list[Slot] = [each.value for each in value.properties.values()]
        listed = Array(value.node, items, list(value.open))
    else:
        found = analysis.elements(value)
        listed = found if found is not None else Array(node, open=[Unknown("values that are not followed", node)])
    result.properties["enum"] = Property(listed, None)
    return result


def _literal(value: Value, node: Node) -> Object:
    kinds = {str: "string", bool: "boolean", int: "number", float: "number"}
    result = Object(node)
    if isinstance(value, Literal) and type(value.value) in kinds:
        result.properties["type"] = Property(Literal(kinds[type(value.value)], node), None)
    result.properties["const"] = Property(value, None)
    return result


_BOUNDS = {
    "string": {"min": "minLength", "max": "maxLength", "length": "minLength"},
    "array": {"min": "minItems", "max": "maxItems", "length": "minItems"},
    "number": {"min": "minimum", "gte": "minimum", "max": "maximum", "lte": "maximum", "gt": "exclusiveMinimum",
               "lt": "exclusiveMaximum", "multipleOf": "multipleOf", "step": "multipleOf"},
}  # fmt: skip
_KEEPING = frozenset(
    {"trim", "toLowerCase", "toUpperCase", "refine", "superRefine", "transform", "brand", "readonly", "pipe"}
)


def _refined(analysis: Analysis, inner: _Zod, name: str, slots: tuple[Slot, ...], node: Node) -> _Zod:
    schema = Object(inner.schema.node, dict(inner.schema.properties), list(inner.schema.open))
    first = analysis.force(slots[0]) if slots else Undefined(node)
    kind = schema.properties.get("type")
    type_ = analysis.force(kind.value) if kind is not None else None
    family = str(type_.value) if isinstance(type_, Literal) else ""
    family = "number" if family == "integer" else family

    def put(keyword: str, value: Value) -> None:
        schema.properties[keyword] = Property(value, None)

    bound = _BOUNDS.get(family, {}).get(name)
    if bound is not None:
        put(bound, first)
        if name == "length":
            put(bound.replace("min", "max"), first)
        return _Zod(schema, optional=inner.optional)
    match name:
        case "describe":
            put("description", first)
        case "meta" if isinstance(first, Object):
            schema.properties |= first.properties
        case "optional" | "nullish":
            return _Zod(schema, optional=True)
        case "default" | "prefault" | "catch":
            put("default", first)
            return _Zod(schema, optional=True)
        case "nullable":
            return _Zod(_nullable(schema, node), optional=inner.optional)
        case "int":
            put("type", Literal("integer", node))
        case "positive":
            put("exclusiveMinimum", Literal(0, node))
        case "nonnegative":
            put("minimum", Literal(0, node))
        case "negative":
            put("exclusiveMaximum", Literal(0, node))
        case "nonempty":
            put("minLength" if family == "string" else "minItems", Literal(1, node))
        case "strict":
            put("additionalProperties", Literal(False, node))
        case "regex" if isinstance(first, External) and first.path == ("RegExp",):
            put("pattern", Literal(first.node.text.strip().rpartition("/")[0][1:], first.node))
        case _ if name in _STRING_FORMATS and family == "string":
            put("format", Literal(_STRING_FORMATS[name], node))
        case "array":
            result = _typed("array", node)
            result.properties["items"] = Property(schema, None)
            return _Zod(result)
        case "partial" if family == "object":
            schema.properties.pop("required", None)
        case "extend" | "merge" | "safeExtend" if isinstance(first, Object):
            return _Zod(_extended(analysis, schema, first, node))
        case _ if name in _KEEPING:
            pass
        case _:
            schema.open.append(Unknown(f"zod's `.{name}()`, which is not followed", node))
    return _Zod(schema, optional=inner.optional)


def _nullable(schema: Object, node: Node) -> Object:
    result = Object(node)
    result.properties["anyOf"] = Property(Array(node, [schema, _typed("null", node)]), None)
    return result


def _extended(analysis: Analysis, schema: Object, shape: Object, node: Node) -> Object:
    added = _object(analysis, shape, node)
    merged = Object(schema.node, dict(schema.properties), list(schema.open))
    for keyword in ("properties", "required"):
        mine = analysis.force(merged.properties[keyword].value) if keyword in merged.properties else None
        new = analysis.force(added.properties[keyword].value) if keyword in added.properties else None
        if isinstance(mine, Object) and isinstance(new, Object):
            both = Object(mine.node, {**mine.properties, **new.properties}, [*mine.open, *new.open])
            merged.properties[keyword] = Property(both, None)
        elif isinstance(mine, Array) and isinstance(new, Array):
            merged.properties[keyword] = Property(Array(mine.node, [*mine.items, *new.items]), None)
        elif new is not None:
            merged.properties[keyword] = Property(new, None)
    return merged

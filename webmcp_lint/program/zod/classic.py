"""A zod 3 schema as the package `zod-to-json-schema` writes it.

Source: the package's parsers and its answers for the schemas in tests/program/test_zod.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.located import pointer
from webmcp_lint.program.values import Array, External, Literal, Object, Property, Slot, Undefined, Unknown, Value
from webmcp_lint.program.zod.enumerations import enumerated
from webmcp_lint.program.zod.modern import pattern_of, tightest
from webmcp_lint.program.zod.reading import FORMATS, Check, Era, Member, Schema, era_of, is_schema, read
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_NODES = 5_000
_FORMATS = {
    "email": "email", "url": "uri", "uuid": "uuid", "datetime": "date-time", "date": "date", "time": "time",
    "duration": "duration",
}  # fmt: skip
_PRIMITIVES = frozenset({"string", "number", "boolean", "bigint", "null"})
_TYPES = {"bigint": "integer"}
_NUMBERS = {
    "min": "minimum", "gte": "minimum", "max": "maximum", "lte": "maximum", "gt": "exclusiveMinimum", "lt": "exclusiveMaximum",
    "multipleOf": "multipleOf", "step": "multipleOf",
}  # fmt: skip
_SIGNS = {
    "positive": "exclusiveMinimum", "nonnegative": "minimum", "negative": "exclusiveMaximum", "nonpositive": "maximum",
}  # fmt: skip
_SAFE = 2**53 - 1


def convert(analysis: Analysis, value: External, *, has_references: bool = True) -> Value:
    """Return the JSON Schema of a whole zod schema; without references for `$refStrategy: "none"`."""
    return _Writer(analysis, Era.THREE, has_references=has_references).of(value, "#", value.node)


def convert_member(analysis: Analysis, member: Member, node: Node) -> tuple[Value, bool | Unknown]:
    """Return the JSON Schema of one property converted by itself with `strictUnions`, and whether it must be there."""
    value = analysis.force(member.value)
    era = era_of(analysis, value) if isinstance(value, External) and is_schema(value) else Era.THREE
    return _Writer(analysis, era, is_strict=True).member(member, "#", node)


class _Writer:
    """Writes one schema; a part that it has written before becomes a `$ref` to that place."""

    def __init__(self, analysis: Analysis, era: Era, *, is_strict: bool = False, has_references: bool = True) -> None:
        """`is_strict` leaves members that allow everything out of unions (`strictUnions`).

        Without references, a part is written wherever it stands.
        """
        self.analysis = analysis
        self.era = era
        self.is_strict = is_strict
        self.has_references = has_references
        self.seen: dict[External, str] = {}
        self.properties_at: set[str] = set()
        """The paths of properties: only there does an optional schema stand for itself."""
        self.nodes = 0

    def of(self, slot: Slot, at: str, node: Node) -> Value:
        """Return the JSON Schema of the zod schema in a slot."""
        value = self.analysis.force(slot)
        if isinstance(value, External) and is_schema(value):
            return self.write(read(self.analysis, value, self.era), at)
        return value if isinstance(value, Unknown) else Unknown("a schema that is not followed", node)

    def write(self, schema: Schema, at: str) -> Value:
        """Return the JSON Schema of a schema that stands at a path from the root (`#/properties/a`)."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            return Unknown("too large to follow", schema.node)
        before = self.seen.get(schema.source)
        if before is not None and self.has_references:
            return Object(schema.node, {"$ref": Property(Literal(before, schema.node), None)})
        if before is not None and f"{at}/".startswith(f"{before}/"):
            return Unknown("a schema that holds itself", schema.node)
        self.seen[schema.source] = at
        written = self.own(schema, at)
        described = _description(schema)
        if isinstance(written, Object) and described is not None:
            properties = {**written.properties, "description": Property(described, None)}
            return Object(written.node, properties, written.open)
        return written

    def own(self, schema: Schema, at: str) -> Value:
        node = schema.node
        first = self.analysis.force(schema.arguments[0]) if schema.arguments else Undefined(node)
        match schema.kind:
            case "string":
                return self.string(schema)
            case "number":
                return self.number(schema)
            case "boolean" | "null":
                return _object(node, type=Literal(schema.kind, node))
            case "bigint":
                return _object(node, type=Literal("integer", node), format=Literal("int64", node))
            case "date":
                return _object(node, type=Literal("string", node), format=Literal("date-time", node))
            case "any" | "unknown" | "void" | "custom" | "instanceof":
                return Object(node)
            case "undefined" | "never" | "nan":
                return _object(node, **{"not": Object(node)})
            case "optional" if schema.inner:
                if at not in self.properties_at:
                    inner = self.write(schema.inner, f"{at}/anyOf/1")
                    nothing = _object(node, **{"not": Object(node)})
                    return _object(node, anyOf=Array(node, [nothing, inner]))
                return self.write(schema.inner, at)
            case "default" if schema.inner:
                inner = self.write(schema.inner, at)
                if not isinstance(inner, Object):
                    return inner
                return Object(node, {**inner.properties, "default": Property(first, None)}, inner.open)
            case "catch" | "readonly" | "transform" | "preprocess" if schema.inner:
                return self.write(schema.inner, at)
            case "nullable" if schema.inner:
                return self.nullable(schema.inner, at, node)
            case "pipe" if schema.inner:
                both = [self.write(schema.inner, f"{at}/allOf/0"), self.of(first, f"{at}/allOf/1", node)]
                return _object(node, allOf=Array(node, list(both)))
            case "object":
                return self.object(schema, at)
            case "array":
                return self.array(schema, first, at)
            case "enum" | "nativeEnum" if schema.kind == "nativeEnum" or not isinstance(first, Object):
                return self.enumeration(first, node)
            case "literal":
                return _literal(first, node)
            case "union":
                return self.union(first, at, node)
            case "discriminatedUnion" if len(schema.arguments) > 1:
                return self.any_of(self.analysis.elements(self.analysis.force(schema.arguments[1])), at, node)
            case "record" if schema.arguments:
                return self.record(schema, at)
            case "lazy" | "promise" if schema.arguments:
                return self.of(schema.arguments[0], at, node)
        return Unknown("a schema that is not followed", node)

    def string(self, schema: Schema) -> Object:
        result = _object(schema.node, type=Literal("string", schema.node))
        for check in schema.checks:
            value = self.value(check)
            match check.name:
                case "min" | "nonempty":
                    _tighten(result, "minLength", value, lower=True)
                case "max":
                    _tighten(result, "maxLength", value, lower=False)
                case "length":
                    _tighten(result, "minLength", value, lower=True)
                    _tighten(result, "maxLength", value, lower=False)
                case "regex" if "pattern" in result.properties or "allOf" in result.properties:
                    result.properties.pop("pattern", None)
                    _put(result, "allOf", Unknown("several patterns", check.node))
                case "regex":
                    _put(result, "pattern", pattern_of(self.analysis, check))
                case "base64":
                    _put(result, "contentEncoding", Literal("base64", check.node))
                case name if name in _FORMATS:
                    _put(result, "format", Literal(_FORMATS[name], check.node))
                case name if name in FORMATS or name in {"startsWith", "endsWith", "includes"}:
                    _put(result, "pattern", Unknown("a pattern of zod's", check.node))
        return result

    def value(self, check: Check) -> Value:
        if check.value is not None and check.name != "nonempty":
            return self.analysis.force(check.value)
        return Literal(1 if check.name == "nonempty" else 0, check.node)

    def number(self, schema: Schema) -> Object:
        result = _object(schema.node, type=Literal("number", schema.node))
        for check in schema.checks:
            if check.name == "int":
                _put(result, "type", Literal("integer", check.node))
            elif check.name == "safe":
                _put(result, "minimum", Literal(-_SAFE, check.node))
                _put(result, "maximum", Literal(_SAFE, check.node))
            elif check.name in _SIGNS:
                _put(result, _SIGNS[check.name], Literal(0, check.node))
            elif check.name in _NUMBERS:
                _put(result, _NUMBERS[check.name], self.value(check))
        return result

    def array(self, schema: Schema, item: Value, at: str) -> Object:
        result = _object(schema.node, type=Literal("array", schema.node))
        if not (isinstance(item, External) and is_schema(item) and read(self.analysis, item, self.era).kind == "any"):
            _put(result, "items", self.of(item, f"{at}/items", schema.node))
        for check in schema.checks:
            value = self.value(check)
            if check.name in {"min", "nonempty", "length"}:
                _put(result, "minItems", value)
            if check.name in {"max", "length"}:
                _put(result, "maxItems", value)
        return result

    def nullable(self, inner: Schema, at: str, node: Node) -> Value:
        if inner.kind in _PRIMITIVES and not inner.checks:
            types: list[Slot] = [Literal(_TYPES.get(inner.kind, inner.kind), node), Literal("null", node)]
            return _object(node, type=Array(node, types))
        written = self.write(inner, f"{at}/anyOf/0")
        return _object(node, anyOf=Array(node, [written, _object(node, type=Literal("null", node))]))

    def object(self, schema: Schema, at: str) -> Object:
        """Return an object's schema; what other keys it takes is always said."""
        node = schema.node
        properties, required = self.properties(schema, at)
        result = _object(node, type=Literal("object", node), properties=properties)
        if required.items or required.open:
            result.properties["required"] = Property(required, None, is_certain=bool(required.items))
        rest: Value = Literal(schema.rest == "loose", node)
        if not isinstance(schema.rest, str):
            rest = self.of(schema.rest, f"{at}/additionalProperties", node)
        _put(result, "additionalProperties", rest)
        return result

    def properties(self, schema: Schema, at: str) -> tuple[Object, Array]:
        """Return the schemas of an object's members, and the names of those that must be there."""
        properties = Object(schema.node, open=list(schema.open))
        required = Array(schema.node, open=list(schema.open))
        for name, member in schema.members.items():
            place = f"{at}/properties{pointer(name)}"
            self.properties_at.add(place)
            written, is_required = self.member(member, place, schema.node)
            properties.properties[name] = Property(written, member.key)
            if isinstance(is_required, Unknown):
                required.open.append(is_required)
            elif is_required:
                required.items.append(Literal(name, member.key or schema.node))
        return properties, required

    def member(self, member: Member, at: str, node: Node) -> tuple[Value, bool | Unknown]:
        """Return the schema of one member, and whether it must be there."""
        value = self.analysis.force(member.value)
        written = self.of(value, at, node)
        if not (isinstance(value, External) and is_schema(value)):
            return written, Unknown("a schema that is not followed", value.node)
        if member.may_be_absent is not None:
            return written, not member.may_be_absent
        return written, not self.may_be_absent(read(self.analysis, value, self.era))

    def may_be_absent(self, schema: Schema) -> bool:
        """Whether the schema takes `undefined`."""
        match schema.kind:
            case "optional" | "default" | "catch" | "any" | "unknown" | "void" | "undefined":
                return True
            case "union":
                members = self.analysis.elements(self.analysis.force(schema.arguments[0])) if schema.arguments else None
                found = [self.analysis.force(each) for each in members.items] if members else []
                return any(
                    self.may_be_absent(read(self.analysis, each, self.era))
                    for each in found
                    if isinstance(each, External) and is_schema(each)
                )
        return schema.inner is not None and self.may_be_absent(schema.inner)

    def enumeration(self, value: Value, node: Node) -> Object:
        result = Object(node, enumerated(self.analysis, value, node))
        if "type" not in result.properties:
            types: list[Slot] = [Literal("string", node), Literal("number", node)]
            result.properties = {"type": Property(Array(node, types), None), **result.properties}
        return result

    def union(self, listed: Value, at: str, node: Node) -> Value:
        members = self.analysis.elements(listed)
        if members is None or members.open:
            return Unknown("members that are not followed", node)
        values = [self.analysis.force(each) for each in members.items]
        schemas = [
            read(self.analysis, each, self.era) for each in values if isinstance(each, External) and is_schema(each)
        ]
        if len(schemas) == len(values) and all(each.kind in _PRIMITIVES and not each.checks for each in schemas):
            kinds = list(dict.fromkeys(_TYPES.get(each.kind, each.kind) for each in schemas))
            types = [Literal(kind, node) for kind in kinds]
            return _object(node, type=_one_or_all(types, node))
        if len(schemas) == len(values) and all(each.kind == "literal" and each.description is None for each in schemas):
            return self.literals(schemas, node)
        if len(schemas) == len(values) and all(each.kind == "enum" for each in schemas):
            lists = [self.analysis.elements(self.analysis.force(each.arguments[0])) for each in schemas]
            if all(each is not None and not each.open for each in lists):
                items = [item for each in lists if each is not None for item in each.items]
                return _object(node, type=Literal("string", node), enum=Array(node, items))
        return self.any_of(members, at, node)

    def literals(self, schemas: list[Schema], node: Node) -> Value:
        values = [self.analysis.force(each.arguments[0]) for each in schemas]
        kinds = {str: "string", bool: "boolean", int: "number", float: "number"}
        if not all(isinstance(each, Literal) and each.value is not None for each in values):
            return Unknown("values that are not followed", node)
        names = list(
            dict.fromkeys(
                kinds[type(each.value)] for each in values if isinstance(each, Literal) and each.value is not None
            )
        )
        types = [Literal(name, node) for name in names]
        return _object(node, type=_one_or_all(types, node), enum=Array(node, list(values)))

    def any_of(self, members: Array | None, at: str, node: Node) -> Value:
        if members is None or members.open:
            return Unknown("members that are not followed", node)
        written = [self.of(each, f"{at}/anyOf/{index}", node) for index, each in enumerate(members.items)]
        if self.is_strict:
            written = [each for each in written if not isinstance(each, Object) or each.properties or each.open]
        return _object(node, anyOf=Array(node, list(written)))

    def record(self, schema: Schema, at: str) -> Value:
        key = self.analysis.force(schema.arguments[0])
        value = schema.arguments[-1]
        is_plain = isinstance(key, External) and is_schema(key) and read(self.analysis, key, self.era).kind == "string"
        if len(schema.arguments) > 1 and not is_plain:
            return Unknown("keys that are not followed", schema.node)
        written = self.of(value, f"{at}/additionalProperties", schema.node)
        return _object(schema.node, type=Literal("object", schema.node), additionalProperties=written)


def _description(schema: Schema) -> Slot | None:
    """Return the description of a schema; in zod 3 a wrapper takes over that of what it wraps."""
    if schema.description is not None:
        return schema.description
    if schema.kind in {"optional", "nullable", "default", "catch"} and schema.inner is not None:
        return _description(schema.inner)
    return None


def _object(node: Node, **properties: Value) -> Object:
    return Object(node, {name: Property(value, None) for name, value in properties.items()})


def _one_or_all(types: list[Literal], node: Node) -> Value:
    return types[0] if len(types) == 1 else Array(node, list(types))


def _put(schema: Object, keyword: str, value: Value) -> None:
    schema.properties[keyword] = Property(value, None)


def _tighten(schema: Object, keyword: str, value: Value, *, lower: bool) -> None:
    before = schema.properties.get(keyword)
    bounds = [value] if before is None or not isinstance(before.value, Literal | Unknown) else [before.value, value]
    _put(schema, keyword, tightest(bounds, lower=lower) or value)


def _literal(value: Value, node: Node) -> Value:
    kinds = {str: "string", bool: "boolean", int: "number", float: "number"}
    if not isinstance(value, Literal):
        return value if isinstance(value, Unknown) else Unknown("a value that is not followed", node)
    if value.value is None:
        return _object(node, type=Literal("object", node))
    return _object(node, type=Literal(kinds[type(value.value)], node), const=value)

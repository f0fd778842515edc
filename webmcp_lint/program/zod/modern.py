"""A zod schema as zod 4 itself writes it: `z.toJSONSchema(schema)`.

Source: zod's `to-json-schema` and its answers for the schemas in fixtures/schemas.json. Where its minor versions differ
otherwise than in descriptions (the pattern of an e-mail address, `nullable()` of a plain string), what is written is unknown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from webmcp_lint.program.values import Array, External, Literal, Object, Property, Slot, Undefined, Unknown, Value
from webmcp_lint.program.zod.enumerations import enumerated
from webmcp_lint.program.zod.reading import FORMATS, Check, Era, Schema, era_of, is_schema, read
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

SAFE_INTEGER = 2**53 - 1
_VERSIONS = "zod's versions write this differently"
_UNWRITABLE = "zod has no JSON Schema for it, and throws"
_DATE = (
    r"^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-"
    r"(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$"
)
_FORMAT_NAMES = {"url": "uri", "guid": "uuid", "datetime": "date-time", "httpUrl": "uri"}
_LOWER = {"min": True, "gte": True, "gt": False, "positive": False, "nonnegative": True}
_UPPER = {"max": True, "lte": True, "lt": False, "negative": False, "nonpositive": True}
"""Checks that bound a number, and whether the bound itself is allowed."""
_PLAIN = frozenset({"string", "number", "boolean", "null"})


class Way(NamedTuple):
    """How a schema is asked for: `output` of parsing, as `toJSONSchema` does unless told otherwise, or `input`."""

    is_input: bool = False


def convert(analysis: Analysis, value: External, way: Way) -> Value:
    """Return the JSON Schema of a zod schema, once for each way of asking."""
    return analysis.guarded(
        ("zod 4", way, value), value.node, lambda: _Writer(analysis, way, _era(analysis, value)).whole(value)
    )


def _era(analysis: Analysis, value: External) -> Era:
    """Return the era of what is zod 4 in any case, or it could not be asked."""
    era = era_of(analysis, value)
    return era if era is Era.BEFORE_4_3 else Era.FOUR


class _Writer:
    def __init__(self, analysis: Analysis, way: Way, era: Era) -> None:
        self.analysis = analysis
        self.way = way
        self.era = era

    def whole(self, value: External) -> Value:
        return self.write(read(self.analysis, value, self.era))

    def of(self, slot: Slot, node: Node) -> Value:
        value = self.analysis.force(slot)
        if isinstance(value, External) and is_schema(value):
            return convert(self.analysis, value, self.way)
        return value if isinstance(value, Unknown) else Unknown("a schema that is not followed", node)

    def write(self, schema: Schema) -> Value:
        own, wrapped = self.own(schema), self.wrapped(schema)
        result = Object(schema.node, open=[each for each in (own, wrapped) if isinstance(each, Unknown)])
        parts = [{} if isinstance(own, Unknown) else own, schema.meta]
        # Before 4.3 what is described is a copy, which says of itself what it says and then what the original says
        for part in parts[::-1] if self.era is Era.BEFORE_4_3 else parts:
            result.properties |= part
        if isinstance(wrapped, Object):
            result.properties |= {n: each for n, each in wrapped.properties.items() if n not in result.properties}
            result.open += wrapped.open
        if "id" in schema.meta:
            return Unknown("a definition of its own, by `id`", schema.node)
        return result

    def wrapped(self, schema: Schema) -> Value | None:
        """Return what a wrapper's schema takes over from the one inside."""
        match schema.kind:
            case "optional" | "default" | "prefault" | "catch" | "readonly" | "nonoptional" | "preprocess" if (
                schema.inner
            ):
                return self.write(schema.inner)
            case "transform" if schema.inner:
                return self.write(schema.inner) if self.way.is_input else Unknown(_UNWRITABLE, schema.node)
            case "pipe" if schema.inner:
                return self.write(schema.inner) if self.way.is_input else self.of(schema.arguments[0], schema.node)
            case "lazy" | "promise" if schema.arguments:
                return self.of(schema.arguments[0], schema.node)
        return None

    def own(self, schema: Schema) -> dict[str, Property] | Unknown:
        node = schema.node
        first = self.analysis.force(schema.arguments[0]) if schema.arguments else Undefined(node)
        match schema.kind:
            case "string":
                return self.string(schema)
            case "number" | "int32" | "float32" | "float64" if schema.kind == "number":
                return self.number(schema)
            case "boolean" | "null":
                return _typed(schema.kind, node)
            case (
                "any"
                | "unknown"
                | "optional"
                | "nonoptional"
                | "preprocess"
                | "transform"
                | "pipe"
                | "lazy"
                | "promise"
            ):
                return {}
            case "never":
                return {"not": Property(Object(node), None)}
            case "default" | "catch":
                return {"default": Property(first, None)}
            case "prefault":
                return {"default": Property(first, None)} if self.way.is_input else {}
            case "readonly":
                return {"readOnly": Property(Literal(True, node), None)}
            case "nullable" if schema.inner:
                return self.nullable(schema, schema.inner)
            case "object":
                return self.object(schema)
            case "array":
                bounds = self.lengths(schema.checks, "minItems", "maxItems")
                return {**bounds, **_typed("array", node), "items": Property(self.of(first, node), None)}
            case "enum" | "nativeEnum":
                return enumerated(self.analysis, first, node)
            case "literal":
                return self.literal(first, node)
            case "union":
                return self.union(first, node, "anyOf")
            case "discriminatedUnion" if len(schema.arguments) > 1:
                return self.union(self.analysis.force(schema.arguments[1]), node, "oneOf")
            case "record" if schema.arguments:
                return self.record(schema)
            case "date" | "bigint" | "undefined" | "void" | "symbol" | "map" | "set" | "nan" | "custom" | "instanceof":
                return Unknown(_UNWRITABLE, node)
        return Unknown("a schema that is not followed", node)

    def string(self, schema: Schema) -> dict[str, Property]:
        result = {**_typed("string", schema.node), **self.lengths(schema.checks, "minLength", "maxLength")}
        patterns: list[Value] = []
        for check in schema.checks:
            if check.name in FORMATS:
                name = _FORMAT_NAMES.get(check.name, check.name)
                result["format"] = Property(Literal(name, check.node), None)
                if check.name == "date":
                    patterns.append(Literal(_DATE, check.node))
                elif check.name not in {"url", "httpUrl"}:
                    patterns.append(Unknown(_VERSIONS, check.node))
                if check.name in {"time", "base64"}:
                    result["format"] = Property(Unknown(_VERSIONS, check.node), None)
                if check.name == "base64":
                    result["contentEncoding"] = Property(Unknown(_VERSIONS, check.node), None)
            elif check.name == "regex":
                patterns.append(pattern_of(self.analysis, check))
            elif check.name in {"startsWith", "endsWith", "includes"}:
                result["format"] = Property(Unknown(_VERSIONS, check.node), None, is_certain=False)
                patterns.append(Unknown(_VERSIONS, check.node))
        if len(patterns) == 1:
            result["pattern"] = Property(patterns[0], None)
        elif patterns:
            result["allOf"] = Property(Unknown("several patterns", schema.node), None)
        return result

    def lengths(self, checks: tuple[Check, ...], low: str, high: str) -> dict[str, Property]:
        """Return the tightest bounds on a length."""
        lows = [self.bound(each) for each in checks if each.name in {"min", "length", "nonempty"}]
        highs = [self.bound(each) for each in checks if each.name in {"max", "length"}]
        found = {low: tightest(lows, lower=True), high: tightest(highs, lower=False)}
        return {name: Property(each, None) for name, each in found.items() if each is not None}

    def bound(self, check: Check) -> Value:
        if check.value is not None and check.name != "nonempty":
            return self.analysis.force(check.value)
        return Literal(1 if check.name == "nonempty" else 0, check.node)

    def number(self, schema: Schema) -> dict[str, Property]:
        is_integer = any(each.name in {"int", "safe"} for each in schema.checks)
        lows = [(self.bound(each), _LOWER[each.name]) for each in schema.checks if each.name in _LOWER]
        highs = [(self.bound(each), _UPPER[each.name]) for each in schema.checks if each.name in _UPPER]
        if is_integer:
            lows.append((Literal(-SAFE_INTEGER, schema.node), True))
            highs.append((Literal(SAFE_INTEGER, schema.node), True))
        result = _typed("integer" if is_integer else "number", schema.node)
        result |= _limit(lows, ("minimum", "exclusiveMinimum"), lower=True)
        result |= _limit(highs, ("maximum", "exclusiveMaximum"), lower=False)
        for check in schema.checks:
            if check.name in {"multipleOf", "step"} and check.value is not None:
                result["multipleOf"] = Property(check.value, None)
        return result

    def object(self, schema: Schema) -> dict[str, Property]:
        properties = Object(schema.node, open=list(schema.open))
        required = Array(schema.node)
        for name, member in schema.members.items():
            value = self.analysis.force(member.value)
            properties.properties[name] = Property(self.of(value, value.node), member.key)
            if not (isinstance(value, External) and is_schema(value)):
                required.open.append(Unknown("a schema that is not followed", value.node))
                continue
            may_be_absent = self.may_be_absent(value) if member.may_be_absent is None else member.may_be_absent
            if not may_be_absent:
                required.items.append(Literal(name, member.key or schema.node))
        required.open += schema.open
        result = {**_typed("object", schema.node), "properties": Property(properties, None)}
        if required.items or required.open:
            result["required"] = Property(required, None, is_certain=bool(required.items))
        match schema.rest:
            case "strict":
                result["additionalProperties"] = Property(Literal(False, schema.node), None)
            case "loose":
                result["additionalProperties"] = Property(Object(schema.node), None)
            case "strip":
                if not self.way.is_input:
                    result["additionalProperties"] = Property(Literal(False, schema.node), None)
            case slot if not isinstance(slot, str):
                result["additionalProperties"] = Property(self.of(slot, schema.node), None)
        return result

    def may_be_absent(self, value: External) -> bool:
        """Whether a property with this schema may be left out, on the side that is asked for."""
        schema: Schema | None = read(self.analysis, value, self.era)
        while schema is not None:
            match schema.kind:
                case "optional":
                    return True
                case "default" | "prefault":
                    return self.way.is_input
                case "nonoptional":
                    return False
                case "catch":
                    return False
                case "pipe" if not self.way.is_input:
                    other = self.analysis.force(schema.arguments[0])
                    schema = (
                        read(self.analysis, other, self.era)
                        if isinstance(other, External) and is_schema(other)
                        else None
                    )
                case "lazy":
                    return self.any_may_be_absent(schema.arguments)
                case "union":
                    members = self.analysis.elements(self.analysis.force(schema.arguments[0]))
                    return members is not None and self.any_may_be_absent(tuple(members.items))
                case _:
                    schema = schema.inner
        return False

    def any_may_be_absent(self, slots: tuple[Slot, ...]) -> bool:
        values = [self.analysis.force(each) for each in slots]
        return any(isinstance(each, External) and is_schema(each) and self.may_be_absent(each) for each in values)

    def nullable(self, schema: Schema, inner: Schema) -> dict[str, Property] | Unknown:
        written = self.write(inner)
        if isinstance(written, Object) and (written.open or _is_plain(written)):
            return Unknown(_VERSIONS, schema.node)
        null = Object(schema.node, _typed("null", schema.node))
        return {"anyOf": Property(Array(schema.node, [written, null]), None)}

    def literal(self, value: Value, node: Node) -> dict[str, Property] | Unknown:
        if isinstance(value, Array):
            return enumerated(self.analysis, value, node)
        kind = _type_of(value)
        return (
            {"type": Property(Literal(kind, node), None), "const": Property(value, None)} if kind else _unknown(value)
        )

    def union(self, listed: Value, node: Node, keyword: str) -> dict[str, Property] | Unknown:
        members = self.analysis.elements(listed)
        if members is None or members.open:
            return Unknown("members that are not followed", node)
        written = [self.of(each, node) for each in members.items]
        if all(_is_plain(each) for each in written):
            return Unknown(_VERSIONS, node)
        return {keyword: Property(Array(node, list(written)), None)}

    def record(self, schema: Schema) -> dict[str, Property] | Unknown:
        key = self.of(schema.arguments[0], schema.node)
        if len(schema.arguments) < 2 or not _is_plain(key):
            return Unknown(_VERSIONS, schema.node)
        value = self.of(schema.arguments[1], schema.node)
        return {
            **_typed("object", schema.node),
            "propertyNames": Property(key, None),
            "additionalProperties": Property(value, None),
        }


def _typed(type_: str, node: Node) -> dict[str, Property]:
    return {"type": Property(Literal(type_, node), None)}


def _type_of(value: Value) -> str | None:
    if not isinstance(value, Literal):
        return None
    kinds = {str: "string", bool: "boolean", int: "number", float: "number"}
    return "null" if value.value is None else kinds[type(value.value)]


def _unknown(value: Value) -> Unknown:
    return value if isinstance(value, Unknown) else Unknown("a value that is not followed", value.node)


def _is_plain(value: Value) -> bool:
    """Whether a schema says nothing but one plain type."""
    if not isinstance(value, Object) or value.open or value.properties.keys() != {"type"}:
        return False
    kind = value.properties["type"].value
    return isinstance(kind, Literal) and kind.value in _PLAIN


def tightest(values: list[Value], *, lower: bool) -> Value | None:
    """Return the tightest of several bounds: the greatest lower one, or the least upper one."""
    if len(values) < 2:
        return values[0] if values else None
    numbers = [
        (each.value, each) for each in values if isinstance(each, Literal) and isinstance(each.value, int | float)
    ]
    if len(numbers) < len(values):
        return Unknown("a bound that is not followed", values[-1].node)
    choose = max if lower else min
    return choose(numbers, key=lambda pair: pair[0])[1]


def _limit(bounds: list[tuple[Value, bool]], keywords: tuple[str, str], *, lower: bool) -> dict[str, Property]:
    """Return the tightest bound under the keyword that includes it or the one that leaves it out."""
    inside = tightest([value for value, included in bounds if included], lower=lower)
    outside = tightest([value for value, included in bounds if not included], lower=lower)
    if isinstance(inside, Literal) and isinstance(outside, Literal):
        inside, outside = (None, outside) if tightest([outside, inside], lower=lower) is outside else (inside, None)
    found = zip(keywords, (inside, outside), strict=True)
    return {keyword: Property(value, None) for keyword, value in found if value is not None}


def pattern_of(analysis: Analysis, check: Check) -> Value:
    """Return the source of the regular expression that a check was given."""
    value = Undefined(check.node) if check.value is None else analysis.force(check.value)
    if isinstance(value, External) and value.path == ("RegExp",):
        return Literal(value.node.text.strip().rpartition("/")[0][1:], value.node)
    return Unknown("a pattern that is not followed", value.node)

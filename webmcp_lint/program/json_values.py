"""What `JSON.parse(JSON.stringify(value))` gives, with where each part was written and what cannot be told."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from webmcp_lint import located
from webmcp_lint.located import Json, Origin, Schema, pointer
from webmcp_lint.program.classes import class_member
from webmcp_lint.program.conversions import schema_of
from webmcp_lint.program.json_texts import key_order
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    BigInt,
    Class,
    Collection,
    External,
    Function,
    Instance,
    Literal,
    Object,
    Promise,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_NODES = 20_000
MAX_NESTING = 60
MAX_POINTERS = 4_000_000
"""How many characters all JSON pointers of one schema may take; each holds all keys above it."""


class _Dropped:
    """What JSON leaves out of an object and writes as null in a list."""


_DROPPED = _Dropped()


def to_schema(analysis: Analysis, value: Value) -> Schema:
    """Return the JSON of a value with its source map."""
    writer = _Writer(analysis)
    written = writer.write(value, "", 0)
    writer.schema.value = None if isinstance(written, _Dropped) else written
    return writer.schema


class _Writer:
    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.schema = Schema(None)
        self.nodes = 0
        self.characters = 0

    def write(self, slot: Slot, at: str, depth: int, key: Node | None = None) -> Json | _Dropped:
        value = self.replaced(self.analysis.force(slot), at)
        self.nodes += 1
        self.characters += len(at)
        location = value.node.location
        self.schema.origins[at] = Origin(location, key.location if key is not None else None)
        if self.nodes > MAX_NODES or depth > MAX_NESTING or self.characters > MAX_POINTERS:
            return located.Unknown("too large to follow", location)
        match value:
            case Literal(value=float(number)) if not math.isfinite(number):
                return None
            case Literal():
                return value.value
            case Undefined() | Function() | Class():
                return _DROPPED
            case Object():
                return self.write_object(value, at, depth)
            case Array():
                return self.write_array(value, at, depth)
            case Unknown():
                return located.Unknown(value.reason, value.node.location)
            case Alternatives():
                return self.write_alternatives(value, at, depth, key)
            case External():
                converted = schema_of(self.analysis, value)
                if converted is not None:
                    return self.write(converted, at, depth, key)
                return located.Unknown(external_reason(value), location)
            case Collection() | Promise():
                return {}
            case Instance():
                fields = {
                    name: Property(self.analysis.member(value, name, value.node), None)
                    for name in self.analysis.field_names(value)
                }
                return self.write_object(Object(value.node, fields), at, depth)
            case BigInt():
                return located.Unknown("a BigInt, which JSON has no text for", location)
            case _:
                return located.Unknown("a value that is not followed", location)

    def replaced(self, value: Value, at: str) -> Value:
        """Return what `value.toJSON(key)` gives, where a value has such a method."""
        match value:
            case Object() if "toJSON" in value.properties:
                method = self.analysis.member(value, "toJSON", value.node)
            case Instance() if class_member(value.cls.node, "toJSON", static=False) is not None:
                method = self.analysis.member(value, "toJSON", value.node)
            case _:
                return value
        if not isinstance(method, Function):
            return value
        key = at.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        return self.analysis.invoke(method, [Literal(key, value.node)], value.node, this=value)

    def write_object(self, value: Object, at: str, depth: int) -> Json:
        result: dict[str, Json] = {}
        for unknown in value.open:
            self.schema.open.setdefault(at, located.Unknown(unknown.reason, unknown.node.location))
        self.schema.duplicates += ((at + pointer(name), key.location) for name, key in value.duplicates)
        for name, written in value.properties.items():
            place = at + pointer(name)
            inner = self.write(written.value, place, depth + 1, written.key)
            if isinstance(inner, _Dropped):
                self.schema.origins.pop(place, None)
            elif not written.is_last:
                result[name] = located.Unknown(value.open[0].reason, self.schema.origins[place].value)
            elif not written.is_certain:
                result[name] = located.Unknown("a property that may be absent", self.schema.origins[place].value)
            else:
                result[name] = inner
        return {name: result[name] for name in key_order(result)}

    def write_array(self, value: Array, at: str, depth: int) -> Json:
        result: list[Json] = []
        for unknown in value.open:
            self.schema.open.setdefault(at, located.Unknown(unknown.reason, unknown.node.location))
        if value.is_shuffled and len(value.items) > 1:
            self.schema.open.setdefault(at, located.Unknown("a list that is sorted", value.node.location))
        for index, slot in enumerate(value.items):
            if isinstance(slot, Thunk) and slot.perhaps is not None:
                absent = located.Unknown("an element that may be absent", slot.perhaps.location)
                self.schema.open.setdefault(at, absent)
            inner = self.write(slot, f"{at}/{index}", depth + 1)
            result.append(None if isinstance(inner, _Dropped) else inner)
        return result

    def write_alternatives(self, value: Alternatives, at: str, depth: int, key: Node | None) -> Json | _Dropped:
        plain = [option for option in value.options if not isinstance(option, (Undefined, Unknown))]
        values = {option.value for option in plain if isinstance(option, Literal)}
        if len(plain) == len(value.options) and len(values) == 1 and all(isinstance(o, Literal) for o in plain):
            return self.write(plain[0], at, depth, key)
        return located.Unknown("one of several values", value.node.location)


def external_reason(value: Value) -> str:
    """Return why a value from outside the sources cannot be told."""
    if not isinstance(value, External):
        return "it is a value that is not followed"
    if value.package:
        return f"it comes from the package `{value.package}`"
    if value.path[:1] == ("fetch",):
        return "it comes from fetch()"
    return f"it comes from `{'.'.join(value.path[:3])}` at run time"

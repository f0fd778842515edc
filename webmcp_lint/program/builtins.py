"""What the browser's global functions and constructors give, and which module knows the methods of which value."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from webmcp_lint.program import context_values, json_texts, lists, promises, texts
from webmcp_lint.program.objects import own_properties, put, spread
from webmcp_lint.program.operators import number
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import (
    MAX_ITEMS,
    Array,
    BigInt,
    Collection,
    External,
    Function,
    Instance,
    Literal,
    Method,
    ModelContext,
    Namespace,
    Object,
    Promise,
    Property,
    Slot,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    join,
    options,
    refs_of,
    truth,
    write_over,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_WINDOW = frozenset({"window", "globalThis", "self"})


def call_method(analysis: Analysis, method: Method, slots: list[Slot], node: Node) -> Value:
    """Return what calling a method of a built-in value gives."""
    match method.receiver:
        case Array() as array:
            return lists.call_method(analysis, array, method.name, slots, node)
        case Collection() as collection:
            return lists.call_collection(analysis, collection, method.name, slots, node)
        case Literal(value=str()) as text:
            return texts.call_method(analysis, text, method.name, slots, node)
        case Literal() as literal if method.name == "toString" and not slots:
            return texts.concatenate([literal], node)
        case ModelContext():
            return Promise(context_values.called(method.name, slots, node), node)
        case Promise() as promise:
            return promises.call_method(analysis, promise, method.name, slots, node)
        case Object() as item if method.name == "hasOwnProperty" and slots:
            return _has_own(analysis, item, analysis.force(slots[0]), node)
    return Unknown("a method that is not followed", node)


def _has_own(analysis: Analysis, value: Value, key: Value, node: Node) -> Value:
    name = to_string(key)
    if name is not None and isinstance(value, (Object, Array)):
        owned = own_properties(analysis, value)
        written = owned.properties.get(name)
        if written is None and not owned.open:
            return Literal(False, node)
        if written is not None and written.is_certain:
            return Literal(True, node)
    return Unknown("a test of what an object is", node, refs_of(value, key))


def call_global(analysis: Analysis, function: External, slots: list[Slot], node: Node) -> Value:
    """Return what calling a global of the browser gives."""
    path = function.path[1:] if function.path[0] in _WINDOW else function.path
    first = analysis.force(slots[0]) if slots else Undefined(node)
    match path:
        case ("Object", "freeze" | "seal" | "preventExtensions"):
            return first
        case ("Object", "defineProperty" | "defineProperties" | "setPrototypeOf") if isinstance(first, Object):
            changed = replace(first, properties=dict(first.properties), open=list(first.open))
            write_over(changed, Unknown("a property that is defined by a call", node))
            return changed
        case ("structuredClone",):
            return first
        case ("Promise", name) if name in promises.COMBINATORS:
            return promises.combined(analysis, name, first, node)
        case ("Object",) if isinstance(first, (Object, Array, Collection, Function, Instance)):
            return first
        case ("Object", "keys" | "values" | "entries" as name):
            return join((_properties(analysis, each, name, node) for each in options(first)), node)
        case ("Object", "assign"):
            return _assign(analysis, slots, node)
        case ("Object", "fromEntries"):
            return _from_entries(analysis, first, node)
        case ("Object", "hasOwn") if len(slots) == 2:
            return _has_own(analysis, first, analysis.force(slots[1]), node)
        case ("Object", "create") if is_nothing(first) or isinstance(first, (Object, Instance)):
            unknown = [Unknown("properties that are described", node)] if len(slots) > 1 else []
            return Object(node, open=unknown, prototype=first)
        case ("Array", "from"):
            return _array_from(analysis, first, slots, node)
        case ("Array", "of"):
            return Array(node, list(slots))
        case ("Array", "isArray"):
            is_known = isinstance(first, (Array, Object, Literal, Undefined, Function))
            return Literal(isinstance(first, Array), node) if is_known else Unknown("a test", node, refs_of(first))
        case ("String",):
            return texts.concatenate([first], node) if slots else Literal("", node)
        case ("Boolean",):
            known = truth(first)
            return Unknown("a test", node, refs_of(first)) if known is None else Literal(known, node)
        case ("Number" | "parseInt" | "parseFloat",) | ("Number", "parseInt" | "parseFloat"):
            return _number(first, node)
        case ("Math", name) if slots:
            return _math(name, [analysis.force(slot) for slot in slots], node)
        case ("JSON", "stringify"):
            return _stringified(first, slots, node)
        case ("JSON", "parse"):
            return _parsed(analysis, first, node)
        case ("BigInt",):
            return BigInt(node)
    return External(function.package, function.path, node, arguments=tuple(slots), receiver=function.receiver)


def _properties(analysis: Analysis, value: Value, name: str, node: Node) -> Value:
    if not isinstance(value, (Object, Array, Instance, Namespace, Unknown)):
        return Unknown("the properties of what is not followed", node)
    owned = own_properties(analysis, value)
    result = Array(node, open=list(owned.open))
    for key in json_texts.key_order(owned.properties):
        written = owned.properties[key]
        literal = Literal(key, written.key or node)
        match name:
            case "keys":
                result.items.append(literal)
            case "values":
                result.items.append(written.value)
            case _:
                result.items.append(Array(node, [literal, written.value]))
    return result


def _assign(analysis: Analysis, slots: list[Slot], node: Node) -> Value:
    values = [analysis.force(slot) for slot in slots]
    if values and isinstance(values[0], Function):
        function = values[0]
        put_in = Object(node) if function.properties is None else replace(function.properties)
        for value in values[1:]:
            spread(analysis, put_in, value)
        return replace(function, properties=put_in)
    is_filled = bool(values) and isinstance(values[0], Object) and bool(values[0].properties)
    result = Object(values[0].node if is_filled else node)
    for value in values:
        spread(analysis, result, value)
    if values and isinstance(values[0], Object):
        result.prototype = values[0].prototype
    return result


def _from_entries(analysis: Analysis, value: Value, node: Node) -> Value:
    entries = lists.elements(analysis, value)
    if entries is None:
        return Unknown("entries that are not followed", node)
    result = Object(node, open=list(entries.open))
    for slot in entries.items:
        entry = analysis.force(slot)
        key = analysis.member(entry, "0", node)
        text = to_string(key)
        if text is None:
            result.open.append(Unknown("a computed key", node, refs_of(key)))
        else:
            written = key.node if isinstance(key, Literal) and key.node is not node else None
            put(result, text, Property(analysis.member(entry, "1", node), written))
    return result


def _array_from(analysis: Analysis, first: Value, slots: list[Slot], node: Node) -> Value:
    found = lists.elements(analysis, first)
    if found is None and isinstance(first, Object):
        length = analysis.member(first, "length", node)
        if isinstance(length, Literal) and isinstance(length.value, int) and 0 <= length.value <= MAX_ITEMS:
            found = Array(node, [Undefined(node)] * length.value)
    if found is None:
        return Unknown("a list that is not followed", node)
    if len(slots) < 2:
        return found
    return lists.per_element(analysis, found, "map", analysis.force(slots[1]), node)


def _number(value: Value, node: Node) -> Value:
    match value:
        case Literal(value=bool(flag)):
            return Literal(int(flag), node)
        case Literal(value=int() | float()):
            return value
        case Literal(value=str(text)) if text.isascii() and text.replace(".", "", 1).isdigit() and len(text) < 300:
            return number(float(text), node)
    return Unknown("arithmetic", node, refs_of(value))


_ROUNDING: Mapping[str, Callable[[float], float]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "abs": abs,
    "trunc": math.trunc,
}


def _math(name: str, values: list[Value], node: Node) -> Value:
    plain = [each.value for each in values if isinstance(each, Literal)]
    numbers = [each for each in plain if isinstance(each, (int, float)) and math.isfinite(each)]
    if len(numbers) == len(values):
        if name in _ROUNDING:
            return number(float(_ROUNDING[name](numbers[0])), node)
        if name in {"min", "max"}:
            return number(min(numbers) if name == "min" else max(numbers), node)
    return Unknown("arithmetic", node, refs_of(*values))


def _stringified(value: Value, slots: list[Slot], node: Node) -> Value:
    if isinstance(value, Literal) and isinstance(value.value, (str, bool, int, type(None))):
        return Literal(json_texts.quoted(value.value), node)
    return External("", ("JSON", "stringify"), node, arguments=tuple(slots))


def _parsed(analysis: Analysis, text: Value, node: Node) -> Value:
    if isinstance(text, External) and text.path == ("JSON", "stringify") and text.arguments:
        return analysis.force(text.arguments[0])
    if isinstance(text, Literal) and isinstance(text.value, str):
        try:
            return json_texts.to_value(json_texts.parse(text.value), node)
        except ValueError:
            return Unknown("a JSON text that cannot be read", node)
    return Unknown("JSON that is parsed at run time", node, refs_of(text))


def construct(analysis: Analysis, constructor: External, slots: list[Slot], node: Node) -> Value:
    """Return what `new` makes of a global's constructor."""
    match (constructor.package, constructor.path):
        case ("", ("Map" | "Set" as kind,)):
            given = lists.elements(analysis, analysis.force(slots[0])) if slots else Array(node)
            if given is None:
                given = Array(node, open=[Unknown("entries that are not followed", node)])
            return lists.collection(analysis, kind, given, node)
        case ("", ("Array",)):
            return Array(node, list(slots)) if len(slots) != 1 else Array(node, open=[Unknown("a list", node)])
        case ("", ("Object",)):
            return Object(node)
        case ("", ("Promise",)) if slots:
            return Promise(Unknown("a promise that is settled elsewhere", node), node)
    return External(constructor.package, (*constructor.path, "new"), node, arguments=tuple(slots))

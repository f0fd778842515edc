"""What the language's own functions give: lists, strings, maps, `Object`, `JSON`, promises."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from webmcp_lint.program.evaluate import concatenate, put, spread, to_string
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Collection,
    External,
    Function,
    Instance,
    Literal,
    Method,
    ModelContext,
    Object,
    Property,
    Slot,
    Undefined,
    Unknown,
    Value,
    join,
    options,
    truth,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

PER_ELEMENT = frozenset({"map", "forEach", "filter", "flatMap", "find", "some", "every", "findLast"})
"""Array methods that call their first argument with each element."""


def call_method(analysis: Analysis, method: Method, slots: list[Slot], node: Node) -> Value:
    """Return what calling a method of a built-in value gives."""
    match method.receiver:
        case Array() as array:
            return _array_method(analysis, array, method.name, slots, node)
        case Collection() as collection:
            return _collection_method(analysis, collection, method.name, slots, node)
        case Literal(value=str()) as text:
            return _string_method(analysis, text, method.name, slots, node)
        case Literal() if method.name in {"toString", "valueOf", "toFixed"} and method.name == "toString":
            return concatenate([method.receiver], node)
        case ModelContext():
            return Undefined(node)
        case Object() as item if method.name == "hasOwnProperty" and slots:
            key = analysis.force(slots[0])
            if isinstance(key, Literal) and not item.open:
                return Literal(to_string(key) in item.properties, node)
    return Unknown("a method that is not followed", node)


def _array_method(analysis: Analysis, array: Array, name: str, slots: list[Slot], node: Node) -> Value:
    first = analysis.force(slots[0]) if slots else Undefined(node)
    match name:
        case "map" | "flatMap" | "filter" | "find" | "findLast" | "some" | "every":
            return _per_element(analysis, array, name, first, node)
        case "forEach":
            return Undefined(node)
        case "concat":
            result = Array(node, list(array.items), list(array.open))
            for slot in slots:
                value = analysis.force(slot)
                inner = value if isinstance(value, Array) else None
                result.items.extend(inner.items if inner else [value])
                result.open.extend(inner.open if inner else [])
            return result
        case "flat":
            return _flat(analysis, array, node)
        case "slice" if not array.open:
            return _slice(analysis, array, slots, node)
        case "reverse" | "sort" | "toSorted" | "toReversed":
            return Array(node, list(array.items), list(array.open))
        case "join":
            return _join(analysis, array, slots, node)
        case "values" | "filter" | "fill" | "copyWithin":
            return array
        case "keys" if not array.open:
            return Array(node, [Literal(index, node) for index in range(len(array.items))])
        case "entries":
            pairs: list[Slot] = [Array(node, [Literal(index, node), item]) for index, item in enumerate(array.items)]
            return Array(node, pairs, list(array.open))
        case "at" if isinstance(first, Literal) and isinstance(first.value, int) and not array.open:
            inside = -len(array.items) <= first.value < len(array.items)
            return analysis.force(array.items[first.value]) if inside else Undefined(node)
        case "includes" | "indexOf":
            return _includes(analysis, array, name, first, node)
        case "push" | "unshift":
            return Unknown("the length of a list", node)
        case "pop" | "shift" if array.items:
            return join((analysis.force(item) for item in array.items), node)
        case "reduce":
            return _reduce(analysis, array, first, slots, node)
    return Unknown("a method of a list that is not followed", node)


def _per_element(analysis: Analysis, array: Array, name: str, function: Value, node: Node) -> Value:
    result = Array(node, open=list(array.open))
    outcomes: list[bool | None] = []
    for index, item in enumerate(array.items):
        given: list[Slot] = [item, Literal(index, node), array]
        value = _apply(analysis, function, given, node)
        outcome = truth(value)
        outcomes.append(outcome)
        match name:
            case "map":
                result.items.append(value)
            case "flatMap":
                inner = value if isinstance(value, Array) else None
                result.items.extend(inner.items if inner else [value])
                result.open.extend(inner.open if inner else [])
            case "filter" if outcome is not False:
                result.items.append(item)
    if name in {"map", "flatMap", "filter"}:
        return result
    if name in {"find", "findLast"}:
        return _found(analysis, array, outcomes, name, node)
    if None in outcomes or array.open:
        return Unknown("a test of a list", node)
    return Literal(any(outcomes) if name == "some" else all(outcomes), node)


def _apply(analysis: Analysis, function: Value, given: list[Slot], node: Node) -> Value:
    if isinstance(function, External) and function.path == ("Boolean",):
        return analysis.force(given[0])
    return analysis.invoke(function, given, node)


def _found(analysis: Analysis, array: Array, outcomes: list[bool | None], name: str, node: Node) -> Value:
    pairs = list(zip(array.items, outcomes, strict=True))
    if name == "findLast":
        pairs.reverse()
    found: list[Value] = []
    for item, outcome in pairs:
        if outcome is not False:
            found.append(analysis.force(item))
        if outcome is True:
            return join(found, node)
    if array.open:
        found.append(Unknown("an element of an open list", node, array.open[0].refs))
    return join([*found, Undefined(node)], node)


def _flat(analysis: Analysis, array: Array, node: Node) -> Array:
    result = Array(node, open=list(array.open))
    for item in array.items:
        value = analysis.force(item)
        if isinstance(value, Array):
            result.items.extend(value.items)
            result.open.extend(value.open)
        elif isinstance(value, Unknown):
            result.open.append(value)
        else:
            result.items.append(value)
    return result


def _slice(analysis: Analysis, array: Array, slots: list[Slot], node: Node) -> Value:
    bounds = [analysis.force(slot) for slot in slots]
    numbers = [each.value for each in bounds if isinstance(each, Literal) and isinstance(each.value, int)]
    if len(numbers) != len(bounds):
        return Unknown("a part of a list", node)
    return Array(node, array.items[slice(*numbers)] if len(numbers) == 2 else array.items[(numbers or [0])[0] :])


def _join(analysis: Analysis, array: Array, slots: list[Slot], node: Node) -> Value:
    separator = analysis.force(slots[0]) if slots else Literal(",", node)
    if array.open:
        return Unknown(array.open[0].reason, array.open[0].node, array.open[0].refs)
    parts: list[Value] = []
    for index, item in enumerate(array.items):
        if index:
            parts.append(separator)
        value = analysis.force(item)
        is_nothing = isinstance(value, Undefined) or (isinstance(value, Literal) and value.value is None)
        parts.append(Literal("", node) if is_nothing else value)
    return concatenate(parts, node)


def _includes(analysis: Analysis, array: Array, name: str, wanted: Value, node: Node) -> Value:
    values = [analysis.force(item) for item in array.items]
    if not isinstance(wanted, Literal) or array.open or not all(isinstance(value, Literal) for value in values):
        return Unknown("a test of a list", node)
    plain = [value.value for value in values if isinstance(value, Literal)]
    place = next((i for i, each in enumerate(plain) if type(each) is type(wanted.value) and each == wanted.value), -1)
    answer: bool | int = place >= 0 if name == "includes" else place
    return Literal(answer, node)


def _reduce(analysis: Analysis, array: Array, function: Value, slots: list[Slot], node: Node) -> Value:
    if array.open or len(slots) < 2:
        return Unknown("what a list is reduced to", node)
    value = analysis.force(slots[1])
    for index, item in enumerate(array.items):
        value = analysis.invoke(function, [value, item, Literal(index, node), array], node)
        if isinstance(value, (Unknown, Alternatives)):
            break
    return value


def _collection_method(analysis: Analysis, value: Collection, name: str, slots: list[Slot], node: Node) -> Value:
    match name:
        case "values":
            return Array(node, [entry for _, entry in value.entries], list(value.open))
        case "keys":
            return Array(node, [key for key, _ in value.entries], list(value.open))
        case "entries":
            return Array(node, [Array(node, [key, entry]) for key, entry in value.entries], list(value.open))
        case "forEach":
            return Undefined(node)
        case "get" if slots:
            wanted = analysis.force(slots[0])
            found: list[Value] = []
            for key, entry in value.entries:
                at = analysis.force(key)
                if isinstance(at, Literal) and isinstance(wanted, Literal):
                    if at.value == wanted.value:
                        return analysis.force(entry)
                else:
                    found.append(analysis.force(entry))
            return Unknown("an entry of a map", node) if value.open else join([*found, Undefined(node)], node)
        case "has":
            return Unknown("a test of a map", node)
        case "set" | "add":
            return value
    return Unknown("a method of a map that is not followed", node)


_SIMPLE: dict[str, Callable[[str], str]] = {
    "toLowerCase": str.lower,
    "toUpperCase": str.upper,
    "toString": str,
    "valueOf": str,
    "trim": lambda text: text.strip("\t\n\v\f\r \u00a0\ufeff\u1680\u2028\u2029\u202f\u205f\u3000"),
    "trimStart": str.lstrip,
    "trimEnd": str.rstrip,
    "normalize": str,
}


def _string_method(analysis: Analysis, text: Literal, name: str, slots: list[Slot], node: Node) -> Value:
    value = str(text.value)
    given = [analysis.force(slot) for slot in slots]
    plain = [each.value for each in given if isinstance(each, Literal)]
    if len(plain) != len(given):
        refs = frozenset[Node]().union(*(o.refs for g in given for o in options(g) if isinstance(o, Unknown)))
        return Unknown("a text made of unknown parts", node, refs)
    if name in _SIMPLE:
        return Literal(_SIMPLE[name](value), node, (text.node,))
    match (name, *plain):
        case ("concat", *parts):
            return concatenate([text, *given], node) if parts else text
        case ("slice" | "substring", int(start)):
            return Literal(value[start:] if name == "slice" or start >= 0 else value, node, (text.node,))
        case ("slice", int(start), int(end)):
            return Literal(value[start:end], node, (text.node,))
        case ("substring", int(start), int(end)):
            low, high = sorted((max(start, 0), max(end, 0)))
            return Literal(value[low:high], node, (text.node,))
        case ("split", str(separator)):
            parts_ = value.split(separator) if separator else list(value)
            return Array(node, [Literal(part, text.node) for part in parts_])
        case ("replace", str(old), str(new)) if "$" not in new:
            return Literal(value.replace(old, new, 1), node, (text.node,))
        case ("replaceAll", str(old), str(new)) if "$" not in new:
            return Literal(value.replace(old, new), node, (text.node,))
        case ("startsWith", str(part)):
            return Literal(value.startswith(part), node)
        case ("endsWith", str(part)):
            return Literal(value.endswith(part), node)
        case ("includes", str(part)):
            return Literal(part in value, node)
        case ("repeat", int(count)) if 0 <= count * len(value) <= 100_000:
            return Literal(value * count, node, (text.node,))
        case ("charAt", int(index)):
            return Literal(value[index : index + 1] if index >= 0 else "", node)
        case ("padStart", int(width), str(fill)) if len(fill) == 1:
            return Literal(value.rjust(width, fill), node, (text.node,))
        case ("padEnd", int(width), str(fill)) if len(fill) == 1:
            return Literal(value.ljust(width, fill), node, (text.node,))
    return Unknown("a text that is computed", node)


def call_global(analysis: Analysis, function: External, slots: list[Slot], node: Node) -> Value:
    """Return what calling a global of the browser gives."""
    first = analysis.force(slots[0]) if slots else Undefined(node)
    path = function.path[1:] if function.path[:1] in {("window",), ("globalThis",), ("self",)} else function.path
    match path:
        case ("Object", "freeze" | "seal" | "preventExtensions"):
            return first
        case ("structuredClone",) | ("Promise", "resolve"):
            return first
        case ("Object",) if isinstance(first, (Object, Array, Collection, Function, Instance)):
            return first
        case ("Object", "keys" | "values" | "entries" as name):
            return _of_each(first, lambda each: _properties(analysis, each, name, node), node)
        case ("Object", "assign"):
            return _assign(analysis, slots, node)
        case ("Object", "fromEntries"):
            return _from_entries(analysis, first, node)
        case ("Object", "create") if isinstance(first, Literal):
            return Object(node)
        case ("Object", "defineProperty"):
            return first
        case ("Array", "from"):
            return _array_from(analysis, first, slots, node)
        case ("Array", "of"):
            return Array(node, list(slots))
        case ("Promise", "all" | "allSettled"):
            return first
        case ("String",):
            return concatenate([first], node) if slots else Literal("", node)
        case ("Symbol",):
            return External("", ("Symbol",), node, arguments=tuple(slots))
        case ("Boolean",):
            known = truth(first)
            return Unknown("a test", node) if known is None else Literal(known, node)
        case ("Number",) if isinstance(first, Literal) and isinstance(first.value, (int, float)):
            return first
        case ("Array", "isArray"):
            is_known = isinstance(first, (Array, Object, Literal, Undefined, Function))
            return Literal(isinstance(first, Array), node) if is_known else Unknown("a test", node)
        case ("JSON", "stringify"):
            return External("", ("JSON", "stringify"), node, arguments=tuple(slots))
        case ("JSON", "parse"):
            return _parsed(analysis, first, node)
        case ("BigInt",):
            from webmcp_lint.program.values import BigInt

            return BigInt(node)
    return External(function.package, function.path, node, arguments=tuple(slots), receiver=function.receiver)


def _of_each(value: Value, apply: Callable[[Value], Value], node: Node) -> Value:
    if isinstance(value, Alternatives):
        return join((apply(option) for option in value.options), node)
    return apply(value)


def _properties(analysis: Analysis, value: Value, name: str, node: Node) -> Value:
    match value:
        case Object():
            pairs = [(key, written.value, written.key) for key, written in value.properties.items()]
            opened = list(value.open)
        case Array():
            pairs = [(str(index), item, None) for index, item in enumerate(value.items)]
            opened = list(value.open)
        case Instance():
            names = analysis.field_names(value)
            pairs = [(key, analysis.member(value, key, node), None) for key in names]
            opened = []
        case Unknown():
            return Array(node, open=[value])
        case _:
            return Unknown("the properties of what is not followed", node)
    result = Array(node, open=opened)
    for key, slot, written_at in pairs:
        literal = Literal(key, written_at or node)
        match name:
            case "keys":
                result.items.append(literal)
            case "values":
                result.items.append(slot)
            case _:
                result.items.append(Array(node, [literal, slot]))
    return result


def _assign(analysis: Analysis, slots: list[Slot], node: Node) -> Value:
    values = [analysis.force(slot) for slot in slots]
    if values and isinstance(values[0], Function):
        return values[0]
    result = Object(values[0].node if values and isinstance(values[0], Object) and values[0].properties else node)
    for value in values:
        spread(analysis, result, value)
    return result


def _from_entries(analysis: Analysis, value: Value, node: Node) -> Value:
    entries = analysis.elements(value)
    if entries is None:
        return Unknown("entries that are not followed", node)
    result = Object(node, open=list(entries.open))
    for slot in entries.items:
        entry = analysis.force(slot)
        key = analysis.member(entry, "0", node)
        text = to_string(key)
        if text is None:
            result.open.append(Unknown("a computed key", node))
        else:
            put(result, text, Property(analysis.member(entry, "1", node), None))
    return result


def _array_from(analysis: Analysis, first: Value, slots: list[Slot], node: Node) -> Value:
    found = analysis.elements(first)
    if found is None and isinstance(first, Object):
        length = analysis.member(first, "length", node)
        if isinstance(length, Literal) and isinstance(length.value, int) and 0 <= length.value <= 10_000:
            found = Array(node, [Undefined(node)] * length.value)
    if found is None:
        return Unknown("a list that is not followed", node)
    if len(slots) < 2:
        return found
    return _per_element(analysis, found, "map", analysis.force(slots[1]), node)


def _parsed(analysis: Analysis, text: Value, node: Node) -> Value:
    import json

    from webmcp_lint.program.calls import from_json

    if isinstance(text, External) and text.path == ("JSON", "stringify") and text.arguments:
        return analysis.force(text.arguments[0])
    if isinstance(text, Literal) and isinstance(text.value, str):
        try:
            return from_json(json.loads(text.value), node)
        except (ValueError, RecursionError):
            return Unknown("a JSON text that cannot be read", node)
    return Unknown("JSON that is parsed at run time", node)


def construct(analysis: Analysis, constructor: External, slots: list[Slot], node: Node) -> Value:
    """Return what `new` makes of a global's constructor."""
    if constructor.package == "" and constructor.path in {("Map",), ("Set",), ("Array",), ("Object",)}:
        name = constructor.path[0]
        given = analysis.elements(analysis.force(slots[0])) if slots else Array(node)
        if name == "Array":
            return Array(node, list(slots)) if len(slots) != 1 else Array(node, open=[Unknown("a list", node)])
        if name == "Object":
            return Object(node)
        if given is None:
            given = Array(node, open=[Unknown("entries that are not followed", node)])
        return _collection(analysis, "Map" if name == "Map" else "Set", given, node)
    return External(constructor.package, (*constructor.path, "new"), node, arguments=tuple(slots))


def _collection(analysis: Analysis, kind: str, given: Array, node: Node) -> Value:
    result = Collection("Map" if kind == "Map" else "Set", node, open=list(given.open))
    seen: set[object] = set()
    for slot in given.items:
        entry = analysis.force(slot)
        if kind == "Map":
            result.entries.append((analysis.member(entry, "0", node), analysis.member(entry, "1", node)))
        elif isinstance(entry, Literal):
            key = (type(entry.value), entry.value)
            if key not in seen:
                seen.add(key)
                result.entries.append((entry, entry))
        elif isinstance(entry, Alternatives) and all(isinstance(each, Literal) for each in entry.options):
            result.open.append(Unknown("an element of several values", node))
        else:
            result.entries.append((slot, slot))
    return result

"""Lists, maps and sets: iterating over a value, and what their methods give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.context_values import REST
from webmcp_lint.program.elements import each_of
from webmcp_lint.program.objects import append
from webmcp_lint.program.texts import concatenate
from webmcp_lint.program.values import (
    MAX_ITEMS,
    TOO_MUCH,
    Alternatives,
    Array,
    Collection,
    External,
    Literal,
    Slot,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    join,
    leave_open,
    refs_of,
    truth,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

PER_ELEMENT = frozenset(
    {"map", "forEach", "filter", "flatMap", "find", "findLast", "findIndex", "findLastIndex", "some", "every"}
)
"""Methods that call their first argument with each element."""

_OPEN_TEST = "a test of a list"


def elements(analysis: Analysis, value: Value) -> Array | None:
    """Return what iterating over a value yields; None for what cannot be iterated in sight."""
    match value:
        case Array():
            return value
        case Collection():
            result = Array(value.node, open=list(value.open))
            for key, entry in value.entries:
                append(result, Array(value.node, [key, entry]) if value.kind == "Map" else entry)
            return result
        case Literal(value=str(text)):
            result = Array(value.node)
            append(result, *(Literal(char, value.node) for char in text[: MAX_ITEMS + 1]))
            return result
        case Alternatives():
            result = Array(value.node)
            for option in value.options:
                if is_nothing(option):
                    continue
                found = elements(analysis, option)
                if found is None:
                    return None
                append(result, *found.items)
                leave_open(result, found.open)
            return result
        case Unknown():
            return Array(value.node, open=[value])
        case External() if (each := each_of(value)) is not None:
            return Array(value.node, [each])
    return None


def call_method(analysis: Analysis, array: Array, name: str, slots: list[Slot], node: Node) -> Value:
    """Return what calling a method of a list gives."""
    first = analysis.force(slots[0]) if slots else Undefined(node)
    if name in PER_ELEMENT:
        return per_element(analysis, array, name, first, node)
    match name:
        case "concat":
            return _concat(analysis, array, slots, node)
        case "flat":
            return _flat(analysis, array, node)
        case "values" | "fill" | "copyWithin":
            return array
        case "reverse" | "toReversed":
            return Array(node, array.items[::-1], list(array.open))
        case "sort" | "toSorted":
            return Array(node, list(array.items), list(array.open))
        case "join":
            return _join(analysis, array, slots, node)
        case "entries":
            pairs: list[Slot] = [Array(node, [Literal(index, node), item]) for index, item in enumerate(array.items)]
            return Array(node, pairs, list(array.open))
        case "push" | "unshift":
            return Unknown("the length of a list", node)
        case "pop" | "shift" if array.items:
            return join((analysis.force(item) for item in array.items), node)
        case "includes" | "indexOf":
            return _place(analysis, array, name, first, node)
    if array.open:
        return Unknown("a part of an open list", node, refs_of(*array.open))
    match name:
        case "slice":
            return _slice(analysis, array, slots, node)
        case "keys":
            return Array(node, [Literal(index, node) for index in range(len(array.items))])
        case "at" if isinstance(first, Literal) and isinstance(first.value, int):
            is_inside = -len(array.items) <= first.value < len(array.items)
            return analysis.force(array.items[first.value]) if is_inside else Undefined(node)
        case "with" if isinstance(first, Literal) and isinstance(first.value, int) and len(slots) == 2:
            changed = list(array.items)
            if -len(changed) <= first.value < len(changed):
                changed[first.value] = slots[1]
                return Array(node, changed)
        case "reduce":
            return _reduce(analysis, array, first, slots[1:], node)
        case "reduceRight":
            return _reduce(analysis, Array(array.node, array.items[::-1]), first, slots[1:], node)
    return Unknown("a method of a list that is not followed", node)


def per_element(analysis: Analysis, array: Array, name: str, function: Value, node: Node) -> Value:
    """Return what a method gives that calls a function with each element."""
    if name == "forEach":
        return Undefined(node)
    most = analysis.work.most(len(array.items))
    if most < len(array.items):
        array = Array(array.node, array.items[:most], [*array.open, Unknown(TOO_MUCH, node)])
    analysis.work.allow_elements(len(array.items))
    values = [
        _apply(analysis, function, [item, Literal(index, node), array], node) for index, item in enumerate(array.items)
    ]
    result = Array(node, open=list(array.open))
    match name:
        case "map":
            result.items.extend(values)
            return result
        case "flatMap":
            return _flat(analysis, Array(node, list(values), list(array.open)), node)
    outcomes = [truth(value) for value in values]
    match name:
        case "filter":
            kept = [item for item, outcome in zip(array.items, outcomes, strict=True) if outcome is not False]
            result.items.extend(kept)
            return result
        case "find" | "findLast":
            return _found(analysis, array, outcomes, node, is_last=name == "findLast")
    if None in outcomes or array.open:
        return Unknown(_OPEN_TEST, node, refs_of(*values, *array.open))
    match name:
        case "findIndex":
            return Literal(next((index for index, outcome in enumerate(outcomes) if outcome), -1), node)
        case "findLastIndex":
            return Literal(max((index for index, outcome in enumerate(outcomes) if outcome), default=-1), node)
        case "some":
            return Literal(any(outcomes), node)
    return Literal(all(outcomes), node)


def _apply(analysis: Analysis, function: Value, given: list[Slot], node: Node) -> Value:
    if isinstance(function, External) and function.path == ("Boolean",):
        return analysis.force(given[0])
    return analysis.invoke(function, given, node)


def _found(analysis: Analysis, array: Array, outcomes: list[bool | None], node: Node, *, is_last: bool) -> Value:
    pairs = list(zip(array.items, outcomes, strict=True))
    found: list[Value] = []
    for item, outcome in reversed(pairs) if is_last else pairs:
        if outcome is not False:
            found.append(analysis.force(item))
        if outcome is True and not (is_last and array.open):
            return join(found, node)
    if array.open:
        rest = next((each for each in array.open if each.reason == REST), None)
        found.append(rest or Unknown("an element of an open list", node, refs_of(*array.open)))
    return join([*found, Undefined(node)], node)


def _concat(analysis: Analysis, array: Array, slots: list[Slot], node: Node) -> Array:
    result = Array(node, list(array.items), list(array.open))
    for slot in slots:
        _take_in(result, analysis.force(slot))
    return result


def _flat(analysis: Analysis, array: Array, node: Node) -> Array:
    result = Array(node, open=list(array.open))
    for item in array.items:
        _take_in(result, analysis.force(item))
    return result


def _take_in(result: Array, value: Value) -> None:
    """Append a value, or its elements where it is a list."""
    match value:
        case Array():
            append(result, *value.items)
            leave_open(result, value.open)
        case Unknown():
            result.open.append(value)
        case Alternatives():
            for option in value.options:
                _take_in(result, option)
        case _:
            append(result, value)


def _slice(analysis: Analysis, array: Array, slots: list[Slot], node: Node) -> Value:
    bounds: list[int | None] = []
    for slot in slots[:2]:
        value = analysis.force(slot)
        if isinstance(value, Undefined):
            bounds.append(None)
        elif isinstance(value, Literal) and isinstance(value.value, int):
            bounds.append(value.value)
        else:
            return Unknown("a part of a list", node, refs_of(value))
    start, end = (*bounds, None, None)[:2]
    return Array(node, array.items[start:end])


def _join(analysis: Analysis, array: Array, slots: list[Slot], node: Node) -> Value:
    separator = analysis.force(slots[0]) if slots else Literal(",", node)
    if array.open:
        return Unknown(array.open[0].reason, array.open[0].node, refs_of(*array.open))
    parts: list[Value] = []
    for index, item in enumerate(array.items):
        value = analysis.force(item)
        parts += [separator] if index else []
        parts.append(Literal("", node) if is_nothing(value) else value)
    return concatenate(parts, node)


def _place(analysis: Analysis, array: Array, name: str, wanted: Value, node: Node) -> Value:
    values = [analysis.force(item) for item in array.items]
    if not isinstance(wanted, Literal) or array.open or not all(isinstance(value, Literal) for value in values):
        return Unknown(_OPEN_TEST, node, refs_of(wanted, *values, *array.open))
    plain = [value.value for value in values if isinstance(value, Literal)]
    place = next((index for index, each in enumerate(plain) if is_same(each, wanted.value)), -1)
    return Literal(place >= 0 if name == "includes" else place, node)


def is_same(one: object, other: object) -> bool:
    """Whether two plain values are the same in JavaScript: neither 1 and true, nor 1 and "1"."""
    are_numbers = all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in (one, other))
    return one == other and (type(one) is type(other) or are_numbers)


def _reduce(analysis: Analysis, array: Array, function: Value, start: list[Slot], node: Node) -> Value:
    pending = list(enumerate(array.items))
    if not start and not pending:
        return Unknown("an empty list that is reduced", node)
    value = analysis.force(start[0] if start else pending.pop(0)[1])
    analysis.work.allow_elements(len(pending))
    for index, item in pending:
        value = analysis.invoke(function, [value, item, Literal(index, node), array], node)
        if isinstance(value, (Unknown, Alternatives)):
            return Unknown("what a list is reduced to", node, refs_of(value))
    return value


def collection(analysis: Analysis, kind: str, given: Array, node: Node) -> Collection:
    """Return the map or set that is made of these entries; what a set holds twice counts once."""
    result = Collection("Map" if kind == "Map" else "Set", node, open=list(given.open))
    for slot in given.items:
        entry = analysis.force(slot)
        if kind == "Map":
            add_entry(analysis, result, analysis.member(entry, "0", node), analysis.member(entry, "1", node))
        elif len(given.items) > 1 and _may_be_equal(entry):
            result.open.append(Unknown("an element of several values", node, refs_of(entry)))
        else:
            add_entry(analysis, result, slot, slot)
    return result


def _may_be_equal(entry: Value) -> bool:
    """Whether what is not known may be the same as another element."""
    is_open = isinstance(entry, Alternatives) and any(isinstance(each, (Literal, Unknown)) for each in entry.options)
    return is_open or isinstance(entry, Unknown)


def add_entry(analysis: Analysis, result: Collection, key: Slot, entry: Slot) -> None:
    """Set an entry, in the place of an earlier one with the same key."""
    wanted = analysis.force(key)
    if isinstance(wanted, Literal):
        for index, (known, _) in enumerate(result.entries):
            at = analysis.force(known)
            if isinstance(at, Literal) and is_same(at.value, wanted.value):
                if result.kind == "Map":
                    result.entries[index] = (known, entry)
                return
    if len(result.entries) < MAX_ITEMS:
        result.entries.append((key, entry))


def call_collection(analysis: Analysis, value: Collection, name: str, slots: list[Slot], node: Node) -> Value:
    """Return what calling a method of a map or set gives."""
    match name:
        case "values":
            return Array(node, [entry for _, entry in value.entries], list(value.open))
        case "keys":
            return Array(node, [key for key, _ in value.entries], list(value.open))
        case "entries":
            return Array(node, [Array(node, [key, entry]) for key, entry in value.entries], list(value.open))
        case "forEach":
            return Undefined(node)
        case "get" | "has" if slots:
            return _looked_up(analysis, value, name, analysis.force(slots[0]), node)
        case "set" | "add":
            return value
    return Unknown("a method of a map that is not followed", node)


def _looked_up(analysis: Analysis, value: Collection, name: str, wanted: Value, node: Node) -> Value:
    perhaps: list[Value] = []
    for key, entry in value.entries:
        at = analysis.force(key)
        if not isinstance(at, Literal) or not isinstance(wanted, Literal):
            perhaps.append(analysis.force(entry))
        elif is_same(at.value, wanted.value):
            return Literal(True, node) if name == "has" else analysis.force(entry)
    if value.open or isinstance(wanted, Unknown):
        return join((*perhaps, Unknown("an entry of a map", node, refs_of(wanted, *value.open))), node)
    if name == "has":
        return Unknown("a test of a map", node) if perhaps else Literal(False, node)
    return join((*perhaps, Undefined(node)), node)

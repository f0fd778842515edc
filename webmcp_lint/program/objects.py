"""Object and array literals, and what spreading a value into one does."""

from __future__ import annotations

from collections.abc import Collection as SetOf
from typing import TYPE_CHECKING

from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import (
    FILLED_IN,
    MAX_ITEMS,
    Alternatives,
    Array,
    BigInt,
    Class,
    Environment,
    Function,
    Instance,
    Literal,
    Namespace,
    Object,
    Promise,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
    leave_open,
    options,
    refs_of,
    write_over,
)
from webmcp_lint.syntax.javascript import HOLE, Node
from webmcp_lint.syntax.spelling import property_name
from webmcp_lint.syntax.templates import SCRIPT_HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NOT_FOLLOWED = "a spread that is not followed"
_COMPUTED = "a computed key"


def object_literal(analysis: Analysis, node: Node, env: Environment) -> Object:
    """Return the object that a literal makes; its values are worked out when they are asked for."""
    result = Object(node)
    for child in node.children:
        match child.type:
            case "pair":
                key, value = child.field("key"), child.field("value")
                # `__proto__: x` sets the prototype, it makes no property
                if key is not None and value is not None and property_name(key) == "__proto__":
                    result.prototype = Thunk(value, env)
                elif key is not None and value is not None:
                    _put_under(analysis, result, key, Thunk(value, env), env)
            case "shorthand_property_identifier" if SCRIPT_HOLE in child.text:
                write_over(result, Unknown(FILLED_IN, child))
            case "shorthand_property_identifier":
                put(result, child.text, Property(Thunk(child, env), child))
            case "method_definition":
                _put_method(analysis, result, child, env)
            case "spread_element" if child.children:
                spread(analysis, result, analysis.value(child.children[0], env))
    return result


def put(result: Object, name: str, written: Property) -> None:
    """Set a property as an object literal does: the later one wins, in the earlier one's place."""
    before = result.properties.get(name)
    if before is not None and written.key is not None and _literal(before.key) is _literal(written.key) is not None:
        result.duplicates.append((name, written.key))
    result.properties[name] = written


def _literal(key: Node | None) -> Node | None:
    """Return the object literal that a key is written in."""
    around = None if key is None else key.parent
    if around is not None and around.type in {"pair", "method_definition"}:
        around = around.parent
    return around if around is not None and around.type == "object" else None


def _put_under(analysis: Analysis, result: Object, key: Node, value: Slot, env: Environment) -> None:
    name = property_name(key)
    if name is None:
        is_computed = key.type == "computed_property_name" and key.children
        computed = analysis.value(key.children[0], env) if is_computed else Unknown(FILLED_IN, key)
        name = to_string(computed) if isinstance(computed, Literal) else None
        if name is None:
            write_over(result, Unknown(_COMPUTED, key, refs_of(computed)))
    if name is not None:
        put(result, name, Property(value, key))


def _put_method(analysis: Analysis, result: Object, method: Node, env: Environment) -> None:
    key = method.field("name")
    kinds = {child.type for child in method.children}
    if key is None or "set" in kinds:
        return
    function = Function(method, analysis.around(method, env), this=result)
    # What a getter gives is worked out when it is read: it may read what is written after it
    body = method.field("body")
    value: Slot = Thunk(body, function.env, getter=function) if "get" in kinds and body is not None else function
    _put_under(analysis, result, key, value, env)


def spread(analysis: Analysis, result: Object, value: Value) -> None:
    """Copy the properties of a value into an object, as `...value` does."""
    if isinstance(value, Alternatives):
        _spread_one_of(analysis, result, value)
        return
    copied = own_properties(analysis, value)
    for unknown in copied.open:
        write_over(result, unknown)
    for name, written in copied.properties.items():
        before = result.properties.get(name)
        if written.is_certain or before is None:
            result.properties[name] = written
        else:
            either = join((analysis.force(before.value), analysis.force(written.value)), value.node)
            result.properties[name] = Property(either, written.key, is_certain=before.is_certain)


def _spread_one_of(analysis: Analysis, result: Object, value: Alternatives) -> None:
    """Spread one of several values: what not all of them have may be absent afterwards."""
    copies = [own_properties(analysis, option) for option in value.options]
    for unknown in (unknown for copy in copies for unknown in copy.open):
        write_over(result, unknown)
    for name in dict.fromkeys(name for copy in copies for name in copy.properties):
        written = [copy.properties[name] for copy in copies if name in copy.properties]
        is_certain = len(written) == len(copies) and all(each.is_certain for each in written)
        slots = [each.value for each in written]
        before = result.properties.get(name)
        if not is_certain and before is not None:
            slots, is_certain = [before.value, *slots], before.is_certain
        slot = slots[0] if len(slots) == 1 else join((analysis.force(each) for each in slots), value.node)
        result.properties[name] = Property(slot, written[0].key, is_certain=is_certain)


def own_properties(analysis: Analysis, value: Value) -> Object:
    """Return the properties that `...value` and `Object.keys(value)` see."""
    result = Object(value.node)
    match value:
        case Object():
            return value
        case Array():
            leave_open(result, value.open)
            for index, item in enumerate(value.items):
                result.properties[str(index)] = Property(item, None)
        case Literal(value=str(text)) if len(text) <= MAX_ITEMS:
            result.properties |= {str(at): Property(Literal(char, value.node), None) for at, char in enumerate(text)}
        case Instance():
            for name in analysis.field_names(value):
                result.properties[name] = Property(analysis.member(value, name, value.node), None)
        case Namespace():
            for name in analysis.modules.export_names(value.module):
                result.properties[name] = Property(analysis.member(value, name, value.node), None)
        case Unknown():
            result.open.append(value)
        case Undefined() | Literal(value=bool() | int() | float() | None) | Function() | BigInt() | Class() | Promise():
            pass
        case _:
            result.open.append(Unknown(_NOT_FOLLOWED, value.node))
    return result


def without(value: Object, taken: SetOf[str | None], node: Node) -> Object:
    """Return an object without some properties; `None` among them is one whose name is not known."""
    kept = {name: each for name, each in value.properties.items() if name not in taken}
    opened = list(value.open)
    if None in taken:
        kept = {name: Property(each.value, each.key, is_certain=False) for name, each in kept.items()}
        opened.append(Unknown(_COMPUTED, node))
    return Object(value.node, kept, opened)


def array_literal(analysis: Analysis, node: Node, env: Environment) -> Array:
    """Return the list that a literal makes."""
    result = Array(node)
    for child in node.children:
        if child.type == "spread_element" and child.children:
            extend(analysis, result, analysis.value(child.children[0], env))
        elif child.type == HOLE:
            append(result, Undefined(child))
        else:
            append(result, Thunk(child, env))
    return result


def append(result: Array, *slots: Slot) -> None:
    """Add elements to a list; beyond `MAX_ITEMS` the list stays open instead."""
    room = MAX_ITEMS - len(result.items)
    result.items.extend(slots[:room])
    if len(slots) > room and not any(each.reason == TOO_LONG for each in result.open):
        result.open.append(Unknown(TOO_LONG, result.node))


TOO_LONG = f"a list of more than {MAX_ITEMS} elements"


def extend(analysis: Analysis, result: Array, value: Value) -> None:
    """Append the elements of a value, as `[...value]` does."""
    for option in options(value):
        elements = analysis.elements(option)
        if elements is None:
            result.open.append(Unknown(_NOT_FOLLOWED, option.node))
        else:
            append(result, *elements.items)
            leave_open(result, elements.open)

"""How Chromium's bindings (Web IDL) read and convert JavaScript values, as far as the values can be told.

Everything here answers with `Unknown` where the page's answer cannot be read, and with `Thrown` where it throws.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from webmcp_lint.program import texts
from webmcp_lint.program.classes import class_member
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
    ModelContext,
    Namespace,
    Object,
    Promise,
    Property,
    Thunk,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    join,
    options,
    truth,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import is_assigned, property_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

T = TypeVar("T")

MAX_JOINED = 10_000
"""Characters of a list's text that are followed."""
MAX_NESTING = 60

_WELL_KNOWN_SYMBOLS = frozenset(
    {"asyncDispose", "asyncIterator", "dispose", "hasInstance", "isConcatSpreadable", "iterator", "match", "matchAll"}
    | {"replace", "search", "species", "split", "toPrimitive", "toStringTag", "unscopables"}
)
_BY_KEY = re.compile(r"\bthis\s*\[|\bObject\s*\.\s*(?:assign|define)")
_ERRORS = frozenset(
    {"Error", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError", "URIError", "AggregateError"}
)


@dataclass(frozen=True, slots=True)
class Thrown:
    """What reading or converting a value throws; `is_scripted` where the page's own code throws it.

    `name` is empty where what is thrown is no error.
    """

    name: str
    message: str
    is_scripted: bool = False


def judge(value: Value, verdict: Callable[[Value], T]) -> T | Unknown:
    """Return the verdict on a value, where it is the same on all its alternatives."""
    found = [verdict(option) for option in options(value)]
    return found[0] if all(each == found[0] for each in found) else Unknown("one of several values", value.node)


def read(analysis: Analysis, owner: Value, name: str) -> Value:
    """Return what a dictionary's conversion reads as `owner[name]`; of null and undefined it reads nothing."""
    match owner:
        case Object():
            return _of_object(analysis, owner, name)
        case Array() | Collection() | Promise():
            return Undefined(owner.node)
        case Function():
            assigned = analysis.globals.function_property(owner.node, name)
            if assigned is not None or name == "name" or owner.properties is not None:
                return Unknown("a property of a function", owner.node)
            return Undefined(owner.node)
        case Class() | Instance():
            return _of_class(analysis, owner, name)
        case Namespace():
            return analysis.member(owner, name, owner.node)
        case Literal() | Undefined():
            return Undefined(owner.node)
        case Alternatives():
            return join((read(analysis, option, name) for option in owner.options), owner.node)
        case Unknown():
            return owner
    return Unknown("a member of what is not followed", owner.node)


def _of_object(analysis: Analysis, owner: Object, name: str) -> Value:
    written = owner.properties.get(name)
    if written is None and owner.prototype is None and has_prototype(owner):
        return Unknown("a member of a prototype", owner.node)
    if written is not None and owner.open and not _is_last_word(owner, written):
        return Unknown(owner.open[0].reason, owner.open[0].node, owner.open[0].refs)
    return analysis.member(owner, name, owner.node)


def has_prototype(value: Object) -> bool:
    """Whether an object literal names a prototype (`__proto__: x`)."""
    keys = (child.field("key") for child in value.node.children if child.type == "pair")
    return any(key is not None and property_name(key) == "__proto__" for key in keys)


def _of_class(analysis: Analysis, owner: Class | Instance, name: str) -> Value:
    cls = owner.node if isinstance(owner, Class) else owner.cls.node
    mentions = (each for node in (cls, owner.node) for each in analysis.tree(node).members.get(name, ()))
    if any(map(_is_written_outside, mentions)):
        return Unknown("a field that may be set from outside its class", owner.node)
    found = analysis.member(owner, name, owner.node)
    is_declared = class_member(cls, name, static=isinstance(owner, Class)) is not None
    is_named = isinstance(owner, Class) and name == "name"
    if not isinstance(found, Unknown) or is_declared or is_named or extends(cls) or _sets_by_key(cls):
        return found
    return found if name in analysis.tree(cls).fields_of(cls) else Undefined(owner.node)


def _is_written_outside(member: Node) -> bool:
    owner, parent = member.field("object"), member.parent
    is_target = parent is not None and (is_assigned(member) or parent.type in {"update_expression", "unary_expression"})
    return is_target and owner is not None and owner.type != "this"


def _sets_by_key(cls: Node) -> bool:
    """Whether a class sets fields under names that are not written out (`Object.assign(this, options)`)."""
    return _BY_KEY.search(cls.text) is not None


def _is_last_word(owner: Object, written: Property) -> bool:
    """Whether a property of an open object is written after everything that is unknown about it."""
    literal, key = owner.node, written.key
    if literal.type != "object" or key is None or key.script is not literal.script:
        return False
    place = next((i for i, child in enumerate(literal.children) if child.start <= key.start < child.end), None)
    unknown = [i for i, child in enumerate(literal.children) if _is_computed(child)]
    return place is not None and len(owner.open) <= len(unknown) and all(i < place for i in unknown)


def _is_computed(member: Node) -> bool:
    key = member.field("key") or member.field("name")
    return member.type == "spread_element" or (key is not None and key.type == "computed_property_name")


def is_object(value: Value) -> bool | None:
    """Return whether a value is an object (functions are), None where that cannot be told."""
    match value:
        case Literal() | Undefined() | BigInt():
            return False
        case Object() | Array() | Collection() | Function() | Class() | Instance() | Promise():
            return True
        case ModelContext() | Namespace():
            return True
        case External() if is_symbol(value):
            return False
        case External() if is_new(value) or value.node.type == "regex":
            return True
    return None


def is_symbol(value: Value) -> bool:
    """Whether a value is a Symbol."""
    if not isinstance(value, External) or value.package:
        return False
    if value.arguments is not None:
        return value.path in {("Symbol",), ("Symbol", "for")}
    return value.path[:1] == ("Symbol",) and value.path[1:] in {(name,) for name in _WELL_KNOWN_SYMBOLS}


def is_new(value: Value, *constructors: str) -> bool:
    """Whether a value is what `new` made of one of these constructors of the browser (of any, where none is named)."""
    if not isinstance(value, External) or value.package or value.arguments is None or value.path[-1:] != ("new",):
        return False
    return not constructors or (len(value.path) == 2 and value.path[0] in constructors)


def is_callable(value: Value) -> bool | None:
    """Return whether a value can be called, None where that cannot be told."""
    match value:
        case Function() | Class():
            return True
        case Object() | Array() | Collection() | Promise() | ModelContext() | Namespace():
            return False
        case Instance():
            return None if extends(value.cls.node) else False
    return False if is_object(value) is False else None


def extends(cls: Node) -> bool:
    """Whether a class extends another."""
    return any(child.type == "class_heritage" for child in cls.children)


def to_boolean(value: Value) -> bool | None:
    """Return a value as a boolean, None where that cannot be told."""
    found: set[bool | None] = set()
    for option in options(value):
        match option:
            case BigInt():
                digits = _digits(option)
                found.add(None if digits is None else digits != "0")
            case External() | ModelContext():
                found.add(is_object(option) is True or is_symbol(option) or None)
            case _:
                found.add(truth(option))
    return found.pop() if len(found) == 1 else None


def to_string(analysis: Analysis, value: Value, depth: int = 0) -> str | Thrown | Unknown:
    """Return a value as a DOMString; `depth` counts the lists around it."""
    return judge(value, lambda option: _string(analysis, option, depth))


def _string(analysis: Analysis, value: Value, depth: int) -> str | Thrown | Unknown:
    match value:
        case Literal() | Undefined():
            text = texts.to_string(value)
            return Unknown("a number without a text", value.node) if text is None else text
        case BigInt():
            return _digits(value) or Unknown("a BigInt that is computed", value.node)
        case Array():
            return _joined(analysis, value, depth + 1)
        case Object():
            return _object_string(analysis, value)
        case Promise():
            return "[object Promise]"
        case Collection():
            return f"[object {value.kind}]"
        case Unknown():
            return value
        case External() if is_symbol(value):
            return Thrown("TypeError", "Cannot convert a Symbol value to a string")
    return Unknown("the text of what is not followed", value.node)


def _digits(value: BigInt) -> str | None:
    digits = value.node.text.replace("_", "").removesuffix("n")
    return digits if value.node.type == "number" and digits.isdecimal() else None


def _joined(analysis: Analysis, array: Array, depth: int) -> str | Thrown | Unknown:
    if array.open:
        return array.open[0]
    text = ""
    for place, slot in enumerate(array.items):
        if len(text) > MAX_JOINED or depth > MAX_NESTING:
            return Unknown("a list that is too long for a text", array.node)
        item = analysis.force(slot)
        part = "" if is_nothing(item) else to_string(analysis, item, depth)
        if not isinstance(part, str):
            return part
        text += f",{part}" if place else part
    return text


def _object_string(analysis: Analysis, value: Object) -> str | Thrown | Unknown:
    if value.open or has_prototype(value) or _is_created(value):
        return Unknown("the text of an object that is not wholly known", value.node)
    if "toString" not in value.properties:
        return "[object Object]"
    method = analysis.force(value.properties["toString"].value)
    if isinstance(method, Function):
        text = analysis.invoke(method, [], value.node, this=value)
        if is_object(text) is not True:
            return thrown(analysis, text) or to_string(analysis, text)
    return Unknown("what toString() gives", value.node)


def _is_created(value: Object) -> bool:
    """Whether `Object.create(null)` made an object, which then has no `toString`."""
    callee = value.node.field("function")
    return callee is not None and callee.text == "Object.create"


def thrown_by_getter(analysis: Analysis, owner: Value, name: str) -> Thrown | None:
    """Return what reading a member throws; None where that cannot be told, or nothing is thrown."""
    written = owner.properties.get(name) if isinstance(owner, Object) else None
    if written is None or not isinstance(written.value, Thunk) or written.value.getter is None:
        return None
    return thrown(analysis, read(analysis, owner, name))


def thrown(analysis: Analysis, value: Value) -> Thrown | None:
    """Return what a call threw that gave this value; None where that cannot be told, or nothing was thrown."""
    if not isinstance(value, Unknown) or value.node.type != "throw_statement" or not value.node.children:
        return None
    return as_thrown(analysis, analysis.value(value.node.children[0], {}))


def as_thrown(analysis: Analysis, value: Value) -> Thrown | None:
    """Return a value as what is thrown, or a promise rejects with."""
    match value:
        case Literal() | Undefined():
            text = texts.to_string(value)
            return None if text is None else Thrown("", text, is_scripted=True)
        case External(package="", path=(name,) | (name, "new"), arguments=tuple(slots)) if name in _ERRORS:
            given = analysis.force(slots[0]) if slots else Undefined(value.node)
            message = "" if isinstance(given, Undefined) else to_string(analysis, given)
            return Thrown(name, message, is_scripted=True) if isinstance(message, str) else None
    return None

"""What a property of a value is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import classes, mutation, promises, texts, zod
from webmcp_lint.program.values import (
    FILLED_IN,
    Alternatives,
    Array,
    BigInt,
    Class,
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
    Shared,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    join,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.templates import SCRIPT_HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_WINDOW = frozenset({("window",), ("self",), ("globalThis",)})


def member(analysis: Analysis, value: Value, name: str, node: Node) -> Value:
    """Return `value.name`; absent properties of known objects are `Undefined`."""
    if SCRIPT_HOLE in name:
        return Unknown(FILLED_IN, node)
    match value:
        case Alternatives():
            # Where one alternative is nothing, the access proves that it is not the one
            found = [member(analysis, option, name, node) for option in value.options if not is_nothing(option)]
            return join(found, node) if found else Undefined(node)
        case Object():
            return _of_object(analysis, value, name, node)
        case Array():
            return _of_array(analysis, value, name, node)
        case Instance():
            return classes.instance_member(analysis, value, name, node)
        case Class():
            return classes.static_member(analysis, value, name, node)
        case Namespace():
            return analysis.exported(value.module, name, node)
        case External():
            return _of_external(analysis, value, name, node)
        case ModelContext() | BigInt() | Method():
            return Method(value, name, node)
        case Promise():
            return Method(value, name, node) if name in promises.METHODS else Undefined(node)
        case Shared():
            return analysis.shared_member(value, name, node)
        case Unknown():
            # The one rule by name: a member called `modelContext` of something unknown is the context
            return ModelContext(node) if name == classes.MODEL_CONTEXT else value
        case Function():
            return _of_function(analysis, value, name, node)
        case Literal(value=str(text)):
            return _of_text(value, text, name, node)
        case Collection():
            return Literal(len(value.entries), node) if name == "size" and not value.open else Method(value, name, node)
        case Literal(value=None) | Undefined():
            return Unknown("a property of undefined", node)
        case Literal():
            return Method(value, name, node)
    return Unknown("a property that is not followed", node)


def _of_object(analysis: Analysis, value: Object, name: str, node: Node) -> Value:
    found = _written_in(analysis, value, name, node)
    uses = analysis.tree(value.node).field_uses(value.node, name) if value.node.type == "object" else ()
    return mutation.own_value(analysis, value, name, found, uses) if uses else found


def _written_in(analysis: Analysis, value: Object, name: str, node: Node) -> Value:
    written = value.properties.get(name)
    if written is not None:
        found = analysis.force(written.value)
        others: list[Value] = [] if written.is_certain else [Undefined(node)]
        if not written.is_last:
            others += [Unknown(each.reason, each.node, each.refs) for each in value.open]
        return join((found, *others), node)
    if value.open:
        return Unknown(value.open[0].reason, value.open[0].node, refs_of(*value.open))
    if value.prototype is not None:
        inherited = analysis.force(value.prototype)
        is_plain = isinstance(inherited, (Object, Instance, Undefined)) or is_nothing(inherited)
        if not is_plain:
            return Unknown("a member of a prototype", node)
        return Undefined(node) if is_nothing(inherited) else member(analysis, inherited, name, node)
    if name in {"hasOwnProperty", "toString", "valueOf"}:
        return Method(value, name, node)
    return Undefined(node)


def _of_array(analysis: Analysis, value: Array, name: str, node: Node) -> Value:
    if name == "length":
        if value.open:
            return Unknown("the length of a list", node, refs_of(*value.open))
        return Literal(len(value.items), node)
    if name.isascii() and name.isdigit():
        if value.is_shuffled and len(value.items) > 1:
            return Unknown("an element of a list that is sorted", node)
        # The elements that are not known may stand before those that are
        if value.open:
            return Unknown(value.open[0].reason, value.open[0].node, refs_of(*value.open))
        index = int(name) if len(name) < 10 else len(value.items)
        return analysis.force(value.items[index]) if index < len(value.items) else Undefined(node)
    return Method(value, name, node)


def _of_external(analysis: Analysis, value: External, name: str, node: Node) -> Value:
    if value.node.type == "regex" and value.path == ("RegExp",) and name in {"source", "flags"}:
        text = value.node.field("pattern" if name == "source" else "flags")
        return Literal("" if text is None else text.text, node)
    if name == classes.MODEL_CONTEXT:
        return ModelContext(node, value.path[-1] if value.path and value.arguments is None else None)
    if value.package == "" and value.path in _WINDOW and value.arguments is None:
        return analysis.global_value(name, node)
    if name == "shape" and zod.is_schema(value):
        return zod.shape_of(analysis, value, node)
    if value.arguments is not None:
        return External(value.package, (*value.path, "()", name), node, receiver=value)
    return External(value.package, (*value.path, name), node, receiver=value)


def _of_function(analysis: Analysis, value: Function, name: str, node: Node) -> Value:
    if value.properties is not None and name in value.properties.properties:
        return member(analysis, value.properties, name, node)
    assigned = analysis.globals.function_property(value.node, name)
    if assigned is not None:
        return analysis.value(assigned, value.env)
    if name in {"call", "apply", "bind"}:
        return Method(value, name, node)
    declared = value.node.field("name")
    if name == "name" and declared is not None and value.node.type != "method_definition":
        return Literal(declared.text, node)
    return Unknown("a property of a function", node)


def _of_text(value: Literal, text: str, name: str, node: Node) -> Value:
    if name == "length":
        return Literal(texts.length(text), node)
    if name.isascii() and name.isdigit():
        char = texts.character(text, int(name)) if len(name) < 10 else None
        return Undefined(node) if char is None else Literal(char, node)
    return Method(value, name, node)

"""What is written to a variable, an object or a field after it was made: flow-insensitive, in the order of the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from webmcp_lint.program.evaluate import concatenate, extend, put, spread, to_string
from webmcp_lint.program.scopes import BINDERS, CLASSES, FUNCTIONS, Binding, property_name, string_value
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Class,
    Collection,
    Environment,
    Instance,
    Object,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
    options,
)
from webmcp_lint.program.values import Literal as LiteralValue
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_APPENDING = frozenset({"push", "unshift", "add"})
_SELF = "a value that depends on itself"

Kind = Literal["assign", "augment", "put", "append", "entry", "merge"]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One write: to the thing itself (`path` empty) or to something in it."""

    kind: Kind
    node: Node
    path: tuple[str, ...]
    values: tuple[Node, ...]
    key: Node | None = None


def assigned(analysis: Analysis, binding: Binding, value: Value, node: Node, env: Environment) -> Value:
    """Return what a variable may be at any time after its declaration."""
    writes = [each for each in _of_binding(analysis, binding) if each.kind in {"assign", "augment"} and not each.path]
    found = [value]
    for source in binding.others:
        found.append(analysis.value(source, env))
    for write in writes:
        if write.kind == "augment":
            found = [_augmented(analysis, found, write, binding, env)]
            continue
        written = [analysis.value(write.values[0], each) for each in _contexts(analysis, write, env)]
        if _is_unconditional(write.node, binding) and not any(_is_circular(each) for each in written):
            found = written
        else:
            found += written
    if len(found) > 1:
        kept = [
            option for each in found for option in options(each) if not _is_nothing(option) and not _is_circular(option)
        ]
        found = kept or found
    return mutated(analysis, binding, join(found, node), env)


def _is_circular(value: Value) -> bool:
    """Whether a value is, or may be, what the variable itself holds (`x = x || {}`)."""
    return any(isinstance(option, Unknown) and option.reason == _SELF for option in options(value))


def _is_nothing(value: Value) -> bool:
    return isinstance(value, Undefined) or (isinstance(value, LiteralValue) and value.value is None)


def _augmented(analysis: Analysis, found: list[Value], write: Mutation, binding: Binding, env: Environment) -> Value:
    operator = write.node.field("operator")
    if operator is not None and operator.type == "+=" and _is_unconditional(write.node, binding):
        return concatenate([join(found, write.node), analysis.value(write.values[0], env)], write.node)
    if operator is not None and operator.type in {"??=", "||="}:
        return join([*found, analysis.value(write.values[0], env)], write.node)
    return Unknown("a value that is computed step by step", write.node)


def _is_unconditional(write: Node, binding: Binding) -> bool:
    """Whether a write is a statement of the very block that declares the variable."""
    statement = write.parent
    return statement is not None and statement.type == "expression_statement" and statement.parent is _block(binding)


def _block(binding: Binding) -> Node:
    node = binding.scope.node
    return node.fields["body"] if node.type in FUNCTIONS and "body" in node.fields else node


def mutated(analysis: Analysis, binding: Binding, value: Value, env: Environment) -> Value:
    """Return a variable's value with what is written into it."""
    if not any(isinstance(option, (Object, Array, Collection)) for option in options(value)):
        return value
    writes = [each for each in _of_binding(analysis, binding) if each.kind not in {"assign", "augment"} or each.path]
    return _applied(analysis, value, writes, env)


def _applied(analysis: Analysis, value: Value, writes: Sequence[Mutation], env: Environment) -> Value:
    for write in writes:
        if write.kind == "put" and write.key is not None and write.key.type == "property_identifier":
            # What is put under a known key is worked out when somebody reads it
            value = _write(analysis, value, write, write.path, analysis.around(write.node, env))
            continue
        for each in _contexts(analysis, write, env):
            value = _write(analysis, value, write, write.path, each)
    return value


def _contexts(analysis: Analysis, write: Mutation, env: Environment) -> list[Environment]:
    """Return the environments in which a write happens, as far as what it writes hangs on them."""
    from webmcp_lint.program.contexts import contexts

    around = analysis.around(write.node, env)
    unbound = [binder for binder in analysis.tree(write.node).binders(write.node) if binder not in around]
    nodes = [node for node in (*write.values, write.key) if node is not None and node.type not in FUNCTIONS]
    if not nodes or all(binder.type in CLASSES for binder in unbound):
        return [around]
    return contexts(analysis, nodes, around)


def _write(analysis: Analysis, value: Value, write: Mutation, path: tuple[str, ...], env: Environment) -> Value:
    if isinstance(value, Alternatives):
        return join((_write(analysis, each, write, path, env) for each in value.options), value.node)
    if path and isinstance(value, Object):
        inner = value.properties.get(path[0])
        if inner is None:
            return value
        changed = _write(analysis, analysis.force(inner.value), write, path[1:], env)
        copy = Object(value.node, dict(value.properties), list(value.open), value.duplicates)
        copy.properties[path[0]] = Property(changed, inner.key, is_certain=inner.is_certain)
        return copy
    if path:
        return value
    match value:
        case Array() if write.kind == "append":
            return _append(analysis, value, write, env)
        case Collection():
            return _entry(analysis, value, write, env)
        case Object():
            return _put(analysis, value, write, env)
    return value


def _append(analysis: Analysis, array: Array, write: Mutation, env: Environment) -> Array:
    copy = Array(array.node, list(array.items), list(array.open))
    for node in write.values:
        if node.type == "spread_element" and node.children:
            extend(analysis, copy, analysis.value(node.children[0], env))
        else:
            copy.items.append(Thunk(node, env))
    return copy


def _entry(analysis: Analysis, value: Collection, write: Mutation, env: Environment) -> Collection:
    copy = Collection(value.kind, value.node, list(value.entries), list(value.open))
    slots: list[Slot] = [Thunk(node, env) for node in write.values]
    if write.kind == "entry" and len(slots) == 2:
        copy.entries.append((slots[0], slots[1]))
    elif write.kind == "append" and slots:
        copy.entries.append((slots[0], slots[0]))
    del analysis
    return copy


def _put(analysis: Analysis, value: Object, write: Mutation, env: Environment) -> Object:
    copy = Object(value.node, dict(value.properties), list(value.open), value.duplicates)
    if write.kind == "merge":
        for node in write.values:
            spread(analysis, copy, analysis.value(node, env))
    elif write.kind == "put" and write.key is not None:
        name = _key(analysis, write.key, env)
        if name is None:
            copy.open.append(Unknown("a computed key", write.key))
        else:
            put(copy, name, Property(Thunk(write.values[0], env, expand=True), write.key))
    return copy


def _key(analysis: Analysis, key: Node, env: Environment) -> str | None:
    if key.type == "property_identifier":
        return key.text
    return to_string(analysis.value(key, env))


def _of_binding(analysis: Analysis, binding: Binding) -> list[Mutation]:
    found = analysis.mutations.get(binding)
    if found is None:
        uses = analysis.tree(binding.node).uses(binding)
        found = analysis.mutations[binding] = [write for use in uses for write in writes_at(use)]
    return found


def writes_at(use: Node) -> Iterator[Mutation]:
    """Yield what is written through an expression that stands for a variable or field."""
    node, path = use, ()
    while True:
        parent = node.parent
        if parent is None:
            return
        if parent.type in {"parenthesized_expression", "as_expression", "non_null_expression", "satisfies_expression"}:
            node = parent
            continue
        break
    match parent.type:
        case "assignment_expression" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("assign", parent, path, (parent.fields["right"],))
        case "augmented_assignment_expression" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("augment", parent, path, (parent.fields["right"],))
        case "arguments" if parent.children and parent.children[0] is node and parent.parent is not None:
            yield from _assigned_argument(parent)
        case "member_expression" | "subscript_expression" if parent.field("object") is node:
            yield from _through_member(parent)


def _assigned_argument(listed: Node) -> Iterator[Mutation]:
    call = listed.parent
    callee = call.field("function") if call is not None else None
    if call is not None and callee is not None and callee.text == "Object.assign":
        yield Mutation("merge", call, (), tuple(listed.children[1:]))


def _through_member(member: Node) -> Iterator[Mutation]:
    key = member.field("property") or member.field("index")
    outer = member.parent
    if key is None or outer is None:
        return
    name = property_name(key) if key.type in {"property_identifier", "string"} else None
    if outer.type == "call_expression" and outer.field("function") is member and name is not None:
        listed = outer.field("arguments")
        values = tuple(listed.children) if listed is not None and listed.type == "arguments" else ()
        if name in _APPENDING:
            yield Mutation("append", outer, (), values)
        elif name == "set" and len(values) == 2:
            yield Mutation("entry", outer, (), values)
        elif name == "splice" and len(values) > 2:
            yield Mutation("append", outer, (), values[2:])
    elif outer.type == "assignment_expression" and outer.field("left") is member and "right" in outer.fields:
        yield Mutation("put", outer, (), (outer.fields["right"],), key)
    elif name is not None:
        for inner in writes_at(member):
            if inner.kind != "augment" and len(inner.path) < 4:
                kind = "put" if inner.kind == "assign" else inner.kind
                yield Mutation(kind, inner.node, (name, *inner.path), inner.values, inner.key)


def _field_uses(analysis: Analysis, cls: Node, name: str) -> Iterator[Node]:
    for member in analysis.tree(cls).members.get(name, ()):
        owner = member.field("object")
        if owner is not None and owner.type == "this" and _class_around(member) is cls:
            yield member


def _class_around(node: Node) -> Node | None:
    return next((around for around in node.ancestors if around.type in CLASSES), None)


def assigned_fields(analysis: Analysis, cls: Node) -> list[str]:
    """Return the names of the fields that methods of a class set."""
    names = []
    for name, members in analysis.tree(cls).members.items():
        for member in members:
            owner, parent = member.field("object"), member.parent
            is_set = parent is not None and parent.type == "assignment_expression" and parent.field("left") is member
            if owner is not None and owner.type == "this" and is_set and _class_around(member) is cls:
                names.append(name)
                break
    return names


def field_value(analysis: Analysis, instance: Instance, name: str, initial: list[Value], node: Node) -> Value | None:
    """Return what a field may be: its initialiser and whatever the class's methods set; None where nothing does."""
    cls = instance.cls.node
    writes = [write for use in _field_uses(analysis, cls, name) for write in writes_at(use)]
    found = list(initial)
    for write in writes:
        if write.kind == "assign" and not write.path:
            found += [analysis.value(write.values[0], each) for each in _contexts(analysis, write, instance.env)]
    if not found:
        return None
    if len(found) > 1:
        found = [option for each in found for option in options(each) if not _is_nothing(option)] or found
    rest = [write for write in writes if write.kind != "assign" or write.path]
    return _applied(analysis, join(found, node), rest, instance.env)


def static_value(analysis: Analysis, cls: Class, name: str) -> Value | None:
    """Return what is assigned to `Class.name`; None where nothing is."""
    found = []
    for member in analysis.tree(cls.node).members.get(name, ()):
        owner, parent = member.field("object"), member.parent
        if owner is None or parent is None or parent.field("left") is not member or "right" not in parent.fields:
            continue
        if owner.type == "identifier" and any(
            isinstance(option, Class) and option.node is cls.node for option in options(analysis.value(owner, cls.env))
        ):
            found.append(analysis.value(parent.fields["right"], cls.env))
    return join(found, cls.node) if found else None


__all__ = ["BINDERS", "Mutation", "assigned", "assigned_fields", "field_value", "mutated", "string_value", "writes_at"]

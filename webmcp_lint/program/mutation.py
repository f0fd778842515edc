"""What is written to a variable, an object or a field after it was made: flow-insensitive, in the order of the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from webmcp_lint.program import contexts
from webmcp_lint.program.destructuring import follow
from webmcp_lint.program.lists import add_entry
from webmcp_lint.program.objects import append, extend, put, spread
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, LOOPS, Binding, Step, property_name, targets
from webmcp_lint.program.texts import concatenate, to_string
from webmcp_lint.program.values import (
    CIRCULAR,
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
    Unknown,
    Value,
    is_nothing,
    join,
    options,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_PATH = 4
"""How far into an object a write is followed: `a.b.c.d.push(x)`."""

_APPENDING = frozenset({"push", "unshift", "add"})
_CONDITIONAL = frozenset(
    {"if_statement", "switch_case", "switch_default", "catch_clause", "ternary_expression", "binary_expression"}
)
_TRANSPARENT = frozenset({"parenthesized_expression", "as_expression", "non_null_expression", "satisfies_expression"})
_PATTERNS = frozenset(
    {"array_pattern", "object_pattern", "pair_pattern", "assignment_pattern", "object_assignment_pattern"}
    | {"rest_pattern"}
)


@dataclass(frozen=True, slots=True)
class Mutation:
    """One write: to the thing itself (`path` empty) or to something in it.

    `steps` lead from the written value to what this variable gets of it, where a pattern is assigned to.
    """

    kind: OneOf["assign", "augment", "put", "append", "entry", "merge"]
    node: Node
    path: tuple[str, ...]
    values: tuple[Node, ...]
    key: Node | None = None
    steps: tuple[Step, ...] = ()


def assigned(analysis: Analysis, binding: Binding, value: Value, env: Environment) -> Value:
    """Return what a variable may be at any time after its declaration."""
    found = [value]
    for source in binding.others:
        declarator = source.parent
        is_certain = declarator is not None and _is_certain(declarator.parent, binding)
        found = _after(found, [analysis.value(source, env)], is_certain=is_certain)
    for write in _of_binding(analysis, binding):
        if write.path or write.kind not in {"assign", "augment"}:
            continue
        if write.kind == "augment":
            found = [_augmented(analysis, found, write, binding, env)]
            continue
        written = [
            follow(analysis, analysis.value(write.values[0], each), write.steps, write.node, each)
            for each in _contexts(analysis, write, env)
        ]
        is_certain = _is_certain(write.node, binding) and not any(_is_circular(each) for each in written)
        found = _after(found, written, is_certain=is_certain)
    if len(found) > 1:
        found = [each for each in _options(found) if not is_nothing(each) and not _is_circular(each)] or found
    return mutated(analysis, binding, join(found, binding.node), env)


def _after(before: list[Value], written: list[Value], *, is_certain: bool) -> list[Value]:
    return written if is_certain else [*before, *written]


def _options(values: list[Value]) -> Iterator[Value]:
    return (option for each in values for option in options(each))


def _is_circular(value: Value) -> bool:
    """Whether a value is, or may be, what the variable itself holds (`x = x || {}`)."""
    return any(isinstance(option, Unknown) and option.reason == CIRCULAR for option in options(value))


def _augmented(analysis: Analysis, found: list[Value], write: Mutation, binding: Binding, env: Environment) -> Value:
    operator = write.node.field("operator")
    if operator is not None and operator.type == "+=" and _is_certain(write.node, binding):
        return concatenate([join(found, write.node), analysis.value(write.values[0], env)], write.node)
    if _is_fallback(write):
        kept = [option for option in _options(found) if not is_nothing(option)]
        return join([*kept, analysis.value(write.values[0], env)], write.node)
    return Unknown("a value that is computed step by step", write.node)


def _is_fallback(write: Mutation) -> bool:
    """Whether a write is `x ??= value` or `x ||= value`."""
    operator = write.node.field("operator")
    return write.kind == "augment" and operator is not None and operator.type in {"??=", "||="}


def _is_certain(write: Node | None, binding: Binding) -> bool:
    """Whether a write is a statement of the very block that declares the variable."""
    statement = write.parent if write is not None else None
    while statement is not None and statement.type in {"parenthesized_expression", "expression_statement"}:
        write, statement = statement, statement.parent
    is_statement = write is not None and write.type in {"expression_statement", "variable_declaration"}
    return is_statement and statement is _block(binding)


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
    if writes:
        # Written once into a copy of its own, however many writes there are
        value = _copied(value)
    for write in writes:
        if write.kind == "put" and write.key is not None and write.key.type == "property_identifier":
            # What is put under a known key is worked out when somebody reads it
            value = _write(analysis, value, write, write.path, analysis.around(write.node, env))
            continue
        for each in _contexts(analysis, write, env):
            value = _write(analysis, value, write, write.path, each)
    return value


def _copied(value: Value) -> Value:
    match value:
        case Object():
            return Object(value.node, dict(value.properties), list(value.open), list(value.duplicates))
        case Array():
            return Array(value.node, list(value.items), list(value.open))
        case Collection():
            return Collection(value.kind, value.node, list(value.entries), list(value.open))
        case Alternatives():
            return Alternatives(tuple(map(_copied, value.options)), value.node)
    return value


def _contexts(analysis: Analysis, write: Mutation, env: Environment) -> list[Environment]:
    """Return the environments in which a write happens, as far as what it writes hangs on them."""
    around = analysis.around(write.node, env)
    unbound = [binder for binder in analysis.tree(write.node).binders(write.node) if binder not in around]
    nodes = [node for node in (*write.values, write.key) if node is not None and node.type not in FUNCTIONS]
    if not nodes or all(binder.type in CLASSES for binder in unbound):
        return [around]
    return contexts.contexts(analysis, nodes, around)


def _write(analysis: Analysis, value: Value, write: Mutation, path: tuple[str, ...], env: Environment) -> Value:
    """Write into a value, which is a copy of its own; return what it is afterwards."""
    match value:
        case Alternatives():
            return join((_write(analysis, each, write, path, env) for each in value.options), value.node)
        case Object() if path:
            inner = value.properties.get(path[0])
            if inner is not None:
                changed = _write(analysis, _copied(analysis.force(inner.value)), write, path[1:], env)
                value.properties[path[0]] = Property(changed, inner.key, is_certain=inner.is_certain)
        case Array() if not path and write.kind == "append":
            _append(analysis, value, write, env)
        case Collection() if not path:
            _add(analysis, value, write, env)
        case Object():
            _put(analysis, value, write, env)
        case Array() if not path and write.kind == "put" and write.key is not None:
            _set_element(value, write, write.key, env)
    return value


def _append(analysis: Analysis, array: Array, write: Mutation, env: Environment) -> None:
    for node in write.values:
        if node.type == "spread_element" and node.children:
            extend(analysis, array, analysis.value(node.children[0], env))
        else:
            append(array, Thunk(node, env))


def _set_element(array: Array, write: Mutation, key: Node, env: Environment) -> None:
    last = key.field("property")
    if last is not None and last.text == "length":
        append(array, Thunk(write.values[0], env))
    elif key.type != "property_identifier":
        array.open.append(Unknown("an element that is set", write.node))


def _add(analysis: Analysis, value: Collection, write: Mutation, env: Environment) -> None:
    slots: list[Slot] = [Thunk(node, env) for node in write.values]
    if write.kind == "entry" and len(slots) == 2:
        add_entry(analysis, value, slots[0], slots[1])
    elif write.kind == "append" and slots:
        add_entry(analysis, value, slots[0], slots[0])


def _put(analysis: Analysis, value: Object, write: Mutation, env: Environment) -> None:
    if write.kind == "merge":
        for node in write.values:
            spread(analysis, value, analysis.value(node, env))
        return
    if write.kind != "put" or write.key is None:
        return
    name, refs = _key(analysis, write.key, env)
    if name is None:
        value.open.append(Unknown("a computed key", write.key, refs))
        return
    slot: Slot = Thunk(write.values[0], env, expand=True)
    before = value.properties.get(name)
    if not _is_perhaps(write.node, value.node):
        put(value, name, Property(slot, write.key))
    elif before is None:
        value.properties[name] = Property(slot, write.key, is_certain=False)
    else:
        either = [each for each in (analysis.force(before.value), analysis.force(slot)) if not is_nothing(each)]
        kept = join(either, write.node) if either else analysis.force(slot)
        value.properties[name] = Property(kept, write.key, is_certain=before.is_certain)


def _is_perhaps(write: Node, made: Node) -> bool:
    """Whether a write hangs on a condition that does not hang over the making of what is written to."""
    for around in write.ancestors:
        if around.type in FUNCTIONS or around.type in LOOPS or around.start <= made.start < around.end:
            return False
        if around.type in _CONDITIONAL:
            return True
    return False


def _key(analysis: Analysis, key: Node, env: Environment) -> tuple[str | None, frozenset[Node]]:
    if key.type in {"property_identifier", "private_property_identifier"}:
        return key.text, frozenset()
    value = analysis.value(key, env)
    return to_string(value), refs_of(value)


def _of_binding(analysis: Analysis, binding: Binding) -> list[Mutation]:
    found = analysis.mutations.get(binding)
    if found is None:
        uses = analysis.tree(binding.node).uses(binding)
        found = analysis.mutations[binding] = [write for use in uses for write in writes_at(use)]
    return found


def writes_at(use: Node) -> Iterator[Mutation]:
    """Yield what is written through an expression that stands for a variable or field."""
    node, parent = use, use.parent
    while parent is not None and parent.type in _TRANSPARENT:
        node, parent = parent, parent.parent
    if parent is None:
        return
    match parent.type:
        case "assignment_expression" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("assign", parent, (), (parent.fields["right"],))
        case "augmented_assignment_expression" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("augment", parent, (), (parent.fields["right"],))
        case "update_expression":
            yield Mutation("augment", parent, (), (node,))
        case "for_in_statement" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("augment", parent, (), (parent.fields["right"],))
        case "arguments" if parent.children[0] is node and parent.parent is not None:
            callee = parent.parent.field("function")
            if callee is not None and callee.type == "member_expression" and callee.text == "Object.assign":
                yield Mutation("merge", parent.parent, (), tuple(parent.children[1:]))
        case "member_expression" | "subscript_expression" if parent.field("object") is node:
            yield from _through_member(parent)
        case _ if parent.type in _PATTERNS:
            yield from _by_pattern(use)


def _by_pattern(use: Node) -> Iterator[Mutation]:
    """Yield the write of `[a, b] = value` to one of its names."""
    pattern = use
    while pattern.parent is not None and pattern.parent.type in _PATTERNS:
        pattern = pattern.parent
    assignment = pattern.parent
    if assignment is None or assignment.type != "assignment_expression" or assignment.field("left") is not pattern:
        return
    right = assignment.field("right")
    for identifier, steps in targets(pattern) if right is not None else ():
        if identifier is use and right is not None:
            yield Mutation("assign", assignment, (), (right,), steps=steps)


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
            yield from _chained(outer)
        elif name == "set" and len(values) == 2:
            yield Mutation("entry", outer, (), values)
            yield from _chained(outer)
        elif name == "splice" and len(values) > 2:
            yield Mutation("append", outer, (), values[2:])
    elif outer.type == "assignment_expression" and outer.field("left") is member and "right" in outer.fields:
        yield Mutation("put", outer, (), (outer.fields["right"],), key)
    elif name is not None:
        for inner in writes_at(member):
            if inner.kind != "augment" and not inner.steps and len(inner.path) < MAX_PATH:
                yield replace(inner, kind="put" if inner.kind == "assign" else inner.kind, path=(name, *inner.path))


def _chained(call: Node) -> Iterator[Mutation]:
    """Yield the further writes of `map.set(a, b).set(c, d)`."""
    if call.parent is not None and call.parent.type == "member_expression" and call.parent.field("object") is call:
        yield from _through_member(call.parent)


def field_value(analysis: Analysis, instance: Instance, name: str, initial: list[Value], node: Node) -> Value | None:
    """Return what a field may be: its initialiser and whatever the class's methods set; None where nothing does."""
    cls = instance.cls.node
    writes = [write for use in analysis.tree(cls).field_uses(cls, name) for write in writes_at(use)]
    found = list(initial)
    for write in writes:
        if (write.kind == "assign" or _is_fallback(write)) and not write.path:
            found += [
                follow(analysis, analysis.value(write.values[0], each), write.steps, write.node, each)
                for each in _contexts(analysis, write, instance.env)
            ]
        elif write.kind == "augment" and not write.path:
            found.append(Unknown("a value that is computed step by step", write.node))
    if not found:
        return None
    if len(found) > 1:
        found = [option for option in _options(found) if not is_nothing(option)] or found
    rest = [write for write in writes if write.kind not in {"assign", "augment"} or write.path]
    return _applied(analysis, join(found, node), rest, instance.env)


def static_value(analysis: Analysis, cls: Class, name: str, initial: list[Value]) -> Value | None:
    """Return what a static field is: its initialiser and what is written to `Class.name`; None where nothing is."""
    found = list(initial)
    writes: list[Mutation] = []
    for member in analysis.tree(cls.node).members.get(name, ()):
        owner = member.field("object")
        if owner is None or owner.type not in {"identifier", "this"} or member.field("property") is None:
            continue
        own = list(writes_at(member))
        if own and any(isinstance(o, Class) and o.node is cls.node for o in options(analysis.value(owner, cls.env))):
            writes += own
    for write in writes:
        if write.kind == "assign" or _is_fallback(write):
            found += [analysis.value(write.values[0], each) for each in _contexts(analysis, write, cls.env)]
    if not found:
        return None
    if len(found) > 1:
        found = [option for option in _options(found) if not is_nothing(option)] or found
    rest = [write for write in writes if write.kind not in {"assign", "augment"}]
    return _applied(analysis, join(found, cls.node), rest, cls.env)

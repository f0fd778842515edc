"""Objects, lists, maps and sets as they are after what is written into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from webmcp_lint.program import contexts, order
from webmcp_lint.program.augmented import augmented
from webmcp_lint.program.copies import copied
from webmcp_lint.program.destructuring import follow
from webmcp_lint.program.functions import arguments
from webmcp_lint.program.list_changes import cut, forget, index_of, method_of, reordered, take_out
from webmcp_lint.program.lists import add_entry
from webmcp_lint.program.objects import append, extend, put, spread
from webmcp_lint.program.order import When
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, LOOPS
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import (
    MAX_ITEMS,
    NOT_PARSED,
    TOO_MUCH,
    Alternatives,
    Array,
    Collection,
    Environment,
    Frame,
    Instance,
    Lazy,
    Literal,
    Object,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    join,
    leave_open,
    options,
    refs_of,
    write_over,
)
from webmcp_lint.program.writes import EACH, Mutation
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

HOLDERS = (Object, Array, Collection, Instance)
"""What can be written into."""

_CONDITIONAL = frozenset(
    {"if_statement", "switch_case", "switch_default", "catch_clause", "ternary_expression", "binary_expression"}
)
Timed: TypeAlias = "tuple[Mutation, When | None]"


def contexts_of(analysis: Analysis, write: Mutation, env: Environment) -> list[Environment]:
    """Return the environments in which a write happens, as far as what it writes hangs on them."""
    around = analysis.around(write.node, env)
    unbound = [binder for binder in analysis.tree(write.node).binders(write.node) if binder not in around]
    nodes = [node for node in (*write.values, write.key) if node is not None and node.type not in FUNCTIONS]
    if not nodes or all(binder.type in CLASSES for binder in unbound):
        return [around]
    # A variable is read in many places, and what is written to it happens in the same ways for each of them
    key = ("contexts", *nodes, None, *around.values())
    return analysis.shared(key, lambda: contexts.contexts(analysis, nodes, around))


def applied(analysis: Analysis, value: Value, writes: Sequence[Timed], home: Node, env: Environment) -> Value:
    """Return a value after what is written into it."""
    if writes:
        # Written once into a copy of its own, however many writes there are
        value = copied(value)
    members: dict[int, _Member] = {}
    for write, time in writes:
        value = _Writing(analysis, write, time, home, members).through(value, env)
    return value


class _Member:
    """What a member holds after what is written into it; worked out when somebody asks, with all that was added by then."""

    def __init__(self, before: Slot) -> None:
        self.before = before
        self.slot = Lazy(before.node, self._worked_out)
        self.is_read = False
        self._steps: list[tuple[_Writing, tuple[str, ...], Environment]] = []

    def add(self, writing: _Writing, path: tuple[str, ...], env: Environment) -> None:
        self._steps.append((writing, path, env))

    def _worked_out(self) -> Value:
        self.is_read = True
        analysis = self._steps[0][0].analysis
        value = copied(analysis.force(self.before))
        for writing, path, env in self._steps:
            if not analysis.work.step():
                return join((value, Unknown(TOO_MUCH, writing.write.node)), value.node)
            value = writing.into(value, path, env)
        return value


@dataclass(frozen=True, slots=True)
class _Writing:
    """One write into values that are copies of their own."""

    analysis: Analysis
    write: Mutation
    time: When | None
    home: Node
    members: dict[int, _Member]
    """The members that these writes go into, by the identity of what stands in their place."""

    def through(self, value: Value, env: Environment) -> Value:
        write = self.write
        if self.time is When.BEFORE and self._is_perhaps_made:
            return replace(self, time=When.PERHAPS).through(value, env)
        if write.binder is not None and write.binds == "argument":
            return self.into(value, write.path, self._called(env))
        if write.binder is not None and write.binds == "itself":
            around = self._bound(self.analysis.around(write.node, env), value, Literal(0, write.binder))
            return self.into(value, write.path, around)
        is_lazy = write.kind == "put" and write.key is not None and write.key.type == "property_identifier"
        if is_lazy or write.binder is not None:
            # What is put under a known key is worked out when somebody reads it
            return self.into(value, write.path, self.analysis.around(write.node, env))
        for each in contexts_of(self.analysis, write, env):
            # One write of one way is a step of its own: a value may be written to in many ways, and read in many places
            if not self.analysis.work.step():
                return join((value, Unknown(TOO_MUCH, write.node)), value.node)
            if self.time is None and self._is_called_later(each):
                continue
            value = self.into(value, write.path, each)
        return value

    @property
    def _is_perhaps_made(self) -> bool:
        """Whether what binds the value does not make the write in any case."""
        binder = self.write.binder
        is_bound = binder is not None and self.write.binds != "elements"
        return self.write.is_partial or (is_bound and binder is not None and not order.is_made(self.write.node, binder))

    def _bound(self, env: Environment, item: Slot, key: Slot) -> Environment:
        """Return an environment in which the loop, or the function that is called with each element, has this one."""
        binder = self.write.binder
        if binder is None:
            return env
        if binder.type in LOOPS:
            element = Array(binder, [key, item]) if self.write.has_pairs else item
            return {**env, binder: Frame(binder, element=element)}
        given: list[Slot] = [Array(binder, [key, item])] if self.write.has_pairs else [item, key]
        return {**env, binder: Frame(binder, arguments=given, call=self.write.site)}

    def _is_called_later(self, env: Environment) -> bool:
        """Whether the call that leads to the write, in another function, is made after the moment that is asked about."""
        call = order.outermost_call(self.write.node, env)
        return call is not None and self.analysis.written(call, self.home) is When.AFTER

    def _called(self, env: Environment) -> Environment:
        """Return the environment of a function that a value is handed to, which writes into it."""
        call, function = self.write.site, self.write.binder
        if call is None or function is None:
            return env
        around = self.analysis.around(call, env)
        slots, open_ = arguments(self.analysis, call, around)
        key = ("call", function, call, *(env.get(each) for each in self.analysis.tree(call).binders(call)))
        frame = self.analysis.frame(key, Frame(function, arguments=slots, open_=open_, call=call))
        return {**self.analysis.around(function, around if call.script is function.script else {}), function: frame}

    def into(self, value: Value, path: tuple[str, ...], env: Environment) -> Value:
        """Write into a value; return what it is afterwards."""
        match value:
            case Object() if self.write.kind == "unseen":
                write_over(value, Unknown(NOT_PARSED, self.write.node))
            case Array() | Collection() if self.write.kind == "unseen":
                leave_open(value, [Unknown(NOT_PARSED, self.write.node)])
            case Alternatives():
                return join((self.into(each, path, env) for each in value.options), value.node)
            case Object() | Array() | Collection() if path and path[0] == EACH:
                self._into_each(value, path[1:], env)
            case Object() if path:
                inner = value.properties.get(path[0])
                if inner is not None:
                    value.properties[path[0]] = replace(inner, value=self.inside(inner.value, path[1:], env))
            case Array() if path:
                place = index_of(path[0])
                if 0 <= place < len(value.items) and not value.open:
                    value.items[place] = self.inside(value.items[place], path[1:], env)
            case Array():
                self._into_list(value, env)
            case Collection() if not path:
                self._into_collection(value, env)
            case Object():
                self._into_object(value, env)
            case Instance(written=Object() as written) if not path:
                self._into_object(written, env)
                if self.time is not When.BEFORE:
                    for name, each in written.properties.items():
                        written.properties[name] = replace(each, is_certain=False)
        return value

    def inside(self, slot: Slot, path: tuple[str, ...], env: Environment) -> Slot:
        """Write into what a member holds; return what stands in its place."""
        member = self.members.get(id(slot))
        if member is None or member.is_read:
            member = _Member(slot)
            self.members[id(member.slot)] = member
        member.add(self, path, env)
        return member.slot

    def _into_each(self, value: Object | Array | Collection, path: tuple[str, ...], env: Environment) -> None:
        binder = self.write.binder
        is_sure = binder is not None and self.time is When.BEFORE and order.is_made(self.write.node, binder)
        inner = replace(self, time=When.BEFORE if is_sure else When.PERHAPS)
        if isinstance(value, Object):
            for name, written in value.properties.items():
                around = self._bound(env, written.value, Literal(name, value.node))
                value.properties[name] = replace(written, value=inner.inside(written.value, path, around))
            return
        if isinstance(value, Collection):
            value.entries[:] = [
                (key, inner.inside(entry, path, self._bound(env, entry, key))) for key, entry in value.entries
            ]
            return
        for index, item in enumerate(value.items):
            value.items[index] = inner.inside(item, path, self._bound(env, item, Literal(index, value.node)))

    def _into_list(self, value: Array, env: Environment) -> None:
        write = self.write
        match write.kind:
            case "append":
                self._append(value, env)
            case "put" | "delete" if write.key is not None:
                self._set_element(value, write.key, env)
            case "change":
                reordered(self.analysis, value, write, self.time)

    def _append(self, array: Array, env: Environment) -> None:
        write = self.write
        added = Array(array.node)
        is_perhaps = _is_perhaps(write.node, array.node) or self._is_perhaps_loaded
        for node in write.values:
            if node.type == "spread_element" and node.children:
                extend(self.analysis, added, self.analysis.value(node.children[0], env))
            else:
                append(added, Thunk(node, env, perhaps=write.node if is_perhaps else None))
        if method_of(write.node) == "unshift":
            array.items[:0] = added.items[: MAX_ITEMS - len(array.items)]
        else:
            append(array, *added.items)
        leave_open(array, added.open)

    def _set_element(self, array: Array, key: Node, env: Environment) -> None:
        write = self.write
        last = key.field("property")
        if last is not None and last.text == "length" and write.values:
            append(array, Thunk(write.values[0], env))
            return
        if key.type == "property_identifier":
            if key.text == "length":
                cut(self.analysis, array, write, self.time, env)
            return
        place = index_of(to_string(self.analysis.value(key, env)))
        if self.time is When.BEFORE and 0 <= place <= len(array.items) and not array.open and write.kind == "put":
            before = array.items[place] if place < len(array.items) else Undefined(write.node)
            array.items[place : place + 1] = [self._written(before, env)]
        else:
            forget(array, Unknown("an element that is set", write.node))

    def _into_collection(self, value: Collection, env: Environment) -> None:
        write = self.write
        slots: list[Slot] = [Thunk(node, env) for node in write.values]
        match write.kind:
            case "entry" if len(slots) == 2:
                add_entry(self.analysis, value, slots[0], slots[1])
            case "append" if slots:
                add_entry(self.analysis, value, slots[0], slots[0])
            case "change" if self.time is not None and method_of(write.node) in {"delete", "clear"}:
                take_out(self.analysis, value, slots[:1], write, self.time)

    def _into_object(self, value: Object, env: Environment) -> None:
        write = self.write
        if write.kind == "merge":
            for node in write.values:
                self._merge(value, self.analysis.value(node, env))
        elif write.kind == "change" and write.node.type == "call_expression" and method_of(write.node) in _REWRITING:
            write_over(value, Unknown("an object that is changed", write.node))
        elif write.kind in {"put", "delete"} and write.key is not None:
            name, refs = self._key(write.key, env)
            if name is None:
                write_over(value, Unknown("a computed key", write.key, refs))
            elif write.kind == "delete":
                self._delete(value, name)
            else:
                self._put(value, name, write.key, env)

    def _merge(self, value: Object, given: Value) -> None:
        merged = Object(value.node, dict(value.properties), list(value.open))
        spread(self.analysis, merged, given)
        if _is_perhaps(self.write.node, value.node) or self._is_perhaps_loaded:
            for name, each in merged.properties.items():
                before = value.properties.get(name)
                if before is None:
                    merged.properties[name] = replace(each, is_certain=False)
                elif before is not each:
                    either = partial(self._either, before.value, each.value, is_sure=False)
                    merged.properties[name] = replace(before, value=Lazy(self.write.node, either))
        value.properties, value.open = merged.properties, merged.open

    def _delete(self, value: Object, name: str) -> None:
        before = value.properties.get(name)
        if before is None or (self.time is None and self._is_elsewhere):
            return
        if self.time is When.BEFORE and not value.open:
            del value.properties[name]
        else:
            value.properties[name] = replace(before, is_certain=False)

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the write stands in another function than what is written to."""
        runner = order.runner_of(self.write.node)
        return runner is not self.home and runner is not order.runner_of(self.home)

    def _put(self, value: Object, name: str, key: Node, env: Environment) -> None:
        write, before = self.write, value.properties.get(name)
        is_perhaps = _is_perhaps(write.node, value.node) or self._is_perhaps_loaded or write.is_partial
        slot = self._written(Undefined(write.node) if before is None else before.value, env)
        if before is None:
            put(value, name, Property(slot, key, is_certain=not is_perhaps))
        elif self.time is When.BEFORE:
            put(value, name, Property(slot, key))
        else:
            is_sure = self.time is None and not is_perhaps
            either = Lazy(write.node, lambda: self._either(before.value, slot, is_sure=is_sure))
            value.properties[name] = Property(either, key, is_certain=before.is_certain or is_sure)

    @property
    def _is_perhaps_loaded(self) -> bool:
        """Whether the write stands in another script, which need not have run."""
        return self.time is When.PERHAPS and self.write.node.script is not self.home.script

    def _either(self, before: Slot, after: Slot, *, is_sure: bool) -> Value:
        """Return what a property holds that is written to at some time; a placeholder is there only until then."""
        analysis = self.analysis
        old, new = analysis.force(before), analysis.force(after)
        if is_sure and _is_filler(old):
            return new
        either = [option for each in (old, new) for option in options(each) if not is_nothing(option)]
        return join(either, self.write.node) if either else new

    def _written(self, before: Slot, env: Environment) -> Slot:
        """Return what is written; what an assignment adds to what was there is worked out when somebody asks."""
        write = self.write
        if write.is_opaque:
            return Unknown("a property that is not set by a plain assignment", write.node)
        if write.node.type in {"augmented_assignment_expression", "update_expression"}:
            return Lazy(write.node, lambda: self._augmented(before, env))
        if write.steps:
            return Lazy(
                write.node,
                lambda: follow(self.analysis, self.analysis.value(write.values[0], env), write.steps, write.node, env),
            )
        return Thunk(write.values[0], env, expand=True)

    def _augmented(self, before: Slot, env: Environment) -> Value:
        old = self.analysis.force(before)
        new = augmented(self.analysis, old, self.write, self.home, env)
        return new if self.time is When.BEFORE or isinstance(new, Unknown) else join((old, new), self.write.node)

    def _key(self, key: Node, env: Environment) -> tuple[str | None, frozenset[Node]]:
        if key.type in {"property_identifier", "private_property_identifier"}:
            return key.text, frozenset()
        value = self.analysis.value(key, env)
        return to_string(value), refs_of(value)


def _is_filler(value: Value) -> bool:
    """Whether a value stands for nothing until something is written over it."""
    if isinstance(value, (Object, Array)):
        return not value.open and not (value.properties if isinstance(value, Object) else value.items)
    return is_nothing(value)


_REWRITING = frozenset({"defineProperties", "setPrototypeOf"})


def _is_perhaps(write: Node, made: Node) -> bool:
    """Whether a write hangs on a condition that does not hang over the making of what is written to."""
    for around in write.ancestors:
        if around.type in FUNCTIONS or around.type in LOOPS or around.start <= made.start < around.end:
            return False
        if around.type in _CONDITIONAL:
            return True
    return False

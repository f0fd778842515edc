"""The state of one analysis: what was evaluated, what is being evaluated, and how much work is left.

The other modules hold the functions; they are mutually recursive by nature, and meet here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar, cast

from webmcp_lint.program import (
    calls,
    contexts,
    evaluate,
    functions,
    imports,
    lists,
    members,
    mutation,
    names,
    order,
    sharing,
)
from webmcp_lint.program.candidates import Candidates, Mentions
from webmcp_lint.program.classes import field_names
from webmcp_lint.program.globals import Globals
from webmcp_lint.program.memory import Key, Memory
from webmcp_lint.program.modules import Modules
from webmcp_lint.program.order import Place, When
from webmcp_lint.program.registrars import Registrars
from webmcp_lint.program.scopes import Binding, ScopeTree
from webmcp_lint.program.values import (
    CIRCULAR,
    TOO_DEEP,
    TOO_MUCH,
    Array,
    Class,
    Environment,
    Frame,
    Instance,
    Lazy,
    Shared,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
)
from webmcp_lint.program.work import MAX_ASIDE, Work
from webmcp_lint.program.writes import Mutation
from webmcp_lint.syntax.javascript import Node

MAX_DEPTH = 160
"""How many evaluations may be nested; each takes about ten frames of Python."""

_INFINITE = 1 << 60
_NO_CYCLE: Final[frozenset[Key]] = frozenset()
_T = TypeVar("_T")


class _Remembered(NamedTuple):
    """A value, how deep its evaluation went, and what else lies on its cycles: under these it would be another value."""

    value: Value
    height: int
    cycle: frozenset[Key] = frozenset()
    left: int = 0
    """How many steps were left when it was begun, where it was cut short."""


class _Kept(NamedTuple):
    """What is no value but was worked out of values: how deep that went, what long lists in it were allowed, what was left."""

    result: object
    height: int
    allowed: int
    left: int


class Analysis:
    """A demand-driven evaluation of a project's scripts."""

    def __init__(self, modules: Modules, globals_: Globals, registrars: Registrars) -> None:
        self.modules = modules
        self.globals = globals_
        self.registrars = registrars
        self.work = Work(lambda: globals_.size)
        self.mutations: dict[tuple[Binding, int], list[Mutation]] = {}
        """What is written to variables, and how many names away from the question the variable was."""
        self.collecting: dict[Binding, list[Mutation]] = {}
        """The variables whose writes are being collected, with those found by now."""
        self.candidates: dict[Node, Candidates] = {}
        self._mentions: dict[ScopeTree, Mentions] = {}
        self.callers: dict[Node, list[tuple[Node, bool]]] = {}
        """The calls that are proved to be of a function, and whether it is only handed to them."""
        self.heirs: dict[Node, list[Class]] = {}
        """The classes that extend a class."""
        self.histories: dict[tuple[object, ...], mutation.History] = {}
        self.bindings_under_way: Counter[Binding] = Counter()
        self.leaving: dict[Node, tuple[Node, ...]] = {}
        """The statements that leave a loop."""
        self._moment: Place | None = None
        self._is_momentary = False
        """Whether what is being evaluated hangs on the moment that is asked about."""
        self._values: Memory[_Remembered] = Memory(self.work)
        self._kept: Memory[_Kept] = Memory(self.work)
        self._cuts = 0
        """How often something was cut off because it is under way already, or too deep."""
        self.assertions: dict[Node, Node | None] = {}
        """The first statement of a block that does not come back without a model context."""
        self.context_tests: dict[tuple[str, Node, bool], bool] = {}
        """What was found out of conditions and statements that may ask for a model context."""
        self.input_steps = 0
        """How many expressions were looked at for what becomes of the input of functions."""
        self.waiting: list[Callable[[], None]] = []
        """Questions about effects that are answered together, in this order, so that each gets the same share."""
        self._depth = 0
        self._deepest = 0
        self._active: dict[Key, int] = {}
        self._entered: dict[Node, list[int]] = defaultdict(list)
        self._outermost_cut = _INFINITE
        """The place of the outermost evaluation under way that a cut led back to."""
        self._provisional: list[Key] = []
        """What was computed under a cut farther out, and is not remembered."""
        self._asked: set[Node] = set()
        """The expressions whose ways are being looked for."""
        self._frames: dict[Key, Frame] = {}
        self._returned: dict[Node, tuple[Node, ...]] = {}
        self._yielded: dict[Node, tuple[Node, ...]] = {}

    def begin(self) -> None:
        """Begin a new question about what is registered."""
        self.work.begin()
        self._provisional.clear()

    def begin_aside(self, most: int = MAX_ASIDE) -> None:
        """Begin a question about something else; it gets a smaller share of work, at most so many steps."""
        self.work.begin_aside(most)
        self._provisional.clear()

    def at(self, moment: Place | None) -> None:
        """Ask from now on what values are at a moment, such as a call that registers: what is written later is not seen."""
        self._moment = moment
        key = None if moment is None else moment.ways
        self._values.at(key)
        self._kept.at(key)

    def forget_moments(self) -> None:
        """Forget what values are at single moments; it would grow with the calls of a project."""
        self.at(None)
        self._values.forget_moments()
        self._kept.forget_moments()

    def written(self, write: Node, home: Node) -> When | None:
        """Return whether something is written into an object before the moment that is asked about."""
        moment = self._moment
        found = order.settled(write, home) if moment is None else order.when(self, write, moment, home)
        self._is_momentary = True
        return found

    def tree(self, node: Node) -> ScopeTree:
        """Return the scopes of the script a node stands in."""
        return self.globals.tree_of(node.script)

    def value(self, node: Node, env: Environment) -> Value:
        """Return what an expression is under an environment."""
        key = (node, *map(env.get, self.tree(node).binders(node)))
        return self.guarded(key, node, lambda: evaluate.evaluate(self, node, env))

    def guarded(self, key: Key, node: Node, compute: Callable[[], Value]) -> Value:
        """Return what `compute` gives, once per key, within the bounds, and with cycles cut.

        What was computed while something farther out was cut is not remembered: asked for by itself it may be more.
        """
        work = self.work
        known, is_momentary = self._values.find(key)
        self._is_momentary = self._is_momentary or is_momentary
        if (
            known is not None
            and self._depth + known.height <= MAX_DEPTH
            and self._active.keys().isdisjoint(known.cycle)
        ):
            self._deepest = max(self._deepest, self._depth + known.height)
            self._cuts += bool(known.cycle)
            return known.value
        place = self._active.get(key)
        if place is not None:
            self._cut(place)
            return Unknown(CIRCULAR, node)
        if self._depth >= MAX_DEPTH:
            self._cut(0)
            return Unknown(TOO_DEEP, node)
        left = work.left
        if not work.step():
            return Unknown(TOO_MUCH, node)
        place = self._active[key] = len(self._active)
        outer_cut, self._outermost_cut = self._outermost_cut, _INFINITE
        outer_momentary, self._is_momentary = self._is_momentary, False
        outer_short, work.is_short = work.is_short, False
        outer_deepest, provisional = self._deepest, len(self._provisional)
        self._depth += 1
        self._deepest = self._depth
        try:
            result = compute()
        finally:
            del self._active[key]
            self._depth -= 1
        work.is_short = work.is_short or work.is_exhausted
        if self._outermost_cut >= place:
            cycle = frozenset(self._provisional[provisional:]) or _NO_CYCLE
            del self._provisional[provisional:]
            if not work.is_short:
                found = _Remembered(result, self._deepest - self._depth, cycle)
                self._values.keep(key, found, is_momentary=self._is_momentary)
            self._outermost_cut = outer_cut
        else:
            self._provisional.append(key)
            self._outermost_cut = min(outer_cut, self._outermost_cut)
        if work.is_short:
            self._values.keep_short(key, _Remembered(result, self._deepest - self._depth, left=left))
        self._deepest = max(outer_deepest, self._deepest)
        self._is_momentary = self._is_momentary or outer_momentary
        work.is_short = work.is_short or outer_short
        return result

    def shared(self, key: Key, compute: Callable[[], _T]) -> _T:
        """Return what `compute` gives, once per key where nothing was cut short meanwhile."""
        work = self.work
        known, is_momentary = self._kept.find(key)
        self._is_momentary = self._is_momentary or is_momentary
        if known is not None and self._depth + known.height <= MAX_DEPTH:
            self._deepest = max(self._deepest, self._depth + known.height)
            work.allow(known.allowed)
            return cast("_T", known.result)
        outer_momentary, self._is_momentary = self._is_momentary, False
        outer_short, work.is_short = work.is_short, False
        outer_deepest, self._deepest = self._deepest, self._depth
        cuts, allowed, left = self._cuts, work.allowed, work.left
        result = compute()
        work.is_short = work.is_short or work.is_exhausted
        if self._cuts == cuts:
            kept = _Kept(result, self._deepest - self._depth, work.allowed - allowed, left)
            if work.is_short:
                self._kept.keep_short(key, kept)
            else:
                self._kept.keep(key, kept, is_momentary=self._is_momentary)
        self._deepest = max(outer_deepest, self._deepest)
        self._is_momentary = self._is_momentary or outer_momentary
        work.is_short = work.is_short or outer_short
        return result

    def cut_off(self) -> None:
        """Let nothing be remembered that is being evaluated: it was worked out of a part of what there is."""
        self._cut(-1)

    def _cut(self, place: int) -> None:
        self._cuts += 1
        self._outermost_cut = min(self._outermost_cut, place)

    @contextmanager
    def under_way(self, binding: Binding) -> Iterator[None]:
        """Note that a variable is being worked out."""
        self.bindings_under_way[binding] += 1
        try:
            yield
        finally:
            self.bindings_under_way[binding] -= 1
            if not self.bindings_under_way[binding]:
                del self.bindings_under_way[binding]

    @contextmanager
    def entered(self, function: Node, limit: int) -> Iterator[bool]:
        """Enter a call of a function; False where it is already entered as often as `limit`."""
        places = self._entered[function]
        if len(places) >= limit:
            self._cut(places[0])
            yield False
            return
        places.append(len(self._active) - 1)
        try:
            yield True
        finally:
            places.pop()

    def force(self, slot: Slot) -> Value:
        """Return the value of a slot."""
        if isinstance(slot, Lazy):
            return self.guarded(("lazy", slot), slot.node, slot.compute)
        if not isinstance(slot, Thunk):
            return slot
        if slot.perhaps is not None:
            there = self.force(replace(slot, perhaps=None))
            return join((there, Undefined(slot.perhaps)), slot.perhaps)
        if slot.getter is not None:
            return self.invoke(slot.getter, [], slot.node, this=slot.getter.this)
        if slot.expand:
            return contexts.expanded(self, slot.node, slot.env)
        return self.value(slot.node, slot.env)

    def contexts(self, node: Node, env: Environment) -> list[Environment]:
        """Return the environments under which an expression is known as far as it can be."""
        if node in self._asked:
            self.cut_off()
            return []
        self._asked.add(node)
        try:
            return self.shared(("ways", node, *env.values()), lambda: contexts.contexts(self, [node], env))
        finally:
            self._asked.discard(node)

    def mentions(self, tree: ScopeTree) -> Mentions:
        """Return what a script does with the names it mentions."""
        if tree not in self._mentions:
            self._mentions[tree] = Mentions(tree)
        return self._mentions[tree]

    def around(self, node: Node, env: Environment) -> Environment:
        """Return the part of an environment that a node can see."""
        return {binder: env[binder] for binder in self.tree(node).binders(node) if binder in env}

    def inside(self, binder: Node, env: Environment) -> Environment:
        """Return the part of an environment that a binder's own inside can see."""
        seen = dict(self.around(binder, env))
        if binder in env:
            seen[binder] = env[binder]
        return seen

    def frame(self, key: Key, make: Frame) -> Frame:
        """Return one frame per key, so that equal bindings share what is evaluated under them."""
        return self._frames.setdefault(key, make)

    def returned(self, function: Node) -> tuple[Node, ...]:
        """Return the expressions that a function returns."""
        if function not in self._returned:
            self._returned[function] = functions.returned(function)
        return self._returned[function]

    def yielded(self, function: Node) -> tuple[Node, ...]:
        """Return the yield expressions of a generator."""
        if function not in self._yielded:
            self._yielded[function] = functions.yielded(function)
        return self._yielded[function]

    def binding_value(self, binding: Binding, node: Node, env: Environment) -> Value:
        """Return what a name is where `node` mentions it."""
        return names.binding_value(self, binding, node, env)

    def module(self, specifier: str, importer: Node, node: Node) -> Value:
        """Return the namespace object of a module."""
        return imports.module(self, specifier, importer, node)

    def exported(self, path: str, name: str, node: Node) -> Value:
        """Return what a module of the project exports under a name."""
        return imports.exported(self, path, name, node)

    def exported_expression(self, node: Node) -> Value:
        """Return what the expression of `export default` is."""
        return mutation.exported_expression(self, node)

    def global_value(self, name: str, node: Node) -> Value:
        """Return what an undeclared name is."""
        return sharing.global_value(self, name, node)

    def is_global(self, node: Node) -> bool:
        """Whether an expression names a global."""
        return sharing.is_global(self, node)

    def shared_list(self, name: str, node: Node) -> Value:
        """Return a global list that several scripts fill."""
        return sharing.shared_list(self, name, node)

    def shared_member(self, value: Shared, name: str, node: Node) -> Value:
        """Return a member of a name space that several scripts fill."""
        return sharing.shared_member(self, value, name, node)

    def member(self, value: Value, name: str, node: Node) -> Value:
        """Return `value.name`."""
        return members.member(self, value, name, node)

    def invoke(self, function: Value, slots: list[Slot], node: Node, *, this: Value | None = None) -> Value:
        """Return what calling a value with these arguments gives."""
        return calls.invoke(self, function, slots, node, this=this)

    def elements(self, value: Value) -> Array | None:
        """Return what iterating over a value yields; None where it cannot be iterated in sight."""
        return lists.elements(self, value)

    def field_names(self, instance: Instance) -> list[str]:
        """Return the names of an instance's fields."""
        return field_names(self, instance)

"""What becomes of the input of a function: which of its keys are read, and where their values arrive.

The walk goes forward from the parameter, through names, calls of functions in sight and what they return, without regard
to the order of statements. It is silent about what it cannot follow, and says so: as an escape, or as incomplete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program import input_calls, input_patterns, input_states
from webmcp_lint.program.functions import runs_in, standing_in
from webmcp_lint.program.holding import (
    ELEMENT,
    Arrival,
    Call,
    Dereference,
    Escape,
    Held,
    InputFlow,
    Read,
    Way,
    agent_input,
)
from webmcp_lint.program.input_steps import IGNORED, STEPS
from webmcp_lint.program.patterns import parameters
from webmcp_lint.program.reaching import Reach
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.program.values import Frame, Function
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.templates import SCRIPT_HOLE
from webmcp_lint.syntax.wrapping import WRAPPING

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_STEPS = 4_000
"""How many expressions are looked at for one function."""

MAX_ALL_STEPS = 60_000
"""How many for all functions of a project; behind them each gets the least."""

LEAST_STEPS = 100
_PER_STEP: Final = 20
"""How many mentions of a name count as one expression that is looked at."""

MAX_BOXES = 4
_MAX_OVERWRITING: Final = 50

_TRANSPARENT: Final = WRAPPING | {"await_expression", "type_assertion", "jsx_expression"}
_CONDITIONS: Final = frozenset({"if_statement", "while_statement", "do_statement", "for_statement", "switch_statement"})


def input_flow(analysis: Analysis, function: Function) -> InputFlow:
    """Return what becomes of a function's first parameter."""
    walk = Walk(analysis)
    walk.begin(function)
    return walk.flow


class Walk:
    """The walk through one function: what is still to be looked at, and what was found."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.flow = InputFlow()
        self.calls: dict[tuple[Node, Node, Call | None], Call] = {}
        self._reach: dict[Call, Reach] = {}
        self._pending: list[tuple[Node, Held, Call]] = []
        self._seen: set[tuple[Node, Held, Call]] = set()
        self._mentions = 0
        self._counted = 0
        self._most = min(MAX_STEPS, max(LEAST_STEPS, MAX_ALL_STEPS - analysis.input_steps))

    def begin(self, function: Function) -> Call:
        """Follow the first parameter of a function; return the call of it that an agent makes."""
        given = agent_input(function.node)
        frame = Frame(function.node, arguments=[*function.bound, given], this=function.this, open_=given.open[0])
        call = Call(function.node, {**function.env, function.node: frame})
        self.enter(function.node, len(function.bound), Held(None), call)
        self.run()
        return call

    def run(self) -> None:
        """Look at all that is pending."""
        while self._pending:
            if self._steps > self._most:
                self.flow.is_complete = False
                break
            node, held, call = self._pending.pop()
            if self.is_reached(node, call):
                self._step(node, held, call)
        self.analysis.input_steps += self._steps - self._counted
        self._counted = self._steps

    def look(self) -> bool:
        """Count an expression that is only looked at for what it reads; return whether there may be more."""
        self._mentions += 1
        return self._steps <= self._most

    @property
    def _steps(self) -> int:
        return len(self._seen) + self._mentions // _PER_STEP

    def push(self, node: Node, held: Held, call: Call) -> None:
        """Note that an expression holds something."""
        item = (node, held, call)
        if item not in self._seen:
            self._seen.add(item)
            self._pending.append(item)

    def enter(self, function: Node, place: int, held: Held, call: Call) -> None:
        """Note that a function gets something as its argument at a place."""
        single = function.field("parameter")
        listed = parameters(function, with_modifiers=True) if single is None else [single]
        rest = next((each for each in listed if _pattern(each).type == "rest_pattern"), None)
        if place < len(listed) and listed[place] is not rest:
            self.flow.takes_input |= call.caller is None
            input_patterns.bind(self, listed[place], held, call)
        elif rest is not None:
            self.flow.takes_input |= call.caller is None
            inner = _pattern(rest)
            input_patterns.bind(self, inner.children[0], self.boxed(held, ELEMENT), call) if inner.children else None
        if any(_mentions_arguments(self.analysis, function)):
            self.escape(function, held, "dynamic")

    def bind(self, binding: Binding, held: Held, call: Call, *, since: int, is_kept: bool = True) -> None:
        """Note that a name holds something from a place of the text on, wherever it is mentioned; if kept, in markup too."""
        if is_kept:
            input_states.of_binding(self, binding, held)
        uses = self.analysis.tree(binding.node).uses(binding)
        self._mentions += len(uses)
        overwriting = _overwriting(uses, since) if self._steps <= self._most else ()
        for use in uses:
            if self._steps > self._most:
                # Nothing that is pending will be looked at
                break
            if not _is_overwritten(use, overwriting):
                self.push(use, held, call)

    def read(self, key: str, node: Node, held: Held, call: Call, *, is_test: bool = False) -> Held:
        """Note that a key of the input is read, and return what that gives."""
        if SCRIPT_HOLE in key:
            self.escape(node, held, "dynamic")
            return Held(key)
        if self.is_reached(node, call):
            is_certain = call.is_certain and held.form == "itself"
            self.flow.reads.append(Read(key, node, is_certain, is_test))
        return Held(key)

    def escape(self, node: Node, held: Held, way: Way) -> None:
        """Note that something is no longer followed."""
        if held.key is None:
            self.flow.escapes.append(Escape(node, way))

    def arrive(self, arrival: Arrival | None) -> None:
        """Note that something becomes markup, code or an address."""
        if arrival is not None:
            self.flow.arrivals.append(arrival)

    def dereference(self, node: Node, held: Held) -> None:
        """Note that something is used as what `undefined` is not."""
        if held.key is not None and held.is_original and not held.box:
            self.flow.dereferences.append(Dereference(held.key, node))

    def test(self, held: Held, *, is_check: bool = False) -> None:
        """Note that a condition looks at something, or compares it with what is allowed."""
        if held.key is not None and not held.box:
            if held.is_original:
                self.flow.present.add(held.key)
            if is_check:
                self.flow.checked.add(held.key)

    def boxed(self, held: Held, name: str) -> Held:
        """Return what an object or array holds with something inside."""
        return replace(held, box=(name, *held.box)[:MAX_BOXES])

    def fill(self, target: Node, held: Held, _call: Call) -> None:
        """Note that something is put into what may be a control: `name.value = …`, `$("#name").val(…)`."""
        if held.key is not None and not held.box:
            self.flow.fills.append(target)

    def reach(self, call: Call) -> Reach:
        """Return which places a call reaches."""
        return Reach(self.analysis, call.env)

    def is_reached(self, node: Node, call: Call) -> bool:
        """Whether a call may reach a place."""
        if call not in self._reach:
            self._reach[call] = self.reach(call)
        return node in self._reach[call]

    def _step(self, node: Node, held: Held, call: Call) -> None:
        parent = node.parent
        if parent is None:
            return
        if parent.type in _TRANSPARENT:
            around = parent.parent
            if parent.type == "parenthesized_expression" and around is not None and _is_condition(around, parent):
                self.test(held, is_check=around.type == "switch_statement")
            self.push(parent, held, call)
        elif parent.type in FUNCTIONS:
            if node is parent.field("body"):
                self.returned(parent, held, call)
        else:
            step = STEPS.get(parent.type)
            if step is not None:
                step(self, node, parent, held, call)
            elif parent.type not in IGNORED:
                self.escape(node, held, "dynamic")

    def returned(self, function: Node | None, held: Held, call: Call) -> None:
        """Follow what a function returns to where it is called."""
        if function is call.function:
            if call.node is not None and call.caller is not None:
                self.push(call.node, held, call.caller)
            else:
                self.escape(function, held, "returned")
        elif function is not None:
            input_calls.from_callback(self, function, held, call)


def _pattern(parameter: Node) -> Node:
    return parameter.field("pattern") or parameter


def _mentions_arguments(analysis: Analysis, function: Node) -> Sequence[Node]:
    named = analysis.tree(function).identifiers.get("arguments", ())
    return standing_in(named, function)


def _is_condition(statement: Node, condition: Node) -> bool:
    return statement.type in _CONDITIONS and condition in (statement.field("condition"), statement.field("value"))


def _overwriting(uses: Sequence[Node], since: int) -> list[Node]:
    """Return the statements behind a place that give a name another value: `name = …;`."""
    found = []
    for use in uses:
        assignment = use.parent
        statement = assignment.parent if assignment is not None else None
        if (
            assignment is not None
            and assignment.type == "assignment_expression"
            and assignment.field("left") is use
            and statement is not None
            and statement.type == "expression_statement"
            and since < statement.start
        ):
            found.append(statement)
    return found[:_MAX_OVERWRITING]


def _is_overwritten(use: Node, statements: Sequence[Node]) -> bool:
    """Whether one of the statements runs on every way to a use."""
    for statement in statements:
        block = statement.parent
        is_before = statement.end <= use.start and block is not None and block.start <= use.start < block.end
        if is_before and block is not None and runs_in(use, block):
            return True
    return False

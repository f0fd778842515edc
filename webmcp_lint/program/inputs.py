"""What becomes of the input of a function: which of its keys are read, and where their values arrive.

The walk goes forward from the parameter, through names, calls of functions in sight and what they return, without regard
to the order of statements. It is silent about what it cannot follow, and says so: as an escape, or as incomplete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program import input_calls, input_patterns
from webmcp_lint.program.functions import is_reached
from webmcp_lint.program.holding import (
    ELEMENT,
    Arrival,
    Call,
    Dereference,
    Escape,
    Form,
    Held,
    InputFlow,
    Read,
    Way,
    function_around,
)
from webmcp_lint.program.input_sinks import assigned
from webmcp_lint.program.scopes import FUNCTIONS, Binding, parameters, property_name, string_value
from webmcp_lint.program.values import Frame, Function, Unknown
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_STEPS = 4_000
"""How many expressions are looked at for one function."""

MAX_BOXES = 4

_TRANSPARENT: Final = frozenset(
    {"parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "await_expression"}
    | {"type_assertion", "jsx_expression"}
)
_CONDITIONS: Final = frozenset({"if_statement", "while_statement", "do_statement", "for_statement", "switch_statement"})
_COMPARISONS: Final = frozenset({"==", "===", "!=", "!==", "<", ">", "<=", ">="})
_NOTHING: Final = frozenset({"undefined", "null", "''", '""', "``"})


def input_flow(analysis: Analysis, function: Function) -> InputFlow:
    """Return what becomes of a function's first parameter."""
    walk = Walk(analysis)
    unknown = Unknown("an agent's input", function.node)
    frame = Frame(function.node, arguments=[*function.bound, unknown], this=function.this, open_=unknown)
    call = Call(function.node, {**function.env, function.node: frame})
    walk.enter(function.node, len(function.bound), Held(None), call)
    walk.run()
    return walk.flow


class Walk:
    """The walk through one function: what is still to be looked at, and what was found."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.flow = InputFlow()
        self.calls: dict[tuple[Node, Node, Call | None], Call] = {}
        self._pending: list[tuple[Node, Held, Call]] = []
        self._seen: set[tuple[Node, Held, Call]] = set()

    def run(self) -> None:
        """Look at all that is pending."""
        while self._pending:
            if len(self._seen) > MAX_STEPS:
                self.flow.is_complete = False
                return
            node, held, call = self._pending.pop()
            if self._is_reached(node, call):
                self._step(node, held, call)

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

    def bind(self, binding: Binding, held: Held, call: Call, *, since: int) -> None:
        """Note that a name holds something from a place of the text on, wherever it is mentioned."""
        for use in self.analysis.tree(binding.node).uses(binding):
            if not _is_overwritten(use, binding, since):
                self.push(use, held, call)

    def read(self, key: str, node: Node, held: Held, call: Call, *, is_test: bool = False) -> Held:
        """Note that a key of the input is read, and return what that gives."""
        if self._is_reached(node, call):
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

    def _is_reached(self, node: Node, call: Call) -> bool:
        """Whether this call may reach a node: only what it is called with rules a branch out, not the state of the page."""
        return is_reached(self.analysis, node, call.env) or not is_reached(self.analysis, node, {})

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
            step = _STEPS.get(parent.type)
            if step is not None:
                step(self, node, parent, held, call)
            elif parent.type not in _IGNORED:
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


def _mentions_arguments(analysis: Analysis, function: Node) -> list[Node]:
    named = analysis.tree(function).identifiers.get("arguments", ())
    return [each for each in named if function.start <= each.start < function.end]


def _is_condition(statement: Node, condition: Node) -> bool:
    return statement.type in _CONDITIONS and condition in (statement.field("condition"), statement.field("value"))


def _is_overwritten(use: Node, binding: Binding, since: int) -> bool:
    """Whether a statement before the use, on every way to it, gives the name another value."""
    for block in use.ancestors:
        if block.type in FUNCTIONS:
            return False
        if block.type in {"statement_block", "program"} and any(
            _sets(statement, binding.name)
            for statement in block.children
            if since < statement.start and statement.end <= use.start
        ):
            return True
    return False


def _sets(statement: Node, name: str) -> bool:
    inner = statement.children[0] if statement.type == "expression_statement" and statement.children else None
    left = inner.field("left") if inner is not None and inner.type == "assignment_expression" else None
    return left is not None and left.type == "identifier" and left.text == name


def _return(walk: Walk, node: Node, _parent: Node, held: Held, call: Call) -> None:
    walk.returned(function_around(node), held, call)


def _declared(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    name = parent.field("name")
    if name is not None and node is parent.field("value"):
        input_patterns.bind(walk, name, held, call)


def _assign(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    left = parent.field("left")
    if left is None or node is left:
        return
    is_added = parent.type == "augmented_assignment_expression"
    held = replace(held, form="inside", is_original=False) if is_added and "+=" in _operator(parent) else held
    walk.arrive(assigned(left, held, walk.analysis.tree(left)))
    walk.push(parent, held, call)
    if left.type in {"object_pattern", "array_pattern"}:
        input_patterns.bind(walk, left, held, call)
    else:
        input_calls.store(walk, left, held, call)


def _operator(node: Node) -> str:
    operator = node.field("operator")
    return operator.text if operator is not None else ""


def _binary(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    operator, is_left = _operator(parent), node is parent.field("left")
    other = parent.field("right" if is_left else "left")
    if operator in {"||", "??", "&&"}:
        _short_circuit(walk, parent, held, call, operator=operator, is_left=is_left)
    elif operator == "+":
        if held.key is not None or held.form != "itself":
            walk.push(parent, replace(held, form="start" if is_left else "inside", is_original=False), call)
    elif operator == "in" and not is_left and held.key is None and not held.box and other is not None:
        if other.type == "string":
            walk.test(walk.read(string_value(other), other, held, call, is_test=True))
        else:
            walk.escape(node, held, "dynamic")
    elif operator in _COMPARISONS or operator in {"in", "instanceof"}:
        walk.test(held, is_check=other is not None and other.text not in _NOTHING and operator != "instanceof")


def _short_circuit(walk: Walk, parent: Node, held: Held, call: Call, *, operator: str, is_left: bool) -> None:
    if is_left:
        walk.test(held)
        held = replace(held, is_original=held.is_original and operator == "&&")
    if held.key is not None and operator != "&&":
        top = parent
        while top.parent is not None and top.parent.type in {"binary_expression", "parenthesized_expression"}:
            top = top.parent
        walk.flow.fallbacks[top].add(held.key)
    if not is_left or operator != "&&":
        walk.push(parent, held, call)


def _ternary(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    if node is parent.field("condition"):
        walk.test(held)
    else:
        walk.push(parent, held, call)


def _unary(walk: Walk, _node: Node, parent: Node, held: Held, _call: Call) -> None:
    if _operator(parent) in {"!", "typeof"}:
        walk.test(held)


def _substitution(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    template = parent.parent
    if template is None or template.type != "template_string" or node is not parent.children[0]:
        return
    around = template.parent
    if around is not None and around.type == "call_expression":
        # What a tag makes of it is not known
        walk.escape(node, held, "argument")
        return
    is_first = template.children[0] is parent
    form: Form = "start" if is_first and held.form != "inside" else "inside"
    walk.push(template, replace(held, form=form, box=(), is_original=False), call)


def _spread(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    around = parent.parent
    if held.key is None and not held.box:
        walk.escape(node, held, "spread")
    elif around is not None and around.type == "array":
        walk.dereference(node, held)
        inside = held if held.box[:1] == (ELEMENT,) else walk.boxed(replace(held, is_original=False), ELEMENT)
        walk.push(around, inside, call)
    elif around is not None and around.type == "object" and held.box:
        walk.push(around, held, call)
    else:
        walk.escape(node, held, "spread")


def _pair(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    key, literal = parent.field("key"), parent.parent
    if key is None or literal is None or node is not parent.field("value"):
        return
    name = property_name(key)
    if name == "__html" and not held.box and not held.is_escaped:
        walk.arrive(Arrival("html", held.key, key, is_alone=False, name="dangerouslySetInnerHTML"))
    if name is None:
        walk.escape(node, held, "stored")
    else:
        walk.push(literal, walk.boxed(held, name), call)


def _object(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    if node.type == "shorthand_property_identifier":
        walk.push(parent, walk.boxed(held, node.text), call)


def _array(walk: Walk, _node: Node, parent: Node, held: Held, call: Call) -> None:
    walk.push(parent, walk.boxed(held, ELEMENT), call)


def _loop(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    left = parent.field("left")
    if node is not parent.field("right") or left is None:
        return
    if held.key is None and not held.box:
        walk.escape(node, held, "dynamic")
    elif _operator(parent) == "of":
        walk.dereference(node, held)
        inner = replace(held, box=held.box[1:], is_original=False)
        input_patterns.bind(walk, left, inner, call)


def _default(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    left = parent.field("left")
    if left is not None and node is parent.field("right"):
        input_patterns.bind(walk, left, replace(held, is_original=False), call)


def _sequence(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    if node is parent.children[-1]:
        walk.push(parent, held, call)


_Step = Callable[[Walk, Node, Node, Held, Call], None]

_STEPS: Final[dict[str, _Step]] = {
    "return_statement": _return,
    "variable_declarator": _declared,
    "assignment_expression": _assign,
    "augmented_assignment_expression": _assign,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "unary_expression": _unary,
    "template_substitution": _substitution,
    "spread_element": _spread,
    "pair": _pair,
    "object": _object,
    "array": _array,
    "for_in_statement": _loop,
    "assignment_pattern": _default,
    "object_assignment_pattern": _default,
    "sequence_expression": _sequence,
    "member_expression": input_calls.member,
    "subscript_expression": input_calls.subscript,
    "arguments": input_calls.argument,
    "call_expression": input_calls.callee,
}
_IGNORED: Final = frozenset({"expression_statement", "update_expression", "throw_statement", "new_expression"})

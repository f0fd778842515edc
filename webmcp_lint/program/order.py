"""Whether something is written before or after the place at which a value is read.

Within one function the order of the text tells, as long as no loop leads back. A place in another function is looked for
at the calls that lead there: those that bind the function, or all that are proved to call it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from webmcp_lint.program.candidates import candidates
from webmcp_lint.program.functions import call_with, is_async, is_generator
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.loading import Turn
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import Environment, Function, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_CALLS = 8
"""How many calls of one function are looked at."""
MAX_PLACES = 24
"""How many places are looked at on the way from a value to the function in which it is written to."""

ROUNDS = frozenset({"for_in_statement", "for_statement", "while_statement", "do_statement"})
_PASSED = frozenset(
    {"expression_statement", "parenthesized_expression", "sequence_expression", "variable_declaration", "pair"}
    | {"lexical_declaration", "variable_declarator", "assignment_expression", "await_expression", "arguments", "array"}
    | {"call_expression", "new_expression", "labeled_statement", "program", "export_statement", "unary_expression"}
    | {"member_expression", "subscript_expression", "template_string", "template_substitution", "object"}
    | {"as_expression", "non_null_expression", "satisfies_expression", "spread_element", "statement_block"}
    | {"pair_pattern", "object_pattern", "array_pattern"}
)
"""What a write may stand in and be made all the same."""
_OF_LISTS = frozenset({*PER_ELEMENT, "reduce", "reduceRight"})
_BRANCHES = frozenset({"consequence", "alternative"})


class When(Enum):
    """When something is written, seen from the place of a question."""

    BEFORE = "before"
    PERHAPS = "perhaps"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Place:
    """A place that control is at, by the node and how the functions around it are bound.

    `is_late` says that control may come there some time after the place, as a callback does.
    """

    node: Node
    env: Environment
    is_late: bool = False

    @property
    def ways(self) -> tuple[object, ...]:
        """What tells one place from another."""
        return (
            self.node,
            self.is_late,
            *((binder, frame.call) for binder, frame in self.env.items() if frame.call is not None),
        )


def when(analysis: Analysis, write: Node, place: Place, home: Node) -> When | None:
    """Return whether a write happens before control is at a place; None where that cannot be told.

    Where it is not known from where control comes to a place, what is around the write has run to its end by then.
    `home` is the scope of what is written to: a loop around it makes a new one in each round.
    """
    within = runner_of(write)
    found: When | None = None
    for each in _places_in(analysis, within, place):
        if each is None:
            return settled(write, home)
        here = _in_order(write, each, home) if each.node.script is write.script else _in_turn(analysis, write, each)
        if found is not None and found is not here:
            return When.PERHAPS
        found = here
    return found


def outermost_call(node: Node, env: Environment) -> Node | None:
    """Return the call from which control comes to a node in another function, by how the functions around it are bound."""
    call = None
    for _ in range(MAX_PLACES):
        function = runner_of(node if call is None else call)
        frame = env.get(function)
        if frame is None or frame.call is None:
            break
        call = frame.call
    return call


def settled(write: Node, home: Node) -> When | None:
    """Return whether a write is one of the statements that run with the declaration of what is written to."""
    return When.BEFORE if write.script is home.script and is_made(write, home) else None


def _in_turn(analysis: Analysis, write: Node, place: Place) -> When | None:
    """Return whether a statement of another script runs before control is at a place."""
    turn = analysis.modules.loading.turn(
        analysis.globals.part_of(write.script), analysis.globals.part_of(place.node.script)
    )
    match turn:
        case Turn.BEFORE:
            return When.BEFORE if is_made(write, write.script.root) else None
        case Turn.AFTER:
            return When.PERHAPS if place.is_late else When.AFTER
        case Turn.APART:
            return When.AFTER
    return When.PERHAPS


def is_before(node: Node, other: Node, home: Node) -> bool:
    """Whether one node of a function is surely left behind when control comes to another."""
    if runner_of(node) is not runner_of(other):
        return False
    return _in_order(other, Place(node, {}), home) is When.AFTER


def runner_of(node: Node) -> Node:
    """Return the function that a node runs in, or what else runs by itself; one that is called on the spot is passed."""
    inside = node
    for around in node.ancestors:
        if around.type in FUNCTIONS and not _runs_here(around):
            return around
        if around.type == "class_body" or around.parent is None:
            return around if around.parent is None else inside
        inside = around
    return node


def _runs_here(function: Node) -> bool:
    """Whether a function is called where it is written, and runs to its end there."""
    is_plain = not is_generator(function)
    return is_plain and (immediate_call(function) is not None or (_is_of_list(function) and not is_async(function)))


def _is_of_list(function: Node) -> bool:
    """Whether a function is handed to a method of a list that calls it with each element."""
    call = call_with(function)
    callee = call.field("function") if call is not None else None
    member = callee.field("property") if callee is not None else None
    return member is not None and member.text in _OF_LISTS


def immediate_call(function: Node) -> Node | None:
    """Return the call of a function that is called where it is written."""
    node, parent = function, function.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    return (
        parent if parent is not None and parent.type == "call_expression" and parent.field("function") is node else None
    )


def _places_in(analysis: Analysis, within: Node, place: Place) -> Iterator[Place | None]:
    """Yield the places of a function from which control comes to a place; None where some cannot be told."""
    pending, seen = [place], set[Node]()
    while pending:
        at = pending.pop()
        around = runner_of(at.node)
        if around is within or (around.parent is None and within.parent is None):
            yield at
            continue
        if at.node in seen:
            continue
        seen.add(at.node)
        calls = _calls(analysis, around, at)
        if not calls or len(seen) > MAX_PLACES:
            yield None
            return
        pending += calls


def _calls(analysis: Analysis, function: Node, at: Place) -> list[Place]:
    """Return the places from which a function is called in which control is."""
    if function.type not in FUNCTIONS:
        return []
    is_late = at.is_late or _is_behind_await(function, at.node)
    frame = at.env.get(function) or at.env.get(_class_around(function))
    if frame is not None and frame.call is not None:
        return [Place(frame.call, at.env, is_late)]
    argument = function.parent
    if argument is not None and argument.type == "arguments" and argument.parent is not None:
        return [Place(argument.parent, at.env, is_late=True)]
    return [Place(call, {}, is_late or later) for call, later in _proved(analysis, function)]


def _class_around(function: Node) -> Node:
    body = function.parent
    return body.parent if body is not None and body.parent is not None and body.parent.type in CLASSES else function


def _is_behind_await(function: Node, node: Node) -> bool:
    return is_async(function) and any(
        each.type == "await_expression" and each.end <= node.start for each in function.walk()
    )


def _proved(analysis: Analysis, function: Node) -> list[tuple[Node, bool]]:
    """Return the calls of a function, and where it is handed to another, which may call it later."""
    known = analysis.callers.get(function)
    if known is not None:
        return known
    analysis.callers[function] = []
    found = candidates(analysis, function)
    if found.is_complete and len(found.calls) + len(found.passed) <= MAX_CALLS:
        result: list[tuple[Node, bool]] = []
        for call in found.calls:
            callee = call.field("function")
            if callee is not None and _is(analysis, callee, function):
                result.append((call, False))
        for passed in found.passed:
            around = passed.parent.parent if passed.parent is not None else None
            if around is not None and _is(analysis, passed, function):
                result.append((around, True))
        analysis.callers[function] = result
    return analysis.callers[function]


def _is(analysis: Analysis, node: Node, function: Node) -> bool:
    return any(isinstance(each, Function) and each.node is function for each in options(analysis.value(node, {})))


def _in_order(write: Node, place: Place, home: Node) -> When:
    at = place.node
    above = {at: at}
    inside = at
    for around in at.ancestors:
        above[around] = inside
        inside = around
    branch = write
    for common in (write, *write.ancestors):
        if common in above:
            break
        branch = common
    else:
        return When.PERHAPS
    comes_back = is_repeated(common, home)
    # The arguments of a function that is called where it is written are worked out before it runs
    is_argument = common is not at and common.type == "call_expression" and branch is common.field("arguments")
    if common is not at and not is_argument and (write.end > at.start or _are_exclusive(common, branch, above[common])):
        return When.PERHAPS if comes_back or place.is_late else When.AFTER
    return When.BEFORE if is_made(write, common) else When.PERHAPS


def is_repeated(node: Node, home: Node) -> bool:
    """Whether control may come back to a node without making anew what is written to, by a loop or a further call."""
    for around in (node, *node.ancestors):
        if around is home:
            return False
        if around.type in ROUNDS or (around.type in FUNCTIONS and (_is_of_list(around) or not _runs_here(around))):
            return True
    return False


def _are_exclusive(common: Node, one: Node, other: Node) -> bool:
    """Whether two parts of a statement never run both."""
    if common.type not in {"if_statement", "ternary_expression"}:
        return False
    parts = [name for name in _BRANCHES if common.field(name) in {one, other}]
    return len(parts) == 2 and one is not other


def is_made(write: Node, common: Node) -> bool:
    """Whether a write is made whenever control comes through what is around it, up to `common`."""
    inside = write
    for around in write.ancestors:
        if around is common:
            return True
        if around.type in FUNCTIONS:
            body = around.field("body")
            if immediate_call(around) is None or is_async(around) or (body is not None and _is_left(body, write)):
                return False
        elif around.type == "binary_expression":
            operator = around.field("operator")
            if inside is around.field("right") and (operator is None or operator.type in {"&&", "||", "??"}):
                return False
        elif around.type == "if_statement":
            if inside is not around.field("condition"):
                return False
        elif around.type not in _PASSED:
            return False
        inside = around
    return True


def _is_left(body: Node, write: Node) -> bool:
    return any(each.type == "return_statement" and each.end <= write.start for each in body.walk())

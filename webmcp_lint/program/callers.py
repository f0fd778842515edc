"""In which ways a binder is bound: who calls a function, what a loop runs over, with what a class is made.

Callers are found by name and then proved: the callee must evaluate to this very function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from webmcp_lint.program import classes, frameworks, promises
from webmcp_lint.program.candidates import candidates
from webmcp_lint.program.functions import arguments
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.objects import own_properties
from webmcp_lint.program.props import props_of
from webmcp_lint.program.rounds import counter, is_counted_elsewhere, until_left
from webmcp_lint.program.scopes import CLASSES, JSX, LOOPS
from webmcp_lint.program.values import (
    TOO_MANY_WAYS,
    Array,
    Class,
    Collection,
    Environment,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    Method,
    Object,
    Promise,
    Slot,
    Unknown,
    Value,
    options,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.wrapping import wrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Needs:
    """Other binders that must be bound before the ways of one can be told."""

    refs: frozenset[Node]


Ways = list[Frame] | Needs | None


def ways_of(analysis: Analysis, binder: Node, env: Environment) -> Ways:
    """Return the ways in which a binder is bound; None where they cannot be told, empty where there are none."""
    if binder.type in LOOPS:
        around = analysis.around(binder, env)
        ways = (_of_loop if binder.type == "for_in_statement" else _of_count)(analysis, binder, env)
        return until_left(analysis, binder, ways, around) if isinstance(ways, list) else ways
    if binder.type in CLASSES:
        return _of_class(analysis, binder, env)
    return _of_function(analysis, binder, env)


def _of_loop(analysis: Analysis, loop: Node, env: Environment) -> Ways:
    right, operator = loop.field("right"), loop.field("operator")
    if right is None or operator is None:
        return None
    value = analysis.value(right, analysis.around(loop, env))
    if operator.type == "in":
        owned = [own_properties(analysis, option) for option in options(value) if isinstance(option, (Object, Array))]
        keys = [Literal(name, each.key or right) for some in owned for name, each in some.properties.items()]
        opened = [unknown for some in owned for unknown in some.open]
        if not owned:
            return _needs(value)
        return _of_elements(Array(right, list(keys), opened), lambda slot: Frame(loop, element=slot))
    found = analysis.elements(value)
    if found is not None and any(child.type == "await" for child in loop.children):
        found = Array(
            right, [promises.awaited(analysis, analysis.force(item), right) for item in found.items], found.open
        )
    return _of_elements(found, lambda slot: Frame(loop, element=slot))


def _needs(value: Value) -> Needs | None:
    refs = refs_of(value)
    return Needs(refs) if refs else None


def _of_elements(found: Array | None, make: Callable[[Slot], Frame]) -> Ways:
    """Return a way for each element, and one for all that are not known; an empty list has none, its code never runs."""
    if found is None:
        return None
    refs = refs_of(*found.open)
    if refs:
        return Needs(refs)
    if found.open and not found.items:
        return None
    return [make(item) for item in (*found.items, *found.open[:1])]


def _of_count(analysis: Analysis, loop: Node, env: Environment) -> Ways:
    """Return the rounds of `for (let i = 0; i < n; i++)`."""
    counted = counter(loop)
    if counted is None:
        return None
    around = analysis.inside(loop, env)
    start, limit = analysis.value(counted.start, around), analysis.value(counted.limit, around)
    step = Literal(1, loop) if counted.step is None else analysis.value(counted.step, around)
    first, last, more = (_integer(each) for each in (start, limit, step))
    is_told = first is not None and last is not None and more is not None
    rounds = counted.numbers(first or 0, last or 0, more or 0) if is_told else None
    if rounds is None or is_counted_elsewhere(loop, counted.name):
        refs = refs_of(start, limit, step)
        return Needs(refs) if refs else None
    return [Frame(loop, element=Literal(number, loop)) for number in rounds]


def _integer(value: Value) -> int | None:
    is_number = isinstance(value, Literal) and isinstance(value.value, int) and not isinstance(value.value, bool)
    return value.value if is_number and isinstance(value, Literal) and isinstance(value.value, int) else None


def _of_class(analysis: Analysis, cls: Node, env: Environment, depth: int = 0) -> list[Frame] | None:
    frames: list[Frame] = []
    found = candidates(analysis, cls)
    for call in found.calls:
        callee = call.field("constructor")
        if call.type != "new_expression" or callee is None:
            continue
        around = analysis.around(call, env)
        if any(isinstance(each, Class) and each.node is cls for each in options(analysis.value(callee, around))):
            frames.append(_frame(analysis, cls, call, around))
    if cls.type != "abstract_class_declaration" and classes.is_made_elsewhere(analysis, cls):
        handed = Unknown("what a framework hands to a constructor", cls)
        frames.append(analysis.frame(("made elsewhere", cls), Frame(cls, arguments=[], open_=handed)))
    for heir in classes.heirs(analysis, cls) if depth < classes.MAX_HERITAGE else ():
        for frame in _of_class(analysis, heir.node, env, depth + 1) or ():
            # What is made of a class that extends this one is `this` in its methods
            made = frame.this if isinstance(frame.this, Instance) else Instance(heir, {heir.node: frame}, heir.node)
            parent = classes.superclass(analysis, made if made.cls.node is heir.node else replace(made, cls=heir))
            given = parent.env.get(cls) if parent is not None else None
            key = ("heir", cls, frame)
            arguments_ = None if given is None else given.arguments
            frames.append(analysis.frame(key, Frame(cls, arguments=arguments_, this=made, call=frame.call)))
    return frames or None


def _of_function(analysis: Analysis, function: Node, env: Environment) -> Ways:
    place = wrapped(function)
    direct = _where_written(analysis, place, function, env)
    if direct is not _NAMED:
        return direct
    frames: list[Frame] = []
    found = candidates(analysis, function)
    for call in found.calls:
        around = analysis.around(call, env)
        callee = call.field("name") if call.type in JSX else call.field("function")
        if callee is None:
            continue
        if call.type not in JSX:
            frames += (_frame(analysis, function, call, each) for each in _proved(analysis, callee, function, around))
        elif _is(analysis, callee, function, around):
            frames.append(Frame(function, arguments=[props_of(analysis, call, around)]))
    for argument in found.passed:
        around = analysis.around(argument, env)
        if not _is(analysis, argument, function, around):
            continue
        given = _of_argument(analysis, argument, function, around)
        if isinstance(given, Needs) and not given.refs <= env.keys():
            return given
        frames += given if isinstance(given, list) else []
    if frames and not found.is_complete:
        unknown = Unknown(TOO_MANY_WAYS, function)
        frames.append(Frame(function, arguments=[], open_=unknown))
    return frames or None


_NAMED: list[Frame] = []
"""Stands for a function that is called by name, not where it is written."""


def _where_written(analysis: Analysis, place: Node, function: Node, env: Environment) -> Ways:
    """Return how a function is called by the place it is written at."""
    parent = place.parent
    if parent is None:
        return None
    if parent.type == "call_expression" and parent.field("function") is place:
        return [_frame(analysis, function, parent, analysis.around(parent, env))]
    if parent.type == "member_expression" and parent.parent is not None and parent.parent.type == "call_expression":
        return None
    call = parent.parent if parent.type == "arguments" else None
    callee = call.field("function") if call is not None else None
    if call is None or callee is None:
        return _NAMED
    around = analysis.around(call, env)
    if any(frameworks.hands_on(option) for option in options(analysis.value(callee, around))):
        return _NAMED
    return _of_argument(analysis, place, function, around)


def _of_argument(analysis: Analysis, argument: Node, function: Node, env: Environment) -> Ways:
    """Return how a function is called that is handed to a call as this argument."""
    listed = argument.parent
    call = listed.parent if listed is not None else None
    callee = call.field("function") if call is not None else None
    if listed is None or call is None or callee is None:
        return None
    place = argument.place
    frames: list[Frame] = []
    for option in options(analysis.value(callee, env)):
        given: Ways
        match option:
            case Method(receiver=receiver, name=name) if name in PER_ELEMENT and place == 0:
                given = _of_receiver(analysis, receiver, function, call)
            case Method(receiver=Array() as array, name="reduce") if place == 0:
                given = _of_elements(array, lambda slot: Frame(function, arguments=[Unknown("a sum", argument), slot]))
            case External(receiver=External() as receiver) if _last(callee) in PER_ELEMENT and place == 0:
                given = _of_receiver(analysis, receiver, function, call)
            case Unknown(refs=refs) if _last(callee) in {*PER_ELEMENT, "then"} and place == 0:
                return Needs(refs) if refs else None
            case Method(receiver=Promise() as promise, name="then") if place == 0:
                given = [Frame(function, arguments=[promise.fulfilled])]
            case Method(receiver=Promise(), name="finally"):
                given = [Frame(function, arguments=[])]
            case Function():
                given = _of_parameter(analysis, option, place, call, function, env=env)
            case _:
                return None
        if not isinstance(given, list):
            return given
        frames += given
    return frames


def _of_receiver(analysis: Analysis, receiver: Value, function: Node, call: Node) -> Ways:
    if isinstance(receiver, Collection):
        frames = [Frame(function, arguments=[entry, key], call=call) for key, entry in receiver.entries]
        return frames if not receiver.open else None
    found = analysis.elements(receiver)
    counted = iter(range(len(found.items) + 1 if found is not None else 0))
    return _of_elements(
        found, lambda slot: Frame(function, arguments=[slot, Literal(next(counted), function)], call=call)
    )


def _last(callee: Node) -> str | None:
    member = callee.field("property")
    return member.text if member is not None else None


def _of_parameter(
    analysis: Analysis, callee: Function, place: int, call: Node, function: Node, *, env: Environment
) -> list[Frame] | None:
    """Return how a function is called through the parameter of the function that it is handed to."""
    tree = analysis.tree(callee.node)
    binding = next(
        (
            each
            for each in tree.scope_of(callee.node).bindings.values()
            if each.kind == "parameter" and each.index == place and not each.path
        ),
        None,
    )
    if binding is None:
        return None
    slots, open_ = arguments(analysis, call, env)
    key = ("handed", callee.node, call, *(env.get(each) for each in analysis.tree(call).binders(call)))
    frame = analysis.frame(key, Frame(callee.node, arguments=slots, open_=open_, call=call))
    inside = {**callee.env, callee.node: frame}
    frames = []
    for use in tree.uses(binding):
        inner = use.parent
        if inner is not None and inner.type == "call_expression" and inner.field("function") is use:
            frames.append(_frame(analysis, function, inner, analysis.around(inner, inside)))
    return frames or None


def _frame(analysis: Analysis, binder: Node, call: Node, env: Environment) -> Frame:
    slots, open_ = arguments(analysis, call, env)
    key = ("call", binder, call, *(env.get(each) for each in analysis.tree(call).binders(call)))
    return analysis.frame(key, Frame(binder, arguments=slots, open_=open_, call=call))


def _proved(analysis: Analysis, callee: Node, function: Node, env: Environment) -> Iterable[Environment]:
    """Return the environments in which a callee is the function: a method of what is handed in hangs on who hands it."""
    if _is(analysis, callee, function, env):
        return (env,)
    open_refs = refs_of(analysis.value(callee, env)) - env.keys()
    if callee.type != "member_expression" or not open_refs or function in open_refs:
        # What is handed to the function itself says nothing of who calls it
        return ()
    return (each for each in analysis.contexts(callee, env) if _is(analysis, callee, function, each))


def _is(analysis: Analysis, callee: Node, function: Node, env: Environment) -> bool:
    return any(
        isinstance(option, Function) and option.node is function for option in options(analysis.value(callee, env))
    )

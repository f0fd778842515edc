"""In which ways the names that an expression hangs on can be bound: one environment for each.

The outermost unbound binder is bound first, in all its ways, then the next; so `register(adapter)` with three adapters is
three contexts, not one in which each of the adapter's properties has three values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from webmcp_lint.program.callers import Needs, frames_of
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Collection,
    Environment,
    External,
    Frame,
    Instance,
    Object,
    Slot,
    Thunk,
    Unknown,
    Value,
    join,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_CONTEXTS = 300
MAX_BINDERS = 12
MAX_REFS_NODES = 4_000

UNREAD = frozenset({"execute", "handler", "callback", "run", "signal", "onSuccess", "onError", "formatOutput"})
"""Properties of a tool whose values nobody needs to know in order to list it."""


def contexts(
    analysis: Analysis, nodes: Sequence[Node], env: Environment, *, within: Node | None = None
) -> list[Environment]:
    """Return the environments under which these expressions are known as far as they can be.

    With `within`, only binders inside that function are bound. No environment at all means that the code never runs:
    a list it loops over is known to be empty.
    """
    done: list[Environment] = []
    pending: list[tuple[Environment, frozenset[Node]]] = [(env, frozenset())]
    while pending:
        at, exhausted = pending.pop()
        binder = _outermost(analysis, nodes, at, exhausted, within)
        if binder is None or len(at) - len(env) + len(exhausted) >= MAX_BINDERS:
            done.append(at)
            continue
        frames = frames_of(analysis, binder, at)
        while isinstance(frames, Needs):
            needed = frames.refs - at.keys() - exhausted - {binder}
            exhausted |= {binder}
            if not needed:
                frames = None
                break
            # The list that a loop runs over hangs on something farther out: that comes first, then the loop again
            tried, binder = binder, _farthest(analysis, needed)
            exhausted -= {tried}
            frames = frames_of(analysis, binder, at)
        if frames is None:
            pending.append((at, exhausted | {binder}))
            continue
        if len(done) + len(pending) + len(frames) > MAX_CONTEXTS:
            frames = frames[: max(MAX_CONTEXTS - len(done) - len(pending), 0)]
        bound = [extended(analysis, at, frame) for each in frames for frame in _split(analysis, each)]
        pending.extend((each, exhausted) for each in reversed(bound))
    return done


def expanded(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what an expression may be, in all the ways in which the names around it can be bound."""
    return analysis.guarded(
        ("expanded", node, *(env.get(binder) for binder in analysis.tree(node).binders(node))),
        node,
        lambda: join((analysis.value(node, each) for each in contexts(analysis, [node], env)), node),
    )


def _outermost(
    analysis: Analysis, nodes: Sequence[Node], env: Environment, exhausted: frozenset[Node], within: Node | None
) -> Node | None:
    unbound = [
        ref
        for node in nodes
        for ref in references(analysis, [analysis.value(node, env)])
        if ref not in env and ref not in exhausted and (within is None or within in ref.ancestors)
    ]
    return _farthest(analysis, unbound)


def _farthest(analysis: Analysis, binders: Iterable[Node]) -> Node | None:
    return min(binders, key=lambda ref: (len(analysis.tree(ref).binders(ref)), ref.start), default=None)


def references(analysis: Analysis, values: Iterable[Value]) -> set[Node]:
    """Return the binders that would have to be bound for these values, and what is in them, to become known."""
    refs: set[Node] = set()
    seen: set[int] = set()
    stack: list[Slot] = list(values)
    while stack and len(seen) < MAX_REFS_NODES:
        slot = stack.pop()
        value = analysis.force(slot)
        if id(value) in seen:
            continue
        seen.add(id(value))
        match value:
            case Unknown():
                refs |= value.refs
            case Alternatives():
                stack.extend(value.options)
            case Object():
                stack.extend(value.open)
                stack.extend(each.value for name, each in value.properties.items() if name not in UNREAD)
            case Array():
                stack.extend(value.items)
                stack.extend(value.open)
            case Collection():
                stack.extend(value.open)
                stack.extend(entry for pair in value.entries for entry in pair)
            case External():
                stack.extend(value.arguments or ())
                if value.receiver is not None:
                    stack.append(value.receiver)
            case Instance():
                pass
    return refs


def _split(analysis: Analysis, frame: Frame) -> list[Frame]:
    """Return a frame for each alternative of an argument that may be one of several objects."""
    slots = frame.arguments if frame.arguments is not None else [frame.element] if frame.element is not None else []
    for index, slot in enumerate(slots[:4]):
        value = analysis.force(slot)
        if isinstance(value, Alternatives) and any(isinstance(each, Unknown) and each.refs for each in value.options):
            continue
        if isinstance(value, Alternatives) and sum(isinstance(each, (Object, Instance)) for each in value.options) > 1:
            return [each for option in value.options for each in _split(analysis, _with_slot(frame, index, option))]
    return [frame]


def _with_slot(frame: Frame, index: int, slot: Slot) -> Frame:
    if frame.arguments is None:
        return Frame(frame.binder, element=slot, this=frame.this)
    arguments = list(frame.arguments)
    arguments[index] = slot
    return Frame(frame.binder, arguments=arguments, this=frame.this, open_=frame.open)


def extended(analysis: Analysis, env: Environment, frame: Frame) -> Environment:
    """Return `env` with one more frame; arguments that mention what it binds are given it too."""
    binder = frame.binder
    result = {each: _told(analysis, old, binder, frame) for each, old in env.items()}
    result[binder] = frame
    return result


def _told(analysis: Analysis, frame: Frame, binder: Node, new: Frame) -> Frame:
    if frame.arguments is not None:
        arguments = [_told_slot(analysis, slot, binder, new) for slot in frame.arguments]
        if any(a is not b for a, b in zip(arguments, frame.arguments, strict=True)):
            return Frame(frame.binder, arguments=arguments, this=frame.this, open_=frame.open)
    elif frame.element is not None:
        element = _told_slot(analysis, frame.element, binder, new)
        if element is not frame.element:
            return Frame(frame.binder, element=element, this=frame.this)
    return frame


def _told_slot(analysis: Analysis, slot: Slot, binder: Node, new: Frame) -> Slot:
    if not isinstance(slot, Thunk) or binder in slot.env:
        return slot
    if slot.node.script is binder.script and binder in analysis.tree(slot.node).binders(slot.node):
        return Thunk(slot.node, {**slot.env, binder: new})
    return slot

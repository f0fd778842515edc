"""In which ways the names that an expression hangs on can be bound: one environment for each.

The outermost unbound binder is bound first, in all its ways, then the next; so `register(adapter)` with three adapters is
three contexts, not one in which each of the adapter's properties has three values.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from webmcp_lint.program.callers import Needs, ways_of
from webmcp_lint.program.scopes import JSX, LOOPS
from webmcp_lint.program.values import (
    TOO_MANY_WAYS,
    TOO_MUCH,
    Alternatives,
    Array,
    Collection,
    Environment,
    External,
    Frame,
    Instance,
    Object,
    Promise,
    Slot,
    Thunk,
    Unknown,
    Value,
    join,
)
from webmcp_lint.program.work import PART
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_CONTEXTS = 2_500
MAX_BINDERS = 12
MAX_REFS_NODES = 4_000
MAX_TOLD = 4_000
"""How many arguments are looked through for those that mention a name that gets bound."""
MAX_SPLIT = 4
"""How many arguments of one call are looked at for alternatives."""

UNREAD = frozenset({"execute", "handler", "callback", "run", "signal", "onSuccess", "onError", "formatOutput"})
"""Properties of a tool whose values nobody needs to know in order to list it."""


def contexts(
    analysis: Analysis, nodes: Sequence[Node], env: Environment, *, within: Node | None = None
) -> list[Environment]:
    """Return the environments under which these expressions are known as far as they can be.

    With `within`, only binders inside that function are bound. No environment at all means that the code never runs:
    a list it loops over is known to be empty.
    """
    return list(_each(analysis, nodes, env, within=within))


def _each(
    analysis: Analysis, nodes: Sequence[Node], env: Environment, *, within: Node | None = None
) -> Iterator[Environment]:
    """Yield the environments of `contexts` one by one; who has seen enough need not wait for all of them."""
    done = 0
    pending = [env]
    while pending:
        at = pending.pop()
        wanted = _farthest(analysis, _unbound(analysis, nodes, at, within))
        if wanted is None or len(at) - len(env) >= MAX_BINDERS or analysis.work.is_exhausted:
            done += 1
            yield at
            continue
        binder, frames = _bound(analysis, wanted, at)
        room = MAX_CONTEXTS - done - len(pending)
        if frames is None:
            frames = [_unknown_frame(analysis, binder, None)]
        elif len(frames) > (room := min(room, analysis.work.most(len(frames)))):
            frames = [*frames[: max(room - 1, 0)], _unknown_frame(analysis, binder, TOO_MANY_WAYS)]
        analysis.work.allow_elements(len(frames))
        pending.extend(reversed(_ways(analysis, at, binder, frames)))


def _ways(analysis: Analysis, env: Environment, binder: Node, frames: Iterable[Frame]) -> list[Environment]:
    """Return an environment for each frame; once the work is used up, one in which nothing is known of the rest."""
    found: list[Environment] = []
    for each in frames:
        if analysis.work.is_exhausted:
            found.append({**env, binder: _unknown_frame(analysis, binder, TOO_MUCH)})
            break
        found += (extended(analysis, env, frame) for frame in _split(analysis, each))
    return found


def _unbound(analysis: Analysis, nodes: Sequence[Node], env: Environment, within: Node | None) -> list[Node]:
    refs = references(analysis, [analysis.value(node, env) for node in nodes])
    return [ref for ref in refs if ref not in env and (within is None or any(each is within for each in ref.ancestors))]


def _farthest(analysis: Analysis, binders: Iterable[Node]) -> Node | None:
    """Return the outermost of some binders; among equals the first in the order of paths and text."""

    def order(ref: Node) -> tuple[int, str, int, int]:
        return (len(analysis.tree(ref).binders(ref)), ref.script.file.path, ref.start, -ref.end)

    return min(binders, key=order, default=None)


def _bound(analysis: Analysis, binder: Node, env: Environment) -> tuple[Node, list[Frame] | None]:
    """Return the ways of a binder, or those of another that its own ways hang on; None where they cannot be told."""
    waiting = {binder}
    while True:
        ways = ways_of(analysis, binder, env)
        if not isinstance(ways, Needs):
            return binder, ways
        needed = _farthest(analysis, (ref for ref in ways.refs if ref not in env and ref not in waiting))
        if needed is None:
            return binder, None
        binder = needed
        waiting.add(binder)


def _unknown_frame(analysis: Analysis, binder: Node, reason: str | None) -> Frame:
    """Return the way in which a binder is bound that nothing is known of: its names are Unknown for good."""
    is_loop = binder.type in LOOPS
    unknown = Unknown(reason or ("a loop's variable" if is_loop else "a parameter"), binder)
    frame = Frame(binder, element=unknown) if is_loop else Frame(binder, arguments=[], open_=unknown)
    return analysis.frame(("unknown", binder, reason), frame)


def expanded(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what an expression may be, in all the ways in which the names around it can be bound."""
    return analysis.guarded(
        ("expanded", node, *(env.get(binder) for binder in analysis.tree(node).binders(node))),
        node,
        lambda: join((analysis.value(node, each) for each in _each(analysis, [node], env)), node),
    )


def references(analysis: Analysis, values: Iterable[Value]) -> list[Node]:
    """Return the binders that would have to be bound for these values, and what is in them, to become known.

    What lies deep in them, such as the parts of a schema, is looked at last, and leaves some work for what else there is.
    """
    refs: dict[Node, None] = {}
    seen: set[int] = set()
    # What is forced here must live as long as `seen` holds its identity
    kept: list[Value] = []
    pending: deque[Slot] = deque(values)
    least = 0 if analysis.work.is_aside else analysis.work.left // PART
    while pending and len(seen) < MAX_REFS_NODES:
        if analysis.work.left < least:
            analysis.work.is_short = True
            break
        with analysis.work.part():
            value = analysis.force(pending.popleft())
        if id(value) in seen:
            continue
        seen.add(id(value))
        kept.append(value)
        match value:
            case Unknown():
                refs |= dict.fromkeys(value.refs)
            case Alternatives():
                pending.extend(value.options)
            case Object():
                pending.extend(value.open)
                pending.extend(each.value for name, each in value.properties.items() if name not in UNREAD)
            case Array():
                pending.extend(value.items)
                pending.extend(value.open)
            case Collection():
                pending.extend(value.open)
                pending.extend(entry for pair in value.entries for entry in pair)
            case Promise():
                pending.append(value.fulfilled)
            case External():
                pending.extend(value.arguments or ())
                if value.receiver is not None:
                    pending.append(value.receiver)
    analysis.work.spend(len(seen) // 8)
    return list(refs)


def _split(analysis: Analysis, frame: Frame) -> list[Frame]:
    """Return a frame for each alternative of an argument that may be one of several objects."""
    slots = frame.arguments if frame.arguments is not None else [frame.element] if frame.element is not None else []
    for index, slot in enumerate(slots[:MAX_SPLIT]):
        value = analysis.force(slot)
        if not isinstance(value, Alternatives) or any(isinstance(e, Unknown) and e.refs for e in value.options):
            continue
        if sum(isinstance(each, (Object, Instance, Array)) for each in value.options) > 1:
            return [
                each
                for option in value.options
                for each in _split(analysis, _with_slot(frame, index, option, value.node))
            ]
    return [frame]


def _with_slot(frame: Frame, index: int, slot: Slot, doubt: Node) -> Frame:
    if frame.arguments is None:
        return Frame(frame.binder, element=slot, this=frame.this).doubted(frame.doubt or doubt)
    arguments = list(frame.arguments)
    arguments[index] = slot
    changed = Frame(frame.binder, arguments=arguments, this=frame.this, open_=frame.open, call=frame.call)
    return changed.doubted(frame.doubt or doubt)


def extended(analysis: Analysis, env: Environment, frame: Frame) -> Environment:
    """Return `env` with one more frame; arguments that mention what it binds, however indirectly, are given it too."""
    telling = _Telling(analysis, frame)
    result = {binder: telling.frame(old) for binder, old in env.items()}
    result[frame.binder] = frame
    analysis.work.spend(telling.steps // 8)
    return result


class _Telling:
    """Makes a new frame known to the frames and arguments that were made before it; what does not change is kept."""

    def __init__(self, analysis: Analysis, new: Frame) -> None:
        self.analysis = analysis
        self.new = new
        self.told: dict[Frame, Frame] = {}
        self.steps = 0

    def frame(self, frame: Frame) -> Frame:
        if frame in self.told or self.steps > MAX_TOLD:
            return self.told.get(frame, frame)
        self.told[frame] = frame
        if frame.arguments is not None:
            arguments = [self.slot(slot) for slot in frame.arguments]
            if any(a is not b for a, b in zip(arguments, frame.arguments, strict=True)):
                self.told[frame] = Frame(
                    frame.binder, arguments=arguments, this=frame.this, open_=frame.open, call=frame.call
                )
        elif frame.element is not None:
            element = self.slot(frame.element)
            if element is not frame.element:
                self.told[frame] = Frame(frame.binder, element=element, this=frame.this)
        if self.told[frame] is not frame:
            self.told[frame].doubt = frame.doubt
        return self.told[frame]

    def slot(self, slot: Slot) -> Slot:
        if isinstance(slot, Object) and slot.node.type in JSX:
            properties = {name: replace(each, value=self.slot(each.value)) for name, each in slot.properties.items()}
            is_same = all(properties[name].value is each.value for name, each in slot.properties.items())
            return slot if is_same else Object(slot.node, properties, list(slot.open))
        if not isinstance(slot, Thunk):
            return slot
        self.steps += 1 + len(slot.env)
        env = {binder: self.frame(frame) for binder, frame in slot.env.items()}
        binder = self.new.binder
        is_around = slot.node.script is binder.script and binder in self.analysis.tree(slot.node).binders(slot.node)
        if is_around:
            env.setdefault(binder, self.new)
        is_changed = len(env) > len(slot.env) or any(env[each] is not slot.env[each] for each in slot.env)
        return replace(slot, env=env) if is_changed else slot

"""What becomes of what an agent fills into the controls of a page: by the form that makes a tool, or by a tool of a script.

The elements come from the document, and only what code reads of them that the submit or the tool runs is followed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.field_reads import FieldRead, reached
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.holding import Arrival, Call, Held
from webmcp_lint.program.inputs import Walk
from webmcp_lint.program.listeners import Listener, environment
from webmcp_lint.program.path_tests import Conditions
from webmcp_lint.program.reaching import Reach
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.elements import Dom
    from webmcp_lint.program.values import Function
    from webmcp_lint.syntax.dom import Element

_MAX_ROUNDS: Final = 3
"""How often what is put into a control leads on to the next one."""

_INLINE: Final = frozenset({"arrow_function", "function_expression"})


def submitted(
    analysis: Analysis, dom: Dom, keys: Mapping[Element, str], heard: Iterable[Listener]
) -> Sequence[Arrival]:
    """Return where the values of a form's controls arrive when an agent submits it; `keys` are their parameters."""
    walk = _FieldWalk(analysis, dom, keys.__contains__, is_agent=True)
    for element, key in keys.items():
        walk.contents[element].append(Held(key, is_original=False))
    walk.follow([call for listener in heard for call in _starts(listener)])
    return _unchecked(walk, 0)


def filled(
    analysis: Analysis,
    dom: Dom,
    is_free: Callable[[Element], bool],
    function: Function,
    heard: Callable[[Element], Iterable[Listener]],
) -> Sequence[Arrival]:
    """Return where the input of a function arrives by the controls that it is put into.

    `is_free` tells which controls keep any text, `heard` what listens to the submit of a form.
    """
    walk = _FieldWalk(analysis, dom, is_free, is_agent=False)
    call = walk.begin(function)
    known = len(walk.flow.arrivals)
    if walk.contents:
        walk.follow([call], heard)
    return _unchecked(walk, known)


def _unchecked(walk: Walk, since: int) -> list[Arrival]:
    return [each for each in walk.flow.arrivals[since:] if each.key not in walk.flow.checked]


def _starts(listener: Listener) -> list[Call]:
    if listener.body is not None:
        return [Call(statement, {}) for statement in listener.body]
    function = listener.function
    return [] if function is None else [Call(function.node, environment(listener))]


class _FieldWalk(Walk):
    """A walk that goes through controls; `contents` is what they hold."""

    def __init__(self, analysis: Analysis, dom: Dom, is_free: Callable[[Element], bool], *, is_agent: bool) -> None:
        super().__init__(analysis)
        self.contents: defaultdict[Element, list[Held]] = defaultdict(list)
        self._dom = dom
        self._is_free = is_free
        self._conditions = Conditions(analysis, dom, is_agent)

    def follow(self, starts: Sequence[Call], heard: Callable[[Element], Iterable[Listener]] | None = None) -> None:
        """Follow what controls hold, in calls and in the submits that these cause."""
        reads: list[FieldRead] = []
        for start in starts:
            found = reached(self, self._dom, start)
            reads += found.reads
            for form in found.submitted if heard is not None else ():
                self._dom.target, self._dom.current = form, (form,)
                for listener in heard(form) if heard is not None else ():
                    for inner in _starts(listener):
                        reads += reached(self, self._dom, inner).reads
        for _ in range(_MAX_ROUNDS):
            before = sum(map(len, self.contents.values()))
            # What is pushed last is followed first
            for read in reversed(reads):
                for held in reversed(self.contents.get(read.element, [])):
                    self.push(read.node, replace(held, box=read.box), read.call)
            self.run()
            if sum(map(len, self.contents.values())) == before:
                return

    def fill(self, target: Node, held: Held, call: Call) -> None:
        """Note what a control holds from now on, where it is one that keeps it."""
        owner = target.field("object")
        if owner is None or held.key is None or held.box:
            return
        found = self._dom.elements(self.analysis.value(owner, call.env))
        if found is not None and len(found) == 1 and self._is_free(found[0]):
            kept = replace(held, is_original=False)
            if kept not in self.contents[found[0]]:
                self.contents[found[0]].append(kept)

    def reach(self, call: Call) -> Reach:
        """Return which places a call reaches for this submitter."""
        return _Reach(self.analysis, call, self._conditions)


class _Reach(Reach):
    """What is reached where it is known who submits; functions written on the way are reached with what is around them."""

    def __init__(self, analysis: Analysis, call: Call, conditions: Conditions) -> None:
        super().__init__(analysis, call.env)
        self._call = call
        self._conditions = conditions

    def __contains__(self, node: Node) -> bool:
        """Whether the place of a node may be reached."""
        place: Node | None = node
        while place is not None and super().__contains__(place):
            place = function_around(place)
            if place is None or place is self._call.function or place not in self._call or place.type not in _INLINE:
                return True
        return False

    def _decided(self, condition: Node) -> bool | None:
        known = super()._decided(condition)
        return self._conditions.truth(condition, self._env) if known is None else known

"""What the `execute` of a tool does, worked out when a rule asks for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeAlias

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.effect import Effect, Kind, Summary
from webmcp_lint.program.effects import effects_of
from webmcp_lint.program.reading_after import is_read_behind
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.program.unawaited import unawaited
from webmcp_lint.program.values import Function, Value, options
from webmcp_lint.source import Location

HARMLESS: Final = frozenset[Kind]({"bookkeeping", "read", "look", "recall"})
"""Kinds of effects that leave everything as it was for a person."""

Identity: TypeAlias = tuple[Kind, Location, str]
"""What makes two tools' actions the same one: what is done, where that is written, and how."""

_SHARE: Final = 0.8
_FEWEST: Final = 3


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a tool does, and the place that shows it.

    `subject` is what it is done to, as it is written; `method` that of a request, or whether it takes something
    out of a collection (`delete`) or puts it in (`add`). `is_own` says
    whether it stands in `execute` itself.
    """

    kind: Kind
    location: Location
    subject: str
    method: str
    is_certain: bool
    is_own: bool
    is_chosen: bool
    """Whether it is but one of several things that a call may ask for."""
    is_read_behind: bool = False
    """Whether the tool answers with what it reads off the page once that is done."""

    @property
    def identity(self) -> Identity:
        """What makes two tools' actions the same one."""
        return (self.kind, self.location, self.method)


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An action that may still be under way, or fail, when the answer says that it succeeded."""

    action: Action
    start: Location
    answer: Location


class Behaviour:
    """What a tool does when an agent calls it; everything is worked out at most once."""

    def __init__(self, analysis: Analysis, execute: Value) -> None:
        self._analysis = analysis
        self._execute = execute
        self._found: Summary | None = None
        analysis.waiting.append(self._follow)

    def _follow(self) -> None:
        self._found = effects_of(self._analysis, self._execute)

    @property
    def _summary(self) -> Summary:
        if self._found is None:
            # All in one order: what is left for one must not hang on which rules run
            waiting, self._analysis.waiting = self._analysis.waiting, []
            with deep_recursion():
                for follow in waiting:
                    follow()
        assert self._found is not None  # noqa: S101  it was among those that waited
        return self._found

    @property
    def has_body(self) -> bool:
        """Whether there is a function in sight."""
        return any(isinstance(each, Function) for each in options(self._execute))

    @cached_property
    def actions(self) -> Sequence[Action]:
        """What it does, each thing once, in the order in which it is met."""
        found: dict[Identity, Action] = {}
        own = [each.node for each in options(self._execute) if isinstance(each, Function)]
        for effect in self._summary.effects:
            is_own = any(around in own for around in effect.node.ancestors)
            action = self._action(effect, is_own=is_own)
            found.setdefault(action.identity, action)
        return tuple(found.values())

    def _action(self, effect: Effect, *, is_own: bool) -> Action:
        is_read = effect.kind == "click" and is_read_behind(self._analysis, effect.via or effect.node)
        return replace(_action(effect, is_own=is_own), is_read_behind=is_read)

    @cached_property
    def unawaited(self) -> Sequence[Unfinished]:
        """What it starts and answers for before it is done."""
        functions = [each.node for each in options(self._execute) if isinstance(each, Function)]
        with deep_recursion():
            found = [each for function in functions for each in unawaited(self._analysis, function, self._summary)]
        return tuple(
            Unfinished(_action(each.effect, is_own=True), each.statement.location, each.answer.location)
            for each in found
        )

    def mentions(self, words: re.Pattern[str]) -> bool:
        """Whether the text of a function that runs holds what a pattern looks for."""
        return any(words.search(each.text) for each in self._summary.functions)

    @property
    def is_known(self) -> bool:
        """Whether everything that it calls can be followed."""
        return self.has_body and not self._summary.unknown

    @property
    def is_cut(self) -> bool:
        """Whether following it came to the end of its share of work."""
        return self._summary.is_cut

    @property
    def unknowns(self) -> Sequence[Location]:
        """The calls that cannot be followed."""
        return tuple(each.location for each in self._summary.unknown)


def _action(effect: Effect, *, is_own: bool) -> Action:
    return Action(
        effect.kind,
        effect.node.location,
        effect.subject,
        effect.method,
        effect.is_certain,
        is_own,
        effect.is_chosen,
    )


def background(behaviours: Iterable[Behaviour], readers: Iterable[Behaviour]) -> frozenset[Identity]:
    """Return what (almost) every tool does through code that they share, those that only look included."""
    every = list(behaviours)
    if len(every) < _FEWEST:
        return frozenset()
    counted = Counter(action.identity for each in every for action in each.actions if not action.is_own)
    looking = Counter(action.identity for each in readers for action in each.actions)
    return frozenset(
        identity for identity, count in counted.items() if count >= _SHARE * len(every) and looking[identity] > 1
    )

"""How a tool handles a call: what becomes of its input, and what it answers. Worked out when a rule asks, and not before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from webmcp_lint.browser.controls import may_hold_any_text
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.field_flow import filled
from webmcp_lint.program.holding import Arrival as Found
from webmcp_lint.program.holding import InputFlow, SinkKind, Way
from webmcp_lint.program.inputs import input_flow
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.program.results import results
from webmcp_lint.program.values import Function, Value, options
from webmcp_lint.site.answers import Answers, answers
from webmcp_lint.site.form_listeners import FormListeners
from webmcp_lint.source import Location

if TYPE_CHECKING:
    from webmcp_lint.site.page import Page
    from webmcp_lint.syntax.javascript import Script

Sink: TypeAlias = SinkKind


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A place where `execute` reads a key of its input.

    `is_certain` says that it reads this input and no other, `is_test` that it only asks whether the key is there, and
    `is_fallback` that another key may stand for it.
    """

    key: str
    location: Location
    is_certain: bool
    is_test: bool
    is_fallback: bool


@dataclass(frozen=True, slots=True)
class Handover:
    """A place where the whole input goes where it is not followed, and how."""

    location: Location
    way: Way


@dataclass(frozen=True, slots=True)
class Arrival:
    """A place where a value of the input becomes markup, code or an address; `key` is None for the whole input."""

    kind: Sink
    key: str | None
    location: Location
    is_alone: bool
    """Whether it is the value itself, with nothing around it."""
    name: str


@dataclass(frozen=True, slots=True)
class Inputs:
    """What becomes of the input of `execute`, as far as it is followed."""

    takes_input: bool
    is_complete: bool
    reads: Sequence[KeyUse]
    handovers: Sequence[Handover]
    dereferences: Sequence[tuple[str, Location]]
    """Keys, with the places that throw where they are left out."""
    arrivals: Sequence[Arrival]
    fills: bool
    """Whether one is put into what may be a control of the page."""
    written: frozenset[str]
    """Keys that `execute` sets by itself."""


class Handling:
    """What the function behind a tool does with a call."""

    def __init__(self, analysis: Analysis, functions: Sequence[Function]) -> None:
        self._analysis = analysis
        self._functions = functions

    @property
    def location(self) -> Location:
        """Where the function is written."""
        return self._functions[0].node.location

    @cached_property
    def inputs(self) -> Inputs:
        """What becomes of the input."""
        flows = []
        with deep_recursion():
            for function in self._functions:
                self._analysis.begin_aside()
                flows.append(input_flow(self._analysis, function))
        return _inputs(flows)

    @property
    def script(self) -> Script:
        """The script that the function is written in."""
        return self._functions[0].node.script

    def heard(self, page: Page, path: str) -> FormListeners:
        """Return what hears the forms of a page among the scripts that run beside it."""
        trees = [self._analysis.globals.tree_of(self.script), *self._analysis.globals.siblings(self.script)]
        return FormListeners(page, path, self._analysis, trees)

    def filled(self, heard: FormListeners) -> list[Arrival]:
        """Return where the input arrives by the controls of a page that it is put into."""
        found: list[Arrival] = []
        with deep_recursion():
            for function in self._functions:
                self._analysis.begin_aside()
                dom = heard.dom(heard.page.document)
                found += map(arrived, filled(self._analysis, dom, may_hold_any_text, function, heard.of))
        return found

    @cached_property
    def answers(self) -> Answers | None:
        """What it answers; None where that cannot be told."""
        found = []
        with deep_recursion():
            for function in self._functions:
                self._analysis.begin_aside()
                of_one = results(self._analysis, function)
                if of_one is None:
                    return None
                found.append(answers(self._analysis, of_one, function.node))
        return _merged(found)


def _merged(found: Sequence[Answers]) -> Answers:
    return Answers(
        claims=[each for answers in found for each in answers.claims],
        has_silent_end=any(each.has_silent_end for each in found),
        end=found[0].end,
        throws=[each for answers in found for each in answers.throws],
        swallowed=[each for answers in found for each in answers.swallowed],
        lost=[each for answers in found for each in answers.lost],
        whole=[each for answers in found for each in answers.whole],
        secrets=[each for answers in found for each in answers.secrets],
    )


def handling(analysis: Analysis, tool: Value, name: str) -> Handling | None:
    """Return what the tool's function does; None where it cannot be told which function that is."""
    found = list(options(analysis.member(tool, name, tool.node)))
    functions = [each for each in found if isinstance(each, Function)]
    return Handling(analysis, functions) if functions and len(functions) == len(found) else None


def arrived(arrival: Found) -> Arrival:
    """Return an arrival in the words of the rules."""
    return Arrival(arrival.kind, arrival.key, arrival.node.location, arrival.is_alone, arrival.name)


def _inputs(flows: Sequence[InputFlow]) -> Inputs:
    is_only = len(flows) == 1
    return Inputs(
        takes_input=any(flow.takes_input for flow in flows),
        is_complete=all(flow.is_complete for flow in flows),
        reads=[
            KeyUse(each.key, each.node.location, each.is_certain and is_only, each.is_test, flow.is_fallback(each.key))
            for flow in flows
            for each in flow.reads
        ],
        handovers=[Handover(each.node.location, each.way) for flow in flows for each in flow.escapes],
        dereferences=[
            (each.key, each.node.location)
            for flow in flows
            for each in flow.dereferences
            # What was not looked at may test it
            if flow.is_complete and each.key not in flow.present
        ],
        arrivals=[arrived(each) for flow in flows for each in flow.arrivals if each.key not in flow.checked],
        fills=any(flow.fills for flow in flows),
        written=frozenset(key for flow in flows for key in flow.written),
    )

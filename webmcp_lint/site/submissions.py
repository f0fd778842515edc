"""What the scripts of a page do when one of its form tools is submitted, as the rules are told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location

if TYPE_CHECKING:
    from webmcp_lint.browser.forms import FormTool

StepKind = Literal["prevent", "respond", "reset", "submit", "request-submit", "reject", "check"]
When = Literal["dispatch", "perhaps later", "later"]
"""Whether something happens while the submit event is dispatched, microtasks included, or in a task of its own."""


@dataclass(frozen=True, slots=True)
class Step:
    """Something that a course does.

    `statement` is the statement that it is all of, None where it is a part of one; `event` how the event is called there.
    `callers` are the calls that lead to it, outermost first; `in_answer` says that the answer to the agent waits for it.
    """

    kind: StepKind
    location: Location
    when: When
    callers: Sequence[Location] = ()
    in_answer: bool = False
    is_caught: bool = False
    statement: Location | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """One way through a handler. `is_known` is False where code that is not in sight may do more."""

    steps: Sequence[Step]
    is_known: bool
    exit: Location | None = None
    """The statement at which it is left, None at the end of the code."""

    def first(self, kind: StepKind, when: When = "dispatch") -> Step | None:
        """Return the first step of a kind in that phase."""
        return next((step for step in self.steps if step.kind == kind and step.when == when), None)

    def may(self, kind: StepKind) -> bool:
        """Whether a step of that kind happens, or may happen, while the event is dispatched."""
        return any(step.kind == kind and step.when != "later" for step in self.steps)


@dataclass(frozen=True, eq=False, slots=True)
class Handler:
    """A function, or the code of an attribute, that is run when the form is submitted.

    `place` is where it is attached and `event` where it names the event. `agent` and `person` are its courses when an agent
    or a person submits; `synthetic` are uses of what only the browser's event has on an event of React's own.
    """

    place: Location
    event: Location
    event_name: str | None
    agent: Sequence[Course]
    person: Sequence[Course]
    is_delegated: bool = False
    synthetic: Sequence[Use] = ()

    @property
    def may_respond(self) -> bool:
        """Whether it may answer an agent."""
        return any(course.may("respond") or not course.is_known for course in self.agent)

    @property
    def may_prevent(self) -> bool:
        """Whether it may prevent the default."""
        return any(course.may("prevent") or not course.is_known for course in self.agent)


@dataclass(frozen=True, slots=True)
class Use:
    """A member that is read of an event: which, where, and the expression that it is read from.

    Without `owner`, a pattern takes it, and the place is the pattern's property.
    """

    member: str
    location: Location
    owner: Location | None


@dataclass(frozen=True, eq=False, slots=True)
class Bypass:
    """A call of `form.submit()` outside of the form's own handlers, and the word `submit` in it."""

    location: Location
    name: Location


@dataclass(frozen=True, eq=False, slots=True)
class Submission:
    """What becomes of a form tool that is submitted.

    `is_answered_elsewhere` says that somewhere an answer is given of which it cannot be told to whom.
    """

    tool: Tool
    form: FormTool
    handlers: Sequence[Handler]
    is_answered_elsewhere: bool
    bypasses: Sequence[Bypass] = ()

    def others(self, handler: Handler) -> Iterator[Handler]:
        """Yield the other handlers of the form."""
        return (each for each in self.handlers if each is not handler)

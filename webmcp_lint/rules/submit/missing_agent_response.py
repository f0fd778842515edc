"""missing-agent-response."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import certain, handlers, named, ways
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Course, Handler, Step, Submission

_CONSEQUENCE = "the call fails: Chromium waits for `respondWith` once the default is prevented"


@rule(
    level=Level.ERROR,
    summary="a tool form whose handler prevents the default and does not answer the agent",
    sources=("Chromium 156: `it called preventDefault() on the 'submit' event, without also calling respondWith()`",),
)
def missing_agent_response(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the handlers on whose ways an agent's call is left without an answer."""
    yield from once(_unanswered(page))


def _unanswered(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        if submission.is_answered_elsewhere or handler.synthetic:
            continue
        if any(other.may_respond for other in submission.others(handler)):
            continue
        for course in certain(handler, handler.agent):
            prevented = _unanswered_prevention(course)
            if prevented is not None:
                yield _finding(submission, handler, course, prevented)


def _unanswered_prevention(course: Course) -> Step | None:
    """Return what prevents the default on a course that gives no answer and does not send the form by itself."""
    if not course.is_known or any(step.kind in {"respond", "submit"} for step in course.steps):
        return None
    return course.first("prevent")


def _finding(submission: Submission, handler: Handler, course: Course, prevented: Step) -> Finding:
    answers = any(each.may("respond") for each in handler.agent)
    if not answers:
        return Finding(
            f"this leaves an agent's call to {named(submission)} without an answer",
            prevented.location,
            label=_CONSEQUENCE,
            help=_help(handler),
            tool=submission.tool.label,
            related=ways(submission, handler, prevented),
        )
    related = [Related(prevented.location, "prevents the default"), *ways(submission, handler, prevented)]
    if course.exit is not None:
        related.insert(0, Related(course.exit, "this way out gives no answer"))
    return Finding(
        f"some calls to {named(submission)} end without an answer",
        submission.tool.name.location,
        label="its handler answers on some of its ways only; on the others the call fails",
        help="answer on every way on which the default is prevented, or let the form refuse the input (`required`)",
        tool=submission.tool.label,
        related=related,
    )


def _help(handler: Handler) -> str:
    event = handler.event_name or "event"
    return f"answer with what came of it: `if ({event}.agentInvoked) {event}.respondWith(result)`"

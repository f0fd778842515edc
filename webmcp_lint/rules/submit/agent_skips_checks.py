"""agent-skips-checks."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import handlers, named, ways
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Course, Handler, Step


@rule(
    level=Level.WARNING,
    summary="a handler that answers an agent before the checks that a person's submit has to pass",
    sources=("WebMCP, security considerations: what an agent sends is as little to be trusted as what a person types",),
    precision="low",
)
def agent_skips_checks(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers of handlers that check people only."""
    yield from once(_unchecked(page))


def _unchecked(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        check = _check_of_people(handler)
        for course in handler.agent if check is not None else ():
            answer = _unchecked_answer(course)
            if check is not None and answer is not None:
                yield Finding(
                    f"an agent's submit of {named(submission)} skips the checks",
                    answer.location,
                    label="answered without what a person's submit has to pass",
                    help="check first, for both, then ask `agentInvoked`",
                    tool=submission.tool.label,
                    related=[Related(check.location, "checked for people only"), *ways(submission, handler, answer)],
                )


def _check_of_people(handler: Handler) -> Step | None:
    """Return the check that every course of a person passes and none of an agent."""
    checks = [course.first("check") for course in handler.person]
    if not checks or None in checks or any(course.may("check") or not course.is_known for course in handler.agent):
        return None
    return checks[0]


def _unchecked_answer(course: Course) -> Step | None:
    """Return the answer of a course that does nothing but answer, at once."""
    return course.first("respond")

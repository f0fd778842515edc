"""respond-without-prevent-default."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import certain, handlers, named, put_before, ways
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Course, Step


@rule(
    level=Level.ERROR,
    summary="`respondWith` before the default is prevented",
    sources=("Chromium 156: `To call respondWith, you must first call preventDefault`",),
    fix="safe",
)
def respond_without_prevent_default(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers that the browser refuses because the form is still going to be sent."""
    yield from once(_early(page))


def _early(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        if any(other.may_prevent for other in submission.others(handler)):
            continue
        for course in certain(handler, handler.agent):
            step = _first_answer(course)
            if step is not None:
                yield Finding(
                    f"this answer to {named(submission)} comes before `preventDefault`",
                    step.location,
                    label="`respondWith` throws while the form is still going to be sent; the agent gets no answer",
                    help=f"call `{step.event or 'event'}.preventDefault()` first",
                    tool=submission.tool.label,
                    related=ways(submission, handler, step),
                    fix=_fix(step),
                )


def _first_answer(course: Course) -> Step | None:
    """Return the answer of a course that has prevented nothing before."""
    if not course.is_known:
        return None
    for step in course.steps:
        if step.kind == "prevent" and step.when != "later":
            return None
        if step.kind == "respond" and step.when == "dispatch":
            return step
    return None


def _fix(step: Step) -> Fix | None:
    if step.event is None:
        return None
    return put_before(step, f"{step.event}.preventDefault(); ", "prevent the default first", is_safe=True)

"""unguarded-respond-with."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import certain, handlers, named, put_before, ways
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Step


@rule(
    level=Level.WARNING,
    summary="`respondWith` on the way of a person's submit, where it throws",
    sources=(
        "Chromium 156: `You can only call respondWith on an submit event that has agentInvoked == true`",
        "Browsers without WebMCP have no `respondWith` on a submit event",
    ),
    fix="safe",
)
def unguarded_respond_with(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers that are given to people too."""
    yield from once(_unguarded(page))


def _unguarded(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        for course in certain(handler, handler.person):
            step = course.first("respond") if course.is_known else None
            if step is not None and not step.is_caught:
                event = step.event or "event"
                yield Finding(
                    f"`respondWith` throws when a person submits the form of {named(submission)}",
                    step.location,
                    label="only an agent's submit can be answered, and only where the browser has WebMCP",
                    help=f"answer agents only: `if ({event}.agentInvoked) {event}.respondWith(…)`",
                    tool=submission.tool.label,
                    related=ways(submission, handler, step),
                    fix=_fix(step),
                )


def _fix(step: Step) -> Fix | None:
    if step.event is None:
        return None
    return put_before(step, f"if ({step.event}.agentInvoked) ", "answer agents only", is_safe=True)

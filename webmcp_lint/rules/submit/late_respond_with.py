"""late-respond-with."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import certain, handlers, named, ways
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.ERROR,
    summary="`respondWith` behind an `await`, in a timer or in a callback that runs after the submit event",
    sources=("Chromium 156: `To call respondWith, the event must be currently being dispatched`",),
)
def late_respond_with(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers that are given when nobody takes them any more."""
    yield from once(_late(page))


def _late(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        for course in certain(handler, handler.agent):
            step = course.first("respond", "later")
            if step is not None:
                yield Finding(
                    f"this answer to {named(submission)} comes too late",
                    step.location,
                    label="the submit event is over by then: `respondWith` throws, and the call has failed",
                    help="answer at once, with a promise: "
                    f"`{step.event or 'event'}.respondWith(save())`, and let `save` wait",
                    tool=submission.tool.label,
                    related=ways(submission, handler, step),
                )

"""What rejects the promise that a form's handler answers an agent with."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding
from webmcp_lint.rules.submit.handling import certain, handlers, named, ways
from webmcp_lint.site.page import Page


def rejected_answers(page: Page) -> Iterator[Finding]:
    """Yield the rejections of which the agent is told that there was one, and no more."""
    for submission, handler in handlers(page):
        for course in certain(handler, handler.agent):
            for step in course.steps:
                if step.kind == "reject" and step.in_answer:
                    yield Finding(
                        f"the agent that calls {named(submission)} never reads this reason",
                        step.location,
                        label='it is told "respondWith promise was rejected" and no more',
                        help="resolve with the reason, and with what to do next: `{ error: … }`",
                        tool=submission.tool.label,
                        related=ways(submission, handler, step),
                    )

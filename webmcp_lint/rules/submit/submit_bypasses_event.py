"""submit-bypasses-event."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import named
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Submission
from webmcp_lint.source import Edit


@rule(
    level=Level.NOTE,
    summary="`form.submit()` on a tool's form, which passes by its checks and its submit handlers",
    sources=("HTML 4.10.21.3: `submit()` neither validates the form nor fires its submit event",),
    fix="safe",
)
def submit_bypasses_event(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the calls that send a form past what its handlers or its constraints say."""
    yield from once(_bypasses(page))


def _bypasses(page: Page) -> Iterator[Finding]:
    for submission in page.submissions():
        passed = _passed_by(submission)
        for bypass in submission.bypasses if passed else ():
            yield Finding(
                f"`submit()` sends the form of {named(submission)} past {passed}",
                bypass.location,
                label="it neither validates the form nor fires the submit event",
                help="`requestSubmit()` does what a click on its button does",
                tool=submission.tool.label,
                fix=Fix("call `requestSubmit`", (Edit(bypass.name, "requestSubmit"),), is_safe=True),
            )


def _passed_by(submission: Submission) -> str | None:
    """Return what a submit without an event leaves out; None where there is nothing."""
    if submission.handlers:
        return "its submit handler"
    return "its required fields" if any(group.is_required for group in submission.form.groups) else None

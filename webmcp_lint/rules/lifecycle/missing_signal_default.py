"""missing-signal-default."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import EXECUTE_SIGNAL
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at
from webmcp_lint.source import Edit


@rule(
    level=Level.ERROR,
    summary="`execute(input, { signal })` for browsers that pass no second argument",
    sources=("webmcp#299: up to Chrome 152 `execute` is called with the input alone",),
    fix="safe",
)
def missing_signal_default(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the patterns that take apart an argument which some of the targeted browsers do not pass."""
    return once(_findings(page, settings))


def _findings(page: Page, settings: Settings) -> Iterator[Finding]:
    missing = settings.targets.lacking(EXECUTE_SIGNAL)
    for call in page.lifecycle.calls if missing else ():
        if call.parameter is not None and not call.is_judged:
            yield Finding(
                f"`execute` has no second argument in {missing}",
                call.parameter.location,
                label="taking it apart throws a TypeError: every call of the tool fails there",
                help="give it a default: `= {}`",
                tool=label_at(page, call.call),
                fix=Fix("add `= {}`", [Edit(call.parameter.end, " = {}")], is_safe=True),
            )

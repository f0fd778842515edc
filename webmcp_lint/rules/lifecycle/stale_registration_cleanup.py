"""stale-registration-cleanup."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import FAILED_REGISTRATION_KEEPS_LATER
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at


@rule(
    level=Level.NOTE,
    summary="a failure handler that takes away a newer tool of the same name",
    sources=(
        "webmachinelearning/webmcp#240, CL 8236351: the cleanup of a rejected registration leaves later tools alone",
    ),
)
def stale_registration_cleanup(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the handlers of a rejected registration that abort its signal."""
    return once(_findings(page, settings))


def _findings(page: Page, settings: Settings) -> Iterator[Finding]:
    removing = settings.targets.lacking(FAILED_REGISTRATION_KEEPS_LATER)
    for call in page.lifecycle.calls if removing else ():
        if call.failed_end is not None and not call.is_judged:
            label = label_at(page, call.call)
            yield Finding(
                f"the cleanup of a registration that failed takes away the {f'`{label}`' if label else 'tool'} that holds the name",
                call.failed_end,
                label=f"{removing} remove by name: whichever tool took it in between is gone",
                help="leave a registration that failed alone",
                tool=label,
            )

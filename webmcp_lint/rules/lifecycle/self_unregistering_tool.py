"""self-unregistering-tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import UNREGISTERING_KEEPS_CALLS
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at


@rule(
    level=Level.WARNING,
    summary="a tool that takes itself away before it answers",
    sources=("webmaxru#60: until Chrome 153, taking a tool away cancels its running calls",),
)
def self_unregistering_tool(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the tools whose `execute` aborts the signal of its own registration."""
    return once(_findings(page, settings))


def _findings(page: Page, settings: Settings) -> Iterator[Finding]:
    cancelling = settings.targets.lacking(UNREGISTERING_KEEPS_CALLS)
    for call in page.lifecycle.calls if cancelling else ():
        if call.own_end is not None and not call.is_judged:
            label = label_at(page, call.call)
            yield Finding(
                f"{f'`{label}`' if label else 'the tool'} takes itself away before it answers",
                call.own_end,
                label=f"{cancelling} cancel the call that is running: the agent gets no answer",
                help="abort once the answer is given: `setTimeout(() => controller.abort())`",
                tool=label,
            )

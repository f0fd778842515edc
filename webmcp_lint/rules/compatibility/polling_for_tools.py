"""polling-for-tools."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import CONTEXT_EVENTS
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.NOTE,
    summary="`getTools()` on a timer",
    sources=("Chromium 156: `toolchange` is fired when a tool is added or taken away (11.6)",),
)
def polling_for_tools(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the timers that ask for the tools again and again."""
    if page.supplies_context or not settings.targets.reaches(CONTEXT_EVENTS):
        return
    yield from once(
        Finding(
            "this timer asks for the tools again and again",
            access.location,
            label="the model context tells when a tool comes or goes",
            help='listen to it: `document.modelContext.addEventListener("toolchange", …)`',
        )
        for access in page.accesses
        if access.kind == "poll"
    )

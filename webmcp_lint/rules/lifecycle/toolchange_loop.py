"""toolchange-loop."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at


@rule(
    level=Level.WARNING,
    summary="a tool that is registered by what listens for `toolchange`",
    sources=("Chromium 156: E-events: each registration fires `toolchange`",),
)
def toolchange_loop(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the registrations that every `toolchange` leads to."""
    for call in page.lifecycle.calls:
        if call.in_toolchange and not call.is_judged:
            label = label_at(page, call.call)
            yield Finding(
                f"{f'`{label}`' if label else 'a tool'} is registered at each `toolchange`",
                call.location,
                label="registering fires `toolchange` again: a loop, or a rejection for the name that is taken",
                help="register outside of the listener, or ask first whether the tool is there",
                tool=label,
            )

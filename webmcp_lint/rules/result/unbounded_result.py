"""unbounded-result."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.result.answered import answered
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.NOTE,
    summary="an answer that is as long as the page, a picture or a store happens to be",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md",),
)
def unbounded_result(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the whole pages, pictures and stores that are answered without a limit."""
    return once(
        Finding(
            f"`{name}` is answered whole",
            place,
            label="it fills the context of the model, and pushes out what the user asked",
            help="return the part that was asked for, some 1,500 characters, and say what was cut",
            tool=tool.label,
        )
        for tool, _, found in answered(page)
        for name, place in found.whole
    )

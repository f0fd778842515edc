"""html-from-input."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.arrivals import arrivals, subject
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="a value an agent sends that becomes markup",
    sources=("WebMCP specification: security considerations", "OWASP LLM05:2025 Improper Output Handling"),
)
def html_from_input(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places where an agent's words are parsed as HTML."""
    return once(
        Finding(
            f"{subject(arrival)} becomes HTML by `{arrival.name}`",
            arrival.location,
            label="what an agent has read elsewhere may put a script of its own into this page",
            help="set `textContent`, or escape it",
            tool=tool.label,
        )
        for tool, arrival in arrivals(page, "html")
    )

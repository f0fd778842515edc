"""code-from-input."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.arrivals import arrivals, subject
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.ERROR,
    summary="a value an agent sends that runs as code",
    sources=("WebMCP specification: security considerations", "OWASP LLM05:2025 Improper Output Handling"),
)
def code_from_input(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places where an agent's words are run."""
    return once(
        Finding(
            f"{subject(arrival)} runs as code by `{arrival.name}`",
            arrival.location,
            label="whatever an agent has read can act here as the user who is signed in",
            help="offer what people need as parameters, and call it by name",
            tool=tool.label,
        )
        for tool, arrival in arrivals(page, "code")
    )

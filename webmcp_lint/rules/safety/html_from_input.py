"""html-from-input."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.arrivals import arrivals, subject
from webmcp_lint.settings import Settings
from webmcp_lint.site.handling import Arrival
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit


@rule(
    level=Level.WARNING,
    fix="unsafe",
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
            fix=_as_text(arrival),
        )
        for tool, arrival in arrivals(page, "html")
    )


def _as_text(arrival: Arrival) -> Fix | None:
    """Return the fix that shows the value as text, where it is all that is set."""
    place, name = arrival.location, "innerHTML"
    if not arrival.is_alone or not place.text.endswith(f".{name}"):
        return None
    end = place.span.end
    return Fix("set `textContent`", (Edit(place.file.location(end - len(name), end), "textContent"),), is_safe=False)

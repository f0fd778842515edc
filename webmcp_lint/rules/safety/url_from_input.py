"""url-from-input."""

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
    summary="a value an agent sends that is a whole address to request or open",
    sources=("WebMCP specification: security considerations", "OWASP A10:2021 Server-Side Request Forgery"),
)
def url_from_input(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places where an agent says which address is requested or opened."""
    return once(
        Finding(
            f"{subject(arrival)} is the whole address for `{arrival.name}`",
            arrival.location,
            label=_LABEL_OPENED if "location" in arrival.name or arrival.name == "open" else _LABEL_REQUESTED,
            help="take an identifier and build the address, or compare its origin with a list",
            tool=tool.label,
        )
        for tool, arrival in arrivals(page, "url")
    )


_LABEL_OPENED = "an agent may be told to send the user anywhere, or to a `javascript:` address that runs here"
_LABEL_REQUESTED = "an agent may be told to send data anywhere, in the user's name"

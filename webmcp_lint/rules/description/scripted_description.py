"""scripted-description."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.directives import directives
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import descriptions


@rule(
    level=Level.NOTE,
    summary="a description that scripts the model instead of saying what the tool does",
    sources=(
        "GoogleChromeLabs/webmcp-tools: tool-design.md",
        "WebMCP specification: `description` describes the tool's functionality",
    ),
)
def scripted_description(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the descriptions that give a model orders: steps, habits, roles."""
    for tool in page.tools:
        for text in descriptions(tool):
            spans = [phrase.span() for phrase in directives(text.known or "")]
            if not spans:
                continue
            places = [place or text.location for place in text.places(spans)]
            further = (place for place in dict.fromkeys(places) if place != places[0])
            yield Finding(
                f"{text.subject} tells the model how to behave",
                places[0],
                label="an order for every conversation of every agent; another page may order the opposite",
                help="say what the tool does and what it needs; let the agent find the order of calls",
                tool=tool.label,
                related=tuple(Related(place, "and here") for place in further),
            )

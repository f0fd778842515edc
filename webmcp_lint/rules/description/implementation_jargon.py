"""implementation-jargon."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.jargon import is_about_software, jargon
from webmcp_lint.settings import Settings
from webmcp_lint.site import names
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import descriptions
from webmcp_lint.site.tool import Tool


@rule(
    level=Level.NOTE,
    summary="a description that names the implementation instead of the action",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md (no implementation words)",),
)
def implementation_jargon(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the descriptions that tell by what means something is done, on pages that are not about software."""
    if any(map(_is_about_software, page.tools)):
        return
    for tool in page.tools:
        for text in descriptions(tool):
            span = next(jargon(text.known or ""), None)
            if span is None or text.is_on_page:
                continue
            word = (text.known or "")[slice(*span)]
            yield Finding(
                f"{text.subject} says how it is built",
                text.place(*span) or text.location,
                label=f"`{word}` does not help an agent to tell when to call it, and changes when the code does",
                help="say what the person gets, in the words of the page",
                tool=tool.label,
            )


def _is_about_software(tool: Tool) -> bool:
    said = (tool.label or "", *(parameter.name for parameter in tool.parameters))
    return any(is_about_software(" ".join(names.words(name))) for name in said)

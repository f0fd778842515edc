"""interpolated-text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import Unknown
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.request_data import Source, source
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations
from webmcp_lint.site.texts import texts
from webmcp_lint.site.tool import SourceKind
from webmcp_lint.source import Location

_FROM: Final[Mapping[SourceKind, str]] = {
    "address": "the address of the page",
    "answer": "what a server answers",
    "content": "the content of the page",
    "store": "the browser's store",
}


@rule(
    level=Level.WARNING,
    summary="a tool's name, title or description that is filled from the request or from what people wrote",
    sources=(
        "WebMCP specification: prompt injection (tool poisoning)",
        "OWASP LLM01:2025 Prompt Injection",
    ),
)
def interpolated_text(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield what writes a visitor's or another person's text where an agent looks for the contract."""
    yield from once(_scripted(page))
    for tool in page.tools:
        for text in texts(tool):
            if text.kind == "option" or not isinstance(text.value, Unknown):
                continue
            for origin, location in _sources(page, text.location):
                yield Finding(
                    f"{text.subject} is filled from {origin.description}",
                    location,
                    label="whoever writes that text instructs the agent"
                    if origin.is_untrusted
                    else "the contract changes with whoever looks at it",
                    help="write a fixed text; what differs from call to call belongs in a parameter or in the result",
                    tool=tool.label,
                    level=Level.ERROR if origin.is_untrusted else None,
                )


def _scripted(page: Page) -> Iterator[Finding]:
    for tool, declaration in declarations(page):
        for name in ("name", "title", "description"):
            member = declaration.members.get(declaration.names.get(name, name))
            for found in () if member is None else member.sources:
                is_untrusted = found.kind == "address"
                yield Finding(
                    f"the {name} of `{tool.label}` is filled from {_FROM[found.kind]}"
                    if tool.label
                    else f"the {name} of a tool is filled from {_FROM[found.kind]}",
                    found.location,
                    label="whoever writes a link to the page instructs the agent"
                    if is_untrusted
                    else "the contract changes with what the page happens to hold",
                    help="write a fixed text; what differs from call to call belongs in a parameter or in the result",
                    tool=tool.label,
                    level=Level.ERROR if is_untrusted else None,
                )


def _sources(page: Page, location: Location) -> Iterator[tuple[Source, Location]]:
    """Yield the sources that the template's tags within a location put out, each with its tag."""
    if page.template is None:
        return
    start, end = location.span
    holes = page.template.holes
    for hole in holes[bisect_left(holes, (start,)) : bisect_left(holes, (end,))]:
        found = source(page.file.text[slice(*hole)])
        if found is not None:
            yield found, page.file.location(*hole)

"""inconsistent-tool-names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page, together
from webmcp_lint.site.tool import Tool

_STYLES: Final = {
    "snake_case": re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+"),
    "kebab-case": re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+"),
    "camelCase": re.compile(r"[a-z][a-z0-9]*[A-Z][a-zA-Z0-9]*"),
    "PascalCase": re.compile(r"(?:[A-Z][a-z0-9]+){2,}"),
    "dot.case": re.compile(r"[a-z0-9]+(?:\.[a-z0-9]+)+"),
    "SCREAMING_CASE": re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)+"),
}
"""A name of one lower-case word is at home in most of them and counts for none."""


@rule(
    level=Level.OFF,
    summary="tool names of one page that join their words in different ways",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md (consistent names)",),
)
def inconsistent_tool_names(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the names that are not in the style of most; where two styles are as frequent, the first one counts."""
    return (finding for tools in together(page) for finding in _findings(tools))


def _findings(found: Sequence[Tool]) -> Iterator[Finding]:
    tools = sorted(found, key=lambda tool: (tool.location.file.path, tool.location.span))
    styles = {tool: style for tool in tools if (style := _style(tool.label or "")) is not None}
    usual = next(iter(Counter(styles.values()).most_common(1)), None)
    for tool, style in styles.items():
        if usual is not None and style != usual[0]:
            yield Finding(
                f"`{tool.label}` is {style} among names in {usual[0]}",
                tool.name.location,
                label="an agent guesses the names of its tools by the others",
                help=f"write it in {usual[0]} too",
                tool=tool.label,
            )


def _style(name: str) -> str | None:
    return next((style for style, pattern in _STYLES.items() if pattern.fullmatch(name)), None)

"""similar-tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.vague_description import vagueness
from webmcp_lint.rules.description.verbs import LOOKS
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page, together
from webmcp_lint.site.tool import Tool
from webmcp_lint.site.wording import ARTICLES, stem, words

_MAX_COMPARED: Final = 8
"""How many tools of one wording a further one is held against."""


@rule(
    level=Level.NOTE,
    summary="two tools of one page whose descriptions say the same",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md (tools that do not overlap)",),
)
def similar_tools(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools that are described like one above them, articles, inflection and verbs of reading apart."""
    return (finding for tools in together(page) for finding in _findings(page, tools))


def _findings(page: Page, tools: Sequence[Tool]) -> Iterator[Finding]:
    alike: dict[tuple[str, ...], list[Tool]] = {}
    for tool in sorted(tools, key=lambda tool: (tool.location.file.path, tool.location.span)):
        if tool.label is None or vagueness(tool) is not None:
            continue
        said = tuple(_said(tool.description.known or ""))
        earlier = alike.setdefault(said, [])
        other = next((each for each in earlier if _are_two(each, tool, page)), None)
        if len(earlier) < _MAX_COMPARED:
            earlier.append(tool)
        if said and other is not None:
            yield Finding(
                f"`{tool.label}` and `{other.label}` are described alike",
                tool.description.location,
                label="nothing tells an agent which of the two to call",
                help="say what sets each of them apart, or make them one tool with a parameter",
                tool=tool.label,
                related=(Related(other.description.location, f"describes `{other.label}`"),),
            )


def _said(description: str) -> Iterator[str]:
    for word in words(description):
        if word not in ARTICLES:
            each = stem(word)
            yield "get" if each in LOOKS else each


def _are_two(one: Tool, other: Tool, page: Page) -> bool:
    """Whether an agent can have both before it: two names, and not two branches of one condition."""
    if one.label == other.label:
        return False
    if page.template is None or one.form is None or other.form is None or one.form.frame or other.form.frame:
        return True
    return not page.template.exclusive(one.form.form.offset, other.form.form.offset)

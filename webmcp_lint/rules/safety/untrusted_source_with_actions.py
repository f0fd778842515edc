"""untrusted-source-with-actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.consequences import consequence_of_name, consequence_of_text
from webmcp_lint.site.hints import hinted, may_hold
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool
from webmcp_lint.site.untrusted import untrusted_source

_ACTS: Final = frozenset({"request", "submit"})


@rule(
    level=Level.OFF,
    summary="a page whose tools both read what strangers wrote and act for the person",
    sources=("WebMCP specification: security considerations, output injection", "OWASP LLM01:2025 Prompt Injection"),
)
def untrusted_source_with_actions(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the readers of untrusted texts, without the hint, that stand beside acting tools."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    acting = next((tool for tool in page.tools if _acts(tool, page)), None)
    for tool, declaration in hinted(page):
        if acting is None or tool is acting or may_hold(declaration, "untrustedContentHint"):
            continue
        if untrusted_source(tool) == "plain":
            yield Finding(
                f"`{tool.label}` hands out what other people wrote, beside a tool that acts",
                tool.name.location,
                label="a text in it can make an agent call the other one in the name of the person",
                help="write `untrustedContentHint: true` here and `consequentialHint: true` there",
                tool=tool.label,
                related=(Related(acting.name.location, "the tool that acts"),),
            )


def _acts(tool: Tool, page: Page) -> bool:
    if any(action.kind in _ACTS and action.is_certain for action in actions_of(tool, page)):
        return True
    is_named = consequence_of_name(tool.name.known or "") is not None
    return is_named and consequence_of_text(tool.description.known or "") is not None

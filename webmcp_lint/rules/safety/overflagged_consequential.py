"""overflagged-consequential."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.behaviour import HARMLESS
from webmcp_lint.site.consequences import consequence_of_name, consequence_of_text, only_searches
from webmcp_lint.site.hints import hint, hinted
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key
from webmcp_lint.site.tool import Tool

_SHOWS: Final = HARMLESS | {"route", "view", "display", "scroll", "window", "typing", "navigation"}


@rule(
    level=Level.NOTE,
    summary="`consequentialHint` on a tool that only navigates, filters or searches",
    sources=("WebMCP specification: ToolAnnotations, consequentialHint (webmachinelearning/webmcp#217)",),
    precision="medium",
)
def overflagged_consequential(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the hints of consequences on tools that are seen to have none."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in hinted(page):
        member = hint(declaration, "consequentialHint")
        if member is not None and member.literal is True and _only_shows(tool, page):
            yield Finding(
                f"`{tool.label}` only shows something and is marked consequential"
                if tool.label
                else "a tool that only shows something is marked consequential",
                key(member),
                label="a person is asked before each call, and learns to say yes without reading",
                help="leave it out, and keep it for what is hard to take back",
                tool=tool.label,
            )


def _only_shows(tool: Tool, page: Page) -> bool:
    name, description = tool.name.known or "", tool.description.known or ""
    behaviour = tool.behaviour
    if behaviour is None or consequence_of_name(name) is not None or consequence_of_text(description) is not None:
        return False
    if any(action.kind not in _SHOWS for action in actions_of(tool, page)):
        return False
    return behaviour.is_known or only_searches(name)

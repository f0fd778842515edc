"""contradictory-hints."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.hints import hint, hinted
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key
from webmcp_lint.site.tool import Declaration, Member


@rule(
    level=Level.ERROR,
    summary="`readOnlyHint` and `consequentialHint` (or `destructiveHint`) on one tool",
    sources=("WebMCP specification: ToolAnnotations", "Chromium 156: R-ann-all: both are handed to agents as they are"),
)
def contradictory_hints(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the hints of consequences on tools that are marked read-only as well."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in hinted(page):
        reads = _set(declaration, "readOnlyHint")
        acts = _set(declaration, "consequentialHint") or _set(declaration, "destructiveHint")
        if reads is None or acts is None:
            continue
        yield Finding(
            f"`{acts.name}` and `readOnlyHint` are both true",
            key(acts),
            label="one says that the tool has consequences, the other that it changes nothing: an agent may go by either",
            help="leave out the one that is not so",
            tool=tool.label,
            related=(Related(key(reads), "says that it changes nothing"),),
        )


def _set(declaration: Declaration, name: str) -> Member | None:
    member = hint(declaration, name)
    return member if member is not None and member.literal is True else None

"""inconsistent-result."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.result.answered import answered, execute_key
from webmcp_lint.rules.result.no_result import says_nothing
from webmcp_lint.settings import Settings
from webmcp_lint.site.answers import Answers
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Declaration, Tool


@rule(
    level=Level.NOTE,
    summary="a tool that answers on some of its ways out and not on others",
    sources=("WebMCP specification: tool results are converted to a string", "tests/browser/test_results.py"),
)
def inconsistent_result(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places where an `execute` that answers elsewhere gives undefined."""
    return once(
        finding
        for tool, declaration, found in answered(page)
        if not says_nothing(found)
        for finding in _findings(tool, declaration, found)
    )


def _findings(tool: Tool, declaration: Declaration, found: Answers) -> Iterator[Finding]:
    said = next((each for each in found.claims if not each.is_nothing), None)
    if said is None:
        return
    places = [each.location for each in found.claims if each.is_nothing]
    if not places and found.has_silent_end:
        places = [execute_key(declaration, found)]
    for place in places:
        yield Finding(
            f"`{tool.label}` answers nothing on this way out"
            if place is not execute_key(declaration, found)
            else f"`{tool.label}` answers nothing where it runs to its end",
            place,
            label='an agent reads "undefined" here, and an answer elsewhere',
            help="return what happened here too",
            tool=tool.label,
            related=(Related(said.location, "answers here"),),
        )

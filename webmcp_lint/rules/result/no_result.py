"""no-result."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.result.answered import answered, execute_key
from webmcp_lint.settings import Settings
from webmcp_lint.site.answers import Answers
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="a tool that answers nothing",
    sources=("WebMCP specification: tool results are converted to a string", "tests/browser/test_results.py"),
)
def no_result(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools whose `execute` gives undefined whatever happens."""
    return once(
        Finding(
            f"`{tool.label}` answers nothing" if tool.label else "this tool answers nothing",
            execute_key(declaration, found),
            label='an agent reads "undefined", and cannot tell whether it worked',
            help="return what was done, and what an agent needs for its next step",
            tool=tool.label,
        )
        for tool, declaration, found in answered(page)
        if says_nothing(found)
    )


def says_nothing(found: Answers) -> bool:
    """Whether every way out that does not throw gives undefined."""
    is_answered = found.has_silent_end or bool(found.claims)
    return is_answered and all(claim.is_nothing for claim in found.claims)

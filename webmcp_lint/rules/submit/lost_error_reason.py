"""lost-error-reason."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.rejected_answers import rejected_answers
from webmcp_lint.rules.submit.thrown_reasons import thrown_reasons
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.NOTE,
    summary="the reason of a failure that never reaches the agent",
    sources=(
        "WebMCP specification: a rejected execute",
        "X-throw",
        "tests/browser/test_results.py",
        "Chromium 156: `respondWith promise was rejected`",
    ),
)
def lost_error_reason(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the reasons that an agent is not told."""
    yield from once(thrown_reasons(page))
    yield from once(rejected_answers(page))

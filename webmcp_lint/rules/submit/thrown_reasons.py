"""Reasons that an `execute` throws: no agent is told of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules.result.answered import answered
from webmcp_lint.site.page import Page

_ADVICE: Final = re.compile(
    r"\b(?:use|call|try|provide|pass|choose|select|pick|specify|include|add|sign in|log in|first|must be|must have|one of|valid \w+ are"
    r"|available|expected|at least|at most|instead)\b",
    re.IGNORECASE,
)
"""What words of an error tell an agent to do."""


def thrown_reasons(page: Page) -> Iterator[Finding]:
    """Yield where an `execute` throws that tells of no failure in any other way; a bridge may tell what is thrown."""
    if not page.supplies_context:
        yield from _findings(page)


def _findings(page: Page) -> Iterator[Finding]:
    for tool, _, found in answered(page):
        if not found.throws or any(claim.outcome == "failure" for claim in found.claims):
            continue
        advising = [each for each in found.throws if each[1] is not None and _ADVICE.search(each[1])]
        place, _message = (advising or found.throws)[0]
        yield Finding(
            "an agent is not told this reason",
            place,
            label='it gets "Tool was executed but the invocation failed", whatever is thrown',
            help='return `{ error: "…", code: "…" }`',
            tool=tool.label,
            level=Level.WARNING if advising else None,
        )

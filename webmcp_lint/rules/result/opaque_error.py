"""opaque-error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.result.answered import answered
from webmcp_lint.settings import Settings
from webmcp_lint.site.answers import Claim
from webmcp_lint.site.page import Page

_SAYS_NOTHING: Final = re.compile(
    r"\W*(?:(?:sorry|oops|error|failed)\W+)?(?:an? |the )?(?:(?:unknown|unexpected|internal|general|generic|tool|request|operation|call|execution|action|it) )*"
    r"(?:error|failure|failed|fail|something went wrong|went wrong|error (?:has )?occurred|(?:has )?failed)"
    r"(?:[ ,.!]+(?:please )?try again(?: later)?)?\W*",
    re.IGNORECASE,
)


@rule(
    level=Level.NOTE,
    summary="an error that says neither what went wrong nor what to do",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md",),
)
def opaque_error(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers that say of a failure only that there was one."""
    return once(
        Finding(
            "this error does not say what went wrong",
            claim.location,
            label="an agent can only try the same again, or give up",
            help="say what was wrong, with which value, and what to do next",
            tool=tool.label,
        )
        for tool, _, found in answered(page)
        for claim in found.claims
        if _is_opaque(claim)
    )


def _is_opaque(claim: Claim) -> bool:
    return claim.text is not None and not claim.has_details and _SAYS_NOTHING.fullmatch(claim.text) is not None

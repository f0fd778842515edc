"""stale-webmcp-flag."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.versions import TESTING_FLAG
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location

_FLAG: Final = re.compile(r"\bWebMCPTesting\b")
_ANY: Final = re.compile(r"\bWebMCP\b")
_BESIDE: Final = 200
"""Characters in which a list of features may name the other one."""


@rule(
    level=Level.OFF,
    summary="a flag of the browser that no longer switches WebMCP on",
    sources=("browserbase/stagehand#3198, puppeteer#15121: `WebMCPTesting` alone does nothing after Chrome 157",),
)
def stale_webmcp_flag(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield where the project starts a browser with `WebMCPTesting` and without `WebMCP`."""
    if settings.targets.wholly(TESTING_FLAG):
        return
    for place in page.surroundings.mentions(_FLAG):
        if not _is_covered(place):
            yield Finding(
                "`WebMCPTesting` alone no longer switches WebMCP on",
                place,
                label=f"after Chrome {TESTING_FLAG.until} a browser that is started so has no model context",
                help="write `--enable-features=WebMCP`",
            )


def _is_covered(place: Location) -> bool:
    text, (start, end) = place.file.text, place.span
    return _ANY.search(text[max(start - _BESIDE, 0) : end + _BESIDE]) is not None

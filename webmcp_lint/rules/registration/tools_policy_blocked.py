"""tools-policy-blocked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.permissions_policy import blocks_tools
from webmcp_lint.browser.versions import TOOLS_POLICY
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.sent_headers import faulty_headers, served_tools
from webmcp_lint.source import Location

_DIRECTIVE: Final = re.compile(r"tools=(?:\([^()]*\)|[^,;]*)")


@rule(
    level=Level.ERROR,
    summary="a `Permissions-Policy` that takes the tools of a page away",
    sources=("Chromium 156: K-pp-none: registerTool rejects, and no form is listed",),
)
def tools_policy_blocked(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the headers in the project's files that forbid the tools which the page declares."""
    tools = served_tools(page)
    if not tools or not settings.targets.reaches(TOOLS_POLICY):
        return
    for header in faulty_headers(page, "permissions-policy", blocks_tools):
        place = _directive(header.location)
        yield Finding(
            f"`{place.text}` takes all tools away",
            place,
            label="registerTool rejects with a NotAllowedError, and no form becomes a tool",
            help="write `tools=(self)`, or leave `tools` out: the page itself has them then",
            related=(Related(tools[0].location, "a tool is declared here"),),
        )


def _directive(value: Location) -> Location:
    *_, last = (None, *_DIRECTIVE.finditer(value.text))
    if last is None:
        return value
    return value.file.location(value.span.start + last.start(), value.span.start + last.end())

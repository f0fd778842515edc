"""origin-not-isolated."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.permissions_policy import is_not_keyed
from webmcp_lint.browser.versions import ORIGIN_KEYED_ONLY
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.sent_headers import faulty_headers, served_tools


@rule(
    level=Level.ERROR,
    summary="an `Origin-Agent-Cluster` that leaves a page without tools",
    sources=(
        "Chromium 156, fresh browsers: `?0` makes registerTool reject with a SecurityError, and no form is listed",
    ),
)
def origin_not_isolated(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the headers in the project's files that make pages with tools share an agent with other origins."""
    tools = served_tools(page)
    if not tools or not settings.targets.reaches(ORIGIN_KEYED_ONLY):
        return
    for header in faulty_headers(page, "origin-agent-cluster", is_not_keyed):
        yield Finding(
            f"`Origin-Agent-Cluster: {header.value}` takes all tools away",
            header.location,
            label="registerTool rejects with a SecurityError, and no form becomes a tool",
            help="write `?1`, or leave the header out",
            related=(Related(tools[0].location, "a tool is declared here"),),
        )

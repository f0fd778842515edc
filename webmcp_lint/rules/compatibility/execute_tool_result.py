"""execute-tool-result."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="an answer of `executeTool()` that is read as an object",
    sources=("Chromium 156: X-result: objects arrive as JSON text, everything else as a string",),
)
def execute_tool_result(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the members of objects that are read of what `executeTool` resolves to."""
    if page.supplies_context:
        return
    yield from once(
        Finding(
            f"`{access.name}` is read of an answer that is not parsed",
            access.location,
            label="`executeTool` resolves to text, which has no such member: it is undefined",
            help="parse it first: `JSON.parse(answer)`",
        )
        for access in page.accesses
        if access.kind == "result"
    )

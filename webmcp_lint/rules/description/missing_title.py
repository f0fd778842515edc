"""missing-title."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import Unknown
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool


@rule(
    level=Level.OFF,
    summary="a tool without a title for the people who watch the agent",
    sources=("Chromium 156: J-attr06 … J-attr08 (`tooltitle`)", "WebMCP specification: `title`"),
)
def missing_title(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools that have no title, or a blank one."""
    for tool in page.tools:
        if not _may_have_title(tool):
            yield Finding(
                f"`{tool.label}` has no title" if tool.label else "this tool has no title",
                tool.name.location,
                label="a person who is asked to allow the call sees the bare name",
                help="write a `tooltitle` on the form" if tool.kind == "form" else "write a `title` beside the name",
                tool=tool.label,
            )


def _may_have_title(tool: Tool) -> bool:
    if isinstance(tool.title.value, Unknown):
        return True
    element = None if tool.form is None else tool.form.form
    is_open = element is not None and element.is_open and element.get("tooltitle") is None
    return is_open or bool((tool.title.value or "").strip())

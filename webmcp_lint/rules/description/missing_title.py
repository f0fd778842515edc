"""missing-title."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.OFF,
    summary="a tool without a title for the people who watch the agent",
    sources=("Chromium 156: J-attr06 … J-attr08 (`tooltitle`)", "WebMCP specification: `title`"),
)
def missing_title(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools that have no title, or a blank one."""
    for tool in page.tools:
        may_follow = tool.form is not None and tool.form.form.is_open and tool.form.form.get("tooltitle") is None
        if may_follow or not (
            tool.title.value is None or (tool.title.known or "x").isspace() or tool.title.known == ""
        ):
            continue
        yield Finding(
            f"`{tool.label}` has no title" if tool.label else "this tool has no title",
            tool.name.location,
            label="a person who is asked to allow the call sees the bare name",
            help="`tooltitle` on the form" if tool.kind == "form" else "`title` beside `name`",
            tool=tool.label,
        )

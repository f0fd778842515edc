"""unawaited-effect."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.behaviour import Unfinished
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import unjudged
from webmcp_lint.site.tool import Tool


@rule(
    level=Level.NOTE,
    summary="an answer that says success while the request it reports is still running",
    sources=("WebMCP specification: execute's promise settles when the action is done",),
    precision="medium",
)
def unawaited_effect(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the requests and submissions that a tool starts, does not wait for, and calls successful."""
    return once(
        _finding(tool, each)
        for tool in unjudged(page)
        if tool.behaviour is not None
        for each in tool.behaviour.unawaited
    )


def _finding(tool: Tool, unfinished: Unfinished) -> Finding:
    is_request = unfinished.action.kind == "request"
    what = "the request" if is_request else "the submission"
    name = f"`{tool.label}`" if tool.label else "this tool"
    return Finding(
        f"{name} answers before {what} that it starts here has an outcome",
        unfinished.start,
        label="an agent reads success and goes on, even where it fails afterwards",
        help="await it and answer with its outcome"
        if is_request
        else "call the function that the form's handler calls, await it, and answer with its outcome",
        tool=tool.label,
        related=(Related(unfinished.answer, "answers here"),),
    )

"""execute-tool-argument."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from webmcp_lint.browser.versions import EXECUTE_TOOL_OBJECT, TOOL_ACCESS, Targets
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.context_uses import ContextUse
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import written_value
from webmcp_lint.site.tool import Member


@rule(
    level=Level.WARNING,
    summary="an argument that `executeTool()` does not take",
    sources=(
        "Chromium 156: X-args: a string is no input, and no tool either",
        "web-ai-sdk#251: the input was JSON text up to Chrome 154",
    ),
)
def execute_tool_argument(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the names in the place of tools, and the inputs of a kind that some target does not take."""
    if page.supplies_context:
        return
    calls = [
        use
        for use in page.context_uses
        if use.member == "executeTool" and use.arguments is not None and not use.is_judged
    ]
    yield from once(finding for use in calls for finding in _findings(use, calls, settings.targets))


def _findings(use: ContextUse, calls: Sequence[ContextUse], targets: Targets) -> Iterator[Finding]:
    tool, given, *_ = (*(use.arguments or ()), None, None)
    if tool is not None and tool.kind == "string":
        yield Finding(
            "`executeTool` is handed a string in the place of a tool",
            written_value(tool),
            label="it rejects with a TypeError: The provided value is not of type 'RegisteredTool'",
            help="find the tool first: `(await document.modelContext.getTools()).find(({ name }) => …)`",
        )
    others = {_kind(each) for each in calls if each is not use and each.location.file is use.location.file}
    chrome = replace(targets, has_firefox=False)
    if given is None or not chrome.reaches(TOOL_ACCESS):
        return
    if given.kind == "string" and chrome.reaches(EXECUTE_TOOL_OBJECT) and "object" not in others:
        yield _of_text(given, chrome)
    elif given.kind == "object" and not chrome.wholly(EXECUTE_TOOL_OBJECT) and "string" not in others:
        yield Finding(
            "`executeTool` is handed an object",
            written_value(given),
            label=f"{chrome.lacking(EXECUTE_TOOL_OBJECT)} take JSON text",
            help="hand over `JSON.stringify(input)` there",
        )


def _kind(use: ContextUse) -> str | None:
    """Return what a call hands over as the input, where it hands over a tool."""
    tool, given, *_ = (*(use.arguments or ()), None, None)
    return None if tool is None or given is None or tool.kind == "string" else given.kind


def _of_text(given: Member, chrome: Targets) -> Finding:
    help_ = "hand over the object itself"
    if not chrome.wholly(EXECUTE_TOOL_OBJECT):
        help_ += f", and JSON text only to {chrome.lacking(EXECUTE_TOOL_OBJECT)}"
    return Finding(
        "`executeTool` is handed JSON text",
        written_value(given),
        label=f"since Chrome {EXECUTE_TOOL_OBJECT.since} it rejects with a TypeError: invalid input object: value is not an"
        " object",
        help=help_,
    )

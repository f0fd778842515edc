"""tool-object-copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.versions import TOOL_INTERFACE
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool_access import ToolAccess

_CONSEQUENCES: Final = {
    "spread": "nothing is copied",
    "assign": "nothing is copied",
    "keys": "the list is empty",
    "entries": "the list is empty",
    "values": "the list is empty",
    "getOwnPropertyNames": "the list is empty",
    "stringify": "the text of it is `{}`",
    "sendMessage": "what arrives is `{}`",
    "structuredClone": "it throws a DataCloneError",
    "postMessage": "it throws a DataCloneError",
}


@rule(
    level=Level.ERROR,
    summary="a copy of a tool that `getTools()` gave",
    sources=(
        "developer.chrome.com/docs/ai/webmcp/updates: `getTools()` returns `Tool` objects from Chrome 160 on",
        "webmachinelearning/webmcp#348: `window` becomes `source`",
    ),
)
def tool_object_copy(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield what needs a listed tool to have properties of its own, or a `window`."""
    if not page.supplies_context:
        level = None if settings.targets.reaches(TOOL_INTERFACE) else Level.WARNING
        yield from once(_finding(each, level) for each in page.accesses if each.kind in {"copy", "window"})


def _finding(access: ToolAccess, level: Level | None) -> Finding:
    if access.kind == "window":
        return Finding(
            "the `window` of a listed tool is going",
            access.location,
            label=f"it is undefined from Chrome {TOOL_INTERFACE.since} on, which calls it `source`",
            help="write `tool.source ?? tool.window`",
            level=level,
        )
    return Finding(
        "a listed tool is copied by its own properties",
        access.location,
        label=f"it has none from Chrome {TOOL_INTERFACE.since} on: {_CONSEQUENCES[access.name]}",
        help="name its members: `{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema }`",
        level=level,
    )

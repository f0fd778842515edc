"""missing-read-only-hint."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.annotating import annotating
from webmcp_lint.settings import Settings
from webmcp_lint.site.behaviour import HARMLESS
from webmcp_lint.site.consequences import only_looks
from webmcp_lint.site.hints import hinted, may_hold
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool


@rule(
    level=Level.NOTE,
    summary="a tool that changes nothing and does not say so",
    sources=("WebMCP specification: ToolAnnotations, readOnlyHint",),
    precision="medium",
    fix="safe",
)
def missing_read_only_hint(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools that are shown to be free of effects and carry no hint of it."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in hinted(page):
        if may_hold(declaration, "readOnlyHint", "consequentialHint") or "readOnlyHint" in declaration.members:
            continue
        if _is_free(tool):
            yield Finding(
                f"`{tool.label}` changes nothing and does not say so" if tool.label else "this tool changes nothing",
                tool.name.location,
                label="an agent may ask the person before each call, as it does before one that acts",
                help="write `annotations: { readOnlyHint: true }`",
                tool=tool.label,
                fix=annotating(declaration, "readOnlyHint", value=True, is_safe=True),
            )


def _is_free(tool: Tool) -> bool:
    """Whether a tool says that it only looks, and everything that it calls can be followed and does nothing else."""
    behaviour = tool.behaviour
    if behaviour is None or not any(only_looks(each.known or "") for each in (tool.name, tool.description)):
        return False
    return behaviour.is_known and all(action.kind in HARMLESS for action in behaviour.actions)

"""debug-tool-unmarked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser import versions
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.annotating import annotating
from webmcp_lint.settings import Settings
from webmcp_lint.site.hints import hinted, may_hold
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool

_DEBUGS: Final = frozenset({"debug", "debugger", "debugging", "devtools", "diagnostics", "dump", "profiler"})
_LOOKS_INTO: Final = frozenset({"inspect", "dump", "print", "get", "read", "show", "list", "export"})
_INTERNALS: Final = frozenset({"logs", "internals", "trace", "traces", "stacktrace", "heap", "env", "featureflags"})


@rule(
    level=Level.OFF,
    summary="a tool for developers without `debugging: true`",
    sources=("Chromium 156: R-ann-all: `debugging` is read (webmachinelearning/webmcp#253)",),
    fix="unsafe",
)
def debug_tool_unmarked(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the tools whose names say that they look into the program, and that carry no hint of it."""
    return once(_findings(page)) if settings.targets.reaches(versions.DEBUGGING_HINT) else iter(())


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in hinted(page):
        if not may_hold(declaration, "debugging") and _is_for_developers(tool):
            yield Finding(
                f"`{tool.label}` is for developers and is offered to every agent",
                tool.name.location,
                label="an agent that helps a visitor may choose it, and reads what was meant for a console",
                help="write `annotations: { debugging: true }`, or register it in development only",
                tool=tool.label,
                fix=annotating(declaration, "debugging", value=True, is_safe=False),
            )


def _is_for_developers(tool: Tool) -> bool:
    said = words(tool.name.known or "")
    if not _DEBUGS.isdisjoint(said):
        return True
    return bool(said) and said[0] in _LOOKS_INTO and not _INTERNALS.isdisjoint(said)

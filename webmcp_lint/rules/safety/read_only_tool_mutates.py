"""read-only-tool-mutates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.behaviour import Action
from webmcp_lint.site.consequences import changes
from webmcp_lint.site.deeds import told
from webmcp_lint.site.hints import hint, hinted, is_shared, is_true, says_otherwise
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key
from webmcp_lint.site.tool import Member, Tool
from webmcp_lint.source import Edit

_ACTING: Final = frozenset({"request", "storage", "submit", "click", "navigation", "state"})
_SHOWING: Final = frozenset({"route", "window", "view"})
_PARTS: Final = frozenset(
    {"accordion", "close", "collapse", "dialog", "drawer", "dropdown", "expand", "menu", "modal", "more", "nav"}
    | {"next", "page", "panel", "prev", "previous", "show", "sidebar", "tab", "tabs", "toggle", "view"}
)
"""Words of elements that a click only makes show something."""


@rule(
    level=Level.ERROR,
    summary="`readOnlyHint: true` on a tool that changes something",
    sources=(
        "WebMCP specification: ToolAnnotations, readOnlyHint",
        "Chromium 156: R-ann-all: the hint is handed to agents, which may call such a tool without asking",
    ),
    fix="safe",
)
def read_only_tool_mutates(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the hints of tools whose `execute` is seen to act, with the line that shows it."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    every = list(hinted(page))
    for tool, declaration in every:
        written = hint(declaration, "readOnlyHint")
        if not is_true(tool, "readOnlyHint") or written is None or written.literal is False:
            continue
        if says_otherwise(written):
            # Another rule says what it counts as
            continue
        actions = actions_of(tool, page)
        refreshes = any(action.kind == "read" for action in actions)
        judged = [
            (level, action)
            for action in actions
            # What a reader keeps of what it has fetched is a copy
            if not (action.kind == "state" and refreshes) and (level := _level(tool, action)) is not None
        ]
        if judged:
            level, action = max(judged, key=lambda each: each[0])
            yield _finding(tool, written, action, level, is_own=not is_shared(every, written))


def _level(tool: Tool, action: Action) -> Level | None:
    if action.kind in _ACTING:
        if not action.is_certain:
            # Much is asked by POST
            says_so = any(changes(each.known or "") for each in (tool.name, tool.description))
            return (Level.WARNING if says_so else Level.NOTE) if action.kind == "request" else None
        is_of_view = action.kind == "click" and not _PARTS.isdisjoint(words(action.subject))
        if is_of_view:
            return Level.NOTE if action.is_read_behind else Level.WARNING
        return Level.ERROR
    if action.kind in _SHOWING or (action.kind == "typing" and action.is_certain):
        return Level.WARNING
    return Level.NOTE if action.kind in {"scroll", "typing"} else None


def _help(action: Action, level: Level) -> str:
    if level > Level.NOTE:
        return "write `readOnlyHint: false`, or move what it changes into a tool of its own"
    if action.kind == "request":
        return "write `readOnlyHint: false` if the server keeps anything of it"
    return "say in the description that the page moves, or leave that to the person"


def _finding(tool: Tool, written: Member, action: Action, level: Level, *, is_own: bool) -> Finding:
    name = f"`{tool.label}`" if tool.label else "this tool"
    is_written = written.literal is True and written.expression == written.value
    fix = Fix("write `false`", (Edit(written.value, "false"),), is_safe=True)
    return Finding(
        f"{name} is marked read-only and {told(action)}",
        tool.name.location,
        label="an agent takes it for harmless: it may call it unasked, and again after an error",
        help=_help(action, level),
        tool=tool.label,
        related=(Related(key(written), "marked here"), Related(action.location, f"here it {told(action)}")),
        fix=fix if is_own and is_written and level > Level.NOTE else None,
        level=level,
    )

"""undeclared-destructive-tool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser import versions
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.annotating import annotating
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.behaviour import Action
from webmcp_lint.site.consequences import consequence_of_name, consequence_of_text, only_looks
from webmcp_lint.site.deeds import ROUTINE, deed, loss
from webmcp_lint.site.hints import hinted, may_hold
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.site.scopes import Scopes, scopes_of
from webmcp_lint.site.tool import Declaration, Tool

_SAYING: Final = ("readOnlyHint", "consequentialHint", "destructiveHint")
_ACTING: Final = frozenset({"request", "query", "storage", "state", "submit", "click", "navigation"})


@rule(
    level=Level.WARNING,
    summary="a tool that deletes, pays, orders, books, sends or publishes, and does not say so in its annotations",
    sources=(
        "WebMCP specification: ToolAnnotations, consequentialHint (webmachinelearning/webmcp#217)",
        "Chromium 154: `consequentialHint` is read; R-ann-all",
    ),
    fix="unsafe",
)
def undeclared_destructive_tool(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the tools that do what is hard to take back and carry no hint of it."""
    return once(_findings(page, settings))


def _findings(page: Page, settings: Settings) -> Iterator[Finding]:
    listed = [*page.tools, *page.rejected]
    scopes = scopes_of((each.name.known or "" for each in listed), (each.description.known or "" for each in listed))
    for tool, declaration in hinted(page):
        if may_hold(declaration, *_SAYING) or any(name in declaration.members for name in _SAYING):
            continue
        found = _consequence(tool, page, scopes)
        if found is not None:
            yield _finding(tool, declaration, *found, settings)


def _consequence(tool: Tool, page: Page, scopes: Scopes) -> tuple[str, Action | None] | None:
    """Return what a tool does that is hard to take back, and where it shows."""
    said = (scopes.name(tool.name.known or ""), scopes.text(tool.description.known or ""))
    if not ROUTINE.isdisjoint(words(tool.name.known or "")):
        return None
    actions = actions_of(tool, page)
    if any(action.kind == "question" for action in actions):
        return None
    done = next(((each, action) for action in actions if (each := deed(action)) is not None), None)
    named, described = consequence_of_name(said[0]), consequence_of_text(said[1])
    if named is None and described is None:
        if any(map(only_looks, said)):
            return None
        is_routine = not ROUTINE.isdisjoint(words(said[1]))
        lost = loss(actions) if done is None and not is_routine else None
        return done if lost is None else ("delete", lost)
    acting = [action for action in actions if action.kind in _ACTING]
    stated = named or described or ""
    if done is not None:
        return stated, done[1]
    is_idle = tool.behaviour is not None and tool.behaviour.is_known and not acting
    # Whose something is that is written to may not be known; that shows nothing
    shown = [action for action in acting if action.is_certain or action.kind != "state"]
    if (named is not None and described is not None and not is_idle) or shown:
        return stated, shown[0] if shown else None
    return None


def _finding(tool: Tool, declaration: Declaration, effect: str, action: Action | None, settings: Settings) -> Finding:
    is_read = settings.targets.reaches(versions.CONSEQUENTIAL_HINT)
    hint = "consequentialHint: true" if is_read else "readOnlyHint: false"
    return Finding(
        f"`{tool.label}` can {effect} and says so in no hint"
        if tool.label
        else f"a tool that can {effect} has no hint",
        tool.name.location,
        label="an agent cannot tell it from a tool that only looks, and a browser has no reason to ask the person",
        help=f"write `annotations: {{ {hint} }}`",
        tool=tool.label,
        related=() if action is None else (Related(action.location, "here it acts"),),
        fix=annotating(declaration, "consequentialHint", value=True, is_safe=False)
        if is_read
        else annotating(declaration, "readOnlyHint", value=False, is_safe=True),
    )

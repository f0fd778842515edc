"""What the tools of scripts answer to the browser itself, and where to show that they answer nothing."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.site.answers import Answers
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key, native_declarations
from webmcp_lint.site.tool import Declaration, Tool
from webmcp_lint.source import Location


def answered(page: Page) -> Iterator[tuple[Tool, Declaration, Answers]]:
    """Yield each tool that a script gives to the browser with what its `execute` answers, where that is in sight."""
    for tool, declaration in native_declarations(page):
        found = None if declaration.handling is None else declaration.handling.answers
        if found is not None:
            yield tool, declaration, found


def execute_key(declaration: Declaration, found: Answers) -> Location:
    """Return where the word `execute` stands, or the function where none is written."""
    member = declaration.members.get("execute")
    return found.end if member is None else key(member)

"""The forms of a page that declare a tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import FormTool
from webmcp_lint.program.rendering import Rendering
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool


def declared_forms(page: Page) -> Iterator[tuple[Tool, FormTool]]:
    """Yield each tool that a form declares with its form, those that the browser drops too."""
    for tool in (*page.tools, *page.rejected):
        if tool.form is not None:
            yield tool, tool.form


def documents(page: Page) -> Iterator[Rendering]:
    """Yield the document of a page and those that its scripts or a component render."""
    yield Rendering(page.document)
    yield from page.rendered

"""What a page says it is about."""

from __future__ import annotations

from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import text_content


def subject(page: Page) -> str:
    """Return the texts of a page's title and first-level headings."""
    return " ".join(text_content(heading) for heading in page.document.of_name("title", "h1"))

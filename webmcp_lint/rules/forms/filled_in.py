"""Pages that a template completes."""

from __future__ import annotations

from webmcp_lint.site.page import Page


def is_filled_in(page: Page) -> bool:
    """Whether the page has holes that a template fills in, perhaps with a head or with styles."""
    return page.template is not None and bool(page.template.holes)

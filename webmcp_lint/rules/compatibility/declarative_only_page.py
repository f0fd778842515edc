"""declarative-only-page."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.OFF,
    summary="a page whose tools are forms only",
    sources=("developers.openai.com/docs/webmcp: site tools are those that scripts register",),
)
def declarative_only_page(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the first form of a page that registers no tool by script."""
    forms = [tool for tool in page.tools if tool.kind == "form"]
    if page.is_document and forms and len(forms) == len(page.tools) and not page.unread:
        yield Finding(
            "all tools of this page are forms",
            forms[0].name.location,
            label="some agents read the tools that scripts register, and no forms: they find nothing here",
            help="register the most important ones by script as well, under other names",
            tool=forms[0].label,
        )

"""missing-untrusted-content-hint."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.annotating import annotating
from webmcp_lint.settings import Settings
from webmcp_lint.site.hints import hinted, may_hold
from webmcp_lint.site.page import Page
from webmcp_lint.site.untrusted import untrusted_source


@rule(
    level=Level.WARNING,
    summary="a tool that returns texts of other people without `untrustedContentHint`",
    sources=(
        "WebMCP specification: ToolAnnotations, untrustedContentHint",
        "WebMCP specification: security considerations, output injection",
    ),
    fix="unsafe",
)
def missing_untrusted_content_hint(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the readers of comments, reviews and messages that say nothing of where these come from."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in hinted(page):
        if may_hold(declaration, "untrustedContentHint"):
            continue
        source = untrusted_source(tool)
        if source is None:
            continue
        yield Finding(
            f"`{tool.label}` hands out what other people wrote"
            if source == "plain"
            else f"`{tool.label}` may hand out what other people wrote",
            tool.name.location,
            label="a text in it can instruct the agent, which has no word that it is not the site's own",
            help="write `annotations: { untrustedContentHint: true }`",
            tool=tool.label,
            fix=annotating(declaration, "untrustedContentHint", value=True, is_safe=False),
            level=None if source == "plain" else Level.NOTE,
        )

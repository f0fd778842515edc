"""redundant-annotation."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.model_context import HINTS
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.behaviour import HARMLESS
from webmcp_lint.site.hints import hint
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations, key
from webmcp_lint.site.tool import Member, Tool
from webmcp_lint.source import Edit


@rule(
    level=Level.OFF,
    summary="an annotation that is false, as it would be without",
    sources=("Chromium 156: R-ann-all: annotations that are left out are false",),
    fix="safe",
)
def redundant_annotation(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the hints that are false and say nothing by it."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in declarations(page):
        for name in HINTS:
            member = hint(declaration, name)
            if member is None or member.literal is not False or (name == "readOnlyHint" and _acts(tool, page)):
                continue
            yield Finding(
                f"`{name}` is false without being written",
                key(member),
                label="the browser tells an agent the same where it is left out",
                help="leave it out",
                tool=tool.label,
                fix=_fix(member),
            )


def _acts(tool: Tool, page: Page) -> bool:
    """Whether a tool acts, or may, so that it is worth saying."""
    behaviour = tool.behaviour
    return behaviour is None or not behaviour.is_known or any(x.kind not in HARMLESS for x in actions_of(tool, page))


def _fix(member: Member) -> Fix | None:
    return None if member.removal is None else Fix("leave it out", (Edit(member.removal, ""),), is_safe=True)

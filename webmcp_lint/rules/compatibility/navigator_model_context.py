"""navigator-model-context."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from webmcp_lint.browser.model_context import REMOVED
from webmcp_lint.browser.versions import DOCUMENT_CONTEXT, NAVIGATOR_CONTEXT
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.compatibility.unseen import unseen
from webmcp_lint.settings import Settings
from webmcp_lint.site.context_uses import ContextRead, ContextUse, Mention, leads_only_by_navigator
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit, Location

_NEW: Final = "document.modelContext"
_BOTH: Final = "document.modelContext ?? navigator.modelContext"

_MANY: Final = 100
"""So many places of one script are written down for the first of its findings only."""


@rule(
    level=Level.ERROR,
    summary="tools that are registered at `navigator.modelContext` only",
    sources=(
        "Chromium 156: N-surface: `navigator.modelContext` does not exist",
        "WebMCP-org/npm-packages#270: it was removed in Chrome 152",
    ),
    fix="safe",
)
def navigator_model_context(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the places where `navigator.modelContext` is the only way to a registration."""
    if page.supplies_context or settings.targets.wholly(NAVIGATOR_CONTEXT):
        return
    # Where the context is back, what it no longer has throws: that has to be mended first
    broken = {use.location.file for use in page.context_uses if _throws(use)}
    labels = _labels(page)
    keeps = not settings.targets.wholly(DOCUMENT_CONTEXT)
    fixes: dict[int, Fix | None] = {}
    seen: set[Location] = set()
    for use in page.context_uses:
        if not leads_only_by_navigator(use):
            continue
        for read in use.reads:
            if read.location not in seen:
                seen.add(read.location)
                finding = _finding(labels.get(read.location, ()), read, use.location, keeps=keeps)
                if read.mention is not None:
                    script = id(read.mentions)
                    if script not in fixes:
                        fixes[script] = _fix(read.mentions, keeps=keeps, is_safe=read.location.file not in broken)
                    finding = replace(finding, fix=fixes[script])
                    if len(read.mentions) > _MANY:
                        # One of so many findings is enough to tell all the changes
                        fixes[script] = None
                yield finding


def _throws(use: ContextUse) -> bool:
    is_called = use.member in REMOVED and use.call is not None
    return is_called and not use.is_guarded and any(read.via == "navigator" for read in use.reads)


def _labels(page: Page) -> Mapping[Location, Sequence[str | None]]:
    """Return the names of the tools that are registered by way of each read of a context."""
    found: dict[Location, list[str | None]] = defaultdict(list)
    for tool in (*page.tools, *page.rejected):
        for context in {each.context for each in tool.declarations}:
            if context is not None:
                found[context].append(tool.label)
    return found


def _finding(tools: Sequence[str | None], read: ContextRead, registration: Location, *, keeps: bool) -> Finding:
    names = [label for label in tools if label is not None]
    is_apart = read.location.file is not registration.file or read.location.end.line != registration.start.line
    return Finding(
        "`navigator.modelContext` is the only way to a model context",
        read.location,
        label=f"it is gone since Chrome 152: no agent ever sees {unseen(tools)}",
        help=f"write `{_BOTH if keeps else _NEW}`",
        tool=names[0] if len(names) == 1 else None,
        related=(Related(registration, "registered here"),) if is_apart else (),
    )


def _fix(mentions: Sequence[Mention], *, keeps: bool, is_safe: bool) -> Fix | None:
    """Return what makes `document` the way in, or the first of two where some targets have the old one only."""
    places = sorted(set(mentions), key=lambda each: each.word.span)
    if keeps:
        if not all(each.is_alone or _may_open(each.expression) for each in places):
            return None
        return Fix(f"write `{_BOTH}`", [Edit(each.expression, _either(each)) for each in places], is_safe=is_safe)
    return Fix(f"write `{_NEW}`", [Edit(each.word, "document") for each in places], is_safe=is_safe)


def _may_open(expression: Location) -> bool:
    """Whether a parenthesis in the place of an expression cannot be taken for a call of the line before."""
    text, start = expression.file.text, expression.span.start
    if text[text.rfind("\n", 0, start) + 1 : start].strip():
        return True
    while start and text[start - 1].isspace():
        start -= 1
    return start == 0 or text[start - 1] in {";", "{", "}", "(", ",", "=", "&", "|", "?", ":"}


def _either(mention: Mention) -> str:
    old = mention.expression.text
    start = mention.word.span.start - mention.expression.span.start
    new = f"{old[:start]}document{old[start + len(mention.word.text) :]}"
    both = f"{new} || {old}" if re.search(r"\bin\s", old[:start]) else f"{new} ?? {old}"
    return both if mention.is_alone else f"({both})"

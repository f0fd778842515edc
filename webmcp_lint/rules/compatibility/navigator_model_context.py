"""navigator-model-context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.context_uses import ContextRead
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit, Location


@rule(
    level=Level.ERROR,
    summary="tools that are registered at `navigator.modelContext` only",
    sources=(
        "Chromium 156: N-surface: `navigator.modelContext` does not exist",
        "WebMCP-org/npm-packages#270: it was removed in Chrome 152",
    ),
    fix="safe",
)
def navigator_model_context(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places where `navigator.modelContext` is the only way to a registration."""
    if page.supplies_context:
        return
    seen: set[Location] = set()
    for use in page.context_uses:
        if use.member != "registerTool" or use.call is None or use.is_judged or not _is_only_way(use.reads):
            continue
        for read in use.reads:
            if read.location not in seen:
                seen.add(read.location)
                yield _finding(page, read, use.location)


def _is_only_way(reads: Sequence[ContextRead]) -> bool:
    return bool(reads) and all(read.via == "navigator" and not read.is_fallback for read in reads)


def _finding(page: Page, read: ContextRead, registration: Location) -> Finding:
    tools = [
        tool.label
        for tool in (*page.tools, *page.rejected)
        if any(declaration.context == read.location for declaration in tool.declarations)
    ]
    names = [label for label in tools if label is not None]
    what = f"`{names[0]}`" if len(names) == 1 else f"{len(tools)} tools" if tools else "what is registered here"
    is_apart = not (read.location.file is registration.file and read.location.span.end == registration.span.start - 1)
    return Finding(
        "`navigator.modelContext` is the only way to a model context",
        read.location,
        label=f"it is gone since Chrome 152: no agent ever sees {what}",
        help="write `document.modelContext`",
        tool=names[0] if len(names) == 1 else None,
        related=(Related(registration, "registered here"),) if is_apart else (),
        fix=_fix(read),
    )


def _fix(read: ContextRead) -> Fix | None:
    if read.owner is None:
        return None
    places = sorted({read.owner, *read.others}, key=lambda each: each.span)
    return Fix("write `document.modelContext`", [Edit(place, "document") for place in places], is_safe=True)

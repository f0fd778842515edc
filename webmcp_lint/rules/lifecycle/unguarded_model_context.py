"""unguarded-model-context."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.versions import NAVIGATOR_CONTEXT, TOOL_ACCESS
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.context_uses import leads_only_by_navigator
from webmcp_lint.site.living import UnguardedUse
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit

_LATER: Final = frozenset({"getTools", "executeTool"})


@rule(
    level=Level.WARNING,
    summary="a use of the model context that no feature test leads to",
    sources=(
        "Chromium 156: N-surface: without the feature `document.modelContext` is undefined",
        "assistant-ui#7653: stock Chrome without a token has no model context",
    ),
    fix="unsafe",
)
def unguarded_model_context(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the first use of a function that throws in browsers without WebMCP, and members that some lack."""
    if page.lifecycle.has_polyfill:
        return
    yield from _missing_members(page, settings)
    is_gone = not page.supplies_context and not settings.targets.wholly(NAVIGATOR_CONTEXT)
    told = {
        read.location for use in page.context_uses if is_gone and leads_only_by_navigator(use) for read in use.reads
    }
    for use in page.lifecycle.unguarded:
        if told.isdisjoint(use.reads):
            yield _finding(use)


def _missing_members(page: Page, settings: Settings) -> Iterator[Finding]:
    missing = settings.targets.lacking(TOOL_ACCESS)
    for use in page.context_uses if missing else ():
        is_older = any(read.via == "navigator" for read in use.reads)
        if use.member in _LATER and use.call is not None and is_older and not (use.is_guarded or use.is_judged):
            yield Finding(
                f"`{use.member}` is called without a test that it is there",
                use.location,
                label=f"{missing} have none: calling it throws a TypeError",
                help=f"call it with `?.`, or test `context.{use.member}` first",
            )


def _finding(use: UnguardedUse) -> Finding:
    what = f"`{use.via}.modelContext`"
    reading = f"reading `{use.member}` off it" if use.member else "taking it apart"
    lost = "; nothing follows that they would miss" if use.is_last else ", and what follows does not run"
    return Finding(
        f"{what} is used without a test that it is there",
        use.location,
        label=f"{reading} throws a TypeError in every browser without WebMCP{lost}",
        help=f"test it first: `if ({use.via}.modelContext) …`",
        related=tuple(Related(call, "called from here") for call in use.calls),
        fix=Fix("ask with `?.`", [Edit(dot, "?.") for dot in use.chains], is_safe=False) if use.chains else None,
        level=Level.NOTE if use.is_last else None,
    )

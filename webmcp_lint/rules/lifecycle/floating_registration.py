"""floating-registration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.browser.versions import NAVIGATOR_CONTEXT, REGISTER_PROMISE
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.living import RegisteringCall
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at
from webmcp_lint.source import Edit, Location


@rule(
    level=Level.NOTE,
    precision="medium",
    summary="a registration whose failure nobody hears of",
    sources=(
        "Chromium 156: R-dup: what `registerTool` refuses, it rejects; it throws nothing",
        "agentcathq/webmcp-react#25: up to Chrome 150 it returns undefined",
    ),
    fix="unsafe",
)
def floating_registration(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the first call of each function whose promise is dropped, and methods of one that may not be there."""
    refused = {declaration.call for tool in page.rejected for declaration in tool.declarations}
    gone = not settings.targets.reaches(NAVIGATOR_CONTEXT) and not page.supplies_context
    calls = [
        call
        for call in page.lifecycle.calls
        if not (call.is_judged or call.call in refused or (gone and call.is_by_navigator))
    ]
    dropped: dict[tuple[Location, bool], list[RegisteringCall]] = {}
    for call in calls:
        if call.chained is not None and not settings.targets.wholly(REGISTER_PROMISE):
            yield _undefined(page, call, call.chained, settings)
        elif call.fate == "dropped" and settings.targets.reaches(REGISTER_PROMISE):
            dropped.setdefault((call.function, call.is_in_try), []).append(call)
    for together in dropped.values():
        yield _dropped(page, together)


def _dropped(page: Page, calls: Sequence[RegisteringCall]) -> Finding:
    first = calls[0]
    label = label_at(page, first.call) if len(calls) == 1 else None
    what = f"`{label}`" if label else "the tool" if len(calls) == 1 else f"one of these {len(calls)} tools"
    hidden = "the `catch` around it never runs, for registerTool rejects later"
    edits = [Edit(_before(call.call), "await ") for call in calls if call.awaitable]
    return Finding(
        "the promise of `registerTool` is dropped",
        first.location,
        label=f"if the browser refuses {what}, {hidden if first.is_in_try else 'nobody hears of it'}",
        help="`await` it, or handle its failure with `.catch(…)`",
        tool=label,
        related=[Related(call.location, "this one too") for call in calls[1:]],
        fix=Fix("await it", edits, is_safe=False) if edits else None,
        # Who writes a `catch` wants to hear of it; who writes none may do without the tool
        level=Level.WARNING if first.is_in_try else None,
    )


def _before(call: Location) -> Location:
    return call.file.location(call.span.start, call.span.start)


def _undefined(page: Page, call: RegisteringCall, chained: Location, settings: Settings) -> Finding:
    return Finding(
        f"`registerTool` returns undefined in {settings.targets.lacking(REGISTER_PROMISE)}",
        chained,
        label=f"reading `{chained.text}` off it throws a TypeError there",
        help="wrap it: `Promise.resolve(context.registerTool(tool))`",
        tool=label_at(page, call.call),
        level=Level.WARNING,
    )

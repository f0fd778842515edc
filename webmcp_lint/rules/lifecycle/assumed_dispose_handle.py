"""assumed-dispose-handle."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.living import Handle, RegisteringCall
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at


@rule(
    level=Level.ERROR,
    summary="the value of `registerTool` taken for a handle that takes the tool back",
    sources=("Chromium 156: RO-none: `registerTool` returns a promise of undefined",),
)
def assumed_dispose_handle(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield where what `registerTool` returns is asked to unregister the tool."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    if page.lifecycle.has_polyfill:
        return
    for call in page.lifecycle.calls:
        for handle in () if call.is_judged else call.handles:
            yield _finding(page, call, handle)


def _finding(page: Page, call: RegisteringCall, handle: Handle) -> Finding:
    label = label_at(page, call.call)
    what = f"`{handle.method}` of what it returns" if handle.method else "what it returns as a cleanup"
    return Finding(
        "`registerTool` returns no handle, only a promise of undefined",
        handle.location,
        label=f"calling {what} throws a TypeError, and {f'`{label}`' if label else 'the tool'} stays",
        help="pass `{ signal: controller.signal }` to registerTool and call `controller.abort()`",
        tool=label,
        related=(Related(call.location, "registered here"),),
    )

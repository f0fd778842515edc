"""removed-api."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.model_context import CONFIRMATION, REMOVED, TESTING
from webmcp_lint.browser.versions import NAVIGATOR_CONTEXT, UNREGISTER_TOOL, USER_INTERACTION
from webmcp_lint.browser.versions import TESTING as TESTING_CONTEXT
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.compatibility.unseen import unseen
from webmcp_lint.settings import Settings
from webmcp_lint.site.context_uses import ContextUse
from webmcp_lint.site.page import Page

_ONCE: Final = {
    "unregisterTool": UNREGISTER_TOOL,
    TESTING: TESTING_CONTEXT,
    CONFIRMATION: USER_INTERACTION,
}
"""What old versions and Firefox have."""


@rule(
    level=Level.ERROR,
    summary="a part of WebMCP that browsers no longer have",
    sources=(
        "Chromium 156: N-surface: no provideContext, clearContext, unregisterTool, modelContextTesting",
        "puppeteer#15069: `unregisterTool` is gone in Chrome 148",
        "WebMCP-org/npm-packages#270: `modelContextTesting` is gone in Chrome 152",
        "webmaxru#60: `execute` is called with the input and `{ signal }`",
    ),
)
def removed_api(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the uses of removed methods; a feature test covers for all but a confirmation and the only way."""
    there = {name for name, feature in _ONCE.items() if settings.targets.wholly(feature)}
    for use in page.context_uses:
        if use.is_judged or use.member in there:
            continue
        if use.member == CONFIRMATION:
            if use.call is not None and not use.asks_otherwise:
                yield _confirmation(use, settings)
        elif page.supplies_context:
            continue
        elif use.is_guarded:
            if use.is_only_way:
                yield from _unreached(page, use)
        elif use.member in REMOVED and use.call is not None:
            yield Finding(
                f"browsers no longer have `{use.member}`",
                use.location,
                label=_consequence(use, settings),
                help=REMOVED[use.member],
            )
        elif use.member == TESTING:
            yield Finding(
                f"browsers no longer have `{TESTING}`",
                use.location,
                label="it is undefined since Chrome 152",
                help="call `document.modelContext.getTools()` and `executeTool(tool, input)`",
            )


def _unreached(page: Page, use: ContextUse) -> Iterator[Finding]:
    labels = [tool.label for tool in (*page.tools, *page.rejected) if use.call in tool.registered_at]
    if labels:
        yield Finding(
            f"browsers no longer have `{use.member}`",
            use.location,
            label=f"it is never there, and there is no other way: no agent ever sees {unseen(labels)}",
            help=REMOVED[use.member],
        )


def _consequence(use: ContextUse, settings: Settings) -> str:
    if _is_out_of_reach(use, settings):
        return "`navigator.modelContext` is gone too, since Chrome 152"
    return "calling it throws a TypeError"


def _confirmation(use: ContextUse, settings: Settings) -> Finding:
    if _is_out_of_reach(use, settings):
        label = "`navigator.modelContext` is gone too, since Chrome 152: nobody is asked"
    elif use.is_guarded:
        label = "it is never there, so nobody is asked"
    else:
        label = "calling it throws a TypeError: the tool always fails"
    return Finding(
        f"browsers no longer have `{CONFIRMATION}`",
        use.location,
        label=label,
        help="ask in the page itself, with `confirm()` or a `<dialog>`; say `consequentialHint: true`",
    )


def _is_out_of_reach(use: ContextUse, settings: Settings) -> bool:
    """Whether it is looked for where the targeted browsers have no model context at all."""
    ways = {read.via for read in use.reads if not read.is_fallback}
    return ways == {"navigator"} and not settings.targets.reaches(NAVIGATOR_CONTEXT)

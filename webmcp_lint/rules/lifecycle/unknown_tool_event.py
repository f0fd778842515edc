"""unknown-tool-event."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.model_context import NO_EVENTS
from webmcp_lint.browser.versions import EVENTS_AT_CONTEXT, EVENTS_AT_WINDOW
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.living import Listener
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit

_SPELT = frozenset({"toolcanceled", "toolcancelled", "toolactivate", "toolchanged", "toolschange", "toolschanged"})
_HEARD = {"toolactivated", "toolcancel"}
_KNOWN = frozenset({"window", "document", "context"})


@rule(
    level=Level.ERROR,
    summary="a listener for an event of tools that is never fired there",
    sources=(
        "Chromium 156: E-events: `toolactivated`, `toolcancel` and `toolchange` are fired at the model context",
        "webmachinelearning/webmcp#245, webmcp-tools#478: nothing is fired at `window` since Chrome 156",
    ),
    fix="safe",
)
def unknown_tool_event(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the listeners whose event has another name, or another target in the targeted browsers."""
    heard_at: dict[str, set[str]] = {}
    for listener in page.lifecycle.listeners:
        heard_at.setdefault(listener.event, set()).update(listener.targets)
    for listener in page.lifecycle.listeners:
        if not listener.targets <= _KNOWN or listener.is_custom:
            continue
        if listener.event in NO_EVENTS:
            # A polyfill may have events of its own
            if not page.lifecycle.has_polyfill:
                yield _unknown(listener)
        elif listener.event not in _HEARD or listener.targets == {"document"}:
            if "context" not in heard_at[listener.event]:
                yield _elsewhere(listener)
        elif not listener.is_asked:
            yield from _at_times(listener, heard_at[listener.event], settings)


def _unknown(listener: Listener) -> Finding:
    meant = NO_EVENTS[listener.event]
    fix = Fix(f"write `{meant}`", [Edit(listener.location, meant)], is_safe=True) if _is_misspelt(listener) else None
    return Finding(
        f"there is no event `{listener.event}`",
        listener.location,
        label="no browser fires it: the listener is never called",
        help=f"the event is called `{meant}`" if listener.event in _SPELT else f"listen for `{meant}`",
        fix=fix,
    )


def _is_misspelt(listener: Listener) -> bool:
    return listener.event in _SPELT and listener.location.text == listener.event


def _elsewhere(listener: Listener) -> Finding:
    place = "document" if "document" in listener.targets else "window"
    return Finding(
        f"`{listener.event}` is not fired at `{place}`",
        listener.location,
        label="the listener is never called",
        help=f'listen at the model context: `document.modelContext.addEventListener("{listener.event}", …)`',
    )


def _at_times(listener: Listener, heard_at: set[str], settings: Settings) -> Iterator[Finding]:
    """Yield what a listener at the window, or at the context alone, misses in some of the targeted browsers."""
    targets = settings.targets
    is_at_window = "window" in listener.targets
    feature = EVENTS_AT_WINDOW if is_at_window else EVENTS_AT_CONTEXT
    other = "context" if is_at_window else "window"
    missing = targets.lacking(feature)
    if not missing or other in heard_at or "other" in heard_at:
        return
    place, elsewhere = ("window", "document.modelContext") if is_at_window else ("document.modelContext", "window")
    is_heard = targets.reaches(feature)
    yield Finding(
        f"`{listener.event}` is not fired at `{place}` in {missing}",
        listener.location,
        label=f"there it goes to `{elsewhere}`, and the listener is never called",
        help="listen at both" if is_heard else f"listen at `{elsewhere}`",
        level=Level.WARNING if is_heard else None,
    )

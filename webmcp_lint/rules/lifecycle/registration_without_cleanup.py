"""registration-without-cleanup."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.model_context import REMOVED
from webmcp_lint.browser.versions import NAVIGATOR_CONTEXT, UNREGISTER_TOOL
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.living import Hook, RegisteringCall
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at

_AWAY = {
    "React": "return `() => controller.abort()` from the effect",
    "Vue": "abort its controller in `onUnmounted`, or in `unmounted`",
    "Svelte": "return `() => controller.abort()` from the hook",
    "Solid": "abort its controller in `onCleanup`",
    "Angular": "abort its controller in `ngOnDestroy`",
    "custom element": "abort its controller in `disconnectedCallback`",
}


@rule(
    level=Level.WARNING,
    summary="a tool that stays when the component that registers it is gone",
    sources=(
        "Chromium 156: R-signal: a tool goes when its signal is aborted, and only then",
        "Chromium 156: R-dup: `registerTool` rejects a name that is taken",
    ),
)
def registration_without_cleanup(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the first registration of each hook that nothing takes back."""
    seen: set[object] = set()
    is_gone = not _has_unregister(page, settings)
    for call in page.lifecycle.calls:
        hook = call.hook
        if hook is None or hook.location in seen or not _stays(call, hook, settings, is_gone=is_gone):
            continue
        seen.add(hook.location)
        yield _finding(page, call, hook)


def _has_unregister(page: Page, settings: Settings) -> bool:
    """Whether `unregisterTool` takes tools back, or is told of as gone where it is called."""
    is_told = any(use.member in REMOVED and not (use.is_guarded or use.is_judged) for use in page.context_uses)
    return is_told or page.lifecycle.has_polyfill or settings.targets.wholly(UNREGISTER_TOOL)


def _stays(call: RegisteringCall, hook: Hook, settings: Settings, *, is_gone: bool) -> bool:
    if call.is_judged or call.is_once or hook.is_root or call.handles:
        return False
    if call.signal == "none" and call.takes_back == "removed":
        # Where the model context itself is gone, another rule says what is worse
        return is_gone and not (call.is_by_navigator and not settings.targets.reaches(NAVIGATOR_CONTEXT))
    return call.signal == "kept" or (call.signal == "none" and call.takes_back == "no")


def _finding(page: Page, call: RegisteringCall, hook: Hook) -> Finding:
    label = label_at(page, call.call)
    what = f"`{label}`" if label else "the tool"
    advice = f"pass `{{ signal: controller.signal }}` and {_AWAY[hook.framework]}"
    if call.signal == "kept":
        advice = f"nothing aborts its signal: {_AWAY[hook.framework]}"
    elif call.takes_back == "removed":
        advice = f"`unregisterTool` is gone since Chrome 148: {advice}"
    return Finding(
        f"{what} stays when its component is gone",
        call.location,
        label=f"when `{hook.name}` runs again, registerTool rejects the name, and agents go on calling the old one",
        help=advice,
        tool=label,
        related=(Related(hook.location, "registered in this hook"),),
    )

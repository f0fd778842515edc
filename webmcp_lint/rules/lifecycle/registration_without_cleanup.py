"""registration-without-cleanup."""

from __future__ import annotations

from collections.abc import Iterator

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
def registration_without_cleanup(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the first registration of each hook that nothing takes back."""
    seen: set[object] = set()
    for call in page.lifecycle.calls:
        hook = call.hook
        if hook is None or hook.location in seen or not _stays(call, hook):
            continue
        seen.add(hook.location)
        yield _finding(page, call, hook)


def _stays(call: RegisteringCall, hook: Hook) -> bool:
    if call.is_judged or call.is_once or hook.is_root or call.handles:
        return False
    return call.signal == "kept" or (call.signal == "none" and not call.takes_back)


def _finding(page: Page, call: RegisteringCall, hook: Hook) -> Finding:
    label = label_at(page, call.call)
    what = f"`{label}`" if label else "the tool"
    return Finding(
        f"{what} stays when its component is gone",
        call.location,
        label=f"when `{hook.name}` runs again, registerTool rejects the name, and agents go on calling the old one",
        help=f"pass `{{ signal: controller.signal }}` and {_AWAY[hook.framework]}"
        if call.signal == "none"
        else f"nothing aborts its signal: {_AWAY[hook.framework]}",
        tool=label,
        related=(Related(hook.location, "registered in this hook"),),
    )

"""unstable-registration."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at
from webmcp_lint.source import Location


@rule(
    level=Level.NOTE,
    summary="a tool that goes and comes at each render",
    sources=(
        "react.dev: an effect runs again when one of its dependencies is another object",
        "Chromium 156: E-events: each registration fires `toolchange`",
    ),
)
def unstable_registration(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the effects that register and run at each render."""
    seen: set[Location] = set()
    for call in page.lifecycle.calls:
        hook = call.hook
        if hook is None or call.is_once or call.is_judged or hook.location in seen:
            continue
        if hook.fresh is None and hook.runs != "always":
            continue
        seen.add(hook.location)
        label = label_at(page, call.call)
        yield Finding(
            f"{f'`{label}`' if label else 'the tool'} is registered anew at each render",
            hook.fresh or hook.location,
            label="it is a new object at each render, so the effect runs again"
            if hook.fresh
            else f"`{hook.name}` has no dependency list, so it runs after each render",
            help="keep it with `useMemo`, `useCallback` or a ref" if hook.fresh else "give it a dependency list",
            tool=label,
            related=(Related(call.location, "registered here"),),
        )

"""stale-closure."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.living import Hook, RegisteringCall
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at
from webmcp_lint.source import Location


@rule(
    level=Level.WARNING,
    summary="a tool that goes on with the state of an earlier render",
    sources=(
        "react.dev: an effect with an empty dependency list sees the values of the first render",
        "Chromium 156: R-obj: `registerTool` keeps the function that it is given",
    ),
)
def stale_closure(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools that are registered once and read what changes at each render."""
    seen: set[Location] = set()
    for call in page.lifecycle.calls:
        if call.hook is None or call.is_judged or not call.stale or call.stale[0].location in seen:
            continue
        seen.update(read.location for read in call.stale)
        yield _finding(page, call, call.hook)


def _finding(page: Page, call: RegisteringCall, hook: Hook) -> Finding:
    label = label_at(page, call.call)
    names = list(dict.fromkeys(read.name for read in call.stale))
    first = call.stale[0]
    listed = " and ".join(f"`{name}`" for name in names[:3])
    were = "they were" if len(names) > 1 else "it was"
    is_once = hook.runs == "once"
    render, when = ("the first render", "once") if is_once else ("an earlier render", "anew only for what is listed")
    return Finding(
        f"{f'`{label}`' if label else 'the tool'} reads the {first.kind} {listed} of {render}",
        first.location,
        label=f"it is registered {when}, so an agent is answered with what {were} then",
        help="read it from a ref or a store that is always current, or add it to the dependencies",
        tool=label,
        related=(Related(hook.location, f"registered {when} in this effect"),),
    )

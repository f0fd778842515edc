"""ignored-abort-signal."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import EXECUTE_SIGNAL
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.living import Unheeded
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at
from webmcp_lint.source import Edit

_GOES_ON = {"request": "the request goes on", "wait": "the wait goes on", "loop": "the loop goes on"}


@rule(
    level=Level.NOTE,
    summary="long work that goes on when the agent has given up",
    sources=("Chromium 156: X-signal: `execute(input, { signal })` is told when the caller aborts", "webmcp#48"),
    fix="unsafe",
)
def ignored_abort_signal(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the first long work of each `execute` that takes no signal."""
    return once(_findings(page, settings))


def _findings(page: Page, settings: Settings) -> Iterator[Finding]:
    for call in page.lifecycle.calls:
        work = call.unheeded
        if work is None or call.is_judged or not settings.targets.reaches(EXECUTE_SIGNAL):
            continue
        label = label_at(page, call.call)
        needs_default = not settings.targets.wholly(EXECUTE_SIGNAL)
        yield Finding(
            f"{f'`{label}`' if label else 'the tool'} does not hear when its caller gives up",
            work.location,
            label=f"{_GOES_ON[work.work]}, though nobody waits for its answer",
            help="take `{ signal }` as the second parameter of `execute` and "
            + ("hand it to `fetch`" if work.work == "request" else "stop when it is aborted"),
            tool=label,
            fix=_fix(work, " = {}" if needs_default else ""),
        )


def _fix(work: Unheeded, default: str) -> Fix | None:
    if work.parameters is None or work.request is None:
        return None
    taken = f", {{ signal }}{default}" if work.has_input else f"_input, {{ signal }}{default}"
    passed = " signal," if work.has_init else ", { signal }"
    return Fix("hand on the signal", [Edit(work.parameters, taken), Edit(work.request, passed)], is_safe=False)

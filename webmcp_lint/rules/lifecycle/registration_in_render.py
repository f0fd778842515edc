"""registration-in-render."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import label_at


@rule(
    level=Level.ERROR,
    summary="a tool that is registered while a component renders",
    sources=(
        "Chromium 156: R-dup: `registerTool` rejects a name that is taken",
        "react.dev: components and hooks must be pure; side effects run outside of render",
    ),
)
def registration_in_render(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the registrations in the body of a component or hook."""
    for call in page.lifecycle.calls:
        if call.rendered is not None and not call.is_once and not call.is_judged:
            label = label_at(page, call.call)
            yield Finding(
                f"`{call.rendered}` registers {f'`{label}`' if label else 'a tool'} each time it renders",
                call.location,
                label="the second render is rejected: the name is taken, and `execute` keeps the values of the first",
                help="register in `useEffect`, with a signal that its cleanup aborts",
                tool=label,
            )

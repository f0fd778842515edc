"""synthetic-event-agent-invoked."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import handlers, named
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit


@rule(
    level=Level.ERROR,
    summary="`agentInvoked` or `respondWith` on React's own event object, which has neither",
    sources=("React 18 in Chromium 156: its event has neither, `nativeEvent` has both",),
    fix="safe",
)
def synthetic_event_agent_invoked(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield what React handlers read off the wrong event."""
    yield from once(_read(page))


def _read(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        for use in handler.synthetic:
            is_flag = use.member == "agentInvoked"
            end = use.owner.span.end
            edit = Edit(use.owner.file.location(end, end), ".nativeEvent")
            form = submission.form.form.location
            place = f"({form.file.path}:{form.start.line})"
            yield Finding(
                f"React's event has no `{use.member}`",
                use.location,
                label="undefined: every agent is taken for a person"
                if is_flag
                else "a call throws, and the agent gets no answer",
                help=f"ask the browser's event: `{use.owner.text}.nativeEvent.{use.member}`",
                tool=submission.tool.label,
                related=[Related(handler.event, f"handles the form of {named(submission)} {place}")],
                fix=Fix("ask the browser's event", (edit,), is_safe=True),
            )

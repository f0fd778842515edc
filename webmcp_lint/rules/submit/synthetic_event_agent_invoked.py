"""synthetic-event-agent-invoked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import handlers, named
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Handler, Submission, Use
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
        if handler.synthetic:
            yield _finding(submission, handler)


def _finding(submission: Submission, handler: Handler) -> Finding:
    first, *others = handler.synthetic
    form = submission.form.form.location
    heard = f"handles the form of {named(submission)} ({form.file.path}:{form.start.line})"
    return Finding(
        f"React's event has no `{first.member}`",
        first.location,
        label="undefined: every agent is taken for a person"
        if first.member == "agentInvoked"
        else "a call throws, and the agent gets no answer",
        help=f"ask the browser's event: `{_right(first)}`",
        tool=submission.tool.label,
        related=[Related(handler.event, heard), *(Related(use.location, "nor this") for use in others)],
        fix=_fix(handler.synthetic),
    )


def _right(use: Use) -> str:
    if use.owner is not None:
        return f"{use.owner.text}.nativeEvent.{use.member}"
    # Taken off its event, the method no longer knows which one it is to answer
    return f"nativeEvent: {{ {use.member} }}" if use.member == "agentInvoked" else "event.nativeEvent.respondWith(…)"


def _fix(uses: Sequence[Use]) -> Fix | None:
    if any(use.owner is None and use.member != "agentInvoked" for use in uses):
        return None
    return Fix("ask the browser's event", [_edit(use) for use in uses], is_safe=True)


def _edit(use: Use) -> Edit:
    if use.owner is None:
        return Edit(use.location, f"nativeEvent: {{ {use.location.text} }}")
    end = use.owner.span.end
    return Edit(use.owner.file.location(end, end), ".nativeEvent")

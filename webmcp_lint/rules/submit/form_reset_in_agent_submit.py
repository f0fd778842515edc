"""form-reset-in-agent-submit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.submit.handling import certain, handlers, named, put_before, ways
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Handler, Step

_MAX_CODE: Final = 80


@rule(
    level=Level.ERROR,
    summary="a reset of a tool's form on the way of an agent's submit, before the answer is settled",
    sources=(
        "Chromium 156: `Tool execution cancelled by a form reset`, during the submit event and until the answer is settled",
    ),
    fix="unsafe",
)
def form_reset_in_agent_submit(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the resets that cancel the call that led to them."""
    yield from once(_resets(page))


def _resets(page: Page) -> Iterator[Finding]:
    for submission, handler in handlers(page):
        if handler.synthetic:
            # Another rule says that it asks the wrong event, and takes agents for people
            continue
        for course in certain(handler, handler.agent):
            for step in course.steps:
                if step.kind != "reset" or not (step.when == "dispatch" or step.in_answer):
                    continue
                yield Finding(
                    f"this reset cancels the agent's call to {named(submission)}",
                    step.location,
                    label='reached when an agent submits; Chromium answers "Tool execution cancelled by a form reset"',
                    help=_help(handler, step),
                    tool=submission.tool.label,
                    related=ways(submission, handler, step),
                    fix=_fix(handler, step),
                )


def _help(handler: Handler, step: Step) -> str:
    if step.callers or handler.event_name is None:
        return "reset only for people, or once the answer is settled, in a task of its own"
    guarded = f"if (!{handler.event_name}.agentInvoked) {step.location.text};"
    return f"reset only for people: `{guarded}`" if len(guarded) < _MAX_CODE else "reset only for people"


def _fix(handler: Handler, step: Step) -> Fix | None:
    if step.callers or handler.event_name is None:
        return None
    return put_before(step, f"if (!{handler.event_name}.agentInvoked) ", "reset only for people", is_safe=False)

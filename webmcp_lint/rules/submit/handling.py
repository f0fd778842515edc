"""What the rules of this category say of a handler: which tool it serves, what leads from it to a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.findings import Fix, Related
from webmcp_lint.site.page import Page
from webmcp_lint.site.submissions import Course, Handler, Step, Submission
from webmcp_lint.source import Edit


def handlers(page: Page) -> Iterator[tuple[Submission, Handler]]:
    """Yield the handlers of the page's form tools."""
    for submission in page.submissions():
        for handler in submission.handlers:
            yield submission, handler


def certain(handler: Handler, courses: Sequence[Course]) -> Iterator[Course]:
    """Yield the courses that the form surely may take: one that hears other forms too may turn it away unseen."""
    return (course for course in courses if course.is_known or not handler.is_delegated)


def named(submission: Submission) -> str:
    """Return what to call the tool in a message."""
    label = submission.tool.label
    return "a form tool" if label is None else f"`{label}`"


def ways(submission: Submission, handler: Handler, step: Step) -> list[Related]:
    """Return the places that lead to a step: the handler of the form, and the calls on the way."""
    form = submission.form.form.location
    message = f"handles the form of {named(submission)} ({form.file.path}:{form.start.line})"
    return [Related(handler.event, message), *(Related(caller, "called from here") for caller in step.callers)]


def put_before(step: Step, text: str, title: str, *, is_safe: bool) -> Fix | None:
    """Return the fix that writes something before the statement of a step; None where it is no statement of its own."""
    if step.statement is None:
        return None
    start = step.statement.span.start
    return Fix(title, (Edit(step.statement.file.location(start, start), text),), is_safe=is_safe)

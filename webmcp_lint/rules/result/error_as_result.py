"""error-as-result."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.result.answered import answered
from webmcp_lint.settings import Settings
from webmcp_lint.site.answers import Answers
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location


@rule(
    level=Level.WARNING,
    summary="a failure that is answered as a success, or in an envelope that the browser does not read",
    sources=("webmachinelearning/webmcp: results of tools", "tests/browser/test_results.py"),
)
def error_as_result(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield each `catch` that answers success, and where `isError` is written for the browser."""
    return once(
        finding
        for tool, _, found in answered(page)
        for finding in (*_successes(found, tool.label), *_envelopes(found, tool.label, page))
    )


def _successes(found: Answers, tool: str | None) -> Iterator[Finding]:
    for claim in found.claims:
        if claim.is_caught and claim.outcome == "success":
            yield _success(claim.location, tool)
    for handler, claim in found.swallowed:
        if claim.outcome == "success":
            yield _success(claim.location, tool, Related(handler, "catches the failure and goes on"))


def _success(place: Location, tool: str | None, *related: Related) -> Finding:
    return Finding(
        "a failure ends in an answer of success",
        place,
        label="an agent tells the user that it worked",
        help='return what went wrong: `{ error: error.message, code: "…" }`',
        tool=tool,
        related=related,
    )


def _envelopes(found: Answers, tool: str | None, page: Page) -> Iterator[Finding]:
    if page.supplies_context:
        return
    envelope = next((claim.envelope for claim in found.claims if claim.envelope is not None), None)
    if envelope is not None:
        yield Finding(
            "the browser does not read `isError`",
            envelope,
            label="it is a key of MCP: to an agent this is the JSON of a call that worked",
            help='return `{ error: "…", code: "…" }`, in words that say what to do next',
            tool=tool,
            level=Level.NOTE,
        )

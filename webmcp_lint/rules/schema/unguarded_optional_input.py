"""unguarded-optional-input."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.handled import Handled, handled
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location


@rule(
    level=Level.WARNING,
    summary="an optional parameter that `execute` uses as if it were always sent",
    sources=("webmcp#289: Chrome checks no input against the schema",),
)
def unguarded_optional_input(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places that throw where an agent leaves out what it may leave out."""
    return once(finding for each in handled(page) if not each.is_validated for finding in _findings(each))


def _findings(each: Handled) -> Iterator[Finding]:
    optional = {name: one for name, one in (each.parameters or {}).items() if not one.is_required}
    for inputs in each.inputs:
        if any(handover.way == "argument" for handover in inputs.handovers):
            continue
        first: dict[str, Location] = {}
        for key, location in sorted(inputs.dereferences, key=_place):
            # One default mends them all
            first.setdefault(key, location)
        for key, location in first.items():
            if key in optional:
                origin = optional[key].origin
                yield Finding(
                    f"`{key}` is optional, and this throws without it",
                    location,
                    label="a call that leaves it out fails, and the agent is not told why",
                    help=f"give `{key}` a default, test it, or list it under `required`",
                    tool=each.tool.label,
                    related=(Related(origin.key or origin.value, "not listed under `required`"),),
                )


def _place(dereference: tuple[str, Location]) -> tuple[str, int]:
    _, location = dereference
    return location.file.path, location.span.start

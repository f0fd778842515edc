"""undeclared-input."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.handled import Handled, handled
from webmcp_lint.settings import Settings
from webmcp_lint.site.handling import KeyUse
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit, Location

_SIMILARITY: Final = 0.7


@rule(
    level=Level.ERROR,
    summary="a name that `execute` reads from its input and the schema does not declare",
    sources=("webmcp#289: Chrome checks no input against the schema", "GoogleChromeLabs/webmcp-tools: tool-design.md"),
    fix="unsafe",
)
def undeclared_input(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the reads of keys that no agent is told of."""
    tools = [(each, declared) for each in handled(page) if (declared := each.parameters) is not None]
    known: dict[Location, set[str]] = defaultdict(set)
    for each, declared in tools:
        for inputs in each.inputs:
            for read in inputs.reads:
                known[read.location].update(declared)
    return once(
        _finding(each, read, list(declared))
        for each, declared in tools
        for read in each.undeclared()
        if read.key not in known[read.location]
    )


def _finding(each: Handled, read: KeyUse, declared: list[str]) -> Finding:
    nearest = _nearest(read.key, declared)
    return Finding(
        f"`{read.key}` is read from the input, and no parameter is called so",
        read.location,
        label="always undefined: an agent sends what the schema declares",
        help=f"read `{nearest}`, or declare `{read.key}`" if nearest else f"declare `{read.key}` under `properties`",
        tool=each.tool.label,
        related=each.declared_at(),
        fix=None if nearest is None or not nearest.isidentifier() else _renaming(read, nearest),
    )


def _renaming(read: KeyUse, nearest: str) -> Fix:
    """Return the fix that reads another key, and keeps the name it is given."""
    place = read.location
    text, quote = place.file.text, place.text[:1]
    before, after = text[: place.span.start].rstrip()[-1:], text[place.span.end :].lstrip()[:1]
    written = nearest
    if quote in {"'", '"'}:
        written = f"{quote}{nearest}{quote}"
    elif before != "." and after != ":":
        written = f"{nearest}: {read.key}"
    return Fix(f"read `{nearest}`", (Edit(place, written),), is_safe=False)


def _nearest(name: str, declared: list[str]) -> str | None:
    same = [each for each in declared if words(each) == words(name)]
    return next(iter(same or difflib.get_close_matches(name[:64], declared, n=1, cutoff=_SIMILARITY)), None)

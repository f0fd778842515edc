"""unserializable-result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.result.answered import answered
from webmcp_lint.settings import Settings
from webmcp_lint.site.answers import Lost
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit, Location

_EMPTY: Final = "an agent reads `{}` in its place"
_SAID: Final[dict[Lost, tuple[str, str, str]]] = {
    "response": ("a `Response` has no JSON", _EMPTY, "return what it holds: `await response.json()`"),
    "element": ("an element of the page has no JSON", _EMPTY, "return its text, or the attributes that matter"),
    "collection": (
        "this object has no JSON",
        _EMPTY,
        "return a list: `[...map.values()]`, or `Object.fromEntries(map)`",
    ),
    "bigint": ("a BigInt has no JSON", "the call fails, and the agent is not told why", "return `String(value)`"),
    "symbol": ("a Symbol is no answer", "the tab crashes", "return its description"),
    "function": ("a function is no answer", 'an agent reads "undefined"', "return what it gives"),
    "error": ("an error has no JSON", "an agent reads `{}`, and not its message", "return `error.message`"),
    "promise": ("nothing waits for this promise", _EMPTY, "put `await` before it"),
}


@rule(
    level=Level.WARNING,
    summary="an answer that has no JSON",
    fix="unsafe",
    sources=("ECMA-262, SerializeJSONProperty", "X-result-sym", "tests/browser/test_results.py"),
)
def unserializable_result(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers, and parts of answers, of which an agent gets nothing."""
    return once(_finding(tool.label, kind, place) for tool, _, found in answered(page) for kind, place in found.lost)


def _finding(tool: str | None, kind: Lost, place: Location) -> Finding:
    message, label, help_ = _SAID[kind]
    return Finding(
        message,
        place,
        label=label,
        help=help_,
        tool=tool,
        level=Level.ERROR if kind in {"symbol", "bigint"} else None,
        fix=_reading(place) if kind == "response" else None,
    )


def _reading(place: Location) -> Fix | None:
    """Return the fix that reads a response which is known to have arrived."""
    name = place.text
    if not name.isidentifier() or not re.search(rf"\b{name}\s*=\s*await\b", place.file.text):
        return None
    return Fix("read its JSON", (Edit(place, f"await {name}.json()"),), is_safe=False)

"""Plain JSON: when two values are the same, and how one is shown in a line."""

from __future__ import annotations

import json

from webmcp_lint.syntax.numerals import js_number

_MAX_SHOWN = 40
_BEYOND = 10**308


def canonical(value: object) -> str:
    """Return a text that is the same for values that JSON takes for the same: key order aside, 1 and 1.0 alike."""
    return json.dumps(_doubles(value), sort_keys=True, separators=(",", ":"))


def shown(value: object) -> str:
    """Return a value in backticks, cut to what a line has room for."""
    text = js_number(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if len(text) <= _MAX_SHOWN else f"`{text[: _MAX_SHOWN - 1]}…`"


def _doubles(value: object) -> object:
    match value:
        case dict():
            return {key: _doubles(child) for key, child in value.items()}
        case list():
            return [_doubles(child) for child in value]
        case bool():
            return value
        case int() | float() if abs(value) < _BEYOND:  # JavaScript has no other numbers, and writes -0 as 0
            return float(value) + 0.0
        case _:
            return value

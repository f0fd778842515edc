"""JSON as text: numbers as JavaScript prints them, text as it is, and valid whatever the text holds."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from webmcp_lint.syntax.numerals import js_number

_SURROGATE = re.compile("[\ud800-\udfff]")

_scalar = json.JSONEncoder(ensure_ascii=False).encode


def dumps(value: object) -> str:
    """Return dicts, lists and scalars as indented JSON; lone surrogates, which UTF-8 has no bytes for, are escaped."""
    pieces: list[str] = []
    _write(value, "\n", pieces.append)
    pieces.append("\n")
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", "".join(pieces))


def _write(value: object, newline: str, put: Callable[[str], None]) -> None:
    inner = newline + "  "
    if isinstance(value, dict) and value:
        lead = "{" + inner
        for key, item in value.items():
            put(f"{lead}{_scalar(key)}: ")
            _write(item, inner, put)
            lead = "," + inner
        put(newline + "}")
    elif isinstance(value, list) and value:
        lead = "[" + inner
        for item in value:
            put(lead)
            _write(item, inner, put)
            lead = "," + inner
        put(newline + "]")
    else:
        put(js_number(value) if isinstance(value, float) else _scalar(value))

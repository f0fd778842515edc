"""Texts that stand where a description is still to be written.

Collected from public WebMCP examples, starters and scaffolds, where they were left in place.
"""

from __future__ import annotations

import re
from typing import Final

from webmcp_lint.site.wording import words

_WHOLE: Final = frozenset(
    {"add description", "add description here", "clear description of what this tool does"}
    | {"coming soon", "desc", "describe the tool", "describe this tool", "describe your tool", "description"}
    | {
        "description goes here",
        "description here",
        "description of the tool",
        "description of your tool",
        "dummy",
        "example",
    }
    | {
        "fixme",
        "form",
        "form description",
        "insert description",
        "insert description here",
        "my tool",
        "n a",
        "name",
        "none",
    }
    | {"no description", "null", "placeholder", "sample", "some description", "string", "tbd", "temp", "test"}
    | {"test description", "test tool", "text", "this tool", "todo", "todo add description", "tool", "tool description"}
    | {"undefined", "what this tool does", "what the tool does", "xxx", "your description", "your description here"}
)
"""What is a placeholder by itself; compared in lower case and without punctuation."""

_WITHIN: Final = re.compile(
    r"(?i:\[\s*(?:\.\.\.|…|(?:your|insert|enter|add)\b[^\]]{0,60})\s*\]|\{\{?\s*(?:your|insert)\b[^}]{0,60}\})"
    r"|\A\W*(?:TODO|FIXME|TBD)\b\s*(?:[:\]]|\Z)|(?i:\blorem ipsum\b)"
)
"""What shows that part of a text is still to be filled in: "[Your Company]", "displays [...]"."""


def is_placeholder(text: str) -> bool:
    """Whether nothing but a placeholder, or only punctuation, stands in a text."""
    said = words(text)
    return " ".join(said[1:] if said[:1] in (["a"], ["the"]) else said) in _WHOLE or not said


def open_part(text: str) -> re.Match[str] | None:
    """Return the first part of a text that is still to be filled in."""
    return _WITHIN.search(text)

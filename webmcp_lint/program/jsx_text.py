"""What JSX makes of the text between its tags and of the entities in it."""

from __future__ import annotations

import re
from typing import Final

_ENTITY: Final = re.compile(r"&[#\w]+;")


def rendered_text(text: str) -> str:
    """Return what JSX makes of text: lines are trimmed, blank ones go, the rest is joined by spaces."""
    lines = re.split(r"\r\n|\r|\n", text)
    kept = []
    for index, line in enumerate(lines):
        part = line.replace("\t", " ")
        if index > 0:
            part = part.lstrip(" ")
        if index < len(lines) - 1:
            part = part.rstrip(" ")
        if part:
            kept.append(part)
    return unescaped(" ".join(kept))


def unescaped(text: str) -> str:
    """Return a text with its entities replaced by what they stand for."""
    import html

    return _ENTITY.sub(lambda match: html.unescape(match[0]), text)

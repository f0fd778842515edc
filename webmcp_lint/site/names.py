"""The words that a name is made of."""

from __future__ import annotations

import re

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def words(name: str) -> list[str]:
    """Return the ASCII words of a name in lower case, whichever way it joins them: `getHTMLPage2`, `get-html_page.2`."""
    return [word.lower() for word in _WORD.findall(name)]

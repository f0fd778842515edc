"""From a page that shows a fault to a small one that still does."""

import re
from collections.abc import Callable

_PIECES = (
    re.compile(r"<!--.*?-->|<[^<>]*>|[^<]+|<", re.DOTALL),
    re.compile(r"""\s+[^\s=<>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+))?|[^\s<]+|.""", re.DOTALL),
    re.compile(r"\w+|.", re.DOTALL),
)
"""How a page is cut: into tags and text, then into attributes and words, then into names and characters."""


def shrink(page: str, still_fails: Callable[[str], bool]) -> str:
    """Leave out what can be left out while `still_fails` holds: tags first, then attributes, then characters."""
    for pieces in _PIECES:
        while len(smaller := _thinned(pieces.findall(page), still_fails)) < len(page):
            page = smaller
    return page


def _thinned(pieces: list[str], still_fails: Callable[[str], bool]) -> str:
    size = len(pieces) // 2
    while size:
        at = 0
        while at < len(pieces):
            fewer = pieces[:at] + pieces[at + size :]
            if fewer and still_fails("".join(fewer)):
                pieces = fewer
            else:
                at += size
        size //= 2
    return "".join(pieces)

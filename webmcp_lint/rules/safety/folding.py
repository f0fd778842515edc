"""Texts as a model takes them: without case, width, accents, look-alikes and characters that cannot be seen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from webmcp_lint.rules.safety.confusables import LATIN
from webmcp_lint.rules.safety.invisible import is_invisible

_SPACES: Final = str.maketrans("\t\n\v\f\r_", "      ")
_SPACED_OUT: Final = re.compile(r"(?<!\w)(?:[a-z][\W_]{1,3}){7,}[a-z](?!\w)")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; `offsets` say for each of its characters, and for its end, where in the text they come from."""

    text: str
    offsets: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where in the original text `[start, end)` comes from."""
        return self.offsets[start], self.offsets[end - 1] + 1


def folded(text: str) -> Folded:
    """Return a text in lower case with white space and `_` as spaces, and Latin letters for all that look like them."""
    if text.isascii():
        return Folded(text.lower().translate(_SPACES), range(len(text) + 1))
    chars: list[str] = []
    offsets: list[int] = []
    for offset, char in enumerate(text):
        plain = char.lower() if char.isascii() else _plain(char)
        chars.append(plain)
        offsets += [offset] * len(plain)
    return Folded("".join(chars).translate(_SPACES), [*offsets, len(text)])


def spaced_out(text: Folded) -> list[Folded]:
    """Return the stretches that are spelled letter by letter ("i g n o r e"), each put together to one word."""
    stretches = []
    for match in _SPACED_OUT.finditer(text.text):
        letters = [at for at in range(*match.span()) if text.text[at].isalpha()]
        offsets = [text.offsets[at] for at in letters]
        stretches.append(Folded("".join(text.text[at] for at in letters), [*offsets, offsets[-1] + 1]))
    return stretches


def _plain(char: str) -> str:
    if is_invisible(char):
        return ""
    wide = unicodedata.normalize("NFKC", char)
    base = unicodedata.normalize("NFD", wide)[:1]
    if "\u0300" <= base <= "\u036f":
        return ""
    # Kana and Hangul decompose too, and would no longer be what they are
    return (base if base < "\u0250" or ord(base) in LATIN else wide).translate(LATIN).lower()

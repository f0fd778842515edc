"""Characters that nobody sees and every model reads, and where they are at home.

From Unicode 16 (Default_Ignorable_Code_Point, Bidi_Control, the Core Specification's section 23.2 on joiners and UTS #51 on
emoji), CVE-2021-42574 (Trojan Source), and published attacks that hid instructions in tag characters and variation selectors.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_OVERRIDES: Final = "\u202d\u202e"
_DIRECTIONS: Final = "\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069"
_JOINERS: Final = "\u200c\u200d"
_WORD_BREAKS: Final = "\u200b"
_NEVER_SEEN: Final = "\u034f\u180e\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U0001d173-\U0001d17a"
_SELECTORS: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS: Final = "\U000e0000-\U000e007f"
_SURROGATES: Final = "\ud800-\udfff"

_HIDDEN: Final = re.compile(
    f"[{_OVERRIDES}{_DIRECTIONS}{_JOINERS}{_WORD_BREAKS}{_NEVER_SEEN}{_SELECTORS}{_TAGS}{_SURROGATES}]+"
)
_DIRECTION: Final = re.compile(f"[{_DIRECTIONS}]")
_SELECTOR: Final = re.compile(f"[{_SELECTORS}]")

_RIGHT_TO_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_JOINING: Final = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc\U00011000-\U00011fff]"
)
"""Arabic, Persian, Syriac, Mongolian and the scripts of India and its neighbours, where joiners shape letters."""

_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
"""Thai, Lao, Myanmar, Khmer, Japanese and Chinese, where a zero-width space says where a line may break."""

_MODIFIER: Final = re.compile("[\ufe0f\u20e3\U0001f3fb-\U0001f3ff]")
_FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
_IDEOGRAPH: Final = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class Hidden:
    """A stretch of hidden characters in a text."""

    start: int
    end: int
    text: str

    @property
    def message(self) -> str:
        """The ASCII text that tag characters spell, `""` where there are none."""
        return "".join(chr(ord(char) - 0xE0000) for char in self.text if 0xE0020 <= ord(char) <= 0xE007E)


def name(char: str) -> str:
    """Return a character's code point and Unicode name, as in "U+200B ZERO WIDTH SPACE"."""
    kind = "LONE SURROGATE" if "\ud800" <= char <= "\udfff" else "UNASSIGNED"
    return f"U+{ord(char):04X} {unicodedata.name(char, kind)}"


def hidden(text: str) -> Iterator[Hidden]:
    """Yield the stretches of characters that cannot be seen and have no work to do where they stand."""
    if text.isascii():
        return
    flags = {flag.start() + 1: flag.end() for flag in _FLAG.finditer(text)}
    is_right_to_left = _RIGHT_TO_LEFT.search(text) is not None
    for match in _HIDDEN.finditer(text):
        start = end = flags.get(match.start(), match.start())
        while end < match.end():
            if _works(text, end, is_right_to_left=is_right_to_left):
                if start < end:
                    yield Hidden(start, end, text[start:end])
                start = end + 1
            end += 1
        if start < end:
            yield Hidden(start, end, text[start:end])


def is_invisible(char: str) -> bool:
    """Whether a character is one of those that cannot be seen, at work or not."""
    return _HIDDEN.match(char) is not None


def visible(text: str) -> str:
    """Return a text without its hidden characters."""
    pieces, done = [], 0
    for stretch in hidden(text):
        pieces.append(text[done : stretch.start])
        done = stretch.end
    return "".join(pieces) + text[done:]


def _works(text: str, at: int, *, is_right_to_left: bool) -> bool:
    """Whether the hidden character at an offset does what it is there for."""
    char = text[at]
    before, behind = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
    if char in _WORD_BREAKS:
        return bool(_UNSPACED.match(before) or _UNSPACED.match(behind))
    if char in _JOINERS or char == "\u180e":
        return bool(_JOINING.match(before) or _JOINING.match(behind)) or (
            char == "\u200d" and _is_emoji(before) and _is_emoji(behind)
        )
    if _DIRECTION.match(char):
        return is_right_to_left
    if char >= "\U000e0100" and _SELECTOR.match(char):
        return bool(_IDEOGRAPH.match(before))
    return bool(_SELECTOR.match(char)) and _has_variants(before)


def _has_variants(char: str) -> bool:
    """Whether a variation selector may say how a character looks: an emoji, a keycap's digit, a symbol, an ideograph."""
    return bool(char) and not _HIDDEN.match(char) and (char in "0123456789#*©®" or char > "\u2000")


def _is_emoji(char: str) -> bool:
    """Whether a character is a picture, or modifies the one before it."""
    return bool(char) and (unicodedata.category(char) == "So" or _MODIFIER.match(char) is not None)

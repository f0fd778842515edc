"""What a terminal shows of a text: how wide each character stands, and nothing that would steer the terminal."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TextIO

TAB_WIDTH = 4
_PIPE_WIDTH = 120
_MIN_WIDTH = 40
_JOINERS = frozenset("\u200c\u200d")
_TYPOGRAPHY = {0x2013: "-", 0x2014: "-", 0x2026: "...", 0xB7: "-", 0x2265: ">=", 0x2264: "<="}
_QUOTES = {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"'}
_PLAIN = _TYPOGRAPHY | _QUOTES

Style = Literal["error", "warning", "note", "frame", "strong", "name", "faint"]
_CODES: Mapping[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "frame": "34",
    "strong": "1",
    "name": "1;32",
    "faint": "2",
}


class Glyph(NamedTuple):
    """What stands on the screen for one code point, and how many columns it takes."""

    text: str
    width: int


class Symbols(NamedTuple):
    """The lines that a code frame is drawn with."""

    top: str
    side: str
    between: str
    bottom: str
    end: str
    gap: str
    primary: str
    related: str
    ellipsis: str
    dot: str
    dash: str


_UNICODE = Symbols("╭─", "│", "├─", "╰─", "╵", "⋮", "━", "─", "…", " · ", "—")
_ASCII = Symbols("+-", "|", "+-", "+-", "", ":", "^", "-", "...", ", ", "-")


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the place that a text goes to can show."""

    width: int = _PIPE_WIDTH
    has_color: bool = False
    has_unicode: bool = True
    encoding: str = "utf-8"

    @classmethod
    def of(cls, stream: TextIO, *, color: bool | None = None, unicode: bool | None = None) -> Terminal:
        """Look at a stream and the environment; `color` and `unicode` are what the user asks for, None for nothing."""
        is_terminal = stream.isatty()
        encoding = stream.encoding or "ascii"
        if color is None:
            color = _wants_color(is_terminal=is_terminal)
        if unicode is None:
            unicode = _can_encode("".join(_UNICODE), encoding)
        return cls(max(_columns(stream), _MIN_WIDTH), color, unicode, encoding)

    @property
    def symbols(self) -> Symbols:
        """The lines to draw with."""
        return _UNICODE if self.has_unicode else _ASCII

    def paint(self, text: str, style: Style) -> str:
        """Return `text` in the colours of `style`, as it is where there are none."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.has_color and text else text

    def glyphs(self, text: str) -> list[Glyph]:
        """Return what stands for each code point of one line."""
        glyphs: list[Glyph] = []
        column = 0
        previous = ""
        for char in text:
            glyph = self._glyph(char, previous, column)
            glyphs.append(glyph)
            column += glyph.width
            previous = char
        return glyphs

    def _glyph(self, char: str, previous: str, column: int) -> Glyph:
        if " " <= char <= "~":
            return Glyph(char, 1)
        if char == "\t":
            width = TAB_WIDTH - column % TAB_WIDTH
            return Glyph(" " * width, width)
        if _is_invisible(char, previous) or not _can_encode(char, self.encoding):
            escaped = f"<U+{ord(char):04X}>"
            return Glyph(escaped, len(escaped))
        return Glyph(char, _width(char, previous))

    def visible(self, text: str) -> str:
        """Return `text` on one line, with characters that do not show, or steer the terminal, spelled out."""
        if not self.has_unicode:
            text = text.translate(_PLAIN)
        return text if text.isascii() and text.isprintable() else "".join(glyph.text for glyph in self.glyphs(text))

    def measure(self, text: str) -> int:
        """Return how many columns a visible text takes."""
        return len(text) if text.isascii() else sum(glyph.width for glyph in self.glyphs(text))

    def pad(self, text: str, width: int) -> str:
        """Return a visible text with spaces behind it up to `width` columns."""
        return text + " " * (width - self.measure(text))

    def wrap(self, text: str, width: int) -> Iterator[str]:
        """Break a visible text into lines of at most `width` columns, between words where there are such."""
        line, filled = "", 0
        for word in text.split():
            size = self.measure(word)
            if line and filled + 1 + size > width:
                yield line
                line, filled = "", 0
            if line:
                line, filled = f"{line} {word}", filled + 1 + size
                continue
            for glyph in self.glyphs(word):
                if line and filled + glyph.width > width:
                    yield line
                    line, filled = "", 0
                line, filled = line + glyph.text, filled + glyph.width
        if line:
            yield line

    def cut(self, text: str, width: int) -> str:
        """Return a visible text cut to `width` columns, with an ellipsis where something is missing."""
        if self.measure(text) <= width:
            return text
        ellipsis = self.symbols.ellipsis
        room = width - len(ellipsis)
        kept = ""
        for glyph in self.glyphs(text):
            room -= glyph.width
            if room < 0:
                break
            kept += glyph.text
        return kept.rstrip() + ellipsis


def _columns(stream: TextIO) -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal():
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):  # no terminal, or no file at all
        return _PIPE_WIDTH


def _wants_color(*, is_terminal: bool) -> bool:
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal and os.environ.get("TERM") != "dumb"


@lru_cache(maxsize=4096)
def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _is_invisible(char: str, previous: str) -> bool:
    """Whether a character shows nothing of itself, nor changes the one before it."""
    if _is_variation_selector(char):
        return not previous or _is_variation_selector(previous)
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"} and char not in _JOINERS


def _is_variation_selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _width(char: str, previous: str) -> int:
    """Return the columns of a character that shows: 2 for East Asian wide ones and emoji, 0 for what joins the last."""
    if char in _JOINERS or unicodedata.category(char) in {"Mn", "Me"} or "\u1160" <= char <= "\u11ff":
        return 0
    if not _is_wide(char):
        return 1
    has_skin_tone = "\U0001f3fb" <= char <= "\U0001f3ff" and _is_wide(previous or " ")
    return 0 if previous == "\u200d" or has_skin_tone else 2


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in {"W", "F"}

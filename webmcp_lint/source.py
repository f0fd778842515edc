"""Text with positions: everything that is read, and every place that is reported, is one of these."""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

_PAIR = re.compile("[\U00010000-\U0010ffff]")


class Span(NamedTuple):
    """A half-open range of code points in the text of one file."""

    start: int
    end: int


class Position(NamedTuple):
    """A place as people and editors name it: both from 1, the column in UTF-16 code units."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Location:
    """A span of a certain file."""

    file: SourceFile
    span: Span

    @property
    def start(self) -> Position:
        """Where the span begins."""
        return self.file.position(self.span.start)

    @property
    def end(self) -> Position:
        """The position just behind the span."""
        return self.file.position(self.span.end)

    @property
    def text(self) -> str:
        """The source text of the span."""
        return self.file.text[self.span.start : self.span.end]


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of a location; an empty location inserts, an empty text deletes."""

    location: Location
    text: str


@dataclass(frozen=True, eq=False)
class SourceFile:
    """The decoded text of one file.

    `path` is what reports print: relative to the working directory, with `/`. Line ends are kept as they are; LF, CRLF
    and a lone CR end a line, as in HTML and JavaScript. Two files are equal only if they are the same object.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    encoding_declared: bool = True
    """Whether the bytes themselves say the encoding (a BOM or a `<meta>`), rather than a guess."""
    bom: bytes = b""
    raw: bytes = field(default=b"", repr=False)
    """The bytes, where they may be others than those that the text would be written with."""

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.raw or self.text.encode(self.encoding)

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line's first code point."""
        text = self.text
        if "\r" in text:
            text = text.replace("\r\n", " \n").replace("\r", "\n")
        starts = [0]
        end = text.find("\n")
        while end != -1:
            starts.append(end + 1)
            end = text.find("\n", end + 1)
        return starts

    def line_of(self, offset: int) -> int:
        """Return the number, from 1, of the line that holds `offset`."""
        return bisect.bisect_right(self.line_starts, offset)

    def line_span(self, line: int) -> Span:
        """Return the span of a line (from 1) without its line end."""
        starts = self.line_starts
        start = starts[line - 1]
        end = starts[line] if line < len(starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return Span(start, end)

    def position(self, offset: int) -> Position:
        """Return line and UTF-16 column of a code point offset."""
        line = self.line_of(offset)
        start = self.line_starts[line - 1]
        pairs = bisect.bisect_left(self._pairs, offset) - bisect.bisect_left(self._pairs, start)
        return Position(line, 1 + offset - start + pairs)

    @cached_property
    def _pairs(self) -> list[int]:
        """The offsets of the code points that take two UTF-16 code units."""
        return [] if self.text.isascii() else [match.start() for match in _PAIR.finditer(self.text)]

    def location(self, start: int, end: int) -> Location:
        """Return the location of `[start, end)`."""
        return Location(self, Span(start, end))


def utf16_length(text: str) -> int:
    """Return how many UTF-16 code units `text` takes."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2

"""Places in texts as the protocol counts them: from 0, the column in the units that editor and server agreed on."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types

from webmcp_lint.source import Location, SourceFile, utf16_length


@dataclass(frozen=True, slots=True)
class Positions:
    """Turns offsets into positions and back."""

    encoding: str = "utf-16"

    def position(self, file: SourceFile, offset: int) -> types.Position:
        """Return the position of a code point."""
        offset = max(0, min(offset, len(file.text)))
        line, column = file.position(offset)
        if self.encoding != "utf-16":
            column = 1 + self._length(file.text[file.line_starts[line - 1] : offset])
        return types.Position(line - 1, column - 1)

    def range(self, location: Location) -> types.Range:
        """Return where a location is."""
        start, end = location.span
        return types.Range(self.position(location.file, start), self.position(location.file, end))

    def offset(self, file: SourceFile, position: types.Position) -> int:
        """Return the code point at a position; beyond the end of its line or of the text, that end."""
        if position.line >= len(file.line_starts):
            return len(file.text)
        start, end = file.line_span(max(position.line, 0) + 1)
        text = file.text[start:end]
        if text.isascii() or self.encoding == "utf-32":
            return min(start + max(position.character, 0), end)
        units = 0
        for index, char in enumerate(text):
            if units >= position.character:
                return start + index
            units += self._length(char)
        return end

    def _length(self, text: str) -> int:
        match self.encoding:
            case "utf-8":
                return len(text.encode("utf-8", "surrogatepass"))
            case "utf-32":
                return len(text)
            case _:
                return utf16_length(text)

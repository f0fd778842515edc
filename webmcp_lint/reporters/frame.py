"""The code frame: the lines a finding is about, with each of its places marked and labelled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from webmcp_lint.findings import Finding
from webmcp_lint.reporters.terminal import Style, Terminal
from webmcp_lint.source import Location, SourceFile, Span

_CONTEXT_LINES = 2
_WHOLE_LINES = 3
"""A longer span is shown by its first and its last line."""
_LABEL_WIDTH = 40


@dataclass(frozen=True, slots=True)
class _Mark:
    """A span within one line, and what stands beside it."""

    span: Span
    label: str
    is_primary: bool


@dataclass(slots=True)
class _Line:
    number: int
    marks: list[_Mark] = field(default_factory=list)
    is_followed_by_gap: bool = False


@dataclass(frozen=True, slots=True)
class _Excerpt:
    """The part of a line that is shown; `starts` are the columns of its code points and the one behind the last."""

    span: Span
    text: str
    starts: Sequence[int]

    def column(self, offset: int) -> int:
        return self.starts[min(max(offset - self.span.start, 0), len(self.starts) - 1)]


def code_frame(finding: Finding, style: Style, terminal: Terminal) -> Iterator[str]:
    """Yield the lines of a finding's frame; the primary place is marked in `style`."""
    places = [(finding.location, finding.label, True)]
    places += ((each.location, each.message, False) for each in finding.related)
    blocks = {location.file: _lines(location.file, places) for location, _, _ in places}
    draw = _Drawing(style, terminal, max(len(str(lines[-1].number)) for lines in blocks.values()))
    for index, (file, lines) in enumerate(blocks.items()):
        line, column = next(location.start for location, _, _ in places if location.file is file)
        corner = terminal.symbols.between if index else terminal.symbols.top
        yield f"{draw.gutter(corner)} {terminal.visible(file.path)}:{line}:{column}"
        yield draw.gutter()
        for each in lines:
            yield from draw.line(file, each)
    yield from draw.advice(finding)


def _lines(file: SourceFile, places: Sequence[tuple[Location, str, bool]]) -> list[_Line]:
    """Return the lines of a file that are shown, in order."""
    lines: dict[int, _Line] = {}
    here = [place for place in places if place[0].file is file]
    for location, label, is_primary in here:
        parts = list(_parts(location))
        shown = parts if len(parts) <= _WHOLE_LINES else [parts[0], parts[-1]]
        for number, span in shown:
            line = lines.setdefault(number, _Line(number))
            is_last = number == parts[-1][0]
            if span.start < span.end or len(parts) == 1:
                line.marks.append(_Mark(span, label if is_last else "", is_primary))
        lines[parts[0][0]].is_followed_by_gap |= len(shown) < len(parts)
    if len(here) == 1 and here[0][2]:
        first = min(lines)
        above = list(range(max(1, first - _CONTEXT_LINES), first))
        while above and not file.text[slice(*file.line_span(above[0]))].strip():
            above.pop(0)
        lines |= {number: _Line(number) for number in above}
    return [lines[number] for number in sorted(lines)]


def _parts(location: Location) -> Iterator[tuple[int, Span]]:
    """Yield the part of a span in each of its lines, without the white space around it; blank lines give an empty one."""
    file, (start, end) = location.file, location.span
    first = file.line_of(start)
    last = file.line_of(max(start, end - 1))
    for number in range(first, last + 1):
        line = file.line_span(number)
        left, right = max(line.start, start), min(line.end, end)
        if first < last:
            text = file.text[left:right]
            left, right = left + len(text) - len(text.lstrip()), left + len(text.rstrip())
        yield number, Span(min(left, right), right)


@dataclass(frozen=True, slots=True)
class _Drawing:
    style: Style
    terminal: Terminal
    digits: int

    @property
    def room(self) -> int:
        """The columns beside the gutter."""
        return self.terminal.width - self.digits - 3

    def gutter(self, symbol: str | None = None, number: int | None = None) -> str:
        shown = "" if number is None else str(number)
        text = f"{shown:>{self.digits}} {self.terminal.symbols.side if symbol is None else symbol}"
        return self.terminal.paint(text, "frame")

    def line(self, file: SourceFile, line: _Line) -> Iterator[str]:
        """Yield a line of code and the marks under it; marks too far apart for one excerpt get one of their own."""
        whole = file.line_span(line.number)
        waiting = sorted(line.marks, key=lambda mark: (mark.span.start, mark.is_primary)) or [_Mark(whole, "", False)]
        while waiting:
            excerpt = self.excerpt(file.text, whole, waiting[0].span if line.marks else Span(whole.start, whole.start))
            yield f"{self.gutter(number=line.number)} {excerpt.text}".rstrip()
            fitting = [mark for mark in waiting if self.fits(mark, excerpt)] or waiting[:1]
            waiting = [mark for mark in waiting if mark not in fitting]
            for mark in fitting if line.marks else ():
                yield from self.mark(mark, excerpt)
        if line.is_followed_by_gap:
            yield self.gutter(self.terminal.symbols.gap)

    def fits(self, mark: _Mark, excerpt: _Excerpt) -> bool:
        start = mark.span.start
        return excerpt.span.start <= start < excerpt.span.end or mark.span.end <= excerpt.span.end == start

    def excerpt(self, text: str, line: Span, focus: Span) -> _Excerpt:
        """Return the part of a line that fits, cut around `focus`."""
        room = self.room
        low = max(line.start, focus.start - room)
        high = min(line.end, focus.end + room, focus.start + 2 * room)
        glyphs = self.terminal.glyphs(text[low:high])
        widths = [glyph.width for glyph in glyphs]
        ellipsis = self.terminal.symbols.ellipsis
        lead = tail = ""
        left, right = 0, len(glyphs)
        if (low, high) != tuple(line) or sum(widths) > room:
            left = at = focus.start - low
            spare = room - 2 * len(ellipsis)
            before = max(spare // 3, spare - sum(widths[at:]))
            while left and widths[left - 1] <= before:
                left -= 1
                before -= widths[left]
            lead = ellipsis if low + left > line.start else ""
            behind = room - len(lead) - len(ellipsis) - sum(widths[left:at])
            right = at
            while right < len(glyphs) and widths[right] <= behind:
                behind -= widths[right]
                right += 1
            tail = ellipsis if low + right < line.end else ""
        starts = [len(lead)]
        for width in widths[left:right]:
            starts.append(starts[-1] + width)
        shown = "".join(glyph.text for glyph in glyphs[left:right])
        return _Excerpt(Span(low + left, low + right), f"{lead}{shown}{tail}", starts)

    def mark(self, mark: _Mark, excerpt: _Excerpt) -> Iterator[str]:
        """Yield the underline of a span with its label beside it, or below where it is too long for that."""
        terminal = self.terminal
        start, end = excerpt.column(mark.span.start), excerpt.column(mark.span.end)
        length = max(1, end - start)
        start = min(start, self.room - length)  # a mark behind the last character of a full line
        symbol = terminal.symbols.primary if mark.is_primary else terminal.symbols.related
        style: Style = self.style if mark.is_primary else "frame"
        underline = terminal.paint(symbol * length, style)
        label = terminal.visible(mark.label)
        if not label or start + length + 1 + terminal.measure(label) <= self.room:
            beside = f" {terminal.paint(label, style)}" if label else ""
            yield f"{self.gutter()} {' ' * start}{underline}{beside}"
            return
        yield f"{self.gutter()} {' ' * start}{underline}"
        indent = max(0, min(start, self.room - _LABEL_WIDTH))
        for part in terminal.wrap(label, self.room - indent):
            yield f"{self.gutter()} {' ' * indent}{terminal.paint(part, style)}"

    def advice(self, finding: Finding) -> Iterator[str]:
        """Yield what to write, and with it the end of the frame; an edit that is safe to make says it all."""
        lines = [] if finding.help is None else finding.help.splitlines()
        if finding.fix is not None:
            title = finding.fix.title
            lines = (
                [f"fix: {title} (--fix)"]
                if finding.fix.is_safe
                else [*lines, f"possible fix: {title} (--fix --unsafe-fixes)"]
            )
        symbols = self.terminal.symbols
        for line in lines[:-1]:
            yield f"{self.gutter(symbols.between)} {self.terminal.visible(line)}"
        if lines:
            yield f"{self.gutter(symbols.bottom)} {self.terminal.visible(lines[-1])}"
        elif symbols.end:
            yield self.gutter(symbols.end)

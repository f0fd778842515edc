"""A place in the source as lines of code, with the span marked."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.reporters.html.markup import Html, join, tag
from webmcp_lint.source import Location, Span

_LINES_BEFORE = 2
_MAX_LINES = 6
_AROUND = 100
_MAX_MARK = 240


def excerpt(location: Location) -> Html:
    """Return the lines of a location, and two before them."""
    file, span = location.file, location.span
    first, last = file.line_of(span.start), file.line_of(max(span.start, span.end - 1))
    shown = list(range(first, last + 1))
    if len(shown) > _MAX_LINES:
        shown = [*shown[: _MAX_LINES - 1], last]
    numbers = [*range(max(1, first - _LINES_BEFORE), first), *shown]
    return tag("pre", tag("code", *_lines(location, numbers)))


def _lines(location: Location, numbers: list[int]) -> Iterator[Html]:
    before = numbers[0] - 1
    for number in numbers:
        if number != before + 1:
            yield join(tag("span", "⋮", class_="number", aria_hidden="true"), Html("\n"))
        before = number
        yield tag("span", str(number), class_="number")
        yield join(_line(location, number), Html("\n"))


def _line(location: Location, number: int) -> Html:
    text, line, span = location.file.text, location.file.line_span(number), location.span
    start, end = max(line.start, span.start), min(line.end, span.end)
    if start > end or (start == end and location.file.line_of(span.start) != number):
        return _cut(text, Span(line.start, min(line.end, line.start + 2 * _AROUND)), line)
    if start > span.start:  # the indentation is not what is meant
        start = end - len(text[start:end].lstrip())
    left = Span(max(line.start, start - _AROUND), start)
    right = Span(min(end, start + _MAX_MARK), min(line.end, end + _AROUND))
    marked = text[start : min(end, start + _MAX_MARK)]
    return join(
        "…" if left.start > line.start else "",
        text[left.start : left.end],
        tag("mark", marked) if marked else "",
        "…" if right.start < end else "",
        text[max(right.start, end) : right.end],
        "…" if right.end < line.end else "",
    )


def _cut(text: str, shown: Span, line: Span) -> Html:
    return join(text[shown.start : shown.end], "…" if shown.end < line.end else "")

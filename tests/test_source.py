"""Lines and columns of a text."""

from __future__ import annotations

import pytest

from webmcp_lint.source import SourceFile, Span, utf16_length


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        ("", 0, (1, 1)),
        ("ab\ncd", 3, (2, 1)),
        ("ab\r\ncd", 4, (2, 1)),
        ("ab\rcd", 3, (2, 1)),
        ("ab\r\n", 4, (2, 1)),
        ("a\n\rb", 3, (3, 1)),
        ("é😀x", 2, (1, 4)),
        ("\ud83dx", 1, (1, 2)),
        ("a\u2028b", 2, (1, 3)),
    ],
)
def test_positions_count_utf16_units_from_one(text: str, offset: int, position: tuple[int, int]) -> None:
    assert SourceFile("x", text).position(offset) == position


def test_a_line_is_taken_without_its_end() -> None:
    file = SourceFile("x", "ab\r\ncd\re")
    assert [file.line_span(line) for line in (1, 2, 3)] == [Span(0, 2), Span(4, 6), Span(7, 8)]


def test_astral_characters_take_two_units() -> None:
    assert (utf16_length("abc"), utf16_length("é😀")) == (3, 3)

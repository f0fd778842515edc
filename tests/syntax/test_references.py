"""From the decoded value of an attribute back to the characters it was written with."""

from __future__ import annotations

import pytest

from webmcp_lint.syntax.references import decoded_offsets


@pytest.mark.parametrize(
    ("raw", "value", "offsets"),
    [
        ("abc", "abc", [0, 1, 2, 3]),
        ("a&amp;b", "a&b", [0, 1, 6, 7]),
        ("&#x41;&#66;", "AB", [0, 6, 11]),
        ("a\r\nb", "a\nb", [0, 1, 3, 4]),
        ("a\rb", "a\nb", [0, 1, 2, 3]),
        ("\0", "\ufffd", [0, 1]),
        ("&amp=x", "&amp=x", [0, 1, 2, 3, 4, 5, 6]),
        ("&lt &gt", "< >", [0, 3, 4, 7]),
        ("&nope; &", "&nope; &", list(range(9))),
        ("&NotEqualTilde;x", "≂̸x", [0, 0, 15, 16]),
    ],
)
def test_offsets(raw: str, value: str, offsets: list[int]) -> None:
    assert decoded_offsets(raw, value) == offsets


def test_a_value_that_was_not_written_so_has_no_offsets() -> None:
    assert decoded_offsets("abc", "abd") is None

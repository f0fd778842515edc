from __future__ import annotations

from itertools import pairwise

import pytest

from webmcp_lint.syntax.literals import literal_offsets


@pytest.mark.parametrize(
    ("raw", "value", "pieces"),
    [
        ("'ab'", "ab", ["a", "b"]),
        (r'"a\u200bb"', "a\u200bb", ["a", r"\u200b", "b"]),
        (r"'\x41\u{1f600}\ud83d\ude00'", "A\U0001f600\U0001f600", [r"\x41", r"\u{1f600}", r"\ud83d\ude00"]),
        (r"'\ud800x\n\'\q'", "\ud800x\n'q", [r"\ud800", "x", r"\n", r"\'", r"\q"]),
        ("`a$b\r\nc`", "a$b\nc", ["a", "$", "b", "\r\n", "c"]),
        ("'a\\\nb'", "ab", ["a\\\n", "b"]),
        ("'a' +\n  (`b` + \"c\")", "abc", ["a' +\n  (`", 'b` + "', "c"]),
    ],
)
def test_each_character_is_found(raw: str, value: str, pieces: list[str]) -> None:
    offsets = literal_offsets(raw, value)
    assert offsets is not None
    assert [raw[start:end] for start, end in pairwise(offsets)] == pieces


@pytest.mark.parametrize(
    ("raw", "value"),
    [("'ab'", "ac"), ("`a${b}`", "ab"), ("name", "name"), ("'a", "a"), ("'a' + b", "ab"), ("f('a')", "a"), ("", "a")],
)
def test_anything_else_has_no_offsets(raw: str, value: str) -> None:
    assert literal_offsets(raw, value) is None

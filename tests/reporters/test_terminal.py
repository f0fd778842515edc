"""What stands on the screen for a text, and how wide it is."""

from __future__ import annotations

import io

import pytest

from webmcp_lint.reporters.terminal import Terminal


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("abc", 3),
        ("日本語", 6),
        ("ﾊﾝｶｸ", 4),
        ("Ａ", 2),
        ("e\u0301", 1),
        ("한국", 4),
        ("\u1112\u1161\u11ab", 2),
        ("👍", 2),
        ("👍🏽", 2),
        ("👩\u200d💻", 2),
        ("❤\ufe0f", 1),
        ("می\u200cخواهم", 7),
        ("\u202e", len("<U+202E>")),
    ],
)
def test_width(text: str, width: int) -> None:
    assert Terminal().measure(text) == width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mb", "a<U+001B>[31mb"),
        ("a\nb\r", "a<U+000A>b<U+000D>"),
        ("a\u202eb\u2066", "a<U+202E>b<U+2066>"),
        ("a\u200bb\ufeff", "a<U+200B>b<U+FEFF>"),
        ("\U000e0041", "<U+E0041>"),
        ("a\ufe0f\ufe01", "a\ufe0f<U+FE01>"),
        ("\ud800", "<U+D800>"),
        ("\u2028", "<U+2028>"),
        ("\x9b31m", "<U+009B>31m"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("Käse – „gut“", "Käse – „gut“"),
    ],
)
def test_what_does_not_show_or_steers_the_terminal_is_spelled_out(text: str, shown: str) -> None:
    assert Terminal().visible(text) == shown


def test_what_the_encoding_cannot_take_is_spelled_out() -> None:
    assert Terminal(encoding="latin-1").visible("é日") == "é<U+65E5>"
    assert Terminal(encoding="ascii", has_unicode=False).visible("é – “x”…") == '<U+00E9> - "x"...'


def test_tabs_go_to_the_next_stop() -> None:
    shown = "".join(glyph.text for glyph in Terminal().glyphs("\ta\t日\tb"))
    assert shown == "    a   日  b"


def test_wrapping_breaks_between_words_and_long_words_anywhere() -> None:
    terminal = Terminal()
    assert list(terminal.wrap("one two three", 8)) == ["one two", "three"]
    assert list(terminal.wrap("日本語日本語 abc", 8)) == ["日本語日", "本語 abc"]
    assert list(terminal.wrap("", 8)) == []


def test_cutting() -> None:
    assert Terminal().cut("abcdef", 6) == "abcdef"
    assert Terminal().cut("abcdefg", 6) == "abcde…"
    assert Terminal().cut("日本語日", 6) == "日本…"
    assert Terminal(has_unicode=False).cut("abcdefg", 6) == "abc..."


class Screen(io.TextIOWrapper):
    def __init__(self, encoding: str, *, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(
    ("environment", "is_terminal", "asked", "has_color"),
    [
        ({}, True, None, True),
        ({}, False, None, False),
        ({"TERM": "dumb"}, True, None, False),
        ({"NO_COLOR": "1"}, True, None, False),
        ({"NO_COLOR": ""}, True, None, True),
        ({"FORCE_COLOR": "1"}, False, None, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, None, False),
        ({"NO_COLOR": "1"}, False, True, True),
        ({"FORCE_COLOR": "1"}, True, False, False),
    ],
)
def test_colors(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    is_terminal: bool,  # noqa: FBT001  a case of the table
    asked: bool | None,  # noqa: FBT001
    has_color: bool,  # noqa: FBT001
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal.of(Screen("utf-8", is_terminal=is_terminal), color=asked)
    assert terminal.has_color is has_color
    assert ("\x1b" in terminal.paint("x", "error")) is has_color


@pytest.mark.parametrize(("encoding", "has_unicode"), [("utf-8", True), ("ascii", False), ("latin-1", False)])
def test_the_frame_is_ascii_where_the_encoding_takes_no_other(encoding: str, has_unicode: bool) -> None:  # noqa: FBT001
    assert Terminal.of(Screen(encoding, is_terminal=False)).has_unicode is has_unicode
    assert not Terminal.of(Screen(encoding, is_terminal=False), unicode=False).has_unicode


def test_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert Terminal.of(Screen("utf-8", is_terminal=False)).width == 120
    monkeypatch.setenv("COLUMNS", "72")
    assert Terminal.of(Screen("utf-8", is_terminal=False)).width == 72
    monkeypatch.setenv("COLUMNS", "7")
    assert Terminal.of(Screen("utf-8", is_terminal=True)).width == 40

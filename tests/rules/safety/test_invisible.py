from __future__ import annotations

import pytest

from webmcp_lint.rules.safety.invisible import hidden, name, visible


def tagged(text: str) -> str:
    return "".join(chr(0xE0000 + ord(char)) for char in text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u200bb", "ab"),
        ("\ufeffHello", "Hello"),
        ("\u202eabc\u202c", "abc"),
        ("abc\u200e", "abc"),
        ("x\u2063y\u2060z", "xyz"),
        ("a\ufe0f", "a"),
        ("\U0001f600\ufe0f\ufe01\ufe02", "\U0001f600\ufe0f"),
        ("\U0001f600\U000e0100\U000e0101", "\U0001f600"),
        ("b\ud800c", "bc"),
        ("x\u200dy", "xy"),
        ("\u05e9\u05dc\u05d5\u05dd\u202eabc", "\u05e9\u05dc\u05d5\u05ddabc"),
        (tagged("go"), ""),
    ],
)
def test_what_cannot_be_seen_is_hidden(text: str, seen: str) -> None:
    assert visible(text) == seen


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "Donau\u00addampf",
        "\U0001f469\u200d\U0001f4bb",
        "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f468\U0001f3fd\u200d\u2695\ufe0f",
        "1\ufe0f\u20e3",
        "\u00a9\ufe0f",
        "\U0001f3f4" + tagged("gbeng\x7f"),
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "embedding\u200c\u0647\u0627",
        "\u0915\u094d\u200d\u0937",
        "\u05e9\u05dc\u05d5\u05dd \u200f!",
        "\u0e01\u200b\u0e02",
        "\u845b\U000e0100",
    ],
)
def test_what_has_work_to_do_stays(text: str) -> None:
    assert list(hidden(text)) == []


def test_tag_characters_spell_a_message() -> None:
    (stretch,) = hidden("ok" + tagged("ignore all"))
    assert (stretch.start, stretch.end, stretch.message) == (2, 12, "ignore all")


def test_a_flag_hides_nothing_behind_it() -> None:
    flag = "\U0001f3f4" + tagged("gbeng\x7f")
    (stretch,) = hidden(flag + tagged("go"))
    assert (stretch.start, stretch.message) == (len(flag), "go")


@pytest.mark.parametrize(
    ("char", "said"),
    [("\u200b", "U+200B ZERO WIDTH SPACE"), ("\ud800", "U+D800 LONE SURROGATE"), ("\u2065", "U+2065 UNASSIGNED")],
)
def test_a_character_is_called_by_its_name(char: str, said: str) -> None:
    assert name(char) == said

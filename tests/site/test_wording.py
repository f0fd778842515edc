from __future__ import annotations

import pytest

from webmcp_lint.site.wording import stem, stems, unspaced_letters, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("search", "Searches"),
        ("search", "searching"),
        ("query", "queries"),
        ("create", "creating"),
        ("add", "added"),
        ("add", "adding"),
        ("plan", "planned"),
        ("user", "user's"),
        ("process", "processes"),
        ("bill", "billing"),
    ],
)
def test_inflections_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("status", "state"), ("bus", "buy"), ("process", "proceed")])
def test_other_words_have_another(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_function_words_have_no_part_in_it() -> None:
    assert stems(words("Add an item to the user's Cart.")) == ["add", "item", "user", "cart"]


@pytest.mark.parametrize(
    ("text", "letters"), [("提交订单", 4), ("カートを表示", 6), ("ค้นหา", 4), ("장바구니 보기", 0), ("naïve Größe", 0)]
)
def test_letters_of_scripts_without_spaces(text: str, letters: int) -> None:
    assert unspaced_letters(text) == letters

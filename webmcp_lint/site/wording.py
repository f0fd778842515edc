"""The words of a text: split in any script, and brought to a common form where they are English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")

_UNSPACED: Final = re.compile(
    "[\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e45\u0e81-\u0eb0\u1000-\u102a\u1780-\u17b3"  # Thai, Lao, Myanmar, Khmer letters
    "\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u31f0-\u31ff\uff66-\uff9d"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"  # Han
)
"""A letter of a script that is written without spaces between words."""

ARTICLES: Final = frozenset({"a", "an", "the", "my", "our", "your", "their", "its", "this", "that", "these", "those"})

_FUNCTION_WORDS: Final = ARTICLES | frozenset(
    {
        "all",
        "and",
        "any",
        "as",
        "at",
        "be",
        "by",
        "can",
        "do",
        "does",
        "each",
        "for",
        "from",
        "given",
        "has",
        "he",
        "her",
    }
    | {"him", "his", "i", "in", "into", "is", "it", "me", "of", "on", "one", "or", "please", "she", "some", "so", "to"}
    | {"them", "there", "they", "us", "via", "we", "which", "will", "with", "you"}
)
"""English words that say nothing of what a tool does."""

_PLURAL_AS_ES: Final = ("sses", "shes", "ches", "xes", "zes")


def words(text: str) -> list[str]:
    """Return the words of a text in lower case; a stretch of a script without spaces is one word."""
    return [word.casefold() for word in _WORD.findall(text)]


def unspaced_letters(text: str) -> int:
    """Return how many letters of scripts without spaces, such as Chinese, Japanese and Thai, a text has."""
    return len(_UNSPACED.findall(text))


def stem(word: str) -> str:
    """Return what an English word has in common with its inflections: `Searches`, `searching` and `search` are one.

    The result is for comparing, not for reading; words of other languages may lose letters too, alike on both sides.
    """
    word = word.casefold().removesuffix("'s").removesuffix("\u2019s")
    if word.endswith("ies") and len(word) > 4:
        word = word.removesuffix("ies") + "y"
    elif word.endswith(_PLURAL_AS_ES):
        word = word.removesuffix("es")
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word.removesuffix("s")
    for suffix in ("ing", "ed"):
        if word.endswith(suffix) and len(word) >= len(suffix) + 3:
            word = word.removesuffix(suffix)
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def stems(said: Iterable[str]) -> list[str]:
    """Return the stems of those words that are no English function words."""
    return [stem(word) for word in said if word not in _FUNCTION_WORDS]


def is_english(text: str) -> bool:
    """Whether a text holds the small words of an English sentence."""
    return any(word in _ENGLISH for word in words(text))


_ENGLISH: Final = frozenset(
    {"a", "an", "and", "by", "for", "from", "of", "or", "the", "to", "with", "your", "all", "on"}
)

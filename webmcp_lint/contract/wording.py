"""How far a text has changed: reworded, or rewritten.

A model reads a description, so any word of it may matter, and nothing that looks at words alone can tell which. So the
line is strict: a text is *reworded* if the words that carry its meaning are the same, in the same order and the same
sentences. Letter case, white space, punctuation within a sentence, a few function words (`a`, `the`, `is`, `your` …)
and the endings of English words (`add`, `adds`, `added`) may differ. Anything else is *rewritten*: a word more, a word
less, another one, "from A to B" turned into "from B to A".
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

_SENTENCE_END = re.compile(r"[.!?\u2026]+(?=\s|$)|[\u3002\uff01\uff1f]|\n\s*\n")
_WORD = re.compile(r"\w+(?:['\u2019]\w+)?")
_FUNCTION_WORDS = frozenset(
    re.findall(
        r"\S+",
        "a an the this that these those it its it's which there here is are be been being was were does do did you your"
        " of please just",
    )
)
_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""))
_MIN_STEM = 3


def changed(old: str, new: str) -> Literal["reworded", "rewritten"] | None:
    """Return how far `new` is from `old`, None where they are the same."""
    if old == new:
        return None
    return "reworded" if meaning(old) == meaning(new) else "rewritten"


def meaning(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the stems of the words that carry the meaning, sentence by sentence."""
    folded = unicodedata.normalize("NFC", text).casefold()
    sentences = (tuple(map(_stem, _words(sentence))) for sentence in _SENTENCE_END.split(folded))
    return tuple(sentence for sentence in sentences if sentence)


def _words(sentence: str) -> list[str]:
    words = [word.replace("\u2019", "'") for word in _WORD.findall(sentence)]
    return [word.removesuffix("'s") for word in words if word not in _FUNCTION_WORDS] + _marks(sentence)


def _marks(sentence: str) -> list[str]:
    """Return the characters that are neither words nor punctuation, such as `<`, `€` or one that does not show."""
    return [char for char in sentence if unicodedata.category(char)[0] in "SC" and char not in "\t\n\r`"]


def _stem(word: str) -> str:
    """Return a word without the ending that English gives it."""
    if not word.isascii() or not word.isalpha():
        return word
    for ending, rest in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM and not word.endswith("ss"):
            word = word.removesuffix(ending) + rest
            break
    return word.removesuffix("e") if len(word) > _MIN_STEM else word

"""The values that a description lists as the only ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_QUOTED: Final = r"(?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}'|`[^`\n]{1,40}`|“[^”\n]{1,40}”)"
_BARE: Final = r"[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}(?<![.])"
_VALUE: Final = rf"(?:{_QUOTED}|{_BARE})"
_OR: Final = r"\s{0,3}(?:,\s{0,3}or\s|,|\||/|\sor\s|、)\s{0,3}"
_AND: Final = r"\s{0,3}(?:,\s{0,3}(?:and|or)\s|,|\||/|\s(?:and|or)\s|、)\s{0,3}"
_END: Final = r"(?=\s{0,3}(?:[.;)\]]\s|[.;)\]]?$|[.;)\]](?![\w])|[(,]\s?default))"

_LEAD: Final = (
    r"\b(?:(?:must|can|should|may) be(?: (?:one of|either))?|one of|either"
    r"|(?:allowed|possible|valid|accepted|acceptable|supported|permitted) (?:values?|options?|choices?)(?: (?:are|is))?"
    r"|(?:values|options|choices)(?: are)?)"
)
_KIND: Final = (
    r"\b(?:category|direction|domain|format|frequency|granularity|interval|kind|level|mode|order|ordering|period|priority"
    r"|role|scope|severity|size|slug|state|status|style|theme|type|units?|variant|visibility)"
)
"""Nouns of what has a few values."""
_CHOSEN: Final = rf"(?:^|[.;]\s)\s{{0,3}}(?:(?:which|whether)\s[^.:;()\n]{{1,60}}|[^.:;()\n]{{0,60}}{_KIND})"

_LISTS: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        # Must be one of: low, high
        rf"{_LEAD}\s{{0,3}}:\s{{0,3}}(?P<list>{_VALUE}(?:{_AND}{_VALUE}){{1,39}}){_END}",
        # one of "low", "high"
        rf"\b(?:one of|either)\s(?P<list>{_QUOTED}(?:{_OR}{_QUOTED}){{1,39}}){_END}",
        # "low" | "high"
        rf"(?:^|[:(\[]\s{{0,3}})(?P<list>{_QUOTED}(?:{_OR}{_QUOTED}){{1,39}}){_END}",
        # low | high
        rf"(?:^|[:(\[]\s{{0,3}}|\b(?:one of|either)\s)(?P<list>{_VALUE}(?:\s{{0,3}}\|\s{{0,3}}{_VALUE}){{1,39}}){_END}",
        # must be one of low, high
        rf"(?:^|[.;:,(]\s{{0,3}}|\bbe\s)one of (?P<list>{_BARE}(?:{_OR}{_BARE}){{1,39}}){_END}",
        # either low or high
        rf"(?:^|[.;:,(]\s{{0,3}}|\bbe\s)either (?P<list>{_BARE}\sor\s{_BARE}){_END}",
        # Which tasks: all, open or done; sort order (up or down)
        rf"{_CHOSEN}\s?[:(]\s{{0,3}}(?P<list>{_BARE}(?:,\s{{0,3}}{_BARE}){{0,38}},?\sor\s{_BARE}){_END}",
    )
)
_IN_A_SENTENCE: Final = _LISTS[4:]
"""Lists of plain words that nothing sets apart from the sentence around them."""
_MORE: Final = re.compile(
    r"\be\.?\s?g\b|\bexamples?\b|\bfor instance\b|\bsuch as\b|\blike\b|\betc\b|…|\.\.\."
    r"|\b(?:or|and) (?:any|more|other|another|others|custom|similar|so on|a|an|the|your)\b|\bincluding\b|\bcomma\b|\bseparated\b|\bany\b",
    re.IGNORECASE,
)
"""What says that there are other values too, or several in one text."""
_SORTS: Final = re.compile(
    r"\b(?:address|branch|code|description|e-?mail|handle|ids?|identifier|ip|isbn|keywords?|label|link|names?|null|number"
    r"|path|phone|sha|sku|slug|string|tag|text|title|topic|undefined|uri|url|username|uuid|words?)\b",
    re.IGNORECASE,
)
"""Words of what a text is about; a list of them says what may be sent, not which words."""
_STEP: Final = re.compile(_VALUE)
_WORD_BETWEEN: Final = frozenset({"or", "and"})


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A list of values in a text, and where in it the list stands."""

    values: tuple[str, ...]
    start: int
    end: int


def enumeration(text: str) -> Enumeration | None:
    """Return the values that a text lists, where it says that there are no others."""
    if _MORE.search(text):
        return None
    for pattern in _LISTS:
        found = pattern.search(text)
        if found is None:
            continue
        said = [each for each in _STEP.findall(found["list"]) if each.lower() not in _WORD_BETWEEN]
        values = tuple(dict.fromkeys(each[1:-1] if each[0] in "\"'`“" else each for each in said))
        if len(values) > 1 and not (pattern in _IN_A_SENTENCE and _SORTS.search(found["list"])):
            return Enumeration(values, *found.span("list"))
    return None

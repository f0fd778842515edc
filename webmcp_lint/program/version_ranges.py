"""What a range of versions allows, as npm reads it: `^3.25 || ^4`, `>=3 <5`, `1 - 2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

NEWEST: Final = 1_000_000
"""Stands for the newest version of a package, major or minor."""

_PREFIX = re.compile(r"workspace:|npm:(?:@[\w.-]+/)?[\w.-]+@")
_HYPHEN = re.compile(r"\s*(\S+)\s+-\s+(\S+)\s*")
_NUMBER = r"(\d{1,9}|[xX*])"
_COMPARATOR = re.compile(
    rf"\s*(\^|~>?|[<>]=?|=)?\s*v?{_NUMBER}(?:\.{_NUMBER}(?:\.{_NUMBER}(?:[-+][\w.+-]*)?)?)?(?=\s|$)\s*"
)


class Version(NamedTuple):
    """A version of a package, as far as it tells what the package does."""

    major: int
    minor: int


_FIRST, _LAST = Version(0, 0), Version(NEWEST, NEWEST)


@dataclass(frozen=True, slots=True)
class Range:
    """The versions that are allowed: from the first of a pair to the second, both included."""

    parts: tuple[tuple[Version, Version], ...]

    @property
    def newest(self) -> Version:
        """The newest version that is allowed."""
        return max(last for _, last in self.parts)

    @property
    def is_one(self) -> bool:
        """Whether it leaves no choice of the major and minor version: `4.1.5`, `~4.1.0`, `4.1.x`."""
        return all(part == (self.newest, self.newest) for part in self.parts)

    def allows(self, version: Version) -> bool:
        """Whether a version is among them."""
        return any(first <= version <= last for first, last in self.parts)


def parse(written: str) -> Range | None:
    """Return what a range allows; None for what is no range, such as `catalog:`, or allows nothing."""
    text = written.strip()
    prefix = _PREFIX.match(text)
    text = text[prefix.end() :] if prefix is not None else text
    if not text or (prefix is not None and not any(map(str.isdecimal, text))):
        return None
    if text == "latest":
        return Range(((_FIRST, _LAST),))
    parts = [_conjunction(each) for each in text.split("||")]
    if None in parts:
        return None
    allowed = tuple(part for part in parts if part is not None and part[0] <= part[1])
    return Range(allowed) if allowed else None


def _conjunction(text: str) -> tuple[Version, Version] | None:
    """Return from where to where versions meet all comparators of a text."""
    hyphen = _HYPHEN.fullmatch(text)
    text = f">={hyphen[1]} <={hyphen[2]}" if hyphen is not None else text.strip() or "*"
    at, first, last = 0, _FIRST, _LAST
    while at < len(text):
        match = _COMPARATOR.match(text, at)
        if match is None:
            return None
        lower, upper = _compared(match[1] or "=", *(_number(match[each]) for each in (2, 3, 4)))
        at, first, last = match.end(), max(first, lower), min(last, upper)
    return first, last


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None


def _compared(operator: str, major: int | None, minor: int | None, patch: int | None) -> tuple[Version, Version]:
    """Return from where to where versions meet one comparator."""
    if major is None:
        return _FIRST, _LAST
    first = Version(major, minor or 0)
    last = Version(major, NEWEST if minor is None else minor)
    match operator:
        case "^":
            return first, last if major == 0 else Version(major, NEWEST)
        case ">":
            return first if patch is not None else _after(last), _LAST
        case ">=":
            return first, _LAST
        case "<":
            return _FIRST, first if patch else _before(first)
        case "<=":
            return _FIRST, last
    return first, last


def _after(version: Version) -> Version:
    return Version(version.major + 1, 0) if version.minor == NEWEST else Version(version.major, version.minor + 1)


def _before(version: Version) -> Version:
    """Return the newest version before one, `Version(-1, …)` where there is none."""
    return Version(version.major, version.minor - 1) if version.minor else Version(version.major - 1, NEWEST)

"""What was worked out in one analysis, to be found again: for good, at a moment, or cut short in a question aside."""

from __future__ import annotations

from collections import defaultdict
from typing import Generic, Protocol, TypeAlias, TypeVar

from webmcp_lint.program.work import Work

Key: TypeAlias = tuple[object, ...]


class _Entry(Protocol):
    @property
    def left(self) -> int:
        """How many steps were left when it was begun, where it was cut short."""


_T = TypeVar("_T", bound=_Entry)


class Memory(Generic[_T]):
    """What is remembered by keys; what hangs on the moment that is asked about is kept apart for each moment."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._lasting: dict[Key, _T] = {}
        self._by_moment: dict[Key | None, dict[Key, _T]] = defaultdict(dict)
        self._momentary = self._by_moment[None]
        self._short: dict[Key, _T] = {}
        """What was cut short in a question aside about no moment; others would get no farther."""
        self._has_moment = False

    def at(self, moment: Key | None) -> None:
        """Find and keep from now on what hangs on this moment."""
        self._momentary = self._by_moment[moment]
        self._has_moment = moment is not None

    def forget_moments(self) -> None:
        """Forget what hangs on single moments."""
        self.at(None)
        none = self._momentary
        self._by_moment.clear()
        self._by_moment[None] = none

    def find(self, key: Key) -> tuple[_T | None, bool]:
        """Return what is remembered, and whether it hangs on the moment."""
        known = self._lasting.get(key)
        if known is not None:
            return known, False
        known = self._momentary.get(key)
        if known is not None:
            return known, True
        work = self._work
        if work.is_aside and not self._has_moment and (known := self._short.get(key)) is not None:
            if work.may_get_farther(known.left):
                return None, False
            work.is_short = True
        return known, False

    def keep(self, key: Key, found: _T, *, is_momentary: bool) -> None:
        """Remember what was not cut short."""
        memory = self._momentary if is_momentary else self._lasting
        memory[key] = found

    def keep_short(self, key: Key, found: _T) -> None:
        """Remember what was cut short, for other questions aside that get no more."""
        if not self._has_moment and self._work.is_fair(found.left):
            self._short[key] = found

"""How much work a question may take, counted in steps of evaluation.

Questions about what is registered come first; what else rules ask of the engine, such as what `execute` does, is asked
aside. All that is asked aside takes together about as much as the listing of the tools, so that a run of all rules costs
no more than twice that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

MAX_STEPS = 12_000
"""How many steps one question may take; no tool of 132 public projects was lost by it."""

MAX_ALLOWED = 60_000
"""How many more it may take for the elements of long lists."""

MAX_OF_PROJECT = 400_000
"""How many all questions of a kind may take: about what scripts register and do, and about the forms of pages."""

MAX_ASIDE = 4_000
"""How many a question aside may take, long lists included."""

MIN_ASIDE = 50
"""How many such a question gets in any case."""

MIN_ALL_ASIDE = 12_000
"""How many all questions aside may take together, beyond what each gets, where listing took fewer."""

MIN_PARSED_ASIDE = 1_000_000
"""How many characters of further scripts may be parsed for all questions aside, where listing parsed fewer."""

PART_ASIDE = 3
"""Which part of what is left for all of them a question aside may take, so that none uses it up."""

PART = 3
"""Which part of what is left for a question one of its parts may take, so that the others are not lost by it."""

MAX_WAYS_ASIDE = 24
"""How many ways, or elements of a list, a question aside looks at; what may be more things is not told apart anyway."""

_PER_ELEMENT = 20


class Work:
    """What was done, and what is left for the question at hand; `parsed` counts the characters of parsed scripts."""

    def __init__(self, parsed: Callable[[], int]) -> None:
        self.done = 0
        self.is_aside = False
        self.is_short = False
        """Whether what is being evaluated came to the end of the question's share."""
        self._most = MAX_OF_PROJECT
        self._limit = MAX_STEPS
        self._allowed = 0
        self._most_allowed = MAX_ALLOWED
        self._is_part = False
        self._share = MAX_STEPS
        self._begun = 0
        self._spent_listing = 0
        self._spent_aside = 0
        self._parsed = parsed
        self._parsed_begun = 0
        self._parsed_aside = 0

    def begin(self) -> None:
        """Begin a new question: it gets its share, as long as the project has some left."""
        self._settle()
        self.is_aside = self.is_short = False
        self._limit = min(self.done + MAX_STEPS, self._most)
        self._allowed = 0
        self._most_allowed, self._is_part = MAX_ALLOWED, False

    def renew(self) -> None:
        """Begin questions of another kind: there is as much for them as there was for those before."""
        self._settle()
        self._most = self.done + MAX_OF_PROJECT
        self._spent_aside = 0

    def begin_aside(self, most: int = MAX_ASIDE) -> None:
        """Begin a question aside, with at most so many steps."""
        self.begin()
        self.is_aside = True
        left = max(MIN_ALL_ASIDE, self._spent_listing) - self._spent_aside
        self._share = min(most, MIN_ASIDE + max(left, 0) // PART_ASIDE, self.left)
        self._limit = self.done + self._share
        self._allowed = MAX_ALLOWED

    @contextmanager
    def part(self) -> Iterator[None]:
        """Look at a part of a question, which takes no more than a third of what is left; a part has no parts itself."""
        if self._is_part or self.is_aside:
            yield
            return
        limit, allowed, most = self._limit, self._allowed, self._most_allowed
        self._limit = self.done + max(self.left, 0) // PART
        self._most_allowed = allowed + (most - allowed) // PART
        self._is_part = True
        try:
            yield
        finally:
            # Another question may have begun meanwhile
            if self._is_part:
                self._is_part, self._most_allowed = False, most
                self._limit = min(limit + self._allowed - allowed, self._most)

    def _settle(self) -> None:
        spent, parsed = self.done - self._begun, self._parsed()
        if self.is_aside:
            self._spent_aside += max(spent - MIN_ASIDE, 0)
            self._parsed_aside += parsed - self._parsed_begun
        else:
            self._spent_listing += spent
        self._begun, self._parsed_begun = self.done, parsed

    def may_parse(self) -> bool:
        """Whether the question may have further scripts parsed; note where it may not."""
        listed = self._parsed_begun - self._parsed_aside
        if not self.is_aside or self._parsed() - listed < max(MIN_PARSED_ASIDE, listed):
            return True
        self.is_short = True
        return False

    @property
    def left(self) -> int:
        """How many steps are left for the question."""
        return self._limit - self.done

    @property
    def is_exhausted(self) -> bool:
        """Whether the question has used up its share."""
        return self.done >= self._limit

    @property
    def allowed(self) -> int:
        """How many steps were allowed for long lists."""
        return self._allowed

    def step(self) -> bool:
        """Count a step; return whether any was left, else what is found is cut short."""
        if self.done >= self._limit:
            self.is_short = True
            return False
        self.done += 1
        return True

    def spend(self, steps: int) -> None:
        """Count work that is no evaluation, such as walking through a large value."""
        self.done += steps

    def allow(self, steps: int) -> None:
        """Allow the question more steps, within bounds."""
        more = min(steps, self._most_allowed - self._allowed)
        self._allowed += more
        self._limit = min(self._limit + more, self._most)

    def allow_elements(self, count: int) -> None:
        """Allow the question more steps for the elements of a list."""
        self.allow(_PER_ELEMENT * count)

    def most(self, count: int) -> int:
        """Return how many of so many ways or elements the question looks at; note where it is not all of them."""
        if not self.is_aside or count <= MAX_WAYS_ASIDE:
            return count
        self.is_short = True
        return MAX_WAYS_ASIDE

    def is_fair(self, left: int) -> bool:
        """Whether so much is a good part of what the question got, so that another one aside gets no farther."""
        return self.is_aside and (2 * left >= self._share or not self.is_exhausted)

    def may_get_farther(self, left: int) -> bool:
        """Whether a question aside may get farther than one that had so much left and came to its end."""
        return self.left > 2 * left

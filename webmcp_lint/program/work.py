"""How much work a question may take, counted in steps of evaluation.

Questions about what is registered come first; what else rules ask of the engine, such as what `execute` does, is asked
aside. All that is asked aside takes together about as much as the listing of the tools, so that a run of all rules costs
no more than twice that.
"""

from __future__ import annotations

MAX_STEPS = 12_000
"""How many steps one question may take; no tool of 132 public projects was lost by it."""

MAX_ALLOWED = 60_000
"""How many more it may take for the elements of long lists."""

MAX_OF_PROJECT = 400_000
"""How many all questions of a project may take."""

MAX_ASIDE = 3_000
"""How many a question aside may take, long lists included."""

MIN_ASIDE = 100
"""How many such a question gets in any case."""

MIN_ALL_ASIDE = 20_000
"""How many all questions aside may take together, beyond what each gets, where listing took fewer."""

PART_ASIDE = 8
"""Which part of what is left for all of them a question aside may take, so that none uses it up."""

MAX_WAYS_ASIDE = 24
"""How many ways, or elements of a list, a question aside looks at; what may be more things is not told apart anyway."""

_PER_ELEMENT = 20
_INFINITE = 1 << 60


class Work:
    """What was done, and what is left for the question at hand."""

    def __init__(self) -> None:
        self.done = 0
        self.is_aside = False
        self.is_short = False
        """Whether what is being evaluated came to the end of the question's share."""
        self.most_scripts = _INFINITE
        """How many scripts may be parsed in order to find callers."""
        self._limit = MAX_STEPS
        self._allowed = 0
        self._begun = 0
        self._spent_listing = 0
        self._spent_aside = 0

    def begin(self) -> None:
        """Begin a new question: it gets its share, as long as the project has some left."""
        self._settle()
        self.is_aside = False
        self.most_scripts = _INFINITE
        self._limit = min(self.done + MAX_STEPS, MAX_OF_PROJECT)
        self._allowed = 0

    def begin_aside(self, most: int = MAX_ASIDE, scripts: int = _INFINITE) -> None:
        """Begin a question aside, with at most so many steps and so many scripts parsed in all."""
        self.begin()
        self.is_aside = True
        self.most_scripts = scripts
        left = max(MIN_ALL_ASIDE, self._spent_listing) - self._spent_aside
        self._limit = min(self._limit, self.done + min(most, MIN_ASIDE + max(left, 0) // PART_ASIDE))
        self._allowed = MAX_ALLOWED

    def _settle(self) -> None:
        spent = self.done - self._begun
        if self.is_aside:
            self._spent_aside += max(spent - MIN_ASIDE, 0)
        else:
            self._spent_listing += spent
        self._begun = self.done

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
        more = min(steps, MAX_ALLOWED - self._allowed)
        self._allowed += more
        self._limit = min(self._limit + more, MAX_OF_PROJECT)

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
        """Whether so much is what any question aside may spend on one of the things it asks for."""
        return self.is_aside and left >= MAX_ASIDE // 2

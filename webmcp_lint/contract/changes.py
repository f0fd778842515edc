"""What a change does to those who use the tools, and what cannot be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum


class Severity(IntEnum):
    """How much a change asks of those who use a tool; a higher one is worse."""

    HARMLESS = 0
    RISKY = 1
    BREAKING = 2

    def __str__(self) -> str:
        """Return the name as users write it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two surfaces.

    `kind` is a stable word for programs, `message` what a person reads. `page` is None for a tool of scripts that no
    page loads; `path` is the file that the tool is declared in, `pointer` the part of its record that differs.
    """

    severity: Severity
    kind: str
    page: str | None
    tool: str
    message: str
    path: str
    pointer: str = ""
    before: object = None
    after: object = None


@dataclass(frozen=True, slots=True)
class NotComparable:
    """A part that could not be read on one side: whether it changed cannot be told. `tool` is None for a whole page."""

    page: str | None
    tool: str | None
    message: str
    pointer: str = ""


@dataclass(slots=True)
class Comparison:
    """What differs between two surfaces, the worst first."""

    changes: Sequence[Change] = field(default_factory=list)
    not_comparable: Sequence[NotComparable] = field(default_factory=list)

    def count(self, severity: Severity) -> int:
        """Return how many changes there are of a class."""
        return sum(change.severity is severity for change in self.changes)

    @property
    def worst(self) -> Severity | None:
        """The worst class of change, None where nothing differs."""
        return max((change.severity for change in self.changes), default=None)

"""What a rule says: a finding, with what a person needs to understand and mend it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from webmcp_lint.source import Edit, Location


class Level(IntEnum):
    """How bad a finding is; a higher one is worse."""

    OFF = 0
    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        """Return the name as users write it."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding, and what it has to do with it."""

    location: Location
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend a finding; a safe one keeps the meaning, or makes it what the author evidently meant."""

    title: str
    edits: Sequence[Edit]
    is_safe: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place.

    `message` says in the user's words what is wrong, `label` what the browser or the agent makes of it (it stands under
    the code), `help` what to write. `level` overrides the rule's own.
    """

    message: str
    location: Location
    label: str = ""
    help: str | None = None
    tool: str | None = None
    related: Sequence[Related] = ()
    fix: Fix | None = None
    level: Level | None = None

    @property
    def full_message(self) -> str:
        """The message and its label, for formats that show no code."""
        return f"{self.message}: {self.label}" if self.label else self.message

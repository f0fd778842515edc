"""How a page's scripts register tools and listen for them while the page lives, in the terms of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from webmcp_lint.source import Location


@dataclass(frozen=True, slots=True)
class UnguardedUse:
    """A place that reads a member off a model context which may not be there, the first of its function."""

    location: Location
    """The expression that the member is read off."""
    via: str
    """What the model context is read from: `document` or `navigator`."""
    member: str | None
    """The member; None where a pattern takes several."""
    reads: Sequence[Location]
    """Where the model context may have been read."""
    calls: Sequence[Location]
    """The calls that lead there without a test, nearest first."""
    chains: Sequence[Location]
    """The `.` of this and of the other such uses of the function, which may become `?.`."""


@dataclass(slots=True)
class Lifecycle:
    """What scripts do over time."""

    unguarded: list[UnguardedUse] = field(default_factory=list)
    has_polyfill: bool = False
    """Whether a polyfill brings a model context where the browser has none."""

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return any(getattr(self, each.name) for each in fields(self))

    def extend(self, other: Lifecycle) -> None:
        """Add what another script does."""
        self.unguarded += other.unguarded

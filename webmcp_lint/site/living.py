"""How a page's scripts register tools and listen for them while the page lives, in the terms of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal

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
    is_last: bool
    """Whether nothing but registrations and declarations would have followed."""


@dataclass(frozen=True, slots=True)
class Hook:
    """Where a framework runs a registration: `useEffect` of React, `ngOnInit` of Angular."""

    framework: str
    name: str
    location: Location
    """Its name where it is called, or the method's."""
    runs: Literal["once", "always", "sometimes"]
    """At the first render only, at each, or when its dependencies say."""
    fresh: Location | None
    """The dependency that is a new object at each render."""
    is_root: bool
    """Whether its component stays as long as the page."""


@dataclass(frozen=True, slots=True)
class StaleRead:
    """A value of one render that `execute` goes on reading."""

    location: Location
    name: str
    kind: Literal["state", "prop"]


@dataclass(frozen=True, slots=True)
class Handle:
    """What `registerTool` gives, used as what takes the tool back."""

    location: Location
    """What is called, or handed over as a cleanup."""
    method: str | None
    """The method; None where the value itself is called or handed over."""


@dataclass(frozen=True, slots=True)
class SecondParameter:
    """A pattern that takes apart the second argument of `execute` and has no default."""

    location: Location
    end: Location
    """Where the default belongs: just behind the pattern."""


@dataclass(frozen=True, slots=True)
class Unheeded:
    """Long work of `execute` that goes on when the agent has given up."""

    location: Location
    work: str
    parameters: Location | None
    """Where `, { signal }` belongs among the parameters; None where that is not plain."""
    has_input: bool
    request: Location | None
    """Where `signal` belongs in the only request, with what stands there told by `has_init`."""
    has_init: bool = False


@dataclass(frozen=True, slots=True)
class RegisteringCall:
    """A call of `registerTool` of the browser."""

    location: Location
    """The name of the method."""
    call: Location
    function: Location
    """The function or script around it."""
    signal: Literal["none", "unknown", "kept", "aborted"]
    """Whether it is given a signal, and whether anything may abort that."""
    fate: Literal["dropped", "handled", "used"]
    """What becomes of its promise."""
    is_in_try: bool
    """Whether it stands in a `try` that cannot catch what its promise rejects with."""
    chained: Location | None
    """The `.then` or `.catch` that is called on what it returns."""
    awaitable: bool
    """Whether `await` may be written before it."""
    hook: Hook | None = None
    rendered: str | None = None
    """The component in whose body it stands."""
    is_once: bool = False
    """Whether a flag or a ref on the way keeps it from being made again."""
    takes_back: Literal["no", "removed", "maybe"] = "no"
    """Whether its component takes it back without a signal: by a method that is gone, or by what is not in sight."""
    stale: Sequence[StaleRead] = ()
    handles: Sequence[Handle] = ()
    in_toolchange: bool = False
    """Whether every `toolchange` leads to it."""
    parameter: SecondParameter | None = None
    unheeded: Unheeded | None = None
    own_end: Location | None = None
    """Where `execute` aborts the signal of its own registration."""
    failed_end: Location | None = None
    """Where a handler of its failure aborts the signal."""
    is_judged: bool = False
    is_by_navigator: bool = False
    """Whether the model context is read off `navigator` alone."""


@dataclass(frozen=True, slots=True)
class Listener:
    """Something that listens for an event of tools, or for one that is called like it."""

    event: str
    location: Location
    """The name, without quotes."""
    targets: frozenset[str]
    """What it listens at: `window`, `document`, `context`; `other` for what is not known."""
    is_custom: bool = False
    """Whether the project fires an event of that name itself."""
    is_asked: bool = False
    """Whether the script asks where the event is fired."""


@dataclass(frozen=True, slots=True)
class ServerRead:
    """A `document.modelContext` that is read when a module is loaded, which servers do too."""

    location: Location
    framework: str


@dataclass(slots=True)
class Lifecycle:
    """What scripts do over time."""

    unguarded: list[UnguardedUse] = field(default_factory=list)
    calls: list[RegisteringCall] = field(default_factory=list)
    listeners: list[Listener] = field(default_factory=list)
    server_reads: list[ServerRead] = field(default_factory=list)
    has_polyfill: bool = False
    """Whether a polyfill brings a model context where the browser has none."""

    def __bool__(self) -> bool:
        """Whether there is anything to tell."""
        return any(getattr(self, each.name) for each in fields(self))

    @property
    def places(self) -> Iterator[Location]:
        """Where something of it stands."""
        yield from (each.location for each in self.unguarded)
        yield from (each.location for each in self.calls)
        yield from (each.location for each in self.listeners)
        yield from (each.location for each in self.server_reads)

    def extend(self, other: Lifecycle) -> None:
        """Add what another script does."""
        self.unguarded += other.unguarded
        self.calls += other.calls
        self.listeners += other.listeners
        self.server_reads += other.server_reads

"""JSON whose nodes remember where they were written, and may be unknown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from webmcp_lint.source import Location

MAX_TEXT = 200_000
"""Characters; a longer text is Unknown, since texts can double with every line of a program."""

TOO_LONG = "a text that is too long"


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that cannot be read from the sources; it is never an absence."""

    reason: str
    location: Location


Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | Unknown | None"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a JSON node was written: its value, and the key it stands under."""

    value: Location
    key: Location | None = None


@dataclass(slots=True)
class Schema:
    """A JSON Schema with its source map.

    `origins` maps JSON pointers to where the node was written; a node without an entry was written where its nearest
    ancestor with one was. `open` holds the pointers of objects and arrays that may have more members than are known.
    """

    value: Json
    origins: dict[str, Origin] = field(default_factory=dict)
    open: dict[str, Unknown] = field(default_factory=dict)
    duplicates: list[tuple[str, Location]] = field(default_factory=list)
    """The keys that an object literal writes once more: the pointer of the property, and the later key."""

    def origin(self, at: str) -> Origin | None:
        """Return where the node at a JSON pointer was written, or the nearest one around it."""
        while at and at not in self.origins:
            at = at.rpartition("/")[0]
        return self.origins.get(at)

    def unknowns(self) -> Iterator[tuple[str, Unknown]]:
        """Yield each unknown part with its JSON pointer."""
        yield from self.open.items()
        for at, node in walk(self.value):
            if isinstance(node, Unknown):
                yield at, node


def pointer(*keys: str | int) -> str:
    """Return the JSON pointer (RFC 6901) made of these keys."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def walk(value: Json) -> Iterator[tuple[str, Json]]:
    """Yield every node below and including `value` with its JSON pointer, parents first."""
    stack: list[tuple[str, Json]] = [("", value)]
    while stack:
        at, node = stack.pop()
        yield at, node
        if isinstance(node, Mapping):
            stack.extend(reversed([(at + pointer(key), child) for key, child in node.items()]))
        elif isinstance(node, list):
            stack.extend(reversed([(f"{at}/{index}", child) for index, child in enumerate(node)]))


def known(value: Json) -> Json:
    """Return `value` with every unknown part as null, as plain JSON."""
    match value:
        case Unknown():
            return None
        case dict():
            return {key: known(child) for key, child in value.items()}
        case list():
            return [known(child) for child in value]
        case _:
            return value

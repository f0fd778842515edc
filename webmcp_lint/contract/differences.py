"""A difference of two tools, before it is known on which page it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from webmcp_lint.contract.changes import Severity
from webmcp_lint.contract.wording import changed

_MAX_DEPTH = 100
"""Keys of a pointer; schemas are not compared as deep as that."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference at a JSON pointer; `severity` is None where it cannot be told whether there is one.

    `message` goes on where the name of the part ends: "is now required", "description reworded".
    """

    severity: Severity | None
    kind: str
    pointer: str
    message: str
    before: object = None
    after: object = None


@dataclass(frozen=True, slots=True)
class Side:
    """An input schema, and the pointers of what could not be read in it."""

    schema: object
    unread: frozenset[str]
    around: frozenset[str]
    """The pointers of what could not be read, and of all that it lies in."""

    @classmethod
    def of(cls, schema: object, unresolved: Sequence[str]) -> Side:
        """Return the side of a tool, whose pointers begin at its record."""
        lead = "/input_schema"
        unread = frozenset(at.removeprefix(lead) for at in unresolved if at == lead or at.startswith(f"{lead}/"))
        return cls(schema, unread, frozenset(above for at in unread for above in _prefixes(at)))

    def has_unread_in(self, at: str) -> bool:
        """Whether a part at or below a pointer could not be read."""
        return at in self.around

    def is_open(self, node: Mapping[str, object], at: str, keyword: str) -> bool:
        """Whether what a keyword holds is not wholly known: it may have more members, or may be there after all."""
        return self.has_unread_in(f"{at}/{keyword}") or (keyword not in node and at in self.unread)


def _prefixes(at: str) -> Iterator[str]:
    above = ""
    yield above
    for key in at.split("/", _MAX_DEPTH + 1)[1 : _MAX_DEPTH + 1]:
        above = f"{above}/{key}"
        yield above


def unread(at: str, what: str) -> Difference:
    """Return that a part cannot be compared."""
    return Difference(None, "unread", at, f"{what} could not be read on one side")


def compare_texts(before: object, after: object, at: str, noun: str = "description") -> Iterator[Difference]:
    """Yield how far a text that a model reads has changed; None and an empty one are none."""
    if before == after or not (before or after):
        return
    if not before:
        yield Difference(Severity.HARMLESS, f"{noun}-added", at, f"{noun} added", before, after)
    elif not after:
        yield Difference(Severity.RISKY, f"{noun}-removed", at, f"{noun} removed", before, after)
    else:
        how = changed(str(before), str(after))
        severity = Severity.RISKY if how == "rewritten" else Severity.HARMLESS
        yield Difference(severity, f"{noun}-{how}", at, f"{noun} {how}", before, after)

"""Parameters that came, went, or changed what they ask of a caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from webmcp_lint.contract.changes import Severity
from webmcp_lint.contract.differences import Difference, Side, unread
from webmcp_lint.contract.plain import canonical
from webmcp_lint.located import pointer

Node = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Parameters:
    """The properties of an object on both sides; `nodes` compares two schemas of one property."""

    sides: tuple[Side, Side]
    old: Node
    new: Node
    at: str
    nodes: Callable[[object, object, str], Iterator[Difference]]

    def compare(self) -> Iterator[Difference]:
        """Yield what differs."""
        before, after = _properties(self.old), _properties(self.new)
        gone = [name for name in before if name not in after]
        fresh = [name for name in after if name not in before]
        is_closed = not (self._was_open("properties") or self._is_open("properties"))
        renamed = _renamed(before, after, gone, fresh) if is_closed else {}
        required = set(_required(self.new))
        for name in gone:
            yield self._gone(name, before[name], renamed.get(name))
        for name in _without(fresh, renamed.values()):
            yield self._added(name, after[name], is_required=name in required)
        for name, schema in before.items():
            if name in after:
                yield from self.nodes(schema, after[name], self._place(name))
        yield from self._required({*gone, *fresh})

    def _gone(self, name: str, schema: object, new_name: str | None) -> Difference:
        place = self._place(name)
        if self._is_open("properties"):
            return unread(place, "whether it is still there")
        if new_name is not None:
            return Difference(Severity.BREAKING, "parameter-renamed", place, f"renamed to `{new_name}`", name, new_name)
        words = "removed: a value for it is refused or ignored"
        return Difference(Severity.BREAKING, "parameter-removed", place, words, schema)

    def _added(self, name: str, schema: object, *, is_required: bool) -> Difference:
        place = self._place(name)
        if self._was_open("properties"):
            return unread(place, "whether it was there")
        if is_required:
            return Difference(
                Severity.BREAKING, "required-parameter-added", place, "is new, and required", None, schema
            )
        if self._is_open("required"):
            return unread(place, "whether the new parameter is required")
        return Difference(Severity.HARMLESS, "parameter-added", place, "is new, and optional", None, schema)

    def _required(self, told: set[str]) -> Iterator[Difference]:
        before, after = (dict.fromkeys(_required(node)) for node in (self.old, self.new))
        for name in dict.fromkeys((*before, *after)):
            place = self._place(name)
            if name in told or (name in before) == (name in after):
                continue
            if name in after and self._was_open("required"):
                yield unread(place, "whether it was required")
            elif name in after:
                yield Difference(Severity.BREAKING, "parameter-required", place, "is now required", False, True)
            elif self._is_open("required"):
                yield unread(place, "whether it is still required")
            else:
                yield Difference(Severity.HARMLESS, "parameter-optional", place, "is no longer required", True, False)

    def _place(self, name: str) -> str:
        return f"{self.at}/properties{pointer(name)}"

    def _was_open(self, keyword: str) -> bool:
        return self._may_hold_more(self.sides[0], self.old, keyword)

    def _is_open(self, keyword: str) -> bool:
        return self._may_hold_more(self.sides[1], self.new, keyword)

    def _may_hold_more(self, side: Side, node: Node, keyword: str) -> bool:
        if keyword == "required":
            return side.is_open(node, self.at, keyword)
        return f"{self.at}/{keyword}" in side.unread or (keyword not in node and self.at in side.unread)


def _properties(node: Node) -> Node:
    found = node.get("properties")
    return found if isinstance(found, dict) else {}


def _required(node: Node) -> Sequence[str]:
    listed = node.get("required")
    return [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else ()


def _renamed(before: Node, after: Node, gone: Sequence[str], fresh: Sequence[str]) -> dict[str, str]:
    """Return the parameters that have another name, the same schema and the same words, where only one can be meant."""
    old = {name: canonical(before[name]) for name in gone}
    new = {name: canonical(after[name]) for name in fresh}
    counts = Counter(old.values()), Counter(new.values())
    only = {schema: name for name, schema in new.items()}
    return {
        name: only[schema]
        for name, schema in old.items()
        if _has_description(before[name]) and all(count[schema] == 1 for count in counts)
    }


def _has_description(schema: object) -> bool:
    return isinstance(schema, dict) and bool(schema.get("description"))


def _without(names: Iterable[str], others: Iterable[str]) -> list[str]:
    left_out = set(others)
    return [name for name in names if name not in left_out]

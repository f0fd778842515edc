"""Whether an input schema still takes all that it took before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from webmcp_lint.contract import values
from webmcp_lint.contract.changes import Severity
from webmcp_lint.contract.differences import Difference, Side, compare_texts, unread
from webmcp_lint.contract.parameters import Parameters
from webmcp_lint.contract.plain import canonical
from webmcp_lint.located import pointer

_MAX_DEPTH = 32
_NO_PARAMETERS: Final[Mapping[str, object]] = {"type": "object"}
_REMARKS: Final = frozenset({"$schema", "$id", "$comment", "examples", "deprecated", "readOnly", "writeOnly"})
_LISTS: Final = ("enum", "const", "anyOf", "oneOf")
_COMBINING: Final = frozenset({"anyOf", "oneOf", "allOf", "not", "$ref", "if"})
_WEIGHED: Final = _REMARKS | {
    *("type", "enum", "const", "properties", "required", "items", "additionalProperties", "default"),
    *("description", "title", *values.LOWEST, *values.HIGHEST, *values.REFINING),
}


def compare_schemas(old: Side, new: Side) -> Iterator[Difference]:
    """Yield what differs, pointers beginning at the schema; a tool without a schema takes no parameters."""
    yield from _Schemas(old, new).nodes(_root(old), _root(new), "", 0)


@dataclass(frozen=True, slots=True)
class _Schemas:
    old: Side
    new: Side

    def nodes(self, before: object, after: object, at: str, depth: int) -> Iterator[Difference]:
        if (before is None and at in self.old.unread) or (after is None and at in self.new.unread):
            yield unread(at, "the schema")
            return
        one, other = _node(before), _node(after)
        if one is None or other is None or depth > _MAX_DEPTH:
            if canonical(before) != canonical(after):
                yield _unweighed(at, "schema", before, after)
            return
        if at in self.old.unread or at in self.new.unread:
            yield unread(at, "all of the schema")
        yield from _Pair(self, one, other, at, depth).compare()


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two schemas of one part."""

    schemas: _Schemas
    old: Mapping[str, object]
    new: Mapping[str, object]
    at: str
    depth: int

    def compare(self) -> Iterator[Difference]:
        yield from self._types()
        yield from self._choices()
        for keyword in (*values.LOWEST, *values.HIGHEST):
            yield from self._limit(keyword)
        for keyword in values.REFINING:
            yield from self._refinement(keyword)
        yield from self._words()
        yield from self._parameters()
        yield from self._items()
        yield from self._others()

    def _known(self, keyword: str) -> Iterator[tuple[object, object]]:
        """Yield a keyword of both sides (None where it is absent), unless one of them cannot tell."""
        if not self._is_doubtful(keyword):
            yield self.old.get(keyword), self.new.get(keyword)

    def _is_doubtful(self, keyword: str) -> bool:
        old, new = self.schemas.old, self.schemas.new
        return old.is_open(self.old, self.at, keyword) or new.is_open(self.new, self.at, keyword)

    def _doubt(self, keyword: str) -> Iterator[Difference]:
        place = f"{self.at}{pointer(keyword)}"
        if self.schemas.old.has_unread_in(place) or self.schemas.new.has_unread_in(place):
            yield unread(place, f"its `{keyword}`")  # an open schema around it has told so already

    def _types(self) -> Iterator[Difference]:
        if self._is_doubtful("type"):
            yield from self._doubt("type")
            return
        if self._has_unread_list() and not ("type" in self.old and "type" in self.new):
            return
        before, after = values.type_names(self.old), values.type_names(self.new)
        if before != after:
            is_wider = values.takes(after, before)
            words = f"has the type {values.type_words(after)} now, it was {values.type_words(before)}"
            kind, severity = ("type-widened", Severity.HARMLESS) if is_wider else ("type-changed", Severity.BREAKING)
            place = f"{self.at}/type"
            yield Difference(severity, kind, place, words, self.old.get("type"), self.new.get("type"))

    def _choices(self) -> Iterator[Difference]:
        place = f"{self.at}/enum"
        before, after = values.choices(self.old), values.choices(self.new)
        if self._has_unread_list():
            if "enum" in self.old or "enum" in self.new:
                yield unread(place, "its list of values")
        elif before is not None and after is not None:
            known, kept = ({canonical(each) for each in listed} for listed in (before, after))
            if gone := [each for each in before if canonical(each) not in kept]:
                words = f"no longer takes {values.value_words(gone)}"
                yield Difference(Severity.BREAKING, "values-removed", place, words, before, after)
            if fresh := [each for each in after if canonical(each) not in known]:
                words = f"takes {values.value_words(fresh)} too"
                yield Difference(Severity.HARMLESS, "values-added", place, words, before, after)
        elif after is not None and self.at not in self.schemas.old.unread:
            words = f"takes {values.value_words(after)} only"
            yield Difference(Severity.BREAKING, "values-limited", place, words, None, after)
        elif before is not None and self.at not in self.schemas.new.unread and not _COMBINING & self.new.keys():
            yield Difference(Severity.HARMLESS, "values-added", place, "takes other values too", before, None)

    def _has_unread_list(self) -> bool:
        sides = (self.schemas.old, self.schemas.new)
        return any(side.has_unread_in(f"{self.at}/{name}") for side in sides for name in _LISTS)

    def _limit(self, keyword: str) -> Iterator[Difference]:
        yield from self._doubt(keyword)
        for before, after in self._known(keyword):
            if canonical(before) != canonical(after):
                is_narrower = values.is_narrower(keyword, before, after)
                severity = Severity.BREAKING if is_narrower else Severity.HARMLESS
                kind = "limit-narrowed" if is_narrower else "limit-widened"
                yield self._keyword(severity, kind, keyword, before, after)

    def _refinement(self, keyword: str) -> Iterator[Difference]:
        kinds = {Severity.HARMLESS: "limit-widened", Severity.RISKY: "limit-changed"}
        yield from self._doubt(keyword)
        for before, after in self._known(keyword):
            if canonical(before or None) != canonical(after or None):
                severity = values.refinement(keyword, before, after)
                yield self._keyword(severity, kinds.get(severity, "limit-narrowed"), keyword, before, after)

    def _words(self) -> Iterator[Difference]:
        yield from self._doubt("description")
        for before, after in self._known("description"):
            yield from compare_texts(before, after, f"{self.at}/description")
        for before, after in self._known("title"):
            if canonical(before) != canonical(after):
                yield self._keyword(Severity.HARMLESS, "title-changed", "title", before, after)
        yield from self._doubt("default")
        for before, after in self._known("default"):
            if canonical(before) != canonical(after):
                severity = Severity.RISKY if "default" in self.old else Severity.HARMLESS
                yield self._keyword(severity, "default-changed", "default", before, after)

    def _parameters(self) -> Iterator[Difference]:
        sides = (self.schemas.old, self.schemas.new)
        yield from Parameters(
            sides,
            self.old,
            self.new,
            self.at,
            lambda one, other, at: self.schemas.nodes(one, other, at, self.depth + 1),
        ).compare()
        place = f"{self.at}/additionalProperties"
        yield from self._doubt("additionalProperties")
        for one, other in self._known("additionalProperties"):
            before, after = (True if each is None else each for each in (one, other))
            if canonical(before) == canonical(after):
                continue
            if after is False:
                words = "refuses parameters that it does not name"
                yield Difference(Severity.BREAKING, "additional-refused", place, words, before, after)
            elif before is False or after is True:
                words = "takes parameters that it does not name"
                yield Difference(Severity.HARMLESS, "additional-taken", place, words, before, after)
            else:
                yield _unweighed(place, "`additionalProperties`", before, after)

    def _items(self) -> Iterator[Difference]:
        old, new = self.schemas.old, self.schemas.new
        for side, node in ((old, self.old), (new, self.new)):
            if "items" not in node and self.at in side.unread:
                return
        if "items" in self.old or "items" in self.new:
            one, other = self.old.get("items", True), self.new.get("items", True)
            yield from self.schemas.nodes(one, other, f"{self.at}/items", self.depth + 1)

    def _others(self) -> Iterator[Difference]:
        """Yield the keywords that nothing above weighs: with them a schema may take less than before, or more."""
        for keyword in dict.fromkeys((*self.old, *self.new)):
            written = [node[keyword] for node in (self.old, self.new) if keyword in node]
            if keyword in _WEIGHED or all(values.is_choice_list(each) for each in written):
                continue
            yield from self._doubt(keyword)
            for before, after in self._known(keyword):
                if canonical(before) != canonical(after):
                    yield _unweighed(f"{self.at}{pointer(keyword)}", f"`{keyword}`", before, after)

    def _keyword(self, severity: Severity, kind: str, keyword: str, before: object, after: object) -> Difference:
        return Difference(severity, kind, f"{self.at}/{keyword}", values.was(keyword, before, after), before, after)


def _root(side: Side) -> object:
    schema = side.schema
    if schema is None and "" not in side.unread:
        return _NO_PARAMETERS
    return {**_NO_PARAMETERS, **schema} if isinstance(schema, dict) else schema


def _node(schema: object) -> Mapping[str, object] | None:
    """Return a schema as an object: `true` takes what an empty one takes."""
    if schema is True:
        return {}
    return schema if isinstance(schema, dict) else None


def _unweighed(at: str, what: str, before: object, after: object) -> Difference:
    words = f"has another {what}, which may take less than before"
    return Difference(Severity.RISKY, "schema-changed", at, words, before, after)

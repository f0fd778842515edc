"""What reading a template yields: its holes, and the branches between them."""

from __future__ import annotations

import bisect
import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal

from webmcp_lint.source import Span

HOLE = "\ue000"
"""Stands for each character of a hole; the source's own U+E000 become U+FFFD."""

_MAX_DEPTH = 200
_MAX_NEGATED = 4
_MAX_CONDITION = 400
_LINE_ENDS = re.compile(r"([\r\n]++)")


@dataclass(frozen=True, slots=True)
class Branch:
    """The body of one branch of a condition or of a loop, whose body may come any number of times.

    `condition` is the source text; of an `else` it is the negation of what stands before. Branches of one `group`
    exclude each other.
    """

    span: Span
    condition: str
    kind: Literal["if", "loop"]
    group: int
    index: int


@dataclass(frozen=True, slots=True)
class Template:
    """A template whose holes are masked; `text` has the length and the line ends of the source."""

    text: str
    holes: tuple[Span, ...]
    branches: tuple[Branch, ...]
    """In the order of their starts: the outer before the inner."""
    _starts: tuple[int, ...] = field(repr=False)
    _outer: tuple[int, ...] = field(repr=False)

    def around(self, offset: int) -> list[Branch]:
        """Return the branches that hold `offset`, the innermost first."""
        found = []
        index = bisect.bisect_right(self._starts, offset) - 1
        while index != -1:
            branch = self.branches[index]
            if offset < branch.span.end:
                found.append(branch)
            index = self._outer[index]
        return found

    def condition(self, offset: int) -> str | None:
        """Return the source text of the innermost condition or loop around `offset`."""
        return next((branch.condition for branch in self.around(offset)), None)

    def exclusive(self, one: int, other: int) -> bool:
        """Say whether two offsets are in different branches of one condition, so that no page holds both."""
        indexes = {branch.group: branch.index for branch in self.around(one)}
        return any(indexes.get(branch.group, branch.index) != branch.index for branch in self.around(other))


@dataclass(slots=True)
class _Block:
    end: str
    kind: Literal["if", "loop"] | None
    group: int
    subject: str = ""
    index: int = -1
    condition: str = ""
    body: int | None = None
    earlier: list[str] = field(default_factory=list)


class Draft:
    """A template while it is read: takes holes and the statements in them, each in the order of the source.

    A statement opens, turns or ends a block; its body begins behind the hole that the statement stands in.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._holes: list[Span] = []
        self._branches: list[Branch] = []
        self._blocks: list[_Block] = []
        self._open: Counter[str] = Counter()
        self._groups = 0
        self._entering: list[_Block] = []
        self._ended: tuple[_Block, int] | None = None
        self._patience = len(text) + 1_000_000
        self._found: dict[str, int] = {}
        self._matched: dict[re.Pattern[str], re.Match[str] | None] = {}

    def find(self, needle: str, at: int) -> int | None:
        """Do what `str.find` does; offsets must not go back, so that all calls together take linear time."""
        found = self._found.get(needle, -1)
        if found < at:
            found = self.text.find(needle, at)
            found = self._found[needle] = len(self.text) + 1 if found == -1 else found
        return None if found > len(self.text) else found

    def search(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        """Do what `Pattern.search` does, on the terms of `find`."""
        if pattern not in self._matched or ((match := self._matched[pattern]) and match.start() < at):
            self._matched[pattern] = pattern.search(self.text, at)
        return self._matched[pattern]

    @property
    def is_patient(self) -> bool:
        """Whether to look for an end once more that may not be there; what was in vain costs patience."""
        return self._patience > 0

    def lose_patience(self, at: int) -> None:
        """Take note that the text behind `at` was read in vain."""
        self._patience -= len(self.text) - at

    def hole(self, start: int, end: int) -> None:
        """Mask `[start, end)`, behind which the blocks begin that were opened or turned since the last hole."""
        if start < end:
            self._holes.append(Span(start, end))
        for block in self._entering:
            block.body = end
        self._entering.clear()

    def open(
        self, end: str, kind: Literal["if", "loop"] | None, condition: str | None = None, subject: str = ""
    ) -> None:
        """Open a block that the statement `end` will end.

        Without a kind it is no branch. Without a condition its first branch comes with the first `turn`, as in a
        switch over `subject`.
        """
        block = _Block(end, kind if len(self._blocks) < _MAX_DEPTH else None, self._groups, subject)
        self._groups += 1
        self._blocks.append(block)
        self._open[end] += 1
        if condition is not None:
            self._enter(block, condition)

    def resume(self, end: str, condition: str, kind: Literal["if", "loop"] = "if") -> None:
        """Open a block as `open` does; it excludes the one that ended last if that had the same name and place."""
        self.open(end, kind, condition)
        before, depth = self._ended or (None, 0)
        if before and before.end == end and before.index == 0 and depth == len(self._blocks):
            block = self._blocks[-1]
            block.group, block.index = before.group, 1

    def turn(self, condition: str | None, at: int, ends: Collection[str] | None = None) -> None:
        """Go on with the next branch of the innermost block (that ends with one of `ends`), an `else` without one."""
        if ends is not None and not self._unwind(ends, at):
            return
        if not self._blocks or (block := self._blocks[-1]).kind is None:
            return
        self._leave(block, at)
        block.kind = "if"  # what comes instead of a loop comes once
        if condition is not None:
            self._enter(block, f"{block.subject} = {condition}" if block.subject else condition)
        else:
            self._enter(block, negation(*block.earlier[:_MAX_NEGATED]))
            block.earlier.pop()

    def close(self, end: str, at: int) -> None:
        """End the innermost block that the statement `end` ends, and what was left open in it."""
        if self._unwind((end,), at):
            block = self._blocks.pop()
            self._open[end] -= 1
            self._leave(block, at)
            self._ended = block, len(self._blocks) + 1

    def is_open(self, end: str) -> bool:
        """Say whether a block is open that the statement `end` would end."""
        return self._open[end] > 0

    def finish(self) -> Template:
        """Return the template; what is still open ends with the text."""
        while self._blocks:
            self._leave(self._blocks.pop(), len(self.text))
        branches = sorted(self._branches, key=lambda branch: (branch.span.start, -branch.span.end, branch.group))
        outer: list[int] = []
        inside: list[int] = []
        for index, branch in enumerate(branches):
            while inside and branches[inside[-1]].span.end <= branch.span.start:
                inside.pop()
            outer.append(inside[-1] if inside else -1)
            inside.append(index)
        return Template(
            self._masked(),
            tuple(self._holes),
            tuple(branches),
            tuple(branch.span.start for branch in branches),
            tuple(outer),
        )

    def _masked(self) -> str:
        parts: list[str] = []
        at = 0
        for start, end in self._holes:
            parts.append(self.text[at:start].replace(HOLE, "\ufffd"))
            lines = _LINE_ENDS.split(self.text[start:end])
            parts += [line if index % 2 else HOLE * len(line) for index, line in enumerate(lines)]
            at = end
        parts.append(self.text[at:].replace(HOLE, "\ufffd"))
        return "".join(parts)

    def _enter(self, block: _Block, condition: str) -> None:
        block.condition = condition if len(condition) <= _MAX_CONDITION else f"{condition[:_MAX_CONDITION]}…"
        block.earlier.append(block.condition)
        block.index += 1
        self._entering.append(block)

    def _leave(self, block: _Block, at: int) -> None:
        if block.kind and block.body is not None and block.body < at:
            span = Span(block.body, at)
            self._branches.append(Branch(span, block.condition, block.kind, block.group, block.index))
        block.body = None

    def _unwind(self, ends: Collection[str], at: int) -> bool:
        """End the blocks inside the innermost one that ends with one of `ends`; say whether there is one."""
        if not any(self._open[end] for end in ends):
            return False
        while (block := self._blocks[-1]).end not in ends:
            self._blocks.pop()
            self._open[block.end] -= 1
            self._leave(block, at)
        return True


def negation(*conditions: str) -> str:
    """Return a source text for "none of these"."""
    return " and ".join(f"not ({condition})" for condition in conditions)

"""Comments that silence rules: what each covers, and whether it silenced anything."""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from webmcp_lint.source import Location, Span
from webmcp_lint.syntax.dom import Document
from webmcp_lint.syntax.tags import Comment

_DIRECTIVE = re.compile(
    r"\s*webmcp-lint-(?P<verb>disable-next-line|disable-file|disable|enable)(?P<rest>(?=[\s:]|$).*)", re.DOTALL
)
_NAME = re.compile(r"[^\s,]+")
_ALL = ""
"""What an `enable` without names ends."""


@dataclass(slots=True)
class Suppression:
    """One directive; no `rules` means all of them. `used` collects those of them that silenced something."""

    location: Location
    """The whole comment."""
    covers: Span
    rules: Sequence[Location]
    """Where each rule is named."""
    reason: str
    enabled: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Where each name is enabled again, ascending."""
    used: set[str] = field(default_factory=set)
    """The rules it silenced something of, as it names them; `all` where it names none."""

    def named(self, names: Collection[str]) -> list[str]:
        """Return by which of its names it silences a rule of these names (its own, its category's, its aliases)."""
        return [rule.text for rule in self.rules if rule.text in names] if self.rules else ["all"]

    def reach(self, names: Collection[str]) -> Span:
        """Return where it silences a rule of these names that it stands for."""
        start, end = self.covers
        for name in (_ALL, *names):
            offsets = self.enabled.get(name, ())
            index = bisect_right(offsets, start)
            if index < len(offsets):
                end = min(end, offsets[index])
        return Span(start, end)


def suppressions(document: Document) -> list[Suppression]:
    """Return the directives in a document's comments, in order.

    `disable-next-line` covers the whole next start tag, `disable` all up to the `enable` of the same rules or the end,
    `disable-file` the file.
    """
    file = document.file
    found: list[Suppression] = []
    enabled: dict[str, list[int]] = {}
    for comment in document.comments:
        match = _DIRECTIVE.fullmatch(file.text, comment.data.start, comment.data.end)
        if match is None:
            continue
        names, _, reason = match["rest"].partition(":")
        rest = match.start("rest")
        rules = [file.location(rest + name.start(), rest + name.end()) for name in _NAME.finditer(names)]
        if match["verb"] == "enable":
            for name in [rule.text for rule in rules] or [_ALL]:
                enabled.setdefault(name, []).append(comment.span.start)
        else:
            covers = _covered(match["verb"], comment, document)
            ended = enabled if match["verb"] == "disable" else {}
            found.append(Suppression(file.location(*comment.span), covers, rules, reason.strip(), ended))
    return found


def _covered(verb: str, comment: Comment, document: Document) -> Span:
    end = len(document.file.text) + 1
    behind = comment.span.end
    if verb == "disable-file":
        return Span(0, end)
    if verb == "disable":
        return Span(behind, end)
    return document.next_start_tag(behind) or Span(behind, behind)


def silencers(
    comments: Sequence[Suppression], names: Collection[str], places: Sequence[tuple[int, Suppression | None]]
) -> list[Suppression | None]:
    """Return for each finding of a rule of these names the first comment that silences it, and note what was used.

    A place is where the finding begins, in ascending order, and the comment that it is about: none silences that.
    Every other comment around a finding counts as used, not only the first.
    """
    starts = [start for start, _ in places]
    own: dict[int, list[int]] = {}
    for start, subject in places:
        own.setdefault(id(subject), []).append(start)
    reaches: list[tuple[int, int, int]] = []
    for index, comment in enumerate(comments):
        if named := comment.named(names):
            start, end = comment.reach(names)
            reaches.append((start, index, end))
            around = bisect_left(starts, end) - bisect_left(starts, start)
            if around > sum(start <= about < end for about in own.get(id(comment), ())):
                comment.used.update(named)
    reaches.sort(reverse=True)
    found: list[Suppression | None] = []
    around_here: list[tuple[int, int]] = []
    for place, subject in places:
        while reaches and reaches[-1][0] <= place:
            _, index, end = reaches.pop()
            heapq.heappush(around_here, (index, end))
        found.append(_first(around_here, comments, place, subject))
    return found


def _first(
    around: list[tuple[int, int]], comments: Sequence[Suppression], place: int, subject: Suppression | None
) -> Suppression | None:
    """Return the first comment of a heap of comments and their ends that reaches `place`; drop those that do not."""
    while around and around[0][1] <= place:
        heapq.heappop(around)
    if not around or comments[around[0][0]] is not subject:
        return comments[around[0][0]] if around else None
    own = heapq.heappop(around)
    found = _first(around, comments, place, None)
    heapq.heappush(around, own)
    return found

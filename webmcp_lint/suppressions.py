"""Comments that silence rules: what each covers, and whether it silenced anything."""

from __future__ import annotations

import heapq
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from webmcp_lint.site.page import Page
from webmcp_lint.source import Location, SourceFile, Span
from webmcp_lint.syntax import comments, tags
from webmcp_lint.syntax.comments import Comment

WORD = "webmcp-lint-"
"""What no directive is without."""

_DIRECTIVE = re.compile(
    r"\s*webmcp-lint-(?P<verb>disable-next-line|disable-line|disable-file|disable|enable)(?P<rest>(?=[\s:]|$).*)",
    re.DOTALL,
)
_NAME = re.compile(r"[^\s,*]+")  # the asterisks decorate the lines of a comment
MAX_NAMES = 500
"""Names that are read of one comment; there are not half as many rules, and each rule looks for its own."""

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


def of_page(page: Page) -> list[Suppression]:
    """Return the directives in a page's comments, those of the scripts inside it too, in order."""
    file = page.file
    if WORD not in file.text:
        return []
    if not page.is_document:
        return of_file(file)
    document = page.document
    found = comments.markup_comments(file, [*document.start_tags, *document.comments], WORD)
    found += comments.inline_comments(file, WORD)
    return _directives(file, sorted(found, key=lambda comment: comment.span))


def of_file(file: SourceFile) -> list[Suppression]:
    """Return the directives in the comments of a script or component, in order."""
    return _directives(file, comments.comments(file, WORD)) if WORD in file.text else []


def of_markup(file: SourceFile, text: str) -> list[Suppression]:
    """Return the directives in the comments of a page by its tags alone; `text` has the holes of a template masked."""
    found = comments.markup_comments(file, tags.scan(text).tokens, WORD)
    found += comments.inline_comments(file, WORD)
    return _directives(file, sorted(found, key=lambda comment: comment.span))


def _directives(file: SourceFile, written: Sequence[Comment]) -> list[Suppression]:
    """Read comments.

    `disable-next-line` covers what follows, however many lines it takes; `disable-line` its own line; `disable` all up
    to the `enable` of the same rules or the end of the script or the file; `disable-file` the file.
    """
    found: list[Suppression] = []
    enabled: dict[str, list[int]] = {}
    for comment in written:
        match = _DIRECTIVE.fullmatch(file.text, *comment.data)
        if match is None:
            continue
        names, _, reason = match["rest"].partition(":")
        rest = match.start("rest")
        rules = [
            file.location(rest + name.start(), rest + name.end()) for name in islice(_NAME.finditer(names), MAX_NAMES)
        ]
        if match["verb"] == "enable":
            for name in [rule.text for rule in rules] or [_ALL]:
                enabled.setdefault(name, []).append(comment.span.start)
        else:
            covers = _covered(match["verb"], comment, file)
            ended = enabled if match["verb"] == "disable" else {}
            found.append(Suppression(file.location(*comment.span), covers, rules, _folded(reason), ended))
    return found


def _folded(reason: str) -> str:
    return " ".join(word for word in reason.split() if word != "*")


def _covered(verb: str, comment: Comment, file: SourceFile) -> Span:
    behind = comment.span.end
    match verb:
        case "disable-file":
            return Span(0, len(file.text) + 1)
        case "disable-line":
            lines = [file.line_span(file.line_of(offset)) for offset in comment.span]
            return Span(lines[0].start, lines[1].end + 1)
        case "disable":
            return Span(behind, comment.source.end + 1)
        case _:
            return comment.following or Span(behind, behind)


def silencers(
    written: Sequence[Suppression], names: Collection[str], places: Sequence[tuple[int, Suppression | None]]
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
    for index, comment in enumerate(written):
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
        found.append(_first(around_here, written, place, subject))
    return found


def _first(
    around: list[tuple[int, int]], written: Sequence[Suppression], place: int, subject: Suppression | None
) -> Suppression | None:
    """Return the first comment of a heap of comments and their ends that reaches `place`; drop those that do not."""
    while around and around[0][1] <= place:
        heapq.heappop(around)
    if not around or written[around[0][0]] is not subject:
        return written[around[0][0]] if around else None
    own = heapq.heappop(around)
    found = _first(around, written, place, None)
    heapq.heappush(around, own)
    return found

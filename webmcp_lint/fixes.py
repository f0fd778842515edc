"""Edits of findings as changes of a text: none overlaps another, and all edits of a fix are made or none."""

from __future__ import annotations

import bisect
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from webmcp_lint.findings import Fix
from webmcp_lint.source import Edit, SourceFile


class Change(NamedTuple):
    """Other characters in the place of those from `start` to `end`."""

    start: int
    end: int
    text: str


def compatible(fixes: Iterable[Fix], *, unsafe: bool = False) -> list[Fix]:
    """Return the fixes that may be made together; one that overlaps an earlier one waits for the next round."""
    taken: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    found: list[Fix] = []
    for fix in fixes:
        if (fix.is_safe or unsafe) and not any(_overlaps(edit, taken[edit.location.file.path]) for edit in fix.edits):
            found.append(fix)
            for edit in fix.edits:
                bisect.insort(taken[edit.location.file.path], edit.location.span)
    return found


def _overlaps(edit: Edit, taken: Sequence[tuple[int, int]]) -> bool:
    start, end = edit.location.span
    index = bisect.bisect_left(taken, (start, end))
    if index < len(taken) and (taken[index] == (start, end) or taken[index][0] < end):
        return True
    return index > 0 and taken[index - 1][1] > start


def chosen(fixes: Iterable[Fix], *, unsafe: bool = False) -> list[Edit]:
    """Return the edits of the fixes that may be made together, in the order of the source."""
    edits = [edit for fix in compatible(fixes, unsafe=unsafe) for edit in fix.edits]
    return sorted(edits, key=lambda edit: (edit.location.file.path, edit.location.span))


def applied(file: SourceFile, edits: Sequence[Edit]) -> str:
    """Return the file's text with these edits made; they must not overlap."""
    return changed(file.text, changes_of(edit for edit in edits if edit.location.file is file))


def changes_of(edits: Iterable[Edit]) -> list[Change]:
    """Return the edits of one file as changes of its text, in order."""
    return sorted((Change(*edit.location.span, edit.text) for edit in edits), key=lambda change: change[:2])


def changed(text: str, changes: Sequence[Change]) -> str:
    """Return `text` with changes made, which are in order and do not overlap."""
    pieces: list[str] = []
    done = 0
    for start, end, new in changes:
        pieces += text[done:start], new
        done = end
    return "".join((*pieces, text[done:]))


class _Kept(NamedTuple):
    """A stretch of the first text that is still there."""

    start: int
    end: int


def composed(first: Sequence[Change], second: Sequence[Change], length: int) -> list[Change]:
    """Return the changes of a text of some length that make of it what `first` and then `second` do."""
    pieces: list[_Kept | str] = []
    done = 0
    for start, end, new in first:
        pieces += _Kept(done, start), new
        done = end
    pieces.append(_Kept(done, length))
    return _as_changes(_replaced(pieces, second), length)


def _replaced(pieces: Iterable[_Kept | str], changes: Iterable[Change]) -> Iterator[_Kept | str]:
    """Yield the pieces of a text with changes made in the text that they are."""
    waiting = deque(pieces)
    at = 0
    for start, end, new in changes:
        yield from _taken(waiting, start - at)
        deque(_taken(waiting, end - start), maxlen=0)
        yield new
        at = end
    yield from waiting


def _taken(pieces: deque[_Kept | str], count: int) -> Iterator[_Kept | str]:
    """Take the first `count` characters away."""
    while count:
        piece = pieces.popleft()
        size = len(piece) if isinstance(piece, str) else piece.end - piece.start
        if size > count:
            pieces.appendleft(_cut(piece, count, size))
            piece, size = _cut(piece, 0, count), count
        count -= size
        yield piece


def _cut(piece: _Kept | str, low: int, high: int) -> _Kept | str:
    return piece[low:high] if isinstance(piece, str) else _Kept(piece.start + low, piece.start + high)


def _as_changes(pieces: Iterable[_Kept | str], length: int) -> list[Change]:
    changes: list[Change] = []
    done, new = 0, ""
    for piece in (*pieces, _Kept(length, length)):
        if isinstance(piece, str):
            new += piece
        elif piece.start < piece.end or piece.start == length:
            if new or done < piece.start:
                changes.append(Change(done, piece.start, new))
            done, new = piece.end, ""
    return changes

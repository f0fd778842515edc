"""Applies the edits of findings to texts: none overlaps another, and all edits of a fix are made or none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from webmcp_lint.findings import Fix
from webmcp_lint.source import Edit, SourceFile


def chosen(fixes: Iterable[Fix], *, unsafe: bool = False) -> list[Edit]:
    """Return the edits of the fixes that may be made together, in the order of the source.

    A fix that overlaps an earlier one waits for the next round.
    """
    edits: list[Edit] = []
    for fix in fixes:
        if (fix.is_safe or unsafe) and not any(_overlap(new, old) for new in fix.edits for old in edits):
            edits += fix.edits
    return sorted(edits, key=lambda edit: (edit.location.file.path, edit.location.span))


def _overlap(one: Edit, other: Edit) -> bool:
    a, b = one.location.span, other.location.span
    if one.location.file is not other.location.file:
        return False
    return a == b or (a.start < b.end and b.start < a.end)


def applied(file: SourceFile, edits: Sequence[Edit]) -> str:
    """Return the file's text with these edits made; they must not overlap."""
    text = file.text
    for edit in sorted(edits, key=lambda edit: edit.location.span, reverse=True):
        if edit.location.file is file:
            start, end = edit.location.span
            text = text[:start] + edit.text + text[end:]
    return text

"""Fixes made in the files of a project, round after round; nothing is written before all is done."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from webmcp_lint.decoding import EncodingError, decode, encode
from webmcp_lint.findings import Fix
from webmcp_lint.fixes import Change, changed, changes_of, compatible, composed
from webmcp_lint.source import Edit, SourceFile
from webmcp_lint.syntax.components import COMPONENTS
from webmcp_lint.syntax.damage import is_damaged
from webmcp_lint.syntax.javascript import grammar_of

MAX_ROUNDS = 10
"""How often the files are linted again to see whether what was mended shows something else to mend."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """A file as it was read, what is changed in it, and the bytes that this gives."""

    original: SourceFile
    changes: Sequence[Change]
    data: bytes

    @property
    def text(self) -> str:
        """What the file holds now."""
        return changed(self.original.text, self.changes)


class Repairs:
    """What was mended so far; `files` has the files that are changed, by path, and `made` counts the fixes."""

    def __init__(self, *, unsafe: bool = False) -> None:
        self.files: dict[str, Repaired] = {}
        self.made = 0
        self._unsafe = unsafe

    def make(self, fixes: Iterable[Fix], paths: Collection[str]) -> bool:
        """Make the fixes that only touch files of these paths; return whether there were any.

        A fix that its file cannot hold in its encoding, or that makes a file parse worse, is given back.
        """
        wanted = [fix for fix in fixes if fix.edits and all(edit.location.file.path in paths for edit in fix.edits)]
        made, files = self._most(compatible(wanted, unsafe=self._unsafe))
        self.files.update(files)
        self.made += len(made)
        return bool(files)

    def _most(self, fixes: Sequence[Fix]) -> tuple[Sequence[Fix], Mapping[str, Repaired]]:
        """Return as many of the fixes as go together, and what they make of their files."""
        files = self._together(fixes)
        if files is not None or not fixes:
            return fixes, files or {}
        if len(fixes) == 1:
            return (), {}
        half = len(fixes) // 2
        first, second = self._most(fixes[:half]), self._most(fixes[half:])
        both = (*first[0], *second[0])
        files = self._together(both)
        return first if files is None else (both, files)

    def _together(self, fixes: Sequence[Fix]) -> Mapping[str, Repaired] | None:
        """Return what fixes make of their files, None if one of the files does not bear it."""
        by_path: defaultdict[str, list[Edit]] = defaultdict(list)
        for fix in fixes:
            for edit in fix.edits:
                by_path[edit.location.file.path].append(edit)
        files: dict[str, Repaired] = {}
        for path, edits in by_path.items():
            repaired = self._repaired(edits[0].location.file, changes_of(edits))
            if repaired is None:
                return None
            files[path] = repaired
        return files

    def _repaired(self, file: SourceFile, changes: Sequence[Change]) -> Repaired | None:
        before = self.files.get(file.path)
        original = file if before is None else before.original
        whole = changes if before is None else composed(before.changes, changes, len(original.text))
        after = changed(file.text, changes)
        try:
            data = encode(original, [Edit(original.location(start, end), text) for start, end, text in whole])
        except EncodingError:
            return None
        is_markup = grammar_of(file.path) is None and not file.path.endswith(COMPONENTS)
        # An edit of the declaration of the encoding would change what all the other bytes mean
        if decode(data, path=file.path, markup=is_markup).text != after or is_damaged(file, after, changes):
            return None
        return Repaired(original, whole, data)

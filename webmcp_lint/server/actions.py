"""What an editor offers to do about findings: mend them, mend all, or silence them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from webmcp_lint.findings import Fix
from webmcp_lint.fixes import Change
from webmcp_lint.linter import Diagnostic
from webmcp_lint.repairs import Repairs
from webmcp_lint.reporters.output import PROGRAM
from webmcp_lint.server import suppressing
from webmcp_lint.server.diagnostics import Teller
from webmcp_lint.source import Location, SourceFile

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{PROGRAM}"
KINDS = (types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll, FIX_ALL)
_MAX_SILENCED = 10
"""Findings of one range for which a comment is looked for."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What is offered for a document; `wanted` are the kinds that an editor asks for, None for all."""

    teller: Teller
    wanted: Sequence[str] | None = None

    def actions(
        self, file: SourceFile, diagnostics: Sequence[Diagnostic], start: int, end: int
    ) -> list[types.CodeAction]:
        """Return what can be done about the findings of a file between two offsets."""
        here = [each for each in diagnostics if _touches(each.location, start, end)]
        found: list[types.CodeAction] = []
        if self._is_wanted(types.CodeActionKind.QuickFix):
            found += self._fixes(here)
            found += self._comments(file, here)
        if self._is_wanted(FIX_ALL):
            found += self._all(file, diagnostics)
        return found

    def _is_wanted(self, kind: str) -> bool:
        return self.wanted is None or any(
            kind == each or kind.startswith(f"{each}.") or not each for each in self.wanted
        )

    def _fixes(self, here: Iterable[Diagnostic]) -> Iterator[types.CodeAction]:
        for diagnostic in here:
            fix = diagnostic.finding.fix
            if fix is None or not fix.edits:
                continue
            title = _capital(fix.title)
            yield types.CodeAction(
                title=title if fix.is_safe else f"{title} (unsafe: a guess at what was meant)",
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self.teller.diagnostic(diagnostic)],
                is_preferred=fix.is_safe,
                edit=self._edit((each.location, each.text) for each in fix.edits),
            )

    def _comments(self, file: SourceFile, here: Iterable[Diagnostic]) -> Iterator[types.CodeAction]:
        seen: set[tuple[str, int]] = set()
        for diagnostic in here:
            key = diagnostic.rule.name, diagnostic.location.start.line
            if key in seen or len(seen) >= _MAX_SILENCED:
                continue
            seen.add(key)
            change = suppressing.change(diagnostic)
            if change is not None:
                yield types.CodeAction(
                    title=f"Disable {diagnostic.rule.name} for this line",
                    kind=types.CodeActionKind.QuickFix,
                    diagnostics=[self.teller.diagnostic(diagnostic)],
                    edit=self._edit([_placed(file, change)]),
                )

    def _all(self, file: SourceFile, diagnostics: Iterable[Diagnostic]) -> Iterator[types.CodeAction]:
        fixes: list[Fix] = [each.finding.fix for each in diagnostics if each.finding.fix is not None]
        repairs = Repairs()
        if repairs.make(fixes, {file.path}):
            yield types.CodeAction(
                title="Mend all that webmcp-lint can mend safely",
                kind=FIX_ALL,
                edit=self._edit(_placed(file, change) for change in repairs.files[file.path].changes),
            )

    def _edit(self, edits: Iterable[tuple[Location, str]]) -> types.WorkspaceEdit:
        changes: dict[str, list[types.TextEdit]] = {}
        for location, text in edits:
            edit = types.TextEdit(self.teller.positions.range(location), text)
            changes.setdefault(self.teller.uri_of(location), []).append(edit)
        return types.WorkspaceEdit(changes=changes)


def _placed(file: SourceFile, change: Change) -> tuple[Location, str]:
    return file.location(change.start, change.end), change.text


def _touches(location: Location, start: int, end: int) -> bool:
    return location.span.start <= end and start <= location.span.end


def _capital(title: str) -> str:
    return title[:1].upper() + title[1:]

"""What a run of `check` found, counted; and the one line that sums it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from webmcp_lint.findings import Level

if TYPE_CHECKING:
    from webmcp_lint.discovery import Skipped
    from webmcp_lint.linter import Diagnostic


@dataclass(slots=True)
class Report:
    """Every finding of a run, silenced and known ones included, and what was read to get there.

    `files` were read, `pages` are those of them that declare a tool, `tools` what an agent finds on them, `unresolved`
    declarations whose name cannot be read, `fixed` findings that were mended.
    """

    diagnostics: list[Diagnostic] = field(default_factory=list)
    files: int = 0
    pages: int = 0
    tools: int = 0
    unresolved: int = 0
    fixed: int = 0
    has_baseline: bool = False
    skipped: list[Skipped] = field(default_factory=list)
    paths: Sequence[str] = ()
    """What was asked for, as it was written."""

    @property
    def shown(self) -> Iterator[Diagnostic]:
        """The findings that no comment silences and no baseline knows."""
        return (each for each in self.diagnostics if each.suppressed is None and not each.is_known)

    def count(self, level: Level) -> int:
        """Return how many of the findings shown have this level."""
        return sum(each.level is level for each in self.shown)

    @property
    def suppressed(self) -> int:
        """How many findings a comment silences."""
        return sum(each.suppressed is not None for each in self.diagnostics)

    @property
    def known(self) -> int:
        """How many findings the baseline holds."""
        return sum(each.is_known and each.suppressed is None for each in self.diagnostics)

    @property
    def fixable(self) -> int:
        """How many of the findings shown come with an edit that is safe to make."""
        return sum(each.finding.fix is not None and each.finding.fix.is_safe for each in self.shown)

    @property
    def worst(self) -> Level:
        """The highest level among the findings shown, `Level.OFF` where there are none."""
        return max((each.level for each in self.shown), default=Level.OFF)

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left to say."""
        return self.worst is Level.OFF and not self.skipped


def summary(report: Report, *, separator: str = " · ") -> str:
    """Return the line that closes a report."""
    levels = (Level.ERROR, Level.WARNING, Level.NOTE)
    found = ", ".join(counted(number, str(level)) for level in levels if (number := report.count(level)))
    tools = f"{counted(report.tools, 'tool')} on {counted(report.pages, 'page')}" if report.pages else "no tools"
    parts = [found or "nothing wrong", tools]
    if report.fixable:
        parts.append(f"{report.fixable} fixable with --fix")
    if report.fixed:
        parts.append(f"{report.fixed} fixed")
    if report.suppressed:
        parts.append(f"{report.suppressed} silenced by comments")
    if report.known:
        parts.append(f"{report.known} known from the baseline")
    if report.unresolved:
        them = "it" if report.unresolved == 1 else "them"
        parts.append(f"{counted(report.unresolved, 'tool name')} could not be read (webmcp-lint tools shows {them})")
    if report.skipped:
        parts.append(f"{counted(len(report.skipped), 'file')} skipped")
    return separator.join(parts)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the plural it asks for."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"

"""Findings for people: a code frame or a line for each, and a line that sums up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from webmcp_lint.findings import Level
from webmcp_lint.reporters.frame import code_frame
from webmcp_lint.reporters.report import Report, summary
from webmcp_lint.reporters.terminal import Terminal

if TYPE_CHECKING:
    from webmcp_lint.linter import Diagnostic

_MAX_SKIPPED = 10


def render(report: Report, terminal: Terminal, *, is_quiet: bool = False, is_concise: bool = False) -> Iterator[str]:
    """Yield the report piece by piece; a quiet one is its last line, and nothing where nothing is wrong."""
    if not is_quiet:
        for diagnostic in report.shown:
            if is_concise:
                yield _line(diagnostic, terminal) + "\n"
            else:
                yield "".join(f"{line}\n" for line in _diagnostic(diagnostic, terminal)) + "\n"
        yield "".join(f"{line}\n" for line in _skipped(report, terminal))
    if not (is_quiet and report.is_clean):
        yield terminal.visible(summary(report, separator=terminal.symbols.dot)) + "\n"


def _diagnostic(diagnostic: Diagnostic, terminal: Terminal) -> Iterator[str]:
    style = _style(diagnostic.level)
    head = terminal.paint(f"{diagnostic.level}[{diagnostic.rule.name}]", style)
    message = terminal.paint(terminal.visible(diagnostic.finding.message), "strong")
    yield f"{head}: {message}"
    yield from code_frame(diagnostic.finding, style, terminal)


def _line(diagnostic: Diagnostic, terminal: Terminal) -> str:
    """Return a finding on one line, as editors and `grep` take it: file, line, column."""
    line, column = diagnostic.location.start
    place = terminal.visible(f"{diagnostic.location.file.path}:{line}:{column}")
    head = terminal.paint(f"{diagnostic.level}[{diagnostic.rule.name}]", _style(diagnostic.level))
    return f"{place}: {head} {terminal.visible(diagnostic.finding.full_message)}"


def _style(level: Level) -> Literal["error", "warning", "note"]:
    match level:
        case Level.ERROR:
            return "error"
        case Level.WARNING:
            return "warning"
        case _:
            return "note"


def _skipped(report: Report, terminal: Terminal) -> Iterator[str]:
    for skipped in report.skipped[:_MAX_SKIPPED]:
        yield f"{terminal.paint('skipped', 'faint')} {terminal.visible(f'{skipped.path}: {skipped.reason}')}"
    if len(report.skipped) > _MAX_SKIPPED:
        yield f"{terminal.paint('skipped', 'faint')} {len(report.skipped) - _MAX_SKIPPED:,} more"
    if report.skipped:
        yield ""

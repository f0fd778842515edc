"""Fixes as a command makes them: until nothing is left to mend, then written, shown or printed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from webmcp_lint.discovery import File, Skipped, read_bytes
from webmcp_lint.repairs import MAX_ROUNDS, Repairs
from webmcp_lint.reporters import diff
from webmcp_lint.reporters.output import emit_bytes, show, tell
from webmcp_lint.writing import write

if TYPE_CHECKING:
    from webmcp_lint.reporters.report import Report
    from webmcp_lint.reporters.terminal import Terminal
    from webmcp_lint.site.project import Project


def repaired(
    project: Project, lint: Callable[[Project], Report], paths: Sequence[str], *, unsafe: bool
) -> tuple[Project, Report, Repairs]:
    """Mend what can be mended below `paths`; return what is left when another round would change nothing."""
    repairs = Repairs(unsafe=unsafe)
    within = _within(project, paths)
    for _ in range(MAX_ROUNDS):
        report = lint(project)
        fixes = [each.finding.fix for each in report.shown if each.finding.fix is not None]
        if not repairs.make(fixes, within):
            break
        project = project.with_contents({path: file.data for path, file in repairs.files.items()})
    else:
        report = lint(project)
    report.fixed = repairs.made
    return project, report, repairs


def _within(project: Project, paths: Sequence[str]) -> frozenset[str]:
    """Return the files that are changed: a link in a folder may lead out of what was named."""
    named = [Path(os.path.realpath(path)) for path in paths or (".",)]
    return frozenset(
        file.display_path
        for file in project.files
        if not isinstance(file, File) or any(map(file.path.resolve().is_relative_to, named))
    )


def written(project: Project, repairs: Repairs) -> bool:
    """Write the files that are changed; return whether that went well, and say what did not."""
    went_well = True
    files = {file.display_path: file for file in project.files if isinstance(file, File)}
    for path, new in repairs.files.items():
        reason = _written(files[path], new.original.data, new.data)
        if reason is not None:
            tell(f"cannot write {path}: {reason}")
            went_well = False
    return went_well


def _written(file: File, before: bytes, after: bytes) -> str | None:
    """Write a file unless it is another by now; return why that cannot be."""
    now = read_bytes(file)
    if isinstance(now, Skipped):
        return now.reason
    if now != before:
        return "it has changed meanwhile"
    try:
        write(file.path, after)
    except OSError as error:
        return error.strerror or str(error)
    return None


def print_input(project: Project, repairs: Repairs) -> None:
    """Print what standard input became."""
    for file in project.files:
        if not isinstance(file, File) and isinstance(file.data, bytes):
            new = repairs.files.get(file.display_path)
            emit_bytes(file.data if new is None else new.data)


def show_diff(repairs: Repairs, terminal: Terminal) -> None:
    """Print what would change: for programs the bytes as they are, for people what their terminal can show."""
    for new in repairs.files.values():
        if sys.stdout.isatty() or terminal.has_color:
            show("".join(diff.shown(line, new.original.encoding, terminal) for line in diff.render(new)), terminal)
        else:
            emit_bytes(b"".join(diff.render(new)))

"""The baseline of a run: what is known already, what is not there anymore, and a new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from webmcp_lint import baseline
from webmcp_lint.baseline import Baseline, BaselineError, Known
from webmcp_lint.contract.surface import relative_to
from webmcp_lint.linter import active_rules
from webmcp_lint.reporters.output import tell
from webmcp_lint.reporters.report import counted
from webmcp_lint.rules import all_rules

if TYPE_CHECKING:
    from webmcp_lint.reporters.report import Report
    from webmcp_lint.settings import Settings
    from webmcp_lint.site.project import Project


def read(path: Path, *, is_written: bool) -> Baseline:
    """Read a baseline, which need not be there where it is written; raises `click.UsageError`."""
    try:
        return baseline.read(path)
    except FileNotFoundError as error:
        if is_written:
            return Baseline(path.parent)
        raise click.UsageError(f"cannot read {path}: {error.strerror}; --write-baseline makes it") from None
    except OSError as error:
        raise click.UsageError(f"cannot read {path}: {error.strerror}") from None
    except BaselineError as error:
        raise click.UsageError(f"{error}; it stays as it is" if is_written else str(error)) from None


class Scope:
    """What a run looked for: the rules that ran, in the files that were read and those that are gone."""

    def __init__(self, project: Project, settings: Settings, folder: Path) -> None:
        self._folder = folder
        self._paths = set(map(relative_to(folder), (file.display_path for file in project.files)))
        known = {rule.name for rule in all_rules()}
        self._off = known - {rule.name for rule in active_rules(settings)}

    def __call__(self, entry: Known) -> bool:
        """Whether a finding that is known would have been found again."""
        return entry.rule not in self._off and (entry.path in self._paths or not (self._folder / entry.path).exists())


def tell_stale(path: Path, entries: Baseline, report: Report, scope: Scope) -> None:
    """Say which findings of a baseline are not there anymore."""
    gone = baseline.stale(entries, report.diagnostics, scope)
    if gone:
        those, them = ("that is", "it") if len(gone) == 1 else ("that are", "them")
        number = counted(len(gone), "finding")
        tell(f"{path} holds {number} {those} not there anymore; --write-baseline takes {them} out")


def save(path: Path, entries: Baseline, report: Report, scope: Scope) -> None:
    """Write the findings of a run as the new baseline; raises `click.UsageError`."""
    try:
        number = baseline.save(path, entries, report.diagnostics, scope)
    except OSError as error:
        raise click.UsageError(f"cannot write {path}: {error.strerror}") from None
    tell(f"wrote {path} with {counted(number, 'finding')}")
    report.diagnostics = baseline.marked(report.diagnostics, baseline.read(path))

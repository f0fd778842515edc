"""`check --locked`: whether the sources are what the lock file says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webmcp_lint.cli.surfaces import Collector, read_lock
from webmcp_lint.contract.comparison import compare
from webmcp_lint.contract.lock_file import NAME
from webmcp_lint.contract.surface import note_skipped, ordered
from webmcp_lint.discovery import project_root
from webmcp_lint.reporters.changes import differences
from webmcp_lint.reporters.output import PROGRAM, tell

if TYPE_CHECKING:
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.project import Project

_MAX_TOLD = 20


class LockedSources:
    """Compares the pages that pass by with the nearest lock file; raises `click.UsageError` where there is none."""

    def __init__(self, paths: Sequence[str]) -> None:
        if "-" in paths:
            raise click.UsageError("--locked compares files with a lock file, and standard input is none")
        self._file = _find()
        self._lock = read_lock(self._file)
        self._paths = paths or (".",)
        self._sources = Collector(self._paths, self._file.parent)

    def start(self) -> Callable[[Page], None]:
        """Forget the pages of a run before, and return what takes those of this one."""
        self._sources = Collector(self._paths, self._file.parent)
        return self._sources.add

    def tell_differences(self, project: Project) -> bool:
        """Say what differs, and whether anything does."""
        note_skipped(self._sources.surface, project.skipped, self._sources.base)
        lines = differences(compare(self._lock, ordered(self._sources.surface)))
        for line in lines[:_MAX_TOLD]:
            tell(f"{self._file}: {line}")
        if len(lines) > _MAX_TOLD:
            tell(f"{self._file}: {len(lines) - _MAX_TOLD:,} more (`{PROGRAM} diff` shows them)")
        if lines:
            tell(f"the tools are not those of {self._file}; `{PROGRAM} lock` writes it anew")
        return bool(lines)


def _find() -> Path:
    """Return the lock file of this folder, or of the nearest one above within the project."""
    here = Path.cwd()
    root = project_root(here)
    for depth, folder in enumerate((here, *here.parents)):
        if (folder / NAME).is_file():
            return Path(*([".."] * depth), NAME)
        if folder == root:
            break
    raise click.UsageError(f"--locked needs {NAME}, and there is none; `{PROGRAM} lock` writes it")

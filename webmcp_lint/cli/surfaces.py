"""The tools of a site for the commands that compare them: out of sources, a lock file or a revision."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from webmcp_lint.contract.lock_file import LockError, load
from webmcp_lint.contract.surface import Surface, add_page, note_skipped, ordered, relative_to

if TYPE_CHECKING:
    from webmcp_lint.settings import Files, Settings
    from webmcp_lint.site.page import Page


@dataclass(frozen=True, slots=True)
class Configured:
    """Which configuration the command line asks for; `settings` wins where it is given."""

    file: str | None = None
    is_off: bool = False
    settings: Settings | None = None

    def at(self, paths: Sequence[str]) -> Settings:
        """Return what is set for paths; raises `click.UsageError`."""
        from webmcp_lint.cli.configuring import configuration

        return self.settings or configuration(paths, None, file=self.file, is_off=self.is_off).settings


def read_sources(paths: Sequence[str], base: Path, configured: Configured) -> Surface:
    """Return the tools of the pages at `paths`, called by their paths from `base`; raises `click.UsageError`."""
    from webmcp_lint.cli.reading import project, watched

    if "-" in paths:
        raise click.UsageError("a lock file is made of files, and standard input is none")
    found = project(paths, None, configured.at(paths))
    found.is_listing = True
    collector = Collector(paths, base)
    for page in watched(found):
        collector.add(page)
    note_skipped(collector.surface, found.skipped, base)
    return ordered(collector.surface)


def read_existing(paths: Sequence[str], base: Path, configured: Configured) -> Surface:
    """Return the tools at paths below `base`, of which some may not be there; then there is nothing at them."""
    there = [path for each in paths if os.path.exists(path := os.path.join(base, each))]  # noqa: PTH110, PTH118
    surface = read_sources(there, base, configured) if there else Surface()
    surface.paths = tuple(sorted({PurePath(os.path.normpath(path)).as_posix() for path in paths}))
    return surface


def read_sources_of(lock: Surface, base: Path, configured: Configured) -> Surface:
    """Return the tools of the paths that a lock file in `base` was made of; raises `click.UsageError`."""
    if not any(os.path.exists(os.path.join(base, path)) for path in lock.paths):  # noqa: PTH110, PTH118
        raise click.UsageError(f"nothing to compare with: {', '.join(lock.paths)} is not in {base}")
    return read_existing(lock.paths, base, configured)


def moved(settings: Settings, old: Path, new: Path) -> Settings:
    """Return settings whose patterns for files hold below `new` as they did below `old`."""

    def files(meant: Files | None) -> Files | None:
        if meant is None or not meant.root.resolve().is_relative_to(old):
            return meant
        return replace(meant, root=new / meant.root.resolve().relative_to(old))

    return replace(settings, included=files(settings.included), excluded=files(settings.excluded))


def read_lock(path: Path) -> Surface:
    """Return what a lock file holds; raises `click.UsageError`."""
    try:
        return load(path)
    except LockError as error:
        raise click.UsageError(str(error)) from None


class Collector:
    """Takes the tools of pages while they pass by for another reason."""

    def __init__(self, paths: Sequence[str], base: Path) -> None:
        self.base = base
        self.surface = Surface(tuple(sorted({relative_to(base)(path) for path in paths})))

    def add(self, page: Page) -> None:
        """Take the tools of a page."""
        add_page(self.surface, page, self.base)

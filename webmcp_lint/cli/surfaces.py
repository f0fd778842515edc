"""The tools of a site for the commands that compare them: out of sources, a lock file or a revision."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from webmcp_lint.contract.lock_file import LockError, load
from webmcp_lint.contract.surface import Surface, add_page, note_skipped, ordered, relative_to

if TYPE_CHECKING:
    from webmcp_lint.site.page import Page


def read_sources(paths: Sequence[str], base: Path) -> Surface:
    """Return the tools of the pages at `paths`, called by their paths from `base`; raises `click.UsageError`."""
    from webmcp_lint.cli.configuring import configuration
    from webmcp_lint.cli.reading import project, watched

    found = project(paths, None, configuration(paths, None).settings)
    collector = Collector(paths, base)
    for page in watched(found):
        collector.add(page)
    note_skipped(collector.surface, found.skipped, base)
    return ordered(collector.surface)


def read_existing(paths: Sequence[str], base: Path) -> Surface:
    """Return the tools at paths below `base`, of which some may not be there; then there is nothing at them."""
    there = [path for each in paths if os.path.exists(path := os.path.join(base, each))]  # noqa: PTH110, PTH118
    surface = read_sources(there, base) if there else Surface()
    surface.paths = tuple(sorted({PurePath(os.path.normpath(path)).as_posix() for path in paths}))
    return surface


def read_sources_of(lock: Surface, base: Path) -> Surface:
    """Return the tools of the paths that a lock file in `base` was made of; raises `click.UsageError`."""
    if not any(os.path.exists(os.path.join(base, path)) for path in lock.paths):  # noqa: PTH110, PTH118
        raise click.UsageError(f"nothing to compare with: {', '.join(lock.paths)} is not in {base}")
    return read_existing(lock.paths, base)


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

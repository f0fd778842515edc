"""From the paths of a command to its pages, and what is said meanwhile."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webmcp_lint.discovery import File, PathNotFoundError
from webmcp_lint.reporters.output import tell
from webmcp_lint.reporters.report import counted
from webmcp_lint.settings import Settings
from webmcp_lint.site.files import STANDARD_INPUT
from webmcp_lint.site.project import read_input, read_project

if TYPE_CHECKING:
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.project import Project

_PROGRESS_AFTER = 1.0
_PROGRESS_EVERY = 0.1
"""Seconds until a run counts as long, and between two signs of life from then on."""


def project(paths: Sequence[str], stdin_filename: str | None, settings: Settings | None = None) -> Project:
    """Find what is to be read; raises `click.UsageError`."""
    settings = settings or Settings()
    if "-" in paths:
        if len(paths) > 1:
            raise click.UsageError("`-` reads standard input and takes no other path beside it")
        return read_input(sys.stdin.buffer.read(), stdin_filename, registrars=settings.registrars)
    if stdin_filename is not None:
        raise click.UsageError("--stdin-filename goes with the path `-`")
    try:
        return read_project(paths or (".",), registrars=settings.registrars, covers=settings.covers)
    except PathNotFoundError as error:
        raise click.UsageError(str(error)) from None


def watched(project: Project) -> Iterator[Page]:
    """Yield the pages; on a terminal, a long run says how far it is."""
    total = len(project.files)
    is_watched = sys.stderr.isatty()
    started = told = time.monotonic()
    for page in project.pages():
        now = time.monotonic()
        if is_watched and now - started > _PROGRESS_AFTER and now - told > _PROGRESS_EVERY:
            click.echo(f"\r{project.read:,} of {total:,} files", err=True, nl=False)
            told = now
        yield page
    if told > started:
        click.echo("\r\x1b[K", err=True, nl=False)


def keep_sources(project: Project, targets: Iterable[Path], *, ours: bytes | None = None) -> None:
    """Refuse to write over a file that is read, unless it holds `ours`; raises `click.UsageError`."""
    sources = {file.path.resolve() for file in project.files if isinstance(file, File)}
    for target in targets:
        if Path(os.path.realpath(target)) in sources and (ours is None or ours not in target.read_bytes()):
            raise click.UsageError(f"{target} is one of the files that are read; it stays as it is")


def tell_if_nothing_was_read(project: Project, paths: Sequence[str]) -> None:
    """Say so where no file held anything to lint."""
    if project.parsed or project.commented or project.skipped:
        return
    where = "standard input" if paths == ("-",) else ", ".join(paths) or "this folder"
    if paths == ("-",) and project.files[0].display_path == STANDARD_INPUT:
        where += ", which is taken for a page; --stdin-filename says what else it is"
    if not project.read:
        tell(f"nothing to read: no pages in {where}")
    elif project.read == len(paths):
        tell(f"nothing to read: no word of WebMCP in {where}")
    else:
        tell(f"nothing to read: no word of WebMCP in {counted(project.read, 'file')} of {where}")

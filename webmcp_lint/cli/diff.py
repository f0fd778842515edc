"""`diff`: what has become of the contract."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from webmcp_lint.cli import options
from webmcp_lint.contract.lock_file import NAME
from webmcp_lint.reporters.output import PROGRAM, emit, show

if TYPE_CHECKING:
    from webmcp_lint.cli.surfaces import Configured
    from webmcp_lint.contract.changes import Comparison
    from webmcp_lint.contract.surface import Surface

_FORMATS = ("text", "json", "markdown")
_CLASSES = ("breaking", "risky", "never")


@click.command(
    short_help="Show what changed in the tools of pages.",
    epilog="""\b
Classes:
  breaking  a call that worked does not any more: a tool or parameter is gone
            or renamed, a parameter is newly required, its type is another,
            its values are fewer
  risky     the call works and may mean something else: a hint, a description
            with other words, auto-submit, more origins
  harmless  a new tool, an optional parameter, more values, the same words of
            a description in other forms

\b
Exit codes:
  0  no change of the class of --fail-on, or worse
  1  such a change
  2  the command cannot be run: a wrong option, a revision or a lock file that
     cannot be read

\b
Examples:
  webmcp-lint diff                      since webmcp.lock.json was written
  webmcp-lint diff --git main           since the branch `main`
  webmcp-lint diff --git HEAD~3 site/   the same, in one folder
  webmcp-lint diff old/ new/            between two folders, or two lock files""",
)
@click.argument("operands", metavar="[OLD] [NEW]", nargs=-1)
@click.option("--git", "revision", metavar="REF", help="Compare with this revision; what follows are paths to read.")
@click.option(
    "--format", "format_", type=click.Choice(_FORMATS), default="text", show_default=True, help="What to print."
)
@click.option(
    "--fail-on",
    type=click.Choice(_CLASSES),
    default="breaking",
    show_default=True,
    help="From which class of change to exit with 1.",
)
@options.configuring
@options.drawing
def diff(
    operands: tuple[str, ...],
    *,
    revision: str | None,
    format_: str,
    fail_on: str,
    config_file: str | None,
    no_config: bool,
    color: bool | None,
    no_unicode: bool,
) -> int:
    """Show what changed in the tools of pages, and what it does to those who use them.

    OLD and NEW are lock files or folders. OLD is webmcp.lock.json unless given, NEW the sources that it was made of.
    What could not be read on one side is no change: it is told as not compared.
    """
    from webmcp_lint.cli.surfaces import Configured
    from webmcp_lint.contract.changes import Severity
    from webmcp_lint.contract.comparison import compare
    from webmcp_lint.reporters import changes

    configured = Configured(config_file, no_config)
    sides = _between(operands, configured) if revision is None else _since(revision, operands, configured)
    comparison = compare(*sides)
    if format_ == "json":
        emit(changes.render_json(comparison))
    elif format_ == "markdown":
        emit(changes.render_markdown(comparison))
    else:
        terminal = options.terminal(color=color, no_unicode=no_unicode)
        show(changes.render(comparison, terminal), terminal)
    return _exit_code(comparison, None if fail_on == "never" else Severity[fail_on.upper()])


def _exit_code(comparison: Comparison, limit: int | None) -> int:
    worst = comparison.worst
    return int(limit is not None and worst is not None and worst >= limit)


def _between(operands: Sequence[str], configured: Configured) -> tuple[Surface, Surface]:
    from webmcp_lint.cli.surfaces import read_lock, read_sources_of

    if len(operands) > 2:
        raise click.UsageError("diff compares two things, OLD and NEW; more paths go with --git REF")
    old = Path(operands[0]) if operands else Path(NAME)
    if not operands and not old.is_file():
        raise click.UsageError(f"no {NAME} here; `{PROGRAM} lock` writes one, or compare OLD and NEW, or use --git REF")
    if len(operands) == 2:
        return _both(old, Path(operands[1]), configured)
    if old.is_dir():
        raise click.UsageError(f"diff of a folder takes two: {old} and the one to compare it with")
    lock = read_lock(old)
    return lock, read_sources_of(lock, old.parent, configured)


def _both(old: Path, new: Path, configured: Configured) -> tuple[Surface, Surface]:
    """Read two things; a folder beside a lock file is read as the one that the lock was made of."""
    from webmcp_lint.cli.surfaces import read_lock, read_sources, read_sources_of

    locks = {path: read_lock(path) for path in (old, new) if not path.is_dir()}

    def surface(path: Path) -> Surface:
        if path in locks:
            return locks[path]
        if locks:
            return read_sources_of(next(iter(locks.values())), path, configured)
        return read_sources([str(path)], path, configured)

    return surface(old), surface(new)


def _since(revision: str, paths: Sequence[str], configured: Configured) -> tuple[Surface, Surface]:
    from webmcp_lint.cli.surfaces import Configured, moved, read_existing
    from webmcp_lint.contract.git_tree import GitError, checkout

    wanted = [os.path.relpath(path) for path in paths or (".",)]
    try:
        with checkout(revision) as tree:
            for path, name in zip(wanted, paths or (".",), strict=True):
                then = tree.folder / path
                if not Path(os.path.normpath(then)).is_relative_to(tree.root):
                    raise click.UsageError(f"outside of the repository: {name}")
                if not (then.exists() or Path(path).exists()):
                    raise click.UsageError(f"no such file or directory, neither now nor in {revision}: {name}")
            # Settings of today on both sides: another setting is no change of the tools
            settings = configured.at(paths)
            before = Configured(settings=moved(settings, tree.top, tree.root))
            return read_existing(wanted, tree.folder, before), read_existing(
                wanted, Path(), Configured(settings=settings)
            )
    except GitError as error:
        raise click.UsageError(str(error)) from None

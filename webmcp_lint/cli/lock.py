"""`lock`: the contract, written down."""

from __future__ import annotations

from pathlib import Path

import click

from webmcp_lint.cli import options
from webmcp_lint.contract.lock_file import NAME
from webmcp_lint.reporters.output import emit, tell
from webmcp_lint.writing import write


@click.command(
    short_help="Write down the tools of pages, to compare them later.",
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run; a file that is there stays as it is

\b
Examples:
  webmcp-lint lock site/
  webmcp-lint diff                what has changed since
  webmcp-lint check --locked      fail where the lock is out of date""",
)
@options.paths
@click.option("-o", "--output", metavar="FILE", default=NAME, show_default=True, help="Where to write; `-` prints it.")
@options.configuring
def lock(paths: tuple[str, ...], *, output: str, config_file: str | None, no_config: bool) -> None:
    """Write the tools of the pages at PATH (default: this folder) to a lock file.

    It holds what an agent finds on each page: names, descriptions, input schemas, hints. It belongs into version
    control, where its diff shows what a change does to agents. Paths in it are relative to the file.
    """
    from webmcp_lint.cli.surfaces import Configured, read_lock, read_sources
    from webmcp_lint.contract.lock_file import record
    from webmcp_lint.reporters.json_text import dumps
    from webmcp_lint.reporters.report import counted

    target = Path(output)
    is_printed = output == "-"
    if target.is_file() and not is_printed:
        read_lock(target)  # what is no lock file is not ours to replace
    base = Path() if is_printed else target.parent
    surface = read_sources(paths or (".",), base, Configured(config_file, no_config))
    text = dumps(record(surface))
    if is_printed:
        emit(text)
        return
    data = text.encode("utf-8")
    try:
        is_same = target.is_file() and target.read_bytes() == data
        if not is_same:
            write(target, data)
    except OSError as error:
        raise click.UsageError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from None
    places = counted(sum(bool(place.tools) for place in surface.pages.values()), "page")
    unread = sum(len(place.unread) for place in (*surface.pages.values(), surface.scripts))
    doubt = f"; {counted(unread, 'registration')} could not be read" if unread else ""
    tell(f"{target}{' is up to date' if is_same else ''}: {counted(surface.tools, 'tool')} on {places}{doubt}")

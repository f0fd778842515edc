"""`report`: one page to look at."""

from __future__ import annotations

from pathlib import Path

import click

from webmcp_lint.cli import options
from webmcp_lint.reporters.output import emit, tell
from webmcp_lint.writing import write


@click.command(
    short_help="Write a page that shows tools and findings.",
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run; a page that is no such report stays as it is

\b
Examples:
  webmcp-lint report --html webmcp.html site/""",
)
@options.paths
@click.option(
    "--html",
    "target",
    metavar="FILE",
    required=True,
    shell_complete=options.complete_files,
    help="Where to write the page; `-` prints it.",
)
@options.clients
@options.configuring
def report(
    paths: tuple[str, ...], *, target: str, clients: tuple[str, ...], config_file: str | None, no_config: bool
) -> None:
    """Write one HTML page that shows what an agent finds on the pages at PATH (default: this folder).

    Each tool with its parameters and its size, and what is wrong with it, in the code. The page loads nothing from
    anywhere; searching needs its script, reading does not.
    """
    from dataclasses import replace

    from webmcp_lint.cli.check import lint_pages
    from webmcp_lint.cli.configuring import configuration
    from webmcp_lint.cli.reading import keep_sources, project, tell_if_nothing_was_read
    from webmcp_lint.reporters.html.collected import Pages
    from webmcp_lint.reporters.html.document import GENERATOR, render

    configured = configuration(paths, None, file=config_file, is_off=no_config)
    settings = configured.settings
    known = None
    if (path := configured.shown_baseline) is not None:
        from webmcp_lint.cli.known import read

        known = read(path, is_written=False)
    if clients:
        settings = replace(settings, clients=frozenset(clients))
    found = project(paths, None, settings)
    if target != "-":
        keep_sources(found, [Path(target)], ours=GENERATOR)
    pages = Pages()
    text = render(lint_pages(found, settings, lambda: pages.add, known), pages.pages)
    if target == "-":
        emit(text)
    else:
        try:
            write(Path(target), text.encode("utf-8"))
        except OSError as error:
            raise click.UsageError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from None
        tell(f"wrote {target}")
    tell_if_nothing_was_read(found, paths)

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
  2  the command cannot be run

\b
Examples:
  webmcp-lint report --html webmcp.html site/""",
)
@options.paths
@click.option("--html", "target", metavar="FILE", required=True, help="Where to write the page; `-` prints it.")
@click.option(
    "--client",
    "clients",
    type=click.Choice(options.CLIENTS),
    multiple=True,
    default=("chrome",),
    show_default=True,
    help="Whom the tools must suit; repeatable.",
)
def report(paths: tuple[str, ...], *, target: str, clients: tuple[str, ...]) -> None:
    """Write one HTML page that shows what an agent finds on the pages at PATH (default: this folder).

    Each tool with its parameters and its size, and what is wrong with it, in the code. The page loads nothing from
    anywhere; searching needs its script, reading does not.
    """
    from webmcp_lint.cli.check import lint_pages
    from webmcp_lint.cli.reading import project, tell_if_nothing_was_read
    from webmcp_lint.reporters.html.collected import Pages
    from webmcp_lint.reporters.html.document import render
    from webmcp_lint.settings import Settings

    found = project(paths, None)
    pages = Pages()
    text = render(lint_pages(found, Settings(clients=frozenset(clients)), lambda: pages.add), pages.pages)
    if target == "-":
        emit(text)
    else:
        try:
            write(Path(target), text.encode("utf-8"))
        except OSError as error:
            raise click.UsageError(f"cannot write {target}: {(error.strerror or str(error)).lower()}") from None
        tell(f"wrote {target}")
    tell_if_nothing_was_read(found, paths)

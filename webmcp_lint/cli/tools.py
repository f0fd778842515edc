"""`tools`: what an agent would find."""

from __future__ import annotations

import click

from webmcp_lint.cli import options
from webmcp_lint.reporters.output import emit, show, tell


@click.command(
    short_help="Show what an agent would find on pages.",
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run

\b
Examples:
  webmcp-lint tools site/
  webmcp-lint tools site/ --format json | jq '.tools[].name'""",
)
@options.paths
@options.text_or_json
@options.configuring
@options.stdin_filename
@options.drawing
def tools(
    paths: tuple[str, ...],
    *,
    format_: str,
    config_file: str | None,
    no_config: bool,
    stdin_filename: str | None,
    color: bool | None,
    no_unicode: bool,
) -> None:
    """Show what an agent would find on the pages at PATH (default: this folder).

    Each tool with its parameters as the browser lists them, each form that the browser makes no tool of, and what
    cannot be read without running the page.
    """
    from webmcp_lint.cli.configuring import configuration
    from webmcp_lint.cli.reading import project, tell_if_nothing_was_read, watched

    configured = configuration(paths, stdin_filename, file=config_file, is_off=no_config)
    found = project(paths, stdin_filename, configured.settings)
    found.is_listing = True
    if format_ == "json":
        from webmcp_lint.reporters.json import ToolRecords

        records = ToolRecords()
        for page in watched(found):
            records.add(page)
        emit(records.render())
    else:
        from webmcp_lint.reporters import cards

        terminal = options.terminal(color=color, no_unicode=no_unicode)
        for page in watched(found):
            show("".join(f"{line}\n" for line in cards.render(page, terminal)), terminal)
        for skipped in found.skipped:
            tell(f"skipped {skipped.path}: {skipped.reason}")
    tell_if_nothing_was_read(found, paths)

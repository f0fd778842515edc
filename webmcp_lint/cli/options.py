"""What several commands take, and what they make of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from webmcp_lint.reporters.terminal import Terminal

CLIENTS = ("chrome", "openai", "claude", "gemini")

_Command = TypeVar("_Command", bound=Callable[..., Any])


def complete_files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let a shell offer files."""
    from webmcp_lint.cli.completion import files

    return files(context, parameter, incomplete)


def complete_selectors(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let a shell offer rules and categories."""
    from webmcp_lint.cli.completion import selectors

    return selectors(context, parameter, incomplete)


paths = click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=complete_files)
stdin_filename = click.option(
    "--stdin-filename", metavar="NAME", help="What to call standard input, which is read where PATH is `-`."
)
text_or_json = click.option(
    "--format", "format_", type=click.Choice(("text", "json")), default="text", show_default=True, help="What to print."
)

clients = click.option(
    "--client",
    "clients",
    type=click.Choice(CLIENTS),
    multiple=True,
    help="Whom the tools must suit; repeatable.  [default: chrome]",
)


def configuring(command: _Command) -> _Command:
    """Add where the configuration is."""
    file = click.option(
        "--config",
        "config_file",
        metavar="FILE",
        shell_complete=complete_files,
        help="The configuration.  [default: the nearest webmcp-lint.toml, pyproject.toml or package.json with one]",
    )
    no_config = click.option("--no-config", is_flag=True, help="Read no configuration.")
    return file(no_config(command))


def drawing(command: _Command) -> _Command:
    """Add how to draw what people read."""
    color = click.option("--color/--no-color", default=None, help="Colors, or none.  [default: on a terminal]")
    unicode = click.option(
        "--no-unicode",
        is_flag=True,
        help="Draw with ASCII characters.  [default: where the output takes no others]",
    )
    return color(unicode(command))


def terminal(*, color: bool | None, no_unicode: bool) -> Terminal:
    """Return what standard output can show, and what the user wants of it."""
    from webmcp_lint.reporters.terminal import Terminal

    return Terminal.of(sys.stdout, color=color, unicode=False if no_unicode else None)

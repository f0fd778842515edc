"""`completion`: what a shell offers when somebody presses Tab, and the script that lets it ask."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from webmcp_lint.reporters.output import PROGRAM, emit

_VARIABLE = "_WEBMCP_LINT_COMPLETE"


@click.command(
    short_help="Print what lets a shell complete commands and rules.",
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run

\b
Examples:
  webmcp-lint completion bash >> ~/.bashrc
  webmcp-lint completion zsh >> ~/.zshrc
  webmcp-lint completion fish > ~/.config/fish/completions/webmcp-lint.fish""",
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print a script for a SHELL that completes commands, options, rules and files of webmcp-lint."""
    from webmcp_lint.cli import cli

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101  the argument says so
    # The method of the base class: that of bash runs bash to ask for its version
    emit(ShellComplete.source(kind(cli, {}, PROGRAM, _VARIABLE)))


def files(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell offer files and folders."""
    return [CompletionItem(incomplete, type="file")]


def rule(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the rules, each with what it reports."""
    from webmcp_lint.rules import all_rules

    return [CompletionItem(each.name, help=each.summary) for each in all_rules() if each.name.startswith(incomplete)]


def selectors(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer rules and categories for the last of the words that are written with commas between them."""
    from webmcp_lint.rules import all_rules

    before, comma, last = incomplete.rpartition(",")
    categories = sorted({each.category for each in all_rules()} | {"all"})
    offered = [CompletionItem(each) for each in categories if each.startswith(last)]
    offered += rule(context, parameter, last)
    return [CompletionItem(f"{before}{comma}{each.value}", help=each.help) for each in offered]

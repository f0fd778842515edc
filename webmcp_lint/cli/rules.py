"""`rules` and `explain`: what can be reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from webmcp_lint.cli import options
from webmcp_lint.reporters.output import PROGRAM, emit, show

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from webmcp_lint.rules import Rule


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from webmcp_lint.cli.completion import rule

    return rule(context, parameter, incomplete)


@click.command(
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run

\b
Examples:
  webmcp-lint rules
  webmcp-lint rules --format json | jq '.rules[] | select(.fix).name'"""
)
@options.text_or_json
@options.drawing
def rules(*, format_: str, color: bool | None, no_unicode: bool) -> None:
    """List the rules."""
    from webmcp_lint.rules import all_rules

    if format_ == "json":
        from webmcp_lint.reporters.json import render_rules

        emit(render_rules(all_rules()))
    else:
        from webmcp_lint.reporters.rule_texts import table

        terminal = options.terminal(color=color, no_unicode=no_unicode)
        show(table(all_rules(), terminal), terminal)


@click.command(
    epilog="""\b
Exit codes:
  0  done
  2  the command cannot be run: no rule is called so

\b
Examples:
  webmcp-lint explain autosubmit-false
  webmcp-lint explain autosubmit-false --format json | jq .rule.summary"""
)
@click.argument("rule", shell_complete=_complete)
@options.text_or_json
@options.drawing
def explain(rule: str, *, format_: str, color: bool | None, no_unicode: bool) -> None:
    """Say what RULE reports, why, and what to write instead."""
    found = _rule(rule)
    if format_ == "json":
        from webmcp_lint.reporters.json import render_page

        emit(render_page(found))
    else:
        from webmcp_lint.reporters.rule_texts import page

        terminal = options.terminal(color=color, no_unicode=no_unicode)
        show(page(found, terminal), terminal)


def _rule(name: str) -> Rule:
    from webmcp_lint.rules import UnknownRuleError, select

    try:
        found = select(name)
    except UnknownRuleError as error:
        raise click.UsageError(str(error)) from None
    named = [rule for rule in found if name in {rule.name, *rule.aliases}]
    if not named:
        raise click.UsageError(f'"{name}" is no single rule; `{PROGRAM} rules` lists them')
    return named[0]

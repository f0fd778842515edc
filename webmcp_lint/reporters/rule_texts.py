"""Rules for people: the list of them, and the page of one."""

from __future__ import annotations

from collections.abc import Sequence

from webmcp_lint import rule_pages
from webmcp_lint.findings import Level
from webmcp_lint.reporters.terminal import Style, Terminal
from webmcp_lint.rules import Rule

_STYLES: dict[Level, Style] = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "note", Level.OFF: "faint"}


def table(rules: Sequence[Rule], terminal: Terminal) -> str:
    """Return a line for each rule, those of a category together."""
    ordered = sorted(rules, key=lambda rule: (rule.category, rule.name))
    rows = [(rule.name, str(rule.level), rule.category, rule.fix or "-", rule.summary) for rule in ordered]
    heads = ("rule", "level", "category", "fix", "reports")
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads) - 1)]
    room = max(terminal.width - sum(widths) - 2 * len(widths), 20)
    lines = [terminal.paint("  ".join((*map(str.ljust, heads, widths), heads[-1])), "strong")]
    for rule, row in zip(ordered, rows, strict=True):
        name, level, *rest = map(str.ljust, row, widths)
        summary = terminal.cut(terminal.visible(row[-1]), room)
        lines.append("  ".join((name, terminal.paint(level, _STYLES[rule.level]), *rest, summary)))
    return "".join(f"{line}\n" for line in lines)


def page(rule: Rule, terminal: Terminal) -> str:
    """Return a rule's page; its headings are painted where there are colours."""
    lines = []
    is_code = False
    for line in rule_pages.text(rule).splitlines():
        is_code ^= line.startswith("```")
        shown = terminal.visible(line)
        lines.append(terminal.paint(shown, "strong") if line.startswith("#") and not is_code else shown)
    return "".join(f"{line}\n" for line in lines)

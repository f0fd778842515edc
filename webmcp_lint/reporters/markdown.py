"""Findings as Markdown, for a comment on a change or the summary of a job."""

from __future__ import annotations

from webmcp_lint import rule_pages
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.markdown_text import code, escaped, row
from webmcp_lint.reporters.report import Report, summary

MAX_FINDINGS = 300
"""A comment on GitHub takes 65,536 characters, and nobody reads more."""


def render(report: Report) -> str:
    """Return the summary, then a table of findings for each file; the last ones are counted where there are too many."""
    lines = ["### webmcp-lint", "", escaped(summary(report)), ""]
    shown = list(report.shown)
    path = None
    for diagnostic in shown[:MAX_FINDINGS]:
        if diagnostic.location.file.path != path:
            path = diagnostic.location.file.path
            lines += ["", f"#### {code(path)}", "", row("line", "level", "finding", "rule"), "|--:|---|---|---|"]
        lines.append(_row(diagnostic))
    if len(shown) > MAX_FINDINGS:
        lines += ["", f"{len(shown) - MAX_FINDINGS:,} more findings are not shown."]
    if report.skipped:
        lines += ["", *(f"- skipped {code(each.path)}: {escaped(each.reason)}" for each in report.skipped)]
    text = "\n".join(lines).replace("\n\n\n", "\n\n").rstrip("\n")
    return f"{text}\n"


def _row(diagnostic: Diagnostic) -> str:
    finding, rule = diagnostic.finding, diagnostic.rule
    level = str(diagnostic.level)
    words = escaped(finding.full_message)
    if finding.help is not None:
        words += f"<br>{escaped(finding.help)}"
    address = rule_pages.url(rule)
    name = f"[{rule.name}]({address})" if address else rule.name
    return row(str(diagnostic.location.start.line), f"**{level}**" if level == "error" else level, words, name)

"""Findings as GitLab's Code Quality report, which it shows in merge requests."""

from __future__ import annotations

from webmcp_lint.findings import Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.reporters.report import Report

_SEVERITIES = {Level.ERROR: "critical", Level.WARNING: "major"}


def render(report: Report) -> str:
    """Return the report; the list is empty where nothing is wrong. GitLab tells findings apart by their fingerprints."""
    return dumps([_issue(diagnostic) for diagnostic in report.shown])


def _issue(diagnostic: Diagnostic) -> dict[str, object]:
    finding, location = diagnostic.finding, diagnostic.location
    (line, column), (end_line, end_column) = location.start, location.end
    return {
        "type": "issue",
        "check_name": diagnostic.rule.name,
        "categories": ["Security" if diagnostic.rule.category == "safety" else "Bug Risk"],
        "description": finding.full_message,
        "content": {"body": finding.help or ""},
        "severity": _SEVERITIES.get(diagnostic.level, "minor"),
        "fingerprint": diagnostic.fingerprint,
        "location": {
            "path": location.file.path,
            "lines": {"begin": line, "end": end_line},
            "positions": {
                "begin": {"line": line, "column": column},
                "end": {"line": end_line, "column": end_column},
            },
        },
    }

"""Findings to report, made by hand: reporters know no rule."""

from __future__ import annotations

from webmcp_lint.findings import Finding, Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.rules import Rule
from webmcp_lint.source import Location, SourceFile


def find(file: SourceFile, text: str, nth: int = 0) -> Location:
    """Return the location of the n-th occurrence of a text, from 0."""
    start = -1
    for _ in range(nth + 1):
        start = file.text.index(text, start + 1)
    return file.location(start, start + len(text))


def diagnose(
    finding: Finding,
    *,
    level: Level = Level.ERROR,
    name: str = "sample-rule",
    category: str = "forms",
    suppressed: str | None = None,
) -> Diagnostic:
    """Return a diagnostic of a made-up rule."""
    rule = Rule(
        name=name,
        category=category,
        level=level,
        summary="a thing that is wrong",
        sources=("this test",),
        check=None,
        aliases=(),
        precision="high",
        fix="safe",
        since="0.1.0",
    )
    return Diagnostic(rule, level, finding, f"fingerprint-of-{finding.message}", suppressed)

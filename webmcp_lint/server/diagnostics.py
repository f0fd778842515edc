"""Findings as an editor shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lsprotocol import types

from webmcp_lint import rule_pages
from webmcp_lint.findings import Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.output import PROGRAM
from webmcp_lint.server.positions import Positions
from webmcp_lint.server.unit import Problem
from webmcp_lint.source import Location

_SEVERITIES = {
    Level.ERROR: types.DiagnosticSeverity.Error,
    Level.WARNING: types.DiagnosticSeverity.Warning,
    Level.NOTE: types.DiagnosticSeverity.Information,
}
_TAGS = {
    "navigator-model-context": types.DiagnosticTag.Deprecated,
    "removed-api": types.DiagnosticTag.Deprecated,
    "unused-suppression": types.DiagnosticTag.Unnecessary,
}
_END_OF_LINE = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Teller:
    """Writes findings down for a client, which says what it understands; `uri_of` gives a file's address."""

    positions: Positions
    uri_of: Callable[[Location], str]
    has_related: bool = True
    has_tags: bool = True
    has_links: bool = True

    def diagnostic(self, diagnostic: Diagnostic) -> types.Diagnostic:
        """Return a finding; what to write stands on a line of its own."""
        finding, rule = diagnostic.finding, diagnostic.rule
        url = rule_pages.url(rule) if self.has_links else None
        tag = _TAGS.get(rule.name) if self.has_tags else None
        return types.Diagnostic(
            range=self.positions.range(finding.location),
            message=finding.full_message if finding.help is None else f"{finding.full_message}\n{finding.help}",
            severity=_SEVERITIES[diagnostic.level],
            code=rule.name,
            code_description=None if url is None else types.CodeDescription(url),
            source=PROGRAM,
            tags=None if tag is None else [tag],
            related_information=[
                types.DiagnosticRelatedInformation(
                    types.Location(self.uri_of(each.location), self.positions.range(each.location)), each.message
                )
                for each in finding.related
            ]
            if self.has_related and finding.related
            else None,
        )


def of_problem(problem: Problem) -> types.Diagnostic:
    """Return what is wrong with a configuration, on the line where it stands."""
    line = problem.line - 1
    return types.Diagnostic(
        range=types.Range(types.Position(line, 0), types.Position(line, _END_OF_LINE)),
        message=problem.reason,
        severity=types.DiagnosticSeverity.Error,
        code="configuration",
        source=PROGRAM,
    )

"""Reports as JSON, for programs: every key is always there, and none changes its meaning within one version."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from webmcp_lint import rule_pages
from webmcp_lint.findings import Fix, Level, Related
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.reporters.report import Report
from webmcp_lint.rules import Rule
from webmcp_lint.site.page import Page
from webmcp_lint.site.project import unnamed
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location, Span

VERSION = 1
_MAX_CONDITION = 40

Record = dict[str, object]


def render(report: Report) -> str:
    """Return the JSON of `check`."""
    summary: Record = {
        "files": report.files,
        "pages": report.pages,
        "tools": report.tools,
        "unresolved": report.unresolved,
        "errors": report.count(Level.ERROR),
        "warnings": report.count(Level.WARNING),
        "notes": report.count(Level.NOTE),
        "suppressed": report.suppressed,
        "known": report.known,
        "fixable": report.fixable,
        "fixed": report.fixed,
        "skipped": [{"path": each.path, "reason": each.reason} for each in report.skipped],
    }
    findings = [_finding(each) for each in report.diagnostics]
    return dumps({"version": VERSION, "findings": findings, "summary": summary})


def render_rules(rules: Iterable[Rule]) -> str:
    """Return the JSON of `rules`."""
    return dumps({"version": VERSION, "rules": [_rule(rule) for rule in rules]})


def render_page(rule: Rule) -> str:
    """Return the JSON of `explain`."""
    return dumps({"version": VERSION, "rule": _rule(rule) | {"page": rule_pages.text(rule)}})


@dataclass(slots=True)
class ToolRecords:
    """The tools of the pages that were added, as plain records: no page is kept."""

    tools: list[Record] = field(default_factory=list)
    rejected: list[Record] = field(default_factory=list)
    issues: list[Record] = field(default_factory=list)
    unresolved: dict[tuple[str, Span, str], Record] = field(default_factory=dict)

    def add(self, page: Page) -> None:
        """Take what a page holds."""
        self.tools += (_tool(tool, page) for tool in page.tools)
        self.rejected += (_rejected(tool, page) for tool in page.rejected)
        for unknown in unnamed(page):
            # A script stands on each of its pages with what cannot be read of it
            place = (unknown.location.file.path, unknown.location.span, unknown.reason)
            self.unresolved.setdefault(place, _range(unknown.location) | {"reason": unknown.reason})
        for form in page.forms:
            for issue in form.issues:
                self.issues.append({"code": issue.code.value, "page": page.path} | _place(issue.element.location))

    def render(self) -> str:
        """Return the JSON of `tools`."""
        return dumps(
            {
                "version": VERSION,
                "tools": sorted(self.tools, key=_by_page_and_name),
                "rejected": sorted(self.rejected, key=_by_page_and_name),
                "issues": self.issues,
                "unresolved": list(self.unresolved.values()),
            }
        )


def _rule(rule: Rule) -> Record:
    return {
        "name": rule.name,
        "category": rule.category,
        "level": str(rule.level),
        "summary": rule.summary,
        "precision": rule.precision,
        "fix": rule.fix,
        "since": rule.since,
        "aliases": list(rule.aliases),
        "options": [{"name": each.name, "default": each.default, "meaning": each.meaning} for each in rule.options],
        "docs": rule_pages.url(rule),
    }


def _finding(diagnostic: Diagnostic) -> Record:
    finding = diagnostic.finding
    return {
        "rule": diagnostic.rule.name,
        "category": diagnostic.rule.category,
        "level": str(diagnostic.level),
        "message": finding.full_message,
        "help": finding.help,
        **_range(finding.location),
        "tool": finding.tool,
        "related": [_related(each) for each in finding.related],
        "fix": None if finding.fix is None else _fix(finding.fix),
        "suppressed": diagnostic.suppressed is not None,
        "known": diagnostic.is_known,
        "docs": rule_pages.url(diagnostic.rule),
        "fingerprint": diagnostic.fingerprint,
    }


def _related(related: Related) -> Record:
    return {**_range(related.location), "message": related.message}


def _fix(fix: Fix) -> Record:
    edits = [{**_range(edit.location), "text": edit.text} for edit in fix.edits]
    return {"safe": fix.is_safe, "title": fix.title, "edits": edits}


def _tool(tool: Tool, page: Page) -> Record:
    unknowns = list(tool.unknowns())
    return {
        "name": tool.name.known,
        "title": "" if tool.title.value is None else tool.title.known,
        "description": tool.description.known,
        "input_schema": tool.input_schema,
        "annotations": None if tool.annotations is None else dict(tool.annotations),
        "kind": tool.kind,
        "status": tool.status,
        "autosubmit": tool.is_autosubmitted,
        "exposed_to": None if tool.exposed_to is None else list(tool.exposed_to),
        "conditional": None if tool.condition is None else tool.condition[:_MAX_CONDITION],
        "page": page.path if page.is_document else None,
        **_range(tool.location),
        "registered_at": [_place(location) for location in tool.registered_at],
        "resolved": not unknowns,
        "unresolved": [{"pointer": at, "reason": each.reason, **_place(each.location)} for at, each in unknowns],
        "tokens": tool.tokens,
    }


def _rejected(tool: Tool, page: Page) -> Record:
    error = None if tool.error is None else {"name": tool.error.name, "message": tool.error.message}
    return _tool(tool, page) | {"error": error}


def _by_page_and_name(record: Record) -> tuple[str, bytes, int]:
    name, line = record["name"], record["line"]
    units = name.encode("utf-16-be", "surrogatepass") if isinstance(name, str) else b""
    return str(record["page"] or record["path"]), units, line if isinstance(line, int) else 0


def _place(location: Location) -> Record:
    line, column = location.start
    return {"path": location.file.path, "line": line, "column": column}


def _range(location: Location) -> Record:
    end_line, end_column = location.end
    return {**_place(location), "end_line": end_line, "end_column": end_column}

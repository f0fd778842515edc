"""Findings as SARIF 2.1.0, within what GitHub's code scanning takes."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from pathlib import Path
from urllib.parse import quote

import sarif_om as sarif

from webmcp_lint import __version__, rule_pages
from webmcp_lint.findings import Fix, Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.reporters.report import Report
from webmcp_lint.rules import Rule
from webmcp_lint.source import Edit, Location, SourceFile

MAX_RESULTS = 25_000
MAX_COMPRESSED = 10_000_000
MAX_RELATED = 1_000
MAX_DESCRIPTION = 1_024
"""What GitHub takes: results and bytes after gzip of one run, related places of a result, characters of a description."""

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_SEVERITY = {Level.ERROR: "7.5", Level.WARNING: "5.0"}
_PROBLEM = {Level.ERROR: "error", Level.WARNING: "warning"}
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")
_UNSET = (None, -1)


def render(report: Report, rules: Iterable[Rule], known: Collection[str] | None = None) -> tuple[str, str | None]:
    """Return the SARIF log, and what to tell the user where findings had to be left out.

    `rules` are those that ran; `known` are the fingerprints of a baseline, None where there is none to compare with.
    The mildest findings are the first to be left out.
    """
    declared = {rule.name: rule for rule in (*rules, *(each.rule for each in report.diagnostics))}
    ordered = [declared[name] for name in sorted(declared)]
    kept = min(len(report.diagnostics), MAX_RESULTS)
    while True:
        diagnostics = _worst(report.diagnostics, kept)
        missing = len(report.diagnostics) - len(diagnostics)
        notice = (
            f"{missing:,} of the mildest findings are not in the SARIF log: GitHub takes no more" if missing else None
        )
        text = dumps(_plain(_log(report, diagnostics, ordered, notice, known)))
        size = len(text)
        if size > MAX_COMPRESSED:  # gzip never makes it larger than that by more than a few bytes
            size = len(gzip.compress(text.encode("utf-8")))
        if size <= MAX_COMPRESSED or not kept:
            return text, notice
        kept = min(kept - 1, kept * MAX_COMPRESSED // size * 9 // 10)


def _worst(diagnostics: Sequence[Diagnostic], number: int) -> list[Diagnostic]:
    """Return the worst findings in their order, those that speak before those that are silenced."""
    if number == len(diagnostics):
        return list(diagnostics)
    by_weight = sorted(
        range(len(diagnostics)),
        key=lambda index: (not _is_shown(diagnostics[index]), -diagnostics[index].level),
    )
    return [diagnostics[index] for index in sorted(by_weight[:number])]


def _is_shown(diagnostic: Diagnostic) -> bool:
    return diagnostic.suppressed is None and not diagnostic.is_known


def _log(
    report: Report,
    diagnostics: Sequence[Diagnostic],
    rules: Sequence[Rule],
    notice: str | None,
    known: Collection[str] | None,
) -> sarif.SarifLog:
    index = {rule.name: position for position, rule in enumerate(rules)}
    driver = sarif.ToolComponent(
        name="webmcp-lint",
        version=__version__,
        semantic_version=__version__,
        information_uri=rule_pages.home(),
        rules=[_rule(rule) for rule in rules],
    )
    run = sarif.Run(
        tool=sarif.Tool(driver=driver),
        automation_details=sarif.RunAutomationDetails(id=_category(report.paths)),
        invocations=[_invocation(report, notice)],
        original_uri_base_ids={_ROOT: sarif.ArtifactLocation(uri=Path.cwd().as_uri().rstrip("/") + "/")},
        results=[_result(diagnostic, index[diagnostic.rule.name], known) for diagnostic in diagnostics],
        column_kind="utf16CodeUnits",
        newline_sequences=["\r\n", "\n", "\r"],
    )
    return sarif.SarifLog(schema_uri=_SCHEMA, version="2.1.0", runs=[run])


def _category(paths: Sequence[str]) -> str:
    """Return what GitHub tells the runs of one commit apart by: everything up to the last slash.

    The runs over two folders are two analyses; a run over the files of a change is one and the same, whatever they are.
    """
    folders = [path for path in paths if Path(path).is_dir()]
    name = os.path.normpath(folders[0]) if len(paths) == len(folders) == 1 else "."
    return "webmcp-lint/" if name == "." else f"webmcp-lint/{Path(name).as_posix().strip('/')}/"


def _rule(rule: Rule) -> sarif.ReportingDescriptor:
    page = rule_pages.text(rule)
    properties = {
        "precision": rule.precision,
        "problem.severity": _PROBLEM.get(rule.level, "recommendation"),
        "tags": ["webmcp", rule.category],
    }
    if rule.category == "safety" and rule.level in _SEVERITY:
        properties |= {"security-severity": _SEVERITY[rule.level], "tags": ["webmcp", "safety", "security"]}
    return sarif.ReportingDescriptor(
        id=rule.name,
        name=rule.name,
        short_description=sarif.MultiformatMessageString(text=_cut(rule.summary[:1].upper() + rule.summary[1:])),
        full_description=sarif.MultiformatMessageString(text=_cut(f"Reports {rule.summary}.")),
        help=sarif.MultiformatMessageString(text=page, markdown=page),
        help_uri=rule_pages.url(rule),
        default_configuration=sarif.ReportingConfiguration(
            enabled=rule.level is not Level.OFF, level=str(rule.level or Level.NOTE)
        ),
        properties=properties,
    )


def _cut(text: str) -> str:
    return text if len(text) <= MAX_DESCRIPTION else f"{text[: MAX_DESCRIPTION - 1]}…"


def _invocation(report: Report, notice: str | None) -> sarif.Invocation:
    notifications = [
        sarif.Notification(
            level="warning",
            message=_message(f"skipped: {skipped.reason}"),
            locations=[
                sarif.Location(physical_location=sarif.PhysicalLocation(artifact_location=_artifact(skipped.path)))
            ],
        )
        for skipped in report.skipped
    ]
    if notice is not None:
        notifications.append(sarif.Notification(level="warning", message=_message(notice)))
    return sarif.Invocation(execution_successful=True, tool_execution_notifications=notifications or None)


def _result(diagnostic: Diagnostic, rule_index: int, known: Collection[str] | None) -> sarif.Result:
    finding = diagnostic.finding
    text = finding.full_message if finding.help is None else f"{finding.full_message}\n{finding.help}"
    suppressions = []
    if diagnostic.suppressed is not None:
        suppressions.append(sarif.Suppression(kind="inSource", justification=diagnostic.suppressed or None))
    if diagnostic.is_known:
        suppressions.append(sarif.Suppression(kind="external", justification="known from the baseline"))
    related = [
        sarif.Location(id=number, physical_location=_physical(each.location), message=_message(each.message))
        for number, each in enumerate(finding.related[:MAX_RELATED], 1)
    ]
    return sarif.Result(
        rule_id=diagnostic.rule.name,
        rule_index=rule_index,
        level=str(diagnostic.level),
        message=_message(text),
        locations=[sarif.Location(physical_location=_physical(finding.location))],
        partial_fingerprints={"primaryLocationLineHash": diagnostic.fingerprint},
        baseline_state=None if known is None else "unchanged" if diagnostic.fingerprint in known else "new",
        related_locations=related or None,
        fixes=None if finding.fix is None else [_fix(finding.fix)],
        suppressions=suppressions or None,
    )


def _fix(fix: Fix) -> sarif.Fix:
    edits: dict[SourceFile, list[Edit]] = {}
    for edit in fix.edits:
        edits.setdefault(edit.location.file, []).append(edit)
    changes = [
        sarif.ArtifactChange(
            artifact_location=_artifact(file.path),
            replacements=[
                sarif.Replacement(
                    deleted_region=_region(edit.location), inserted_content=sarif.ArtifactContent(text=edit.text)
                )
                for edit in of_file
            ],
        )
        for file, of_file in edits.items()
    ]
    title = fix.title if fix.is_safe else f"{fix.title} (may change the meaning)"
    return sarif.Fix(description=_message(title), artifact_changes=changes)


def _message(text: str) -> sarif.Message:
    """Return a message whose text is taken literally: what looks like a link to a viewer is none (3.11.6)."""
    return sarif.Message(text=_LINK.sub(r"\\[", text))


def _physical(location: Location) -> sarif.PhysicalLocation:
    return sarif.PhysicalLocation(artifact_location=_artifact(location.file.path), region=_region(location))


def _region(location: Location) -> sarif.Region:
    (line, column), (end_line, end_column) = location.start, location.end
    return sarif.Region(start_line=line, start_column=column, end_line=end_line, end_column=end_column)


@cache
def _artifact(path: str) -> sarif.ArtifactLocation:
    if Path(path).is_absolute():
        return sarif.ArtifactLocation(uri=Path(path).as_uri())
    return sarif.ArtifactLocation(uri=quote(os.fsencode(path)), uri_base_id=_ROOT)


def _plain(value: object) -> object:
    """Return an object of the model as plain JSON, by the names of the standard's schema."""
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    fields = getattr(type(value), "__attrs_attrs__", ())
    if not fields:
        return value
    members = ((field.metadata["schema_property_name"], getattr(value, field.name)) for field in fields)
    return {name: _plain(item) for name, item in members if item not in _UNSET}

"""Findings as workflow commands, which GitHub shows beside the changed lines."""

from __future__ import annotations

import re
from collections.abc import Mapping

from webmcp_lint.findings import Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.report import Report, summary

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning"}
_STEERING = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def render(report: Report) -> str:
    """Return one command for each finding and each file that was skipped, then the summary."""
    commands = [_command(diagnostic) for diagnostic in report.shown]
    for skipped in report.skipped:
        properties = {"file": skipped.path, "title": "webmcp-lint"}
        commands.append(_workflow_command("notice", properties, f"skipped: {skipped.reason}"))
    return "".join(f"{line}\n" for line in (*commands, summary(report)))


def _command(diagnostic: Diagnostic) -> str:
    location, finding = diagnostic.location, diagnostic.finding
    (line, column), (end_line, end_column) = location.start, location.end
    place: dict[str, str | int] = {"file": location.file.path, "line": line}
    if line == end_line:  # the runner discards columns of a range over several lines
        place["col"] = column
    place["endLine"] = end_line
    if line == end_line:
        place["endColumn"] = end_column
    message = finding.full_message if finding.help is None else f"{finding.full_message}\n{finding.help}"
    command = _COMMANDS.get(diagnostic.level, "notice")
    return _workflow_command(command, {**place, "title": f"webmcp-lint: {diagnostic.rule.name}"}, message)


def _workflow_command(command: str, properties: Mapping[str, str | int], message: str) -> str:
    written = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{command} {written}::{_data(message)}"


def _data(text: str) -> str:
    """Escape as the runner unescapes a command's data; a line end would begin another command."""
    text = _STEERING.sub("\ufffd", text)
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

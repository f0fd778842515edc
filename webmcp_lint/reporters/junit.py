"""Findings as JUnit XML, which most build servers show as tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from webmcp_lint.findings import Level
from webmcp_lint.linter import Diagnostic
from webmcp_lint.reporters.report import Report

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report) -> str:
    """Return a suite for each file with findings: errors and warnings fail, notes pass and are told, as is what is skipped.

    Where there is neither, one test passes, for servers take an empty report for a failure.
    """
    files: dict[str, list[Diagnostic]] = {}
    for diagnostic in report.shown:
        files.setdefault(diagnostic.location.file.path, []).append(diagnostic)
    suites = [_suite(path, found) for path, found in files.items()]
    skipped = [_skipped(each.path, each.reason) for each in report.skipped]
    if skipped:
        suites.append(
            [f'  <testsuite name="skipped" tests="{len(skipped)}" failures="0" errors="0" skipped="{len(skipped)}">']
        )
        suites[-1] += [*skipped, "  </testsuite>"]
    if not suites:
        suites.append(
            [
                '  <testsuite name="webmcp-lint" tests="1" failures="0" errors="0" skipped="0">',
                '    <testcase name="nothing wrong" classname="webmcp-lint"/>',
                "  </testsuite>",
            ]
        )
    tests = max(1, sum(len(found) for found in files.values()) + len(skipped))
    failures = sum(_fails(each) for found in files.values() for each in found)
    head = f'<testsuites name="webmcp-lint" tests="{tests}" failures="{failures}" errors="0">'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        head,
        *(line for suite in suites for line in suite),
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _suite(path: str, found: list[Diagnostic]) -> list[str]:
    failures = sum(_fails(each) for each in found)
    head = f'  <testsuite name={_attribute(path)} tests="{len(found)}" failures="{failures}" errors="0" skipped="0">'
    return [head, *(line for each in found for line in _case(each)), "  </testsuite>"]


def _fails(diagnostic: Diagnostic) -> bool:
    return diagnostic.level in {Level.ERROR, Level.WARNING}


def _case(diagnostic: Diagnostic) -> Iterator[str]:
    finding, rule = diagnostic.finding, diagnostic.rule
    path, (line, column) = diagnostic.location.file.path, diagnostic.location.start
    name, group = f"{rule.name} ({line}:{column})", f"webmcp-lint.{rule.category}"
    yield (
        f"    <testcase name={_attribute(name)} classname={_attribute(group)} file={_attribute(path)} line={_attribute(str(line))}>"
    )
    words = f"{path}:{line}:{column}: {diagnostic.level}: {finding.full_message}"
    details = words if finding.help is None else f"{words}\n{finding.help}"
    if _fails(diagnostic):
        yield f"      <failure message={_attribute(finding.full_message)} type={_attribute(str(diagnostic.level))}>{_text(details)}</failure>"
    else:
        yield f"      <system-out>{_text(details)}</system-out>"
    yield "    </testcase>"


def _skipped(path: str, reason: str) -> str:
    case = f'<testcase name={_attribute(path)} classname="webmcp-lint.skipped" file={_attribute(path)}>'
    return f"    {case}<skipped message={_attribute(reason)}/></testcase>"


def _text(value: str) -> str:
    return escape(_NO_XML.sub("\ufffd", value))


def _attribute(value: str) -> str:
    return quoteattr(_NO_XML.sub("\ufffd", value))

"""JUnit XML: well formed whatever a page holds, and counted as build servers count."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from tests.reporters.samples import diagnose, find
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Level
from webmcp_lint.reporters import junit
from webmcp_lint.reporters.report import Report
from webmcp_lint.source import SourceFile

PAGE = SourceFile('a "<&>\x00.html', '<form toolname="a b">\n</form>')


def read(report: Report) -> ET.Element:
    return ET.fromstring(junit.render(report).encode())  # noqa: S314  our own


def test_errors_and_warnings_fail_and_notes_pass() -> None:
    name = find(PAGE, "a b")
    hostile = '`]]>\x1b\ud800\ufffe</failure>` is "no" name'
    found = [
        diagnose(Finding(hostile, name, label="dropped", help="write `a-b`")),
        diagnose(Finding("warned", name), level=Level.WARNING),
        diagnose(Finding("noted", name), level=Level.NOTE),
        diagnose(Finding("silenced", name), suppressed=""),
    ]
    suites = read(Report(found))
    (suite,) = suites
    assert suites.attrib == {"name": "webmcp-lint", "tests": "3", "failures": "2", "errors": "0"}
    assert suite.attrib == {"name": 'a "<&>\ufffd.html', "tests": "3", "failures": "2", "errors": "0", "skipped": "0"}
    first, second, third = suite
    assert first.attrib == {
        "name": "sample-rule (1:17)",
        "classname": "webmcp-lint.forms",
        "file": 'a "<&>\ufffd.html',
        "line": "1",
    }
    failure = first.find("failure")
    assert failure is not None
    words = '`]]>\ufffd\ufffd\ufffd</failure>` is "no" name: dropped'
    assert failure.attrib == {"message": words, "type": "error"}
    assert failure.text == f'a "<&>\ufffd.html:1:17: error: {words}\nwrite `a-b`'
    assert [each.tag for each in second] == ["failure"]
    assert [each.tag for each in third] == ["system-out"]


def test_what_is_skipped() -> None:
    suites = read(Report(skipped=[Skipped("x.html", "binary")]))
    assert suites.attrib["tests"] == "1"
    (case,) = suites.iter("testcase")
    assert [(each.tag, each.attrib) for each in case] == [("skipped", {"message": "binary"})]


def test_nothing_wrong_is_one_test_that_passes() -> None:
    suites = read(Report())
    assert (suites.attrib["tests"], suites.attrib["failures"]) == ("1", "0")
    (case,) = suites.iter("testcase")
    assert list(case) == []

"""GitLab's Code Quality report: what it documents as required, and no finding twice."""

from __future__ import annotations

import json

import jsonschema

from tests.reporters.samples import diagnose, find
from webmcp_lint.findings import Finding, Level
from webmcp_lint.linter import lint
from webmcp_lint.reporters import gitlab
from webmcp_lint.reporters.report import Report
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.source import SourceFile

PAGE = SourceFile("site/index.html", '<p>😀</p><form toolname="a b">\n</form>')

SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": r"^(?!\./|/)"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
"""What GitLab's documentation of the format asks for."""


def test_findings() -> None:
    name = find(PAGE, "a b")
    shown = diagnose(Finding("`a b` is no name", name, label="dropped", help="write `a-b`"))
    hidden = diagnose(Finding("x", name), suppressed="")
    answer = json.loads(gitlab.render(Report([shown, hidden])))
    assert answer == [
        {
            "type": "issue",
            "check_name": "sample-rule",
            "categories": ["Bug Risk"],
            "description": "`a b` is no name: dropped",
            "content": {"body": "write `a-b`"},
            "severity": "critical",
            "fingerprint": "fingerprint-of-`a b` is no name",
            "location": {
                "path": "site/index.html",
                "lines": {"begin": 1, "end": 1},
                "positions": {"begin": {"line": 1, "column": 26}, "end": {"line": 1, "column": 29}},
            },
        }
    ]


def test_levels_and_categories() -> None:
    finding = Finding("x", find(PAGE, "a b"))
    found = [diagnose(finding, level=level, category="safety") for level in (Level.ERROR, Level.WARNING, Level.NOTE)]
    answer = json.loads(gitlab.render(Report(found)))
    assert [each["severity"] for each in answer] == ["critical", "major", "minor"]
    assert answer[0]["categories"] == ["Security"]


def test_what_gitlab_asks_for() -> None:
    markup = '<form toolname="a b">\n' + '<form toolname="x" tooldescription="x" toolautosubmit=no></form>\n' * 3
    found = lint(read_page(SourceFile("a.html", markup)), Settings())
    answer = json.loads(gitlab.render(Report(found)))
    jsonschema.validate(answer, SCHEMA)
    fingerprints = [each["fingerprint"] for each in answer]
    assert len(fingerprints) == len(set(fingerprints)) > 3


def test_nothing() -> None:
    assert gitlab.render(Report()) == "[]\n"

"""The JSON contracts: every key, always."""

from __future__ import annotations

import json

import pytest

from tests.reporters.samples import diagnose, find
from webmcp_lint import rule_pages
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.reporters.json import ToolRecords, render, render_page, render_rules
from webmcp_lint.reporters.json_text import dumps
from webmcp_lint.reporters.report import Report
from webmcp_lint.rules import all_rules
from webmcp_lint.rules.surface import unused_suppression
from webmcp_lint.site.page import read_page
from webmcp_lint.source import Edit, SourceFile

PAGE = SourceFile("site/index.html", '<p>😀</p><form toolname="a b">\n</form>')

Answer = dict[str, list[dict[str, object]]]


def tools(**pages: str) -> Answer:
    """Return the JSON of pages given by name and text."""
    records = ToolRecords()
    for name, text in pages.items():
        records.add(read_page(SourceFile(f"{name}.html", text)))
    answer: Answer = json.loads(records.render())
    return answer


def test_findings() -> None:
    name = find(PAGE, "a b")
    finding = Finding(
        "`a b` is no name",
        name,
        label="dropped",
        help="write `a-b`",
        tool="a b",
        related=(Related(find(PAGE, "</form>"), "ends here"),),
        fix=Fix("rename it", (Edit(name, "a-b"),), is_safe=True),
    )
    bare = Finding("bare", PAGE.location(0, 0))
    report = Report(
        [diagnose(finding), diagnose(bare, level=Level.NOTE), diagnose(bare, level=Level.WARNING, suppressed="")],
        files=4,
        pages=1,
        tools=2,
        unresolved=3,
        skipped=[Skipped("big.html", "too large")],
    )
    place = {"path": "site/index.html", "line": 1, "column": 26, "end_line": 1, "end_column": 29}
    nowhere = {"path": "site/index.html", "line": 1, "column": 1, "end_line": 1, "end_column": 1}
    plain = {
        "rule": "sample-rule",
        "category": "forms",
        "message": "bare",
        "help": None,
        **nowhere,
        "tool": None,
        "related": [],
        "fix": None,
        "docs": f"{rule_pages.home()}/blob/main/rules/forms/sample-rule.md",
        "fingerprint": "fingerprint-of-bare",
    }
    ends = {"path": "site/index.html", "line": 2, "column": 1, "end_line": 2, "end_column": 8, "message": "ends here"}
    assert json.loads(render(report)) == {
        "version": 1,
        "findings": [
            {
                **plain,
                "level": "error",
                "message": "`a b` is no name: dropped",
                "help": "write `a-b`",
                **place,
                "tool": "a b",
                "related": [ends],
                "fix": {"safe": True, "title": "rename it", "edits": [{**place, "text": "a-b"}]},
                "suppressed": False,
                "known": False,
                "fingerprint": "fingerprint-of-`a b` is no name",
            },
            {**plain, "level": "note", "suppressed": False, "known": False},
            {**plain, "level": "warning", "suppressed": True, "known": False},
        ],
        "summary": {
            "files": 4,
            "pages": 1,
            "tools": 2,
            "unresolved": 3,
            "errors": 1,
            "warnings": 0,
            "notes": 1,
            "suppressed": 1,
            "known": 0,
            "fixable": 1,
            "fixed": 0,
            "skipped": [{"path": "big.html", "reason": "too large"}],
        },
    }


def test_a_tool() -> None:
    answer = tools(
        index='<form toolname="add" tooldescription="Add a task." tooltitle="Add" toolautosubmit>\n'
        '<input name="title" toolparamdescription="What to do." required></form>'
    )
    assert answer == {
        "version": 1,
        "tools": [
            {
                "name": "add",
                "title": "Add",
                "description": "Add a task.",
                "input_schema": {
                    "type": "object",
                    "properties": {"title": {"type": "string", "description": "What to do."}},
                    "required": ["title"],
                },
                "annotations": None,
                "kind": "form",
                "status": "listed",
                "autosubmit": True,
                "exposed_to": None,
                "conditional": None,
                "page": "index.html",
                "path": "index.html",
                "line": 1,
                "column": 1,
                "end_line": 1,
                "end_column": 83,
                "registered_at": [{"path": "index.html", "line": 1, "column": 1}],
                "resolved": True,
                "unresolved": [],
                "tokens": 42,
            }
        ],
        "rejected": [],
        "issues": [],
        "unresolved": [],
    }


def test_rejected_forms_have_the_same_shape() -> None:
    answer = tools(
        index='<form toolname="a" tooldescription="x"></form>'
        '<form toolname="a b" tooldescription="x"></form>'
        '<form toolname="c"></form>'
    )
    assert [tool["name"] for tool in answer["rejected"]] == ["a b", "c"]
    assert set(answer["rejected"][0]) == {*answer["tools"][0], "error"}
    assert [tool["description"] for tool in answer["rejected"]] == ["x", None]
    assert [tool["error"] for tool in answer["rejected"]] == [None, None]


def test_tools_are_ordered_by_page_and_name_in_code_units() -> None:
    forms = "".join(f'<form toolname="{name}" tooldescription="x"></form>' for name in ("b", "_", "B", "a", "-", "1"))
    answer = tools(b=forms, a='<form toolname="z" tooldescription="x"></form>')
    assert [(tool["page"], tool["name"]) for tool in answer["tools"]] == [
        ("a.html", "z"),
        *(("b.html", name) for name in ("-", "1", "B", "_", "a", "b")),
    ]


def test_issues_of_every_form_in_frames_too() -> None:
    answer = tools(
        index='<form toolname="a" tooldescription="x"><input></form>\n<form toolname="b"></form>\n'
        '<iframe srcdoc="<form tooldescription=x>"></iframe>'
    )
    place = {"page": "index.html", "path": "index.html"}
    assert answer["issues"] == [
        {"code": "FormModelContextParameterMissingName", **place, "line": 1, "column": 40},
        {"code": "FormModelContextParameterMissingTitleAndDescription", **place, "line": 1, "column": 40},
        {"code": "FormModelContextMissingToolDescription", **place, "line": 2, "column": 1},
        {"code": "FormModelContextMissingToolName", **place, "line": 3, "column": 17},
    ]


def test_numbers_are_printed_as_javascript_prints_them() -> None:
    numbers = [1, -0.5, 1e21, 1e-7, 0.00001, 1e20, 2.0, 123456789012345680000]
    assert dumps(numbers).split() == [
        *("[", "1,", "-0.5,", "1e+21,", "1e-7,", "0.00001,", "100000000000000000000,", "2,"),
        *("123456789012345680000", "]"),
    ]


def test_key_order_and_layout() -> None:
    text = dumps({"b": [1, {}], "a": {"d": None, "c": [True]}, "é": "\u2028"})
    assert (
        text
        == '{\n  "b": [\n    1,\n    {}\n  ],\n  "a": {\n    "d": null,\n    "c": [\n      true\n    ]\n  },\n  "é": "\u2028"\n}\n'
    )


@pytest.mark.parametrize("value", ["\ud800", "a\udfff\ud800b", '\x00\x1b"\\', "\ud83d\ude00", "日本"])
def test_any_text_is_valid_json_in_utf8(value: str) -> None:
    encoded = dumps({value: [value]}).encode("utf-8")
    assert json.loads(encoded) == json.loads(json.dumps({value: [value]}))


def test_rules() -> None:
    answer = json.loads(render_rules(all_rules()))
    assert [rule["name"] for rule in answer["rules"]] == [rule.name for rule in all_rules()]
    keys = {"name", "category", "level", "summary", "precision", "fix", "since", "aliases", "options", "docs"}
    assert all(set(rule) == keys for rule in answer["rules"])


def test_a_rule_with_its_page() -> None:
    answer = json.loads(render_page(unused_suppression.RULE))
    assert answer["rule"]["name"] == "unused-suppression"
    assert answer["rule"]["page"].startswith("# unused-suppression\n")

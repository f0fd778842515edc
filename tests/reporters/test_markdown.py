"""Findings as Markdown, in which nothing but the report itself is formatted."""

from __future__ import annotations

import pytest

from tests.reporters.samples import diagnose, find
from webmcp_lint import rule_pages
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Level
from webmcp_lint.reporters import markdown
from webmcp_lint.reporters.markdown_text import code, escaped
from webmcp_lint.reporters.report import Report
from webmcp_lint.source import SourceFile

PAGE = SourceFile("a|b.html", '<form toolname="a b">\n</form>')


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`a b` is no *name*", "`a b` is no \\*name\\*"),
        ("<b> [x](y) #1 a_b", "\\<b\\> \\[x\\](y) \\#1 a\\_b"),
        ("a `x|y` b", "a `x\\|y` b"),
        ("one ` alone", "one \\` alone"),
        ("`a``b`", "`a` `b`"),
        ("a\n\n# b", "a \\# b"),
        ("``", "\\`\\`"),
    ],
)
def test_text(text: str, expected: str) -> None:
    assert escaped(text) == expected


@pytest.mark.parametrize(("text", "expected"), [("a", "`a`"), ("a`b", "``a`b``"), ("`", "`` ` ``"), ("", "")])
def test_code(text: str, expected: str) -> None:
    assert code(text) == expected


def test_findings() -> None:
    name = find(PAGE, "a b")
    found = [
        diagnose(Finding("`a b` is no name", name, label="dropped", help="write `a-b`")),
        diagnose(Finding("noted", find(PAGE, "</form>")), level=Level.NOTE),
        diagnose(Finding("elsewhere", SourceFile("b.html", "x").location(0, 1))),
        diagnose(Finding("silenced", name), suppressed=""),
    ]
    address = f"{rule_pages.home()}/blob/main/rules/forms/sample-rule.md"
    assert markdown.render(Report(found, skipped=[Skipped("x.html", "binary")])) == (
        "### webmcp-lint\n\n"
        "2 errors, 1 note · no tools · 1 silenced by comments · 1 file skipped\n\n"
        "#### `a\\|b.html`\n\n"
        "| line | level | finding | rule |\n|--:|---|---|---|\n"
        f"| 1 | **error** | `a b` is no name: dropped<br>write `a-b` | [sample-rule]({address}) |\n"
        f"| 2 | note | noted | [sample-rule]({address}) |\n\n"
        "#### `b.html`\n\n"
        "| line | level | finding | rule |\n|--:|---|---|---|\n"
        f"| 1 | **error** | elsewhere | [sample-rule]({address}) |\n\n"
        "- skipped `x.html`: binary\n"
    )


def test_long_reports_are_cut() -> None:
    found = [diagnose(Finding("x", find(PAGE, "a b")))] * (markdown.MAX_FINDINGS + 5)
    assert markdown.render(Report(found)).endswith("\n\n5 more findings are not shown.\n")
    assert len(markdown.render(Report(found))) < 65_536


def test_nothing() -> None:
    assert markdown.render(Report()) == "### webmcp-lint\n\nnothing wrong · no tools\n"

"""Workflow commands, and that nothing in a finding can become one of its own."""

from __future__ import annotations

import re

import pytest

from tests.reporters.samples import diagnose, find
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Level
from webmcp_lint.reporters.github import render
from webmcp_lint.reporters.report import Report
from webmcp_lint.source import SourceFile

PAGE = SourceFile("site/a, b:c%.html", '<form toolname="a b"\n tooldescription="x">')


def unescaped(text: str) -> str:
    """Read a value as the runner does."""
    for escape, char in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(escape, char)
    return text


def test_commands() -> None:
    name, form = find(PAGE, "a b"), find(PAGE, PAGE.text)
    report = Report(
        [
            diagnose(Finding("`a b` is no name", name, "dropped", help="write `a-b`")),
            diagnose(Finding("this form", form), level=Level.WARNING),
            diagnose(Finding("this form", form), level=Level.NOTE),
            diagnose(Finding("this form", form), suppressed="quiet"),
        ],
        pages=1,
        tools=1,
        skipped=[Skipped("big.html", "too large")],
    )
    place = "file=site/a%2C b%3Ac%25.html,line=1"
    title = "title=webmcp-lint%3A sample-rule"
    assert render(report).splitlines() == [
        f"::error {place},col=17,endLine=1,endColumn=20,{title}::`a b` is no name: dropped%0Awrite `a-b`",
        f"::warning {place},endLine=2,{title}::this form",
        f"::notice {place},endLine=2,{title}::this form",
        "::notice file=big.html,title=webmcp-lint::skipped: too large",
        "1 error, 1 warning, 1 note · 1 tool on 1 page · 1 silenced by comments · 1 file skipped",
    ]


@pytest.mark.parametrize(
    "attack",
    [
        "\n::set-output name=a::b",
        "\r\n::add-mask::x",
        "\r::stop-commands::x",
        "::error file=x::y",
        "%0A::error::x",
        ",line=1::x",
        "##[add-mask]x",
        "\x1b[2K\u2028::error::x",
        "\ud800",
    ],
)
def test_nothing_in_a_finding_becomes_a_command(attack: str) -> None:
    file = SourceFile(f"a{attack}.html", "x")
    finding = Finding(f"message {attack}", file.location(0, 1), f"label {attack}", help=f"help {attack}")
    report = Report([diagnose(finding)], skipped=[Skipped(f"b{attack}", f"c{attack}")])
    output = render(report)
    output.encode("utf-8")
    error, notice, summary = re.split(r"\r\n|\r|\n", output.removesuffix("\n"))
    properties, _, data = error.removeprefix("::error ").partition("::")
    assert [pair.partition("=")[0] for pair in properties.split(",")] == [
        *("file", "line", "col", "endLine", "endColumn", "title")
    ]
    printable = re.sub(r"[\x1b\ud800]", "\ufffd", attack)
    assert unescaped(properties.split(",")[0]) == f"file=a{printable}.html"
    assert unescaped(data) == f"message {printable}: label {printable}\nhelp {printable}"
    assert notice.startswith("::notice file=b")
    assert not summary.startswith("::")

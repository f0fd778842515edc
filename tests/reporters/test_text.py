"""The report for people."""

from __future__ import annotations

from textwrap import dedent

from tests.reporters.samples import diagnose, find
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.reporters.report import Report
from webmcp_lint.reporters.terminal import Terminal
from webmcp_lint.reporters.text import render
from webmcp_lint.source import SourceFile

PAGE = SourceFile("site/index.html", '<form toolname="a b">\n<input>\n')


def text(report: Report, *, is_quiet: bool = False, **terminal: object) -> str:
    return "".join(render(report, Terminal(**terminal), is_quiet=is_quiet))  # type: ignore[arg-type]


def test_findings_and_summary() -> None:
    name = Finding("`a b` is no name", find(PAGE, "a b"), "dropped", fix=Fix("rename it to `a-b`", (), is_safe=True))
    control = Finding("this control has no name", find(PAGE, "<input>"), help="give it a `name`")
    report = Report(
        [
            diagnose(name, name="invalid-name"),
            diagnose(control, level=Level.NOTE, name="unnamed"),
            diagnose(control, level=Level.ERROR, suppressed="a test"),
        ],
        files=3,
        pages=1,
        tools=2,
        unresolved=1,
    )
    assert text(report) == dedent("""\
        error[invalid-name]: `a b` is no name
          ╭─ site/index.html:1:17
          │
        1 │ <form toolname="a b">
          │                 ━━━ dropped
          ╰─ fix: rename it to `a-b` (--fix)

        note[unnamed]: this control has no name
          ╭─ site/index.html:2:1
          │
        1 │ <form toolname="a b">
        2 │ <input>
          │ ━━━━━━━
          ╰─ give it a `name`

        """) + (
        "1 error, 1 note · 2 tools on 1 page · 1 fixable with --fix · 1 silenced by comments"
        " · 1 tool name could not be read (webmcp-lint tools shows it)\n"
    )


def test_a_quiet_report_is_its_summary() -> None:
    report = Report([diagnose(Finding("wrong", find(PAGE, "a b")), level=Level.WARNING)], pages=2, tools=1)
    assert text(report, is_quiet=True) == "1 warning · 1 tool on 2 pages\n"


def test_a_clean_report() -> None:
    clean = Report([diagnose(Finding("wrong", find(PAGE, "a b")), suppressed="")], pages=1, tools=1)
    assert text(clean) == "nothing wrong · 1 tool on 1 page · 1 silenced by comments\n"
    assert text(clean, has_unicode=False) == "nothing wrong, 1 tool on 1 page, 1 silenced by comments\n"
    assert text(clean, is_quiet=True) == ""
    assert text(Report(files=3)) == "nothing wrong · no tools\n"


def test_skipped_files_are_named_with_the_reason() -> None:
    report = Report(skipped=[Skipped("a\x1b.html", "binary"), Skipped("b.html", "too large")])
    assert text(report) == dedent("""\
        skipped a<U+001B>.html: binary
        skipped b.html: too large

        nothing wrong · no tools · 2 files skipped
        """)
    assert text(report, is_quiet=True) == "nothing wrong · no tools · 2 files skipped\n"


def test_of_many_skipped_files_some_are_named() -> None:
    report = Report(skipped=[Skipped(f"{number}.html", "binary") for number in range(1012)])
    lines = text(report).splitlines()
    assert lines[9:11] == ["skipped 9.html: binary", "skipped 1,002 more"]
    assert lines[-1] == "nothing wrong · no tools · 1,012 files skipped"


def test_colors_by_level() -> None:
    colors = {Level.ERROR: "31", Level.WARNING: "33", Level.NOTE: "36"}
    for level, color in colors.items():
        report = Report([diagnose(Finding("wrong", find(PAGE, "a b")), level=level)])
        assert text(report, has_color=True).startswith(f"\x1b[1;{color}m{level}[sample-rule]\x1b[0m: ")


def test_what_steers_a_terminal_does_not_get_out_of_a_message() -> None:
    finding = Finding("a\x1b]0;b\x07\n::error", find(PAGE, "a b"), "\x9b2J", help="\x1bc\nd\x08", tool="t")
    report = Report([diagnose(finding)])
    assert not set(text(report)) & {chr(code) for code in (*range(10), *range(11, 32), *range(127, 160))}
    assert "\n::error" not in text(report)


def test_a_line_for_each_finding() -> None:
    name = Finding("`a b` is no name", find(PAGE, "a b"), "dropped", help="write `a-b`")
    control = Finding("this control\n\x1b[2J has no name", find(PAGE, "<input>"))
    report = Report(
        [diagnose(name, name="invalid-name"), diagnose(control, level=Level.NOTE, name="unnamed")],
        pages=1,
        skipped=[Skipped("big.html", "too large")],
    )
    assert "".join(render(report, Terminal(), is_concise=True)) == dedent("""\
        site/index.html:1:17: error[invalid-name] `a b` is no name: dropped
        site/index.html:2:1: note[unnamed] this control<U+000A><U+001B>[2J has no name
        skipped big.html: too large

        1 error, 1 note · 0 tools on 1 page · 1 file skipped
        """)

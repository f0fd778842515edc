"""Which rules speak, how loud, in what order, and under which fingerprint."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from webmcp_lint import linter
from webmcp_lint.discovery import Skipped
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.linter import Diagnostic, Run, active_rules, lint
from webmcp_lint.rules import Rule
from webmcp_lint.rules.surface import unused_suppression
from webmcp_lint.settings import Files, Override, Settings
from webmcp_lint.site.page import Page, read_page
from webmcp_lint.source import Edit, SourceFile


def rule(name: str, level: Level, tag: str, finding_level: Level | None = None) -> Rule:
    """Return a rule that finds every element of a name, and names its id as the tool."""

    def check(page: Page, _settings: Settings) -> Iterator[Finding]:
        for element in page.document.of_name(tag):
            yield Finding(f"a {tag}", element.location, tool=element.value("id") or None, level=finding_level)

    return Rule(name, "forms", level, "a thing", ("a test",), check, (), "high", None, "0.1.0")


PARAGRAPH = rule("paragraph", Level.ERROR, "p")
RULE = rule("horizontal-rule", Level.WARNING, "hr", Level.NOTE)
BREAK = rule("break", Level.OFF, "br")
BREAK_ERROR = rule("hard-break", Level.OFF, "br", Level.ERROR)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "all_rules", lambda: (BREAK, BREAK_ERROR, RULE, PARAGRAPH))


def found(text: str, settings: Settings | None = None, path: str = "a.html") -> list[Diagnostic]:
    return lint(read_page(SourceFile(path, text)), settings or Settings())


def selected(*names: str) -> Settings:
    return Settings(selected=frozenset(names))


def test_rules_that_are_off_do_not_run_unless_selected() -> None:
    assert active_rules(Settings()) == [RULE, PARAGRAPH]
    assert active_rules(Settings(levels={"break": Level.NOTE, "paragraph": Level.OFF})) == [BREAK, RULE]
    assert active_rules(selected("break", "paragraph")) == [BREAK, PARAGRAPH]
    assert active_rules(selected()) == []


def test_levels() -> None:
    every = {"break", "hard-break", "horizontal-rule", "paragraph"}
    levels = {each.rule.name: str(each.level) for each in found("<p><br><hr>", selected(*every))}
    assert levels == {"paragraph": "error", "break": "note", "hard-break": "error", "horizontal-rule": "note"}
    settings = Settings(selected=frozenset(every), levels=dict.fromkeys(every, Level.WARNING))
    assert {str(each.level) for each in found("<p><br><hr>", settings)} == {"warning"}


def test_findings_come_in_the_order_of_the_source() -> None:
    every = selected("break", "hard-break", "horizontal-rule", "paragraph")
    assert [(each.rule.name, each.location.start.line) for each in found("<br>\n<p>\n<hr>\n<p>", every)] == [
        ("break", 1),
        ("hard-break", 1),
        ("paragraph", 2),
        ("horizontal-rule", 3),
        ("paragraph", 4),
    ]


def fingerprints(text: str, path: str = "a.html") -> list[str]:
    return [each.fingerprint for each in found(text, path=path)]


def test_fingerprints_are_hashes_and_all_different() -> None:
    prints = fingerprints("<p><p><p id=a><p id=b>\n<p>\n<p>\n<hr><p>")
    assert len(prints) == len(set(prints)) == 8
    assert all(len(each) == 64 and set(each) <= set(string.hexdigits.lower()) for each in prints)


@pytest.mark.parametrize(
    "text",
    [
        "<p class=x>",
        "\n\n<b></b>\n<p class=x>",
        "  <p   class=x>  ".replace("   ", " "),
        "\t<p class=x>\r\n",
        "<p class=x>\n<p class=y>",
    ],
)
def test_a_finding_keeps_its_fingerprint_while_its_line_stays(text: str) -> None:
    assert fingerprints(text)[0] == fingerprints("<p class=x>")[0]


def test_a_finding_is_another_by_path_line_tool_rule_and_ordinal() -> None:
    one = fingerprints("<p>")[0]
    others = {
        *fingerprints("<p>", path="b.html"),
        *fingerprints("<p class=x>"),
        *fingerprints("<p id=x>"),
        *fingerprints("<hr>"),
        fingerprints("<p>\n<p>")[1],
    }
    assert len(others) == 5
    assert one not in others
    assert fingerprints("<p>\n<p>")[0] == one


def test_a_line_with_a_lone_surrogate_has_a_fingerprint() -> None:
    assert len(fingerprints("<p title='\ud800'>")) == 1


def test_a_silenced_finding_is_still_there() -> None:
    (diagnostic,) = found("<!-- webmcp-lint-disable-next-line paragraph: it may stand here --><p>")
    assert diagnostic.suppressed == "it may stand here"
    assert diagnostic.fingerprint
    assert diagnostic.location.text == "<p>"


def test_what_a_build_wrote_gets_no_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(page: Page, _settings: Settings) -> Iterator[Finding]:
        for element in page.document.of_name("p"):
            yield Finding("a p", element.location, fix=Fix("drop it", (Edit(element.location, ""),), is_safe=True))

    monkeypatch.setattr(linter, "all_rules", lambda: (replace(PARAGRAPH, check=check),))
    text = f"<p>short</p>\n<i>{'long' * 1_300}</i><p>short</p>"
    assert [each.finding.fix is not None for each in found(text)] == [True, False]


def test_a_thousand_findings_of_a_rule_in_a_file_are_enough() -> None:
    text = "<p>" * 1_002 + "<hr>"
    run = Run(Settings())
    run.add(read_page(SourceFile("a.html", text)))
    run.add(read_page(SourceFile("b.html", "<p>" * 1_000)))
    told = Counter((each.rule.name, each.location.file.path) for each in run.diagnostics())
    assert told == {("paragraph", "a.html"): 1_000, ("paragraph", "b.html"): 1_000, ("horizontal-rule", "a.html"): 1}
    assert run.left_out == [
        Skipped("a.html", "more than 1,000 findings of `paragraph`: the others are not told"),
    ]


def test_what_is_not_told_anyway_is_not_left_out() -> None:
    settings = Settings(overrides=(Override(Files(Path.cwd(), ("a.html",)), {"paragraph": Level.OFF}),))
    run = Run(settings)
    run.add(read_page(SourceFile("a.html", "<p>" * 1_002)))
    assert (run.diagnostics(), run.left_out) == ([], [])


def test_no_comment_is_unused_where_findings_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linter, "all_rules", lambda: (PARAGRAPH, unused_suppression.RULE))
    comment = "<!-- webmcp-lint-disable-next-line paragraph: soon -->"
    settings = selected("paragraph", "unused-suppression")
    assert {each.rule.name for each in found(f"<p>{comment}<hr>", settings)} == {"paragraph", "unused-suppression"}
    assert {each.rule.name for each in found("<p>" * 1_001 + f"{comment}<p>", settings)} == {"paragraph"}

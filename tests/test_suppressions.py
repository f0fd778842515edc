"""What suppression comments cover."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from webmcp_lint.linter import lint
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.source import SourceFile
from webmcp_lint.suppressions import of_page

RULES = frozenset({"autosubmit-false", "missing-tool-description", "unused-suppression"})
FAULT = '<form toolname="{}" tooldescription="Do it at once." toolautosubmit="false"></form>\n'


def findings(text: str, rules: Collection[str] = RULES) -> list[str]:
    """Return what is found: rule and text, with the reason in brackets where it is silenced."""
    found = lint(read_page(SourceFile("a.html", text)), Settings(selected=frozenset(rules)))
    return [
        f"{each.rule.name} {each.location.text}" + ("" if each.suppressed is None else f" [{each.suppressed}]")
        for each in found
    ]


SPEAKS = 'autosubmit-false toolautosubmit="false"'
SILENT = SPEAKS + " []"


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- webmcp-lint-disable-next-line autosubmit-false -->",
        "<!-- webmcp-lint-disable-next-line forms -->",
        "<!-- webmcp-lint-disable-next-line -->",
        "<!--webmcp-lint-disable-next-line missing-tool-description, autosubmit-false-->",
        "<!--\n  webmcp-lint-disable-next-line\n  autosubmit-false\n-->",
        "<!-- webmcp-lint-disable-file autosubmit-false -->",
        "<!-- webmcp-lint-disable autosubmit-false -->",
    ],
)
def test_a_comment_silences(comment: str) -> None:
    assert SILENT in findings(f"{comment}\n{FAULT.format('a')}")


@pytest.mark.parametrize(
    "comment",
    [
        "<!-- webmcp-lint-disable-next-line missing-tool-description -->",
        "<!-- webmcp-lint-disable-next-lines -->",
        "<!-- webmcp-lint-disabled -->",
        "<!-- see webmcp-lint-disable-next-line -->",
        "<!-- webmcp-lint-enable -->",
        "<!-- webmcp-lint-disable-next-line -->\n<p>",
        "<p title='<!-- webmcp-lint-disable-file -->'>",
        "<script>/* <!-- webmcp-lint-disable-file --> */</script>",
    ],
)
def test_a_comment_does_not_silence(comment: str) -> None:
    assert SPEAKS in findings(f"{comment}\n{FAULT.format('a')}")


def test_the_reason_follows_a_colon() -> None:
    comment = "<!-- webmcp-lint-disable-next-line autosubmit-false: a demo: nothing is sent -->\n"
    assert findings(comment + FAULT.format("a")) == [SPEAKS + " [a demo: nothing is sent]"]
    assert findings("<!-- webmcp-lint-disable-next-line: all of it -->\n" + FAULT.format("a")) == [
        SPEAKS + " [all of it]"
    ]


def test_next_line_covers_the_whole_next_start_tag() -> None:
    page = """
<!-- webmcp-lint-disable-next-line autosubmit-false -->

  some text
<form
  toolname="a"

  tooldescription="Do it at once."
  toolautosubmit="false"
>
<form></form></form>
"""
    assert findings(page) == [SILENT]


def test_next_line_covers_one_start_tag_only() -> None:
    page = "<!-- webmcp-lint-disable-next-line autosubmit-false -->\n" + FAULT.format("a") + FAULT.format("b")
    assert findings(page) == [SILENT, SPEAKS]


def test_disable_holds_up_to_enable() -> None:
    page = (
        FAULT.format("a")
        + "<!-- webmcp-lint-disable autosubmit-false -->"
        + FAULT.format("b")
        + "<!-- webmcp-lint-enable autosubmit-false -->"
        + FAULT.format("c")
    )
    assert findings(page) == [SPEAKS, SILENT, SPEAKS]


def test_enable_ends_only_the_rules_it_names() -> None:
    page = (
        "<!-- webmcp-lint-disable autosubmit-false, missing-tool-description -->"
        + FAULT.format("a")
        + "<form toolname=b></form>"
        + "<!-- webmcp-lint-enable missing-tool-description -->"
        + FAULT.format("c")
        + "<form toolname=d></form>"
    )
    assert findings(page) == [
        SILENT,
        "missing-tool-description <form toolname=b> []",
        SILENT,
        "missing-tool-description <form toolname=d>",
    ]


def test_enable_without_rules_ends_all() -> None:
    page = (
        "<!-- webmcp-lint-disable -->"
        + FAULT.format("a")
        + "<!-- webmcp-lint-disable autosubmit-false: inner -->"
        + FAULT.format("b")
        + "<!-- webmcp-lint-enable -->"
        + FAULT.format("c")
    )
    assert findings(page)[-1] == SPEAKS
    assert [each.startswith(SPEAKS + " [") for each in findings(page)[:2]] == [True, True]


def test_enable_can_be_followed_by_disable() -> None:
    on, off = "<!-- webmcp-lint-enable forms -->", "<!-- webmcp-lint-disable forms -->"
    page = off + FAULT.format("a") + on + FAULT.format("b") + off + FAULT.format("c")
    assert findings(page) == [SILENT, SPEAKS, SILENT]


def test_disable_file_covers_what_stands_before_it() -> None:
    assert findings(FAULT.format("a") + "<!-- webmcp-lint-disable-file autosubmit-false: all of them -->") == [
        SPEAKS + " [all of them]"
    ]


@pytest.mark.parametrize(
    ("comment", "unused"),
    [
        ("<!-- webmcp-lint-disable-next-line autosubmit-false -->", ["autosubmit-false"]),
        ("<!-- webmcp-lint-disable forms -->", ["forms"]),
        ("<!-- webmcp-lint-disable-file -->", ["<!-- webmcp-lint-disable-file -->"]),
        ("<!-- webmcp-lint-disable-file: for now -->", ["<!-- webmcp-lint-disable-file: for now -->"]),
        ("<!-- webmcp-lint-disable no-such-rule -->", ["no-such-rule"]),
        (
            "<!-- webmcp-lint-disable autosubmit-false, no-such-rule: why -->",
            ["autosubmit-false", "no-such-rule"],
        ),
        ("<!-- webmcp-lint-enable autosubmit-false -->", []),
        ("<!-- webmcp-lint-disable invalid-tool-name -->", []),
        (
            "<!-- webmcp-lint-disable-next-line unused-suppression, autosubmit-false -->",
            ["unused-suppression", "autosubmit-false"],
        ),
        ("<!-- webmcp-lint-disable-file unused-suppression -->", ["unused-suppression"]),
    ],
)
def test_unused_ones_are_reported(comment: str, unused: list[str]) -> None:
    found = [each for each in findings(comment + "<p toolname>") if each.startswith("unused-suppression")]
    assert found == [f"unused-suppression {text}" for text in unused]


def test_a_rule_that_is_off_makes_no_suppression_unused() -> None:
    comment = "<!-- webmcp-lint-disable-next-line autosubmit-false -->\n"
    assert findings(comment + "<p>", {"missing-tool-description", "unused-suppression"}) == []


def test_one_of_two_names_may_be_unused() -> None:
    comment = "<!-- webmcp-lint-disable-next-line autosubmit-false, missing-tool-description -->\n"
    assert findings(comment + FAULT.format("a")) == ["unused-suppression missing-tool-description", SILENT]


@pytest.mark.parametrize(
    "page",
    [
        "<!-- webmcp-lint-disable-file unused-suppression: on purpose --><!-- webmcp-lint-disable autosubmit-false -->",
        "<!-- webmcp-lint-disable autosubmit-false --><!-- webmcp-lint-disable-file surface: on purpose -->",
        "<!-- webmcp-lint-disable-file: on purpose --><!-- webmcp-lint-disable autosubmit-false -->",
        "<!-- webmcp-lint-disable-file unused-suppression, autosubmit-false: on purpose -->",
    ],
)
def test_unused_suppressions_can_be_silenced_too(page: str) -> None:
    assert findings(page) == ["unused-suppression autosubmit-false [on purpose]"]


def test_directives_are_read_in_order_with_their_places() -> None:
    text = "<!-- webmcp-lint-disable a, b c: why --><!-- other --><!-- webmcp-lint-disable-file -->"
    first, second = of_page(read_page(SourceFile("a.html", text)))
    assert [rule.text for rule in first.rules] == ["a", "b", "c"]
    assert (first.reason, second.reason, second.rules) == ("why", "", [])
    assert first.location.text == "<!-- webmcp-lint-disable a, b c: why -->"


def test_disable_file_is_not_ended() -> None:
    page = "<!-- webmcp-lint-disable-file forms: all --><!-- webmcp-lint-enable forms -->" + FAULT.format("a")
    assert findings(page) == [SPEAKS + " [all]"]


def test_the_first_comment_around_gives_the_reason() -> None:
    page = (
        "<!-- webmcp-lint-disable forms: outer -->"
        "<!-- webmcp-lint-disable-next-line autosubmit-false: inner -->" + FAULT.format("a") + FAULT.format("b")
    )
    assert findings(page) == [SPEAKS + " [outer]", SPEAKS + " [outer]"]


def test_many_comments_over_many_findings() -> None:
    comments = "<!-- webmcp-lint-disable forms --><!-- webmcp-lint-enable surface -->" * 1_000
    page = comments + FAULT.format("a") * 1_000
    assert sum(each == SILENT for each in findings(page)) == 1_000


def test_a_comment_of_names_without_end_is_read_in_part() -> None:
    assert len(findings(f"<!-- webmcp-lint-disable-file {'no-rule, ' * 600}-->")) == 500

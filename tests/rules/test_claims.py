"""What the pages of the rules say of the browser, asked in the browser."""

from __future__ import annotations

import pytest

from tests.browser.harness import Chromium, ChromiumPage
from webmcp_lint import rule_pages
from webmcp_lint.rule_pages import Example
from webmcp_lint.rules import Rule, all_rules

DOCTYPE = "<!doctype html><meta charset=utf-8>"
CALLS = """async () => Promise.all((await document.modelContext.getTools()).map(
  (tool) => document.modelContext.executeTool(tool, {}).then(() => "answered", (error) => error.message)))"""


def flagged(rule: Rule, level: str | None = None) -> list[Example]:
    page = rule_pages.path(rule).read_text(encoding="utf-8")
    found = [
        each for each in rule_pages.examples(page) if each.expectation == "flagged" and each.title == "example.html"
    ]
    return [each for each in found if each.settings.get("level", level) == level]


def named(name: str) -> Rule:
    return next(rule for rule in all_rules() if rule.name == name)


CODES = [
    pytest.param(rule, example, id=f"{rule.name}:{example.line}")
    for rule in all_rules()
    if rule.aliases
    for example in flagged(rule, "error") or flagged(rule)
]


@pytest.mark.browser
@pytest.mark.parametrize(("rule", "example"), CODES)
def test_devtools_shows_the_code(chromium: Chromium, rule: Rule, example: Example) -> None:
    (answer,) = chromium.ask([DOCTYPE + example.text])
    assert set(rule.aliases) <= set(answer.issues)


@pytest.mark.browser
@pytest.mark.parametrize("name", ["invalid-tool-name", "missing-tool-name", "missing-tool-description"])
def test_no_tool_comes_of_a_form_in_error(chromium: Chromium, name: str) -> None:
    examples = flagged(named(name), "error")
    answers = chromium.ask(DOCTYPE + example.text for example in examples)
    assert [answer.tools for answer in answers] == [[]] * len(examples)


@pytest.mark.browser
def test_the_first_of_two_forms_wins(chromium: Chromium) -> None:
    example, *_ = flagged(named("duplicate-tool-name"), "error")
    (answer,) = chromium.ask([DOCTYPE + example.text])
    assert [tool["description"] for tool in answer.tools] == ["Search the help pages."]


@pytest.mark.browser
def test_a_tag_on_another_element_makes_no_tool(chromium: Chromium) -> None:
    (example,) = flagged(named("tool-attribute-on-wrong-element"))
    (answer,) = chromium.ask([DOCTYPE + example.text])
    assert answer.tools == []


@pytest.mark.browser
def test_calls_fail_without_a_submit_button(chromium_page: ChromiumPage) -> None:
    (example,) = flagged(named("unsubmittable-form"))
    chromium_page.load(DOCTYPE + example.text)
    answers = chromium_page.evaluate(CALLS)
    assert len(answers) == 2
    assert all("No submit button was found" in answer for answer in answers)


@pytest.mark.browser
def test_calls_fail_for_want_of_a_file(chromium_page: ChromiumPage) -> None:
    (example,) = flagged(named("unreachable-required-control"), "error")
    chromium_page.load(DOCTYPE + example.text)
    (answer,) = chromium_page.evaluate(CALLS)
    assert "Form validation failed: cv" in answer


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "lost"), [("mixed-control-group", {"alerts", "kind", "links[]"}), ("orphan-control", {"language"})]
)
def test_the_parameter_is_missing(chromium: Chromium, name: str, lost: set[str]) -> None:
    examples = flagged(named(name))
    answers = chromium.ask(DOCTYPE + example.text for example in examples)
    listed = {key for answer in answers for tool in answer.tools for key in tool["inputSchema"]["properties"]}
    assert not listed & lost

"""What the pages of the registration rules say that `registerTool` answers, asked in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.browser.harness import Chromium, ChromiumPage
from tests.rules.test_pages import findings
from webmcp_lint import rule_pages
from webmcp_lint.findings import Level
from webmcp_lint.rule_pages import Example
from webmcp_lint.rules import Rule, all_rules

RUN = """async (script) => {
  const answers = [];
  const register = ModelContext.prototype.registerTool;
  ModelContext.prototype.registerTool = function (...given) {
    const answer = register.apply(this, given);
    answers.push(answer.then(() => "", (error) => String(error.message)));
    return answer.catch(() => {});
  };
  for (const name of ["board", "search", "searchPages", "searchOrders", "drop"]) window[name] = () => {};
  board.tasks = board.add = board.find = () => {};
  try {
    await (0, eval)(`(async () => { ${script}\\n })()`);
    return await Promise.all(answers);
  } finally {
    ModelContext.prototype.registerTool = register;
  }
}"""
REJECTS = "registerTool rejects it: "


@pytest.fixture(scope="module")
def page(chromium: Chromium) -> ChromiumPage:
    return chromium.open_page()


def answers(page: ChromiumPage, example: Example) -> list[str]:
    """Return what each call of `registerTool` in a script answers, in a fresh document: empty where it is accepted."""
    page.load(b"<!doctype html><title>empty</title>")
    return [str(answer) for answer in page.evaluate(RUN, example.text)]


def scripts(expectation: str) -> Iterator[pytest.param]:  # type: ignore[valid-type]
    for rule in all_rules():
        if rule.category == "registration" and rule.level is Level.ERROR:
            text = rule_pages.path(rule).read_text(encoding="utf-8")
            for example in rule_pages.examples(text):
                is_script = example.language == "js" and not re.search(r"\b(?:im|ex)port ", example.text)
                if is_script and example.expectation == expectation:
                    yield pytest.param(rule, example, id=f"{rule.name}:{example.line}")


@pytest.mark.browser
@pytest.mark.parametrize(("rule", "example"), list(scripts("flagged")))
def test_the_browser_refuses_what_is_said_to_be_refused(page: ChromiumPage, rule: Rule, example: Example) -> None:
    labels = {each.finding.label for each in findings(rule, example)}
    said = [label for label in labels if label.startswith(REJECTS)]
    refusals = [answer for answer in answers(page, example) if answer]
    assert len(refusals) >= len(said)
    for label in said:
        words = label.removeprefix(REJECTS).split(": it takes")[0].removesuffix(" the second one")
        assert any(words in refusal for refusal in refusals), (words, refusals)


@pytest.mark.browser
@pytest.mark.parametrize(("rule", "example"), list(scripts("fixed")))
def test_the_browser_takes_what_the_fixes_make(page: ChromiumPage, rule: Rule, example: Example) -> None:
    del rule
    if 'drop_task", execute' not in example.text:
        assert not any(answers(page, example))

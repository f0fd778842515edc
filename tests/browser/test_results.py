"""What an agent gets of an answer, of an error, and of an input that is left out: the evidence of the rules on results."""

from __future__ import annotations

import pytest

from tests.browser.harness import ChromiumPage

pytestmark = pytest.mark.browser

FAILED = "Tool was executed but the invocation failed. For example, the script function threw an error"

_CALL = """async (source) => {
  const execute = eval(`(${source})`);
  await document.modelContext.registerTool({ name: "t", description: "d", execute });
  const [tool] = await document.modelContext.getTools();
  return await document.modelContext.executeTool(tool, {}).catch((error) => error.message);
}"""


def answer(page: ChromiumPage, execute: str) -> str:
    """Return what an agent gets that calls a tool with this `execute` and an empty input."""
    page.load("<!doctype html><meta charset=utf-8><p>text")
    found = page.evaluate(_CALL, execute)
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("undefined", "undefined"),
        ("null", "null"),
        ("''", "Operation succeeded"),
        ("fetch(location.href)", "{}"),
        ("new Map([[1, 2]])", "{}"),
        ("new Set([1])", "{}"),
        ("new FormData()", "{}"),
        ("document.body", "{}"),
        ("new Error('reason')", "{}"),
        ("({ error: new Error('reason') })", '{"error":{}}'),
        ("({ list: Promise.resolve(1) })", '{"list":{}}'),
        ("JSON.stringify(Promise.resolve(1))", "{}"),
        ("() => 1", "undefined"),
        ("({ n: 1, run() {}, s: Symbol('s') })", '{"n":1}'),
        ("10n", "10"),
        ("({ n: 10n })", FAILED),
        ("new Date(0)", '"1970-01-01T00:00:00.000Z"'),
    ],
)
def test_results_become_text(chromium_page: ChromiumPage, value: str, text: str) -> None:
    assert answer(chromium_page, f"() => ({value})") == text


@pytest.mark.parametrize(
    "body", ["throw new Error('Pick another date')", "throw { code: 1 }", "return Promise.reject('x')"]
)
def test_a_reason_that_is_thrown_reaches_no_agent(chromium_page: ChromiumPage, body: str) -> None:
    assert answer(chromium_page, f"async () => {{ {body} }}") == FAILED


def test_the_envelope_of_mcp_is_not_read(chromium_page: ChromiumPage) -> None:
    envelope = '{"content":[{"type":"text","text":"no"}],"isError":true}'
    assert answer(chromium_page, f"() => ({envelope})") == envelope


def test_nothing_is_filled_in_for_what_an_agent_leaves_out(chromium_page: ChromiumPage) -> None:
    assert answer(chromium_page, "(input) => JSON.stringify([input, input.tags === undefined])") == "[{},true]"

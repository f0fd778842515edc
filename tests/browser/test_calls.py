"""What a call of a form's tool does in the browser: the evidence of the rules that speak of calls."""

from __future__ import annotations

import pytest

from tests.browser.harness import ChromiumPage

pytestmark = pytest.mark.browser

PENDING = "still pending"
REFUSED = "Form validation failed"

_CALL = """async (input) => {
  const context = document.modelContext;
  for (let turns = 0; turns < 100 && (await context.getTools()).length === 0; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const [tool] = await context.getTools();
  const answer = context.executeTool(tool, input).catch((error) => error.message);
  // A form that waits for a person has the focus on its button; an answer needs no more turns than that
  const waiting = (async () => {
    while (document.activeElement?.localName !== "button") await new Promise((resolve) => setTimeout(resolve, 10));
    for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve, 10));
    return "still pending";
  })();
  return await Promise.race([answer, waiting]);
}"""


def call(page: ChromiumPage, controls: str, attribute: str = "toolautosubmit", **arguments: str) -> str:
    """Return what an agent gets that calls the tool of a form with these controls; the form answers with its data."""
    page.load(
        f"""<!doctype html><meta charset="utf-8">
        <form toolname="t" tooldescription="d" {attribute}>{controls}<button>Go</button></form>
        <script>
          document.querySelector("form").addEventListener("submit", (event) => {{
            event.preventDefault();
            event.respondWith(JSON.stringify(Object.fromEntries(new FormData(event.target))));
          }});
        </script>"""
    )
    answer = page.evaluate(_CALL, arguments)
    assert isinstance(answer, str)
    return answer


@pytest.mark.parametrize("value", ["", '="true"', '="false"', '="0"', '="no"', '="off"'])
def test_the_presence_of_toolautosubmit_submits(chromium_page: ChromiumPage, value: str) -> None:
    assert call(chromium_page, "<input name=a>", f"toolautosubmit{value}", a="x") == '{"a":"x"}'


def test_without_toolautosubmit_a_call_waits(chromium_page: ChromiumPage) -> None:
    assert call(chromium_page, "<input name=a>", "", a="x") == PENDING


@pytest.mark.parametrize(
    ("control", "value"),
    [
        ("<input name=a maxlength=3>", "long text"),
        ("<input name=a minlength=3>", "x"),
        ("<textarea name=a maxlength=3></textarea>", "long text"),
        (r'<input name=a pattern="[\w-]+">', "###"),
    ],
)
def test_lengths_and_patterns_that_do_not_compile_are_not_checked(
    chromium_page: ChromiumPage, control: str, value: str
) -> None:
    assert call(chromium_page, control, a=value) == f'{{"a":"{value}"}}'


@pytest.mark.parametrize(
    ("control", "value"),
    [
        ("<input type=date name=a min=2026-01-01>", "2025-12-31"),
        ("<input type=time name=a max=10:00>", "11:00"),
        ('<select name=a required><option value="">Choose<option>x</select>', ""),
        ('<input name=a pattern="[a-z]+">', "###"),
    ],
)
def test_dates_prompts_and_patterns_are_checked(chromium_page: ChromiumPage, control: str, value: str) -> None:
    assert call(chromium_page, control, a=value).startswith(REFUSED)


@pytest.mark.parametrize(
    ("options", "value"),
    [("<option>New&nbsp;York<option>LA", "New York"), ('<option value=" la ">LA<option>x', "la")],
)
def test_an_argument_has_to_equal_an_option(chromium_page: ChromiumPage, options: str, value: str) -> None:
    answer = call(chromium_page, f"<select name=a>{options}</select>", a=value)
    assert answer == f'Invalid value "{value}" for parameter a'


def test_a_page_that_does_not_say_its_encoding_is_not_read_as_utf_8(chromium_page: ChromiumPage) -> None:
    page = "<!doctype html><title>t</title><form toolname=t tooldescription='Züge und Fähren'><input name=a></form>"
    chromium_page.load(page.encode(), {"Content-Type": "text/html"})
    assert chromium_page.evaluate("() => document.characterSet") != "UTF-8"

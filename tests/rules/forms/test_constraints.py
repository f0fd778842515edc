from __future__ import annotations

import json

import pytest

from tests.browser.harness import ChromiumPage
from webmcp_lint.browser.forms import FormTool, form_tools
from webmcp_lint.rules.forms.constraints import is_validated, starts_empty
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.templates import HOLE

EMPTY = [
    "<input required>",
    "<input required value=''>",
    "<input type=email required>",
    "<input type=file required value=x>",
    "<input type=checkbox required value=x>",
    "<input type=radio name=r required>",
    "<textarea required></textarea>",
    "<select required></select>",
    "<select required><option value=''>Choose</option><option>a</option></select>",
    "<select required><option disabled selected value=''>Choose</option><option>b</option></select>",
    "<select required size=3><option>a</option></select>",
    "<select required multiple><option>a</option></select>",
]
FILLED = [
    "<input required value=x>",
    "<input type=range required>",
    "<input type=color required>",
    "<input type=hidden required>",
    "<input type=checkbox required checked>",
    "<textarea required>x</textarea>",
    "<select required><option>a</option></select>",
    "<select required><option value='' disabled>Choose</option><option>a</option></select>",
    "<select required><option disabled value=''>Choose</option><option value='' selected>b</option></select>",
    "<select required><optgroup><option value=''>Choose</option></optgroup></select>",
    "<select required multiple><option selected>a</option></select>",
    "<select required size=3><option value='' selected>a</option></select>",
]
UNKNOWN = [
    f"<input required value={HOLE}>",
    f"<input required {HOLE}>",
    f"<input required type={HOLE}>",
    "<input required v-model=x>",
    "<input required :value=x>",
    f"<textarea required>{HOLE}</textarea>",
    f"<select required>{HOLE}<option value=''></select>",
]
VALIDATED = ["<button>b", "<button>b</button><button formnovalidate>draft", ""]
NOT_VALIDATED = ["<button formnovalidate>b", "<button formnovalidate>b</button><button>c"]


def tool(inside: str, attributes: str = "") -> FormTool:
    page = f"<form toolname=t tooldescription=d toolautosubmit {attributes}>{inside}</form>"
    return form_tools(html.parse(SourceFile("page.html", page)))[0]


@pytest.mark.parametrize("control", EMPTY)
def test_a_required_control_that_starts_empty(control: str) -> None:
    assert starts_empty(tool(control).groups[0].members[0])


@pytest.mark.parametrize("control", FILLED + UNKNOWN)
def test_a_required_control_that_has_or_may_have_a_value(control: str) -> None:
    members = [member for group in tool(control).groups for member in group.members]
    assert not any(map(starts_empty, members))


@pytest.mark.parametrize("buttons", VALIDATED)
def test_a_form_is_validated(buttons: str) -> None:
    assert is_validated(tool(buttons))


@pytest.mark.parametrize("buttons", NOT_VALIDATED)
def test_the_first_submit_button_skips_validation(buttons: str) -> None:
    assert not is_validated(tool(buttons))


@pytest.mark.parametrize("attributes", ["novalidate", ":novalidate=x", HOLE])
def test_the_form_skips_validation_or_may(attributes: str) -> None:
    assert not is_validated(tool("<button>b", attributes))


CALL = """async () => {
  const [tool] = await document.modelContext.getTools();
  return document.modelContext.executeTool(tool, {}).then(() => "submitted", (error) => error.message);
}"""


def answer(page: ChromiumPage, inside: str) -> str:
    respond = "event.preventDefault(); event.respondWith('')"
    page.load(f'<form toolname=t tooldescription=d toolautosubmit onsubmit="{respond}">{inside}</form>')
    return json.dumps(page.evaluate(CALL))


@pytest.mark.browser
@pytest.mark.parametrize("control", EMPTY)
def test_chromium_refuses_what_starts_empty(chromium_page: ChromiumPage, control: str) -> None:
    assert "Form validation failed" in answer(chromium_page, f"{control}<button>b</button>")


@pytest.mark.browser
@pytest.mark.parametrize("control", FILLED)
def test_chromium_submits_what_has_a_value(chromium_page: ChromiumPage, control: str) -> None:
    assert answer(chromium_page, f"{control}<button>b</button>") == '"submitted"'


@pytest.mark.browser
@pytest.mark.parametrize("buttons", VALIDATED)
def test_chromium_validates(chromium_page: ChromiumPage, buttons: str) -> None:
    assert "Form validation failed" in answer(chromium_page, f"<input required>{buttons}")


@pytest.mark.browser
@pytest.mark.parametrize("buttons", NOT_VALIDATED)
def test_chromium_does_not_validate(chromium_page: ChromiumPage, buttons: str) -> None:
    assert answer(chromium_page, f"<input required>{buttons}") == '"submitted"'

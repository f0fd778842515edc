"""What Chromium makes of the handlers of a form that an agent submits: the evidence of the rules about them."""

from __future__ import annotations

import pytest

from tests import node
from tests.browser.harness import Chromium, ChromiumPage

pytestmark = pytest.mark.browser

RESET = "Tool execution cancelled by a form reset"
UNANSWERED = (
    "The site has a programming error: it called preventDefault() on the 'submit' event, without also calling"
    " respondWith() with the tool result"
)
TOO_LATE = "To call respondWith, the event must be currently being dispatched."
TOO_EARLY = "To call respondWith, you must first call preventDefault."
FOR_AGENTS = "You can only call respondWith on an submit event that has agentInvoked == true."
NO_BUTTON = "No submit button was found"

_CALL = """async () => {
  const context = document.modelContext;
  for (let turns = 0; turns < 200 && (await context.getTools()).length === 0; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const [tool] = await context.getTools();
  const answer = await context.executeTool(tool, { a: "x" }).catch((error) => error.message);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { answer, thrown: window.thrown };
}"""

_SUBMIT = """async () => {
  document.querySelector("input").value = "x";
  document.querySelector("button").click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return window.thrown;
}"""

_PAGE = """<!doctype html><meta charset="utf-8">
<form toolname="t" tooldescription="d" toolautosubmit {attribute}><input name="a">{button}</form>
<script>
  window.thrown = [];
  const form = document.querySelector("form");
  const kept = (call) => {{ try {{ call() }} catch (error) {{ thrown.push(error.message) }} }};
  {script}
</script>"""

BUTTON = "<button>Go</button>"


def page_with(handler: str, attribute: str = "", button: str = BUTTON) -> str:
    """Return a page whose form is handled by these statements, with the event as `e`."""
    script = f'form.addEventListener("submit", async (e) => {{ {handler} }});'
    return _PAGE.format(attribute=attribute, script=script, button=button)


@pytest.mark.parametrize(
    "handler",
    [
        "e.preventDefault(); e.respondWith('ok'); form.reset()",
        "form.reset(); e.preventDefault(); e.respondWith('ok')",
        "e.preventDefault(); form.reset()",
        "form.reset()",
        "e.preventDefault(); e.respondWith('ok'); await null; form.reset()",
        "e.preventDefault(); e.respondWith(Promise.resolve().then(() => { form.reset(); return 'ok' }))",
        "e.preventDefault(); e.respondWith(new Promise((go) => setTimeout(() => { form.reset(); go('ok') }, 20)))",
        "e.preventDefault(); const p = new Promise((go) => setTimeout(go, 20)); e.respondWith(p.then(() => form.reset()))",
    ],
)
def test_a_reset_cancels_the_call(chromium_page: ChromiumPage, handler: str) -> None:
    chromium_page.load(page_with(handler))
    assert chromium_page.evaluate(_CALL)["answer"] == RESET


def test_a_reset_behind_the_answer_does_not(chromium_page: ChromiumPage) -> None:
    chromium_page.load(page_with("e.preventDefault(); e.respondWith('ok'); setTimeout(() => form.reset())"))
    assert chromium_page.evaluate(_CALL)["answer"] == "ok"


@pytest.mark.parametrize(
    ("handler", "attribute"),
    [
        ("e.preventDefault()", ""),
        ("e.returnValue = false", ""),
        ("", 'onsubmit="return false"'),
        ("e.preventDefault(); location.hash = 'done'", ""),
        ("e.preventDefault(); throw new Error('x')", ""),
    ],
)
def test_who_prevents_the_default_has_to_answer(chromium_page: ChromiumPage, handler: str, attribute: str) -> None:
    chromium_page.load(page_with(handler, attribute))
    assert chromium_page.evaluate(_CALL)["answer"] == UNANSWERED


@pytest.mark.parametrize("late", ["setTimeout(answer)", "await fetch('/'); answer()", "fetch('/').then(answer)"])
def test_an_answer_in_another_task_is_refused(chromium_page: ChromiumPage, late: str) -> None:
    chromium_page.load(page_with(f"e.preventDefault(); const answer = () => kept(() => e.respondWith('ok')); {late}"))
    found = chromium_page.evaluate(_CALL)
    assert found["answer"] == UNANSWERED
    assert found["thrown"][0].endswith(TOO_LATE)


@pytest.mark.parametrize("soon", ["await null", "await Promise.resolve()", "await (async () => 1)()"])
def test_microtasks_are_in_time(chromium_page: ChromiumPage, soon: str) -> None:
    chromium_page.load(page_with(f"e.preventDefault(); {soon}; e.respondWith('ok')"))
    assert chromium_page.evaluate(_CALL)["answer"] == "ok"


def test_the_default_has_to_be_prevented_first(chromium_page: ChromiumPage) -> None:
    chromium_page.load(page_with("kept(() => e.respondWith('ok')); e.preventDefault()"))
    found = chromium_page.evaluate(_CALL)
    assert found["answer"] == UNANSWERED
    assert found["thrown"][0].endswith(TOO_EARLY)


@pytest.mark.parametrize("call", ["e.respondWith('ok')", "e.respondWith?.('ok')"])
def test_a_person_cannot_be_answered(chromium_page: ChromiumPage, call: str) -> None:
    chromium_page.load(page_with(f"e.preventDefault(); kept(() => {call})"))
    (message,) = chromium_page.evaluate(_SUBMIT)
    assert message.endswith(FOR_AGENTS)


def test_another_listener_may_answer(chromium_page: ChromiumPage) -> None:
    chromium_page.load(page_with("e.respondWith('ok')", 'onsubmit="event.preventDefault()"'))
    assert chromium_page.evaluate(_CALL)["answer"] == "ok"


def test_the_reason_of_a_rejection_is_lost(chromium_page: ChromiumPage) -> None:
    chromium_page.load(page_with("e.preventDefault(); e.respondWith(Promise.reject(new Error('the room is taken')))"))
    assert chromium_page.evaluate(_CALL)["answer"] == "respondWith promise was rejected"


def test_a_form_sent_by_its_handler_needs_no_answer(chromium_page: ChromiumPage) -> None:
    chromium_page.load(page_with("e.preventDefault(); form.submit()", 'target="elsewhere"'))
    answer = chromium_page.evaluate(_CALL)["answer"]
    assert answer != UNANSWERED


def test_request_submit_in_a_script_is_no_submit_button(chromium_page: ChromiumPage) -> None:
    page = page_with("e.preventDefault(); e.respondWith('ok')", button='<button type="button">Save</button>')
    script = 'document.querySelector("button").onclick = () => form.requestSubmit();'
    listening = 'document.modelContext.addEventListener("toolactivated", () => form.requestSubmit());'
    page = page.replace("toolautosubmit", "").replace("</script>", f"{script}{listening}</script>")
    chromium_page.load(page)
    assert chromium_page.evaluate(_CALL)["answer"].startswith(NO_BUTTON)


_REACT = """<!doctype html><meta charset="utf-8"><div id="root"></div>
<script src="/react.js"></script><script src="/react-dom.js"></script>
<script>
  const seen = (event) => [typeof event.agentInvoked, typeof event.respondWith];
  function onSubmit(event) {
    event.preventDefault();
    window.found = { react: seen(event), browser: seen(event.nativeEvent) };
    if (event.nativeEvent.agentInvoked) event.nativeEvent.respondWith("ok");
  }
  const form = React.createElement(
    "form",
    { toolname: "t", tooldescription: "d", toolautosubmit: "", onSubmit },
    React.createElement("input", { name: "a" }),
    React.createElement("button", null, "Go"),
  );
  ReactDOM.createRoot(document.getElementById("root")).render(form);
</script>"""


@pytest.fixture(scope="module")
def react(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The scripts of React 18 by the paths that the page loads them from, installed with npm."""
    modules = node.install(tmp_path_factory.mktemp("react"), "react@18", "react-dom@18")
    return {
        "/react.js": (modules / "react/umd/react.production.min.js").read_text(encoding="utf-8"),
        "/react-dom.js": (modules / "react-dom/umd/react-dom.production.min.js").read_text(encoding="utf-8"),
    }


def test_the_event_of_react_knows_no_agent(
    chromium: Chromium, chromium_page: ChromiumPage, react: dict[str, str]
) -> None:
    with chromium.serving(react):
        chromium_page.load(_REACT)
        assert chromium_page.evaluate(_CALL)["answer"] == "ok"
        found = chromium_page.evaluate("() => window.found")
    assert found == {"react": ["undefined", "undefined"], "browser": ["boolean", "function"]}

"""The example sites in the installed Chromium: the clean ones serve people and agents, the faulty ones fail as told."""

import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.browser.harness import Chromium
from webmcp_lint.site.project import read_project

pytestmark = pytest.mark.browser

FIXTURES = Path(__file__).parents[2] / "fixtures"

# What the browser lists, by what declares it
CLEAN = {
    "task-board/clean": (
        ["add-task", "find-tasks"],
        ["add-starter-list", "complete-task", "list-tasks", "start-timer"],
    ),
    "support-request/clean": (["request-support"], []),
    "document-review/clean": ([], ["list-comments", "resolve-comment"]),
    "clinic/clean": (
        ["book-appointment", "check-waiting-time", "find-clinician", "log-symptom", "renew-prescription"],
        [],
    ),
}
FAULTY: dict[str, tuple[list[str], list[str]]] = {
    "task-board/faulty": (["add-task", "find-tasks"], ["list-tasks"]),
    "support-request/faulty": (["request-callback", "request-support"], []),
    "document-review/faulty": ([], ["finish-review"]),
    "clinic/faulty": (["book-appointment", "cancel-appointment", "check-waiting-time", "find-clinician"], []),
}
SITES = CLEAN | FAULTY
VISITS = 5

_LIST = """async () => (await document.modelContext.getTools()).map(
    ({name, title, description, inputSchema}) => ({name, title, description, inputSchema}))"""
_WAIT_FOR = """async (names) => {
    for (let turn = 0; turn < 300; turn++) {
        const listed = new Set((await document.modelContext.getTools()).map(({name}) => name));
        if (names.every((name) => listed.has(name))) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return false;
}"""
_START_CALL = """async ([name, input]) => {
    const tool = (await document.modelContext.getTools()).find((each) => each.name === name);
    window.caller = new AbortController();
    window.answer = document.modelContext.executeTool(tool, input, {signal: caller.signal}).then(
        (text) => { try { return JSON.parse(text); } catch { return text; } }, (error) => `${error.name}: ${error.message}`);
}"""


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, and takes what a form posts."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"reference": "R-1"}'
        self.send_response(201)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def guess_type(self, path: Any) -> str:  # noqa: ANN401 - as http.server has it
        kind = super().guess_type(path)
        return f"{kind}; charset=utf-8" if kind == "text/html" else kind

    def log_message(self, *_: object) -> None:
        """Keep the terminal for the tests."""


class Visit:
    """A tab on a site; `errors` are its uncaught errors and what its console warns of."""

    # The tab is driven through the harness's own page: a person's clicks have to be trusted ones
    def __init__(self, chromium: Chromium) -> None:
        opened = chromium.open_page()
        self._page = opened._page
        self._run: Callable[[Coroutine[Any, Any, Any]], Any] = opened._run
        self.errors: list[str] = []
        self._run(self._listen())

    async def _listen(self) -> None:
        """Note errors; in the loop of the harness, since another browser that has closed took the thread's with it."""
        self._page.on("pageerror", lambda error: self.errors.append(error.message))
        self._page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type in {"error", "warning"} else None,
        )

    def go(self, url: str) -> None:
        self.errors.clear()
        self._run(self._page.goto(url))

    def close(self) -> None:
        self._run(self._page.close())

    def evaluate(self, script: str, argument: object = None) -> Any:  # noqa: ANN401 - whatever the script returns
        return self._run(self._page.evaluate(script, argument))

    def tools(self) -> list[dict[str, Any]]:
        return self.evaluate(_LIST)  # type: ignore[no-any-return]

    def names(self) -> list[str]:
        return [tool["name"] for tool in self.tools()]

    def lists(self, *names: str) -> bool:
        """Whether these tools are listed, sooner or later."""
        return bool(self.evaluate(_WAIT_FOR, names))

    def start_call(self, tool: str, arguments: Mapping[str, object]) -> None:
        """Call a tool as an agent does, without waiting for the answer."""
        self.evaluate(_START_CALL, [tool, arguments])

    def answer(self) -> Any:  # noqa: ANN401 - JSON, or the text of an error
        return self.evaluate("() => answer")

    def call(self, tool: str, arguments: Mapping[str, object]) -> Any:  # noqa: ANN401 - as above
        self.start_call(tool, arguments)
        return self.answer()

    def fill(self, selector: str, value: str) -> None:
        self._run(self._page.fill(selector, value))

    def click(self, selector: str) -> None:
        self._run(self._page.click(selector))

    def press(self, selector: str, key: str) -> None:
        self._run(self._page.press(selector, key))

    def text(self, selector: str) -> str:
        return str(self._run(self._page.inner_text(selector)))

    def wait_until(self, script: str) -> None:
        """Wait until a JavaScript expression is true; a promise counts as true."""
        self._run(self._page.wait_for_function(script))


Visitor = Callable[[str], Visit]


@contextmanager
def served(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://localhost:{server.server_port}/index.html"
        finally:
            server.shutdown()


@pytest.fixture
def visit(chromium: Chromium, request: pytest.FixtureRequest) -> Visitor:
    """Open a site of `fixtures/` in a tab of its own."""

    def open_site(name: str) -> Visit:
        server = served(FIXTURES / name)
        url = server.__enter__()
        request.addfinalizer(lambda: server.__exit__(None, None, None))
        opened = Visit(chromium)
        request.addfinalizer(opened.close)
        # On a busy machine Chromium 156 may never list what a srcdoc frame declares: the frame's own getTools() stays
        # pending, and only another visit helps.
        for _ in range(VISITS):
            opened.go(url)
            if opened.lists(*SITES[name][0], *SITES[name][1]):
                return opened
        pytest.fail(f"{name} lists {opened.names()}")

    return open_site


@pytest.mark.parametrize("site", SITES)
def test_sites_list_these_tools(visit: Visitor, site: str) -> None:
    forms, scripts = SITES[site]
    page = visit(site)
    assert page.names() == sorted(forms + scripts)
    if site in CLEAN:
        assert page.errors == []


@pytest.mark.parametrize("site", SITES)
def test_the_linter_reads_the_forms_as_the_browser_does(visit: Visitor, site: str) -> None:
    forms, _ = SITES[site]
    read = [
        {
            "name": tool.name.known,
            "title": tool.title.known,
            "description": tool.description.known,
            "inputSchema": tool.input_schema,
        }
        for page in read_project([FIXTURES / site]).pages()
        for tool in page.tools
        if tool.kind == "form"
    ]
    assert read == [tool for tool in visit(site).tools() if tool["name"] in forms]


class TestTaskBoard:
    def test_an_agents_task_is_answered(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        added = {"id": 1, "title": "Buy milk", "priority": "high", "done": False}
        assert page.call("add-task", {"title": "Buy milk", "priority": "high"}) == {"added": added}
        assert page.call("list-tasks", {"status": "open"}) == {"tasks": [added], "omitted": 0}
        assert page.call("list-tasks", {"status": "done"}) == {"tasks": [], "omitted": 0}

    def test_a_task_without_a_title_is_answered_too(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        assert page.call("add-task", {"title": "  "})["code"] == "blank-title"

    def test_a_persons_task_empties_the_form(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        page.fill("#title", "Buy milk")
        page.press("#title", "Control+Enter")
        page.wait_until("document.querySelector('#tasks li') && document.querySelector('#title').value === ''")
        assert page.text("#message") == "Added “Buy milk”."
        page.fill("#word", "bread")
        page.click("#find-form button")
        page.wait_until("!document.querySelector('#tasks li')")
        assert page.errors == []

    def test_each_tool_answers_an_agent(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        added = page.call("add-starter-list", {"list": "travel"})["added"]
        assert [task["id"] for task in added] == [1, 2, 3]
        assert page.call("find-tasks", {"word": "book"}) == {"found": ["Book a room"], "of": 1}
        remark = {"title": "Book a room", "remark": "<img src=x> as you like"}
        assert page.call("complete-task", remark) == "Completed “Book a room”."
        assert page.text("#message") == "Your assistant completed Book a room: <img src=x> as you like"
        assert page.call("complete-task", {"title": "Book a room"})["code"] == "unknown-task"
        assert page.call("start-timer", {})["ends"].endswith("Z")
        assert page.text("focus-timer").startswith("Undisturbed until")
        assert page.errors == []
        assert page.call("add-starter-list", {"list": "cooking"})["code"] == "unknown-list"

    def test_the_linter_finds_all_tools_that_the_browser_lists(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        page.call("add-task", {"title": "Buy milk"})
        page.click("#tasks input")
        assert page.lists("clear-completed")
        (site,) = read_project([FIXTURES / "task-board/clean"]).pages()
        found = {tool.name.known: (tool.title.known, tool.description.known, tool.input_schema) for tool in site.tools}
        listed = {tool["name"]: (tool["title"], tool["description"], tool.get("inputSchema")) for tool in page.tools()}
        assert found == listed

    def test_the_timer_goes_with_its_element(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        page.evaluate("() => { window.timer = document.querySelector('focus-timer'); timer.remove(); }")
        assert "start-timer" not in page.names()
        page.evaluate("() => document.body.append(timer)")
        assert page.lists("start-timer")
        assert page.errors == []

    def test_people_see_and_try_what_assistants_can_do(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        page.click("#assistants summary")
        assert "List the tasks on the user's board" in page.text("#assistants ul")
        page.click("#assistants li button")
        page.wait_until("document.querySelector('#message').textContent.startsWith('An assistant')")
        assert page.text("#message") == "An assistant gets tasks and omitted."
        assert page.errors == []

    def test_completed_tasks_can_be_cleared_while_there_are_some(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        page.call("add-task", {"title": "Buy milk"})
        page.click("#tasks input")
        assert page.lists("clear-completed")
        assert page.call("clear-completed", {}) == {"cleared": 1}
        page.wait_until("document.querySelector('#clear').hidden")
        page.evaluate("() => new Promise((done) => setTimeout(done))")
        assert "clear-completed" not in page.names()
        assert page.errors == []

    def test_clearing_stops_when_the_caller_does(self, visit: Visitor) -> None:
        page = visit("task-board/clean")
        page.call("add-task", {"title": "Buy milk"})
        page.click("#tasks input")
        assert page.lists("clear-completed")
        page.evaluate("""() => new Promise((held) => {
            navigator.locks.request("task-board", () => new Promise((release) => { window.release = release; held(); }));
        })""")
        page.start_call("clear-completed", {})
        page.evaluate("() => { caller.abort(); release(); }")
        assert page.answer().startswith("AbortError")
        assert len(page.call("list-tasks", {})["tasks"]) == 1

    def test_faulty_auto_submits_and_the_reset_cancels_the_call(self, visit: Visitor) -> None:
        page = visit("task-board/faulty")
        answer = page.call("add-task", {"title": "Buy milk", "priority": "high"})
        assert answer == "UnknownError: Tool execution cancelled by a form reset"
        # The task is there all the same, and an agent that was told otherwise adds it again
        page.wait_until("document.querySelector('#tasks li')")
        assert page.text("#tasks li label") == "Buy milk"

    def test_faulty_leaves_an_agent_without_an_answer(self, visit: Visitor) -> None:
        answer = visit("task-board/faulty").call("add-task", {"title": " ", "priority": "high"})
        assert "called preventDefault() on the 'submit' event, without also calling respondWith()" in answer

    def test_faulty_answers_a_search_too_late(self, visit: Visitor) -> None:
        answer = visit("task-board/faulty").call("find-tasks", {"q": "milk"})
        assert "without also calling respondWith()" in answer

    def test_faulty_reading_writes(self, visit: Visitor) -> None:
        page = visit("task-board/faulty")
        page.call("add-task", {"title": "Buy milk", "priority": "high"})
        page.wait_until("document.querySelector('#tasks li')")
        page.call("list-tasks", {"status": "all"})
        assert page.evaluate("() => JSON.parse(localStorage.getItem('task-board'))[0].seen")

    def test_faulty_script_breaks_off_at_the_removed_api(self, visit: Visitor) -> None:
        page = visit("task-board/faulty")
        assert page.errors == ["Cannot read properties of undefined (reading 'registerTool')"]


class TestSupportRequest:
    REQUEST: Mapping[str, object] = {
        "email": "mira@example.org",
        "topic": "repair",
        "condition": "careful",
        "parts": ["brakes"],
        "since": "2026-11-02",
        "details": "They squeal.",
    }

    def test_an_agents_request_waits_for_a_person(self, visit: Visitor) -> None:
        page = visit("support-request/clean")
        page.start_call("request-support", self.REQUEST)
        page.wait_until("!document.querySelector('#agent-notice').hidden")
        assert page.evaluate("() => document.querySelector('form').matches(':tool-form-active')")
        page.click("form button")
        assert page.answer() == {"reference": "R-1"}
        assert page.text("#outcome") == "Thank you. Your reference is R-1."
        assert page.errors == []

    def test_the_notice_goes_when_the_caller_gives_up(self, visit: Visitor) -> None:
        page = visit("support-request/clean")
        page.start_call("request-support", self.REQUEST)
        page.wait_until("!document.querySelector('#agent-notice').hidden")
        page.evaluate("() => caller.abort()")
        page.wait_until("document.querySelector('#agent-notice').hidden")
        assert page.answer().startswith("AbortError")

    def test_a_persons_request_is_sent(self, visit: Visitor) -> None:
        page = visit("support-request/clean")
        page.fill("#email", "mira@example.org")
        page.click("[value=fine]")
        page.fill("#details", "They squeal.")
        page.click("form button")
        page.wait_until("document.querySelector('#details').value === ''")
        assert page.text("#outcome") == "Thank you. Your reference is R-1."
        assert page.errors == []

    def test_faulty_request_can_never_be_sent_by_an_agent(self, visit: Visitor) -> None:
        answer = visit("support-request/faulty").call("request-support", {"topic": "repair", "condition": "fine"})
        assert "Form validation failed: : Please fill out this field.. photo: Please select a file.." in answer

    def test_faulty_callback_has_no_submit_button(self, visit: Visitor) -> None:
        answer = visit("support-request/faulty").call("request-callback", {"phone": "555"})
        assert "No submit button was found" in answer


class TestDocumentReview:
    def test_an_agent_reads_and_resolves_comments(self, visit: Visitor) -> None:
        page = visit("document-review/clean")
        listed = page.call("list-comments", {"status": "open"})
        assert [comment["id"] for comment in listed["comments"]] == ["c1", "c3"]
        assert page.call("resolve-comment", {"comment": "c1"}) == {"comment": "c1", "resolved": True}
        assert page.call("resolve-comment", {"comment": "c9"})["code"] == "no-such-comment"
        assert page.text("#status") == "1 of 3 comments open."

    def test_a_finished_review_offers_no_tools(self, visit: Visitor) -> None:
        page = visit("document-review/clean")
        page.click("#c3 button")
        assert page.text("#status") == "1 of 3 comments open."
        page.click("#finish")
        assert page.names() == []
        assert page.errors == []

    def test_faulty_registrations_are_refused(self, visit: Visitor) -> None:
        refused = visit("document-review/faulty").errors
        assert ["inputSchema" in refused[0], "'execute' property" in refused[1]] == [True, True]


class TestClinic:
    def test_agents_are_answered(self, visit: Visitor) -> None:
        page = visit("clinic/clean")
        found = page.call("find-clinician", {"languages": ["tr"]})
        assert found == {"found": ["Dr. Gül Şahin, dermatology"]}
        symptom = {"noticed": "2026-11-02T08:30", "pain": 4, "temperature": 38.2, "note": "Sore throat"}
        assert page.call("log-symptom", symptom) == {"entries": 1}
        assert page.text("#diary") == "2026-11-02 08:30: Sore throat (pain 4, 38.2 °C)"
        assert page.call("check-waiting-time", {"desk": "blood"}) == {"minutes": 15}
        assert page.errors == []

    def test_bookings_and_renewals_wait_for_a_person(self, visit: Visitor) -> None:
        page = visit("clinic/clean")
        page.start_call("book-appointment", {"day": "2026-12-02", "at": "09:15", "phone": "+44 20-123"})
        page.wait_until("document.querySelector('#book-form').matches(':tool-form-active')")
        page.click("#book-form button")
        assert page.answer() == {"reference": "R-1"}
        page.start_call("renew-prescription", {"prescription": "RX123456", "pickup": "2026-W50"})
        page.wait_until("document.querySelector('#renew-form').matches(':tool-form-active')")
        page.click("#renew-form button")
        assert page.answer() == {"reference": "R-1"}
        assert page.errors == []

    def test_a_person_finds_a_clinician(self, visit: Visitor) -> None:
        page = visit("clinic/clean")
        page.evaluate("() => { document.querySelector('#specialty').value = 'heart'; }")
        page.click("#find-form button")
        page.wait_until("document.querySelectorAll('#clinicians li:not([hidden])').length === 1")
        assert page.text("#clinicians") == "Dr. Paweł Zieliński, cardiology"
        assert page.errors == []

    def test_faulty_answers_come_too_late(self, visit: Visitor) -> None:
        answer = visit("clinic/faulty").call("check-waiting-time", {"desk": "blood"})
        assert "without also calling respondWith()" in answer

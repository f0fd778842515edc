"""Ask the installed Chromium which tools it makes of pages, the way a visitor's tab meets them.

A real navigation to http://localhost is needed: `DOMParser` and `setContent` associate the controls of a form in a table
differently, and the API exists in secure contexts only. Everything here is synchronous to its callers; within `ask`
several tabs work at once.
"""

import asyncio
import contextlib
import json
import os
import shutil
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

TABS = 6
LOAD_SECONDS = 60
VISITS_PER_TAB = 200
"""A tab keeps the requests of its former documents open, and after some 2,300 of them the browser refuses more."""

_FLAGS = (
    "--enable-features=WebMCP",
    # A renderer frame per navigation doubles the cost of a page and reorders the events of two documents.
    "--disable-features=RenderDocument,BackForwardCache,SpareRendererForSitePerProcess",
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
)

# The members are read by name, so that a newer browser may add some. `document.modelContext` is read from the prototype
# because a form or an image named `modelContext` hides the API (named properties of Document override built-in ones).
_LIST_TOOLS = """(async () => {
  const context = Reflect.get(Document.prototype, "modelContext", document);
  const list = async () => JSON.stringify((await context.getTools()).map(
    ({name, title, description, inputSchema, annotations}) => ({name, title, description, inputSchema, annotations})));
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  await turn();
  for (let before = await list(); ; ) {
    await turn();
    const now = await list();
    if (now === before) return now;
    before = now;
  }
})()"""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the browser says of one page."""

    tools: list[dict[str, Any]]
    """The tools of `getTools()`: name, title, description, and inputSchema and annotations unless null."""
    issues: list[str]
    """The `FormModelContext…` codes of DevTools' GenericIssue, sorted, each once."""
    console: list[str]
    """The errors and warnings of the console, in order."""


def find_chromium() -> str | None:
    """Return the browser to ask: the environment's `CHROMIUM`, else Debian's `chromium` on the path."""
    return shutil.which(os.environ.get("CHROMIUM", "chromium"))


@contextlib.contextmanager
def start_chromium(executable: str, *, with_tools: bool = True) -> "Iterator[Chromium]":
    """Run a headless browser and the server of its pages until the block ends; without tools it is as visitors' are."""
    from playwright.async_api import async_playwright

    flags = [*_FLAGS] if with_tools else ["--disable-features=WebMCP", *_FLAGS[2:]]
    with _serve_pages() as server, asyncio.Runner() as runner:
        manager = async_playwright()
        playwright = runner.run(manager.__aenter__())
        try:
            browser = runner.run(playwright.chromium.launch(executable_path=executable, args=flags))
            context = runner.run(browser.new_context())
            yield Chromium(browser.version, runner, context, server)
            runner.run(browser.close())
        finally:
            runner.run(manager.__aexit__(None, None, None))


class Chromium:
    """A running browser; `version` is Chromium's own, such as 156.0.8078.114."""

    def __init__(self, version: str, runner: asyncio.Runner, context: "BrowserContext", server: "_PageServer") -> None:
        self.version = version
        self._runner = runner
        self._context = context
        self._server = server
        self._idle: dict[bool, list[_Tab]] = {False: [], True: []}

    def ask(self, pages: Iterable[bytes | str], *, steady: bool = False) -> list[Answer]:
        """Visit each page and return the answers in the order of the pages.

        The parser yields when its time is up, and the browser computes a form's schema meanwhile: on a busy machine one
        page in some hundred is answered as if it ended in the middle. `steady` rules that out, at twice the price.
        """
        return self._runner.run(self._ask(list(pages), steady))

    @contextlib.contextmanager
    def serving(self, scripts: Mapping[str, str]) -> Iterator[None]:
        """Serve scripts under these absolute paths (`/a/b.js`) to the pages that are asked in the block."""
        with self._server.serving_scripts(scripts):
            yield

    def open_page(self) -> "ChromiumPage":
        """Open a tab on an empty page, for scripts."""
        page = self._runner.run(self._context.new_page())
        opened = ChromiumPage(page, self._runner.run, self._server)
        opened.load(b"<!doctype html><title>empty</title>")
        return opened

    async def _ask(self, pages: Sequence[bytes | str], steady: bool) -> list[Answer]:  # noqa: FBT001
        answers: dict[int, Answer] = {}
        waiting = iter(enumerate(pages))
        idle = self._idle[steady]

        async def work() -> None:
            tab = idle.pop() if idle else await _open_tab(self._context, steady=steady)
            for index, page in waiting:
                if tab.visits == VISITS_PER_TAB:
                    await tab.page.close()
                    tab = await _open_tab(self._context, steady=steady)
                with self._server.serving(page) as url:
                    answers[index] = await tab.visit(url)
            idle.append(tab)

        async with asyncio.TaskGroup() as group:
            for _ in range(min(TABS, len(pages))):
                group.create_task(work())
        return [answers[index] for index in range(len(pages))]


class ChromiumPage:
    """One tab whose scripts the caller runs."""

    def __init__(self, page: "Page", run: Callable[[Coroutine[Any, Any, Any]], Any], server: "_PageServer") -> None:
        self._page = page
        self._run = run
        self._server = server

    def load(self, page: bytes | str, headers: Mapping[str, str] | None = None) -> None:
        """Navigate to a page and wait for its load event."""
        with self._server.serving(page, headers) as url:
            self._run(self._page.goto(url))

    def evaluate(self, function: str, argument: object = None) -> Any:  # noqa: ANN401 - whatever the script returns
        """Call a JavaScript function in the page and return its (awaited) result; a throw becomes an exception."""
        return self._run(self._page.evaluate(function, argument))

    def prefer(self, scheme: Literal["light", "dark"]) -> None:
        """Let the tab prefer light or dark colours."""
        self._run(self._page.emulate_media(color_scheme=scheme))

    def close(self) -> None:
        """Close the tab."""
        self._run(self._page.close())


@dataclass
class _Tab:
    """A tab driven through its own DevTools session (no slots: playwright leaves marks on its listeners' objects)."""

    page: "Page"
    session: "CDPSession"
    visits: int = 0
    loader: str = ""
    loaded: asyncio.Event = field(default_factory=asyncio.Event)
    issues: set[str] = field(default_factory=set)
    console: list[str] = field(default_factory=list)

    async def visit(self, url: str) -> Answer:
        self.visits += 1
        self.loaded.clear()
        committed = await self.session.send("Page.navigate", {"url": url})
        # Nothing is sent to the page before its load event: a message makes the parser yield, and a schema computed
        # while it does lacks what follows.
        async with asyncio.timeout(LOAD_SECONDS):
            await self.loaded.wait()
        if "errorText" in committed or self.loader != committed.get("loaderId"):
            raise RuntimeError(f"{url} was not shown: {committed}")
        evaluated = await self.session.send(
            "Runtime.evaluate", {"expression": _LIST_TOOLS, "awaitPromise": True, "returnByValue": True}
        )
        if "exceptionDetails" in evaluated:
            raise RuntimeError(f"{url}: {evaluated['exceptionDetails']}")
        listed = json.loads(evaluated["result"]["value"])
        return Answer(
            tools=[{key: value for key, value in tool.items() if value is not None} for tool in listed],
            issues=sorted(self.issues),
            console=list(self.console),
        )

    def on_navigated(self, event: dict[str, Any]) -> None:
        if "parentId" not in event["frame"]:
            self.loader = event["frame"]["loaderId"]
            self.issues.clear()
            self.console.clear()

    def on_issue(self, event: dict[str, Any]) -> None:
        code = event["issue"]["details"].get("genericIssueDetails", {}).get("errorType", "")
        if code.startswith("FormModelContext"):
            self.issues.add(code)

    def on_log(self, event: dict[str, Any]) -> None:
        if event["entry"]["level"] in {"warning", "error"}:
            self.console.append(event["entry"]["text"])


async def _open_tab(context: "BrowserContext", *, steady: bool) -> _Tab:
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    tab = _Tab(page, session)
    session.on("Page.frameNavigated", tab.on_navigated)
    session.on("Page.loadEventFired", lambda _: tab.loaded.set())
    session.on("Audits.issueAdded", tab.on_issue)
    session.on("Log.entryAdded", tab.on_log)
    for domain in ("Page", "Audits", "Log"):
        await session.send(f"{domain}.enable")
    if steady:
        # In virtual time no task takes any, so the parser never has to yield
        await session.send("Emulation.setVirtualTimePolicy", {"policy": "pauseIfNetworkFetchesPending"})
    return tab


class _PageServer:
    """Serves the pages of the moment, each under an address of its own."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[bytes, Mapping[str, str]]] = {}
        self._count = 0
        self.port = 0

    @contextlib.contextmanager
    def serving(self, page: bytes | str, headers: Mapping[str, str] | None = None) -> Iterator[str]:
        self._count += 1
        path = f"/{self._count}"
        body = page.encode("utf-8", "replace") if isinstance(page, str) else page
        self._pages[path] = body, headers or {}
        try:
            yield f"http://localhost:{self.port}{path}"
        finally:
            del self._pages[path]

    @contextlib.contextmanager
    def serving_scripts(self, scripts: Mapping[str, str]) -> Iterator[None]:
        headers = {"Content-Type": "text/javascript; charset=utf-8"}
        added = {path: (text.encode("utf-8", "replace"), headers) for path, text in scripts.items()}
        self._pages |= added
        try:
            yield
        finally:
            for path in added:
                del self._pages[path]

    def find(self, path: str) -> tuple[bytes, Mapping[str, str]] | None:
        return self._pages.get(path)


@contextlib.contextmanager
def _serve_pages() -> Iterator[_PageServer]:
    pages = _PageServer()
    with _Server(("127.0.0.1", 0), partial(_Handler, pages)) as server:
        pages.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield pages
        finally:
            server.shutdown()


class _Server(ThreadingHTTPServer):
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """Say nothing of a connection that the browser closed; a page that doesn't arrive fails in its tab."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, pages: _PageServer, *connection: Any) -> None:  # noqa: ANN401 - http.server's own arguments
        self._pages = pages
        super().__init__(*connection)

    def do_GET(self) -> None:
        found = self._pages.find(self.path)
        self.send_response(200 if found else 204)
        if found:
            body, headers = found
            own = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
            for name, value in {**own, **headers, "Content-Length": str(len(body))}.items():
                self.send_header(name, value)
        self.end_headers()
        if found:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Keep the terminal for the tests."""

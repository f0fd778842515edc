"""What the rules of compatibility, and those about headers, say of the browser, asked in the browser."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from tests.browser.harness import ChromiumPage, find_chromium, start_chromium
from tests.browser.test_page_headers import POLICIES

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8">
<form toolname="find" tooldescription="Find tasks." toolautosubmit><input name="text" required><button>Find</button></form>"""

_ASK = """async (expression) => {
  const context = document.modelContext;
  await context.registerTool({
    name: "add", description: "Add.", inputSchema: { type: "object" },
    execute: (input) => ({ content: input }),
  }).catch(() => {});
  const tools = await context.getTools();
  const tool = tools.find(({ name }) => name === "add");
  try {
    return await new Function("context", "tool", "tools", `return (async () => ${expression})()`)(context, tool, tools);
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}"""


@pytest.fixture
def page(chromium_page: ChromiumPage) -> ChromiumPage:
    chromium_page.load(PAGE)
    return chromium_page


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("typeof tool.inputSchema", "object"),
        ("JSON.parse(tool.inputSchema)", 'SyntaxError: "[object Object]" is not valid JSON'),
        ("tools.map((each) => typeof each.inputSchema)", ["object", "object"]),
        # The tool has properties of its own until 160
        ("Object.keys({ ...tool })", ["description", "inputSchema", "name", "origin", "title", "window"]),
        ("tool.window === window", True),
        ("tool.source === undefined", True),
        ("context.executeTool(tool, { a: 1 })", '{"content":{"a":1}}'),
        ("(await context.executeTool(tool, { a: 1 })).content === undefined", True),
        ("context.executeTool({ ...tool }, { a: 1 })", '{"content":{"a":1}}'),
    ],
)
def test_listed_tools_and_answers(page: ChromiumPage, expression: str, answer: object) -> None:
    assert page.evaluate(_ASK, expression) == answer


@pytest.mark.parametrize(
    ("expression", "says"),
    [
        ("context.executeTool(tool, JSON.stringify({ a: 1 }))", "invalid input object: value is not an object"),
        ('context.executeTool("add", {})', "The provided value is not of type 'RegisteredTool'"),
        ("structuredClone(tool)", "DataCloneError"),
    ],
)
def test_what_is_refused(page: ChromiumPage, expression: str, says: str) -> None:
    assert says in page.evaluate(_ASK, expression)


@contextlib.contextmanager
def _fresh() -> Iterator[ChromiumPage]:
    """Open a browser that has met no origin: how agents are keyed holds as long as it runs."""
    executable = find_chromium()
    assert executable is not None
    with start_chromium(executable) as browser:
        tab = browser._runner.run(browser._context.new_page())
        yield ChromiumPage(tab, browser._runner.run, browser._server)


_REGISTER = """async () => {
  const answer = await document.modelContext.registerTool({ name: "a", description: "A.", execute() {} })
    .then(() => "registered", (error) => `${error.name}: ${error.message}`);
  const listed = await document.modelContext.getTools().then((tools) => tools.map(({ name }) => name), () => null);
  return [answer, listed];
}"""
_REFUSED_BY_POLICY = 'NotAllowedError: Access to the feature "tools" is disallowed by permissions policy.'
_REFUSED_BY_KEYING = "SecurityError: document.modelContext cannot be used when document.domain is enabled."


@pytest.mark.parametrize(("policy", "is_blocking"), POLICIES)
def test_the_permissions_policy(chromium_page: ChromiumPage, policy: str, *, is_blocking: bool) -> None:
    chromium_page.load(PAGE, {"Permissions-Policy": policy})
    expected = [_REFUSED_BY_POLICY, None] if is_blocking else ["registered", ["a", "find"]]
    assert chromium_page.evaluate(_REGISTER) == expected


def test_a_policy_in_a_meta_tag_does_nothing(chromium_page: ChromiumPage) -> None:
    for name in ("Permissions-Policy", "Feature-Policy", "Origin-Agent-Cluster"):
        chromium_page.load(PAGE.replace("<form", f'<meta http-equiv="{name}" content="tools=()"><form'))
        assert chromium_page.evaluate(_REGISTER) == ["registered", ["a", "find"]]


@pytest.mark.parametrize(
    ("header", "answer"),
    [("?0", _REFUSED_BY_KEYING), ("?1", "registered"), ("0", "registered"), ("?0;a=1", _REFUSED_BY_KEYING)],
)
def test_origin_keyed_agents(header: str, answer: str) -> None:
    with _fresh() as page:
        page.load(PAGE, {"Origin-Agent-Cluster": header})
        assert page.evaluate(_REGISTER) == [answer, ["a", "find"] if answer == "registered" else None]


def test_document_domain_alone_does_no_harm() -> None:
    with _fresh() as page:
        page.load(PAGE + "<script>document.domain = document.domain</script>")
        assert page.evaluate(_REGISTER) == ["registered", ["a", "find"]]


_INNER = """<!doctype html><script>
  document.modelContext.registerTool({ name: "pay", description: "Pay.", execute() {} }, { exposedTo: ["http://localhost"] })
    .then(() => "registered", (error) => error.name).then((answer) => parent.postMessage(answer, "*"));
</script>"""


@pytest.mark.parametrize(
    ("attribute", "answer"),
    [("", "NotAllowedError"), ('allow="payment"', "NotAllowedError"), ('allow="tools"', "registered")],
)
def test_a_frame_of_another_origin_needs_to_be_allowed(
    chromium_page: ChromiumPage, attribute: str, answer: str
) -> None:
    with chromium_page._server.serving(_INNER) as url:
        chromium_page.load(
            "<!doctype html><script>window.answer = new Promise((tell) => { onmessage = ({ data }) => tell(data) })</script>"
            f'<iframe {attribute} src="{url.replace("localhost", "127.0.0.1")}"></iframe>'
        )
        assert chromium_page.evaluate("() => window.answer") == answer


def test_an_aborted_signal_is_refused(page: ChromiumPage) -> None:
    register = 'context.registerTool({ name: "b", description: "B.", execute() {} }, { signal: AbortSignal.abort() })'
    assert page.evaluate(_ASK, register) == "AbortError: signal is aborted without reason"

"""What becomes of registrations while a page lives: the evidence of the rules about the life cycle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.harness import Chromium, ChromiumPage, find_chromium, start_chromium

pytestmark = pytest.mark.browser

RUN = """async (script) => {
  try {
    const tool = (name, execute = () => 1) => ({name, description: "d", execute});
    const context = document.modelContext;
    const turns = async (n = 20) => { while (n-- > 0) await new Promise((resolve) => setTimeout(resolve)); };
    const Async = Object.getPrototypeOf(async function () {}).constructor;
    return await new Async("context", "tool", "turns", script)(context, tool, turns);
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}"""


@pytest.fixture(scope="module")
def visitor(chromium: Chromium) -> Iterator[ChromiumPage]:
    """A tab of a Chromium as visitors have it, without WebMCP."""
    del chromium  # says what is missing, where something is
    with start_chromium(find_chromium() or "", with_tools=False) as browser:
        yield browser.open_page()


def run(page: ChromiumPage, script: str) -> object:
    page.load(b"<!doctype html><title>empty</title>")
    return page.evaluate(RUN, script)


@pytest.mark.parametrize("owner", ["document", "navigator"])
def test_without_a_test_a_visitors_script_ends(visitor: ChromiumPage, owner: str) -> None:
    answer = run(visitor, f"{owner}.modelContext.registerTool(tool('a')); return 'went on'")
    assert answer == "TypeError: Cannot read properties of undefined (reading 'registerTool')"
    assert run(visitor, "const { registerTool } = document.modelContext; return 'went on'") != "went on"


@pytest.mark.parametrize(
    "script",
    [
        "if (document.modelContext) document.modelContext.registerTool(tool('a'))",
        "if ('modelContext' in document) document.modelContext.registerTool(tool('a'))",
        "if (typeof document.modelContext !== 'undefined') document.modelContext.registerTool(tool('a'))",
        "if (document.modelContext !== undefined) document.modelContext.registerTool(tool('a'))",
        "if (typeof ModelContext === 'function') document.modelContext.registerTool(tool('a'))",
        "if (Reflect.has(document, 'modelContext')) document.modelContext.registerTool(tool('a'))",
        "document.modelContext?.registerTool(tool('a')).catch(console.warn)",
        "try { document.modelContext.registerTool(tool('a')) } catch {}",
    ],
)
def test_with_one_it_goes_on(visitor: ChromiumPage, chromium_page: ChromiumPage, script: str) -> None:
    assert run(visitor, f"{script}; return 'went on'") == "went on"
    listed = "await turns(); return (await context.getTools()).map(({name}) => name)"
    assert run(chromium_page, f"{script}; {listed}") == ["a"]


def test_the_value_of_a_registration_is_no_handle(chromium_page: ChromiumPage) -> None:
    script = """
        const promise = context.registerTool(tool("a"));
        const methods = ["unregister", "dispose", "remove", "abort"].map((name) => typeof promise[name]);
        return [promise instanceof Promise, await promise === undefined, typeof promise, ...new Set(methods)];
    """
    assert run(chromium_page, script) == [True, True, "object", "undefined"]


def test_what_is_refused_is_rejected_not_thrown(chromium_page: ChromiumPage) -> None:
    script = """
        const seen = [];
        addEventListener("unhandledrejection", (event) => { event.preventDefault(); seen.push(event.reason.name); });
        try { context.registerTool(tool("a")); context.registerTool(tool("a")); } catch { seen.push("caught"); }
        await turns();
        return seen;
    """
    assert run(chromium_page, script) == ["InvalidStateError"]


def test_a_tool_stays_until_its_signal_is_aborted(chromium_page: ChromiumPage) -> None:
    script = """
        const controller = new AbortController();
        await context.registerTool(tool("a"), { signal: controller.signal });
        await context.registerTool(tool("b"));
        const again = await context.registerTool(tool("b")).catch((error) => error.name);
        controller.abort();
        await turns();
        return [again, (await context.getTools()).map(({name}) => name)];
    """
    assert run(chromium_page, script) == ["InvalidStateError", ["b"]]


EVENTS = """
    const heard = [];
    const targets = { window, document, context };
    const names = ["toolactivated", "toolcancel", "toolchange", "toolcanceled", "toolcancelled", "toolregistered",
      "toolunregistered", "toolchanged", "toolschanged", "toolactivate", "tooladded", "toolremoved"];
    for (const [place, target] of Object.entries(targets)) {
      for (const name of names) target.addEventListener(name, () => heard.push(`${name} at ${place}`));
    }
    const own = new AbortController();
    const call = new AbortController();
    await context.registerTool(tool("a", () => new Promise(() => {})), { signal: own.signal });
    const [listed] = await context.getTools();
    const answer = context.executeTool(listed, {}, { signal: call.signal }).catch(() => {});
    await turns();
    call.abort();
    await answer;
    await turns();
    own.abort();
    await turns();
    return [...new Set(heard)].sort();
"""


def test_events_are_fired_where_the_rule_says(chromium_page: ChromiumPage, chromium: Chromium) -> None:
    heard = run(chromium_page, EVENTS)
    place = "context" if int(chromium.version.partition(".")[0]) >= 156 else "window"
    assert isinstance(heard, list)
    assert set(heard) == {f"toolactivated at {place}", f"toolcancel at {place}", "toolchange at context"}


def test_registering_in_a_toolchange_goes_round(chromium_page: ChromiumPage) -> None:
    script = """
        let rounds = 0, controller;
        context.addEventListener("toolchange", () => {
          if (++rounds > 20) return;
          controller?.abort();
          controller = new AbortController();
          context.registerTool(tool("b"), { signal: controller.signal }).catch(() => {});
        });
        await context.registerTool(tool("a"));
        await turns(200);
        return rounds > 20;
    """
    assert run(chromium_page, script) is True


def test_execute_keeps_what_it_closed_over(chromium_page: ChromiumPage) -> None:
    script = """
        const render = (tasks) => tool("list", () => tasks.length);
        await context.registerTool(render([]));
        await context.registerTool(render([1, 2])).catch(() => {});
        const [listed] = await context.getTools();
        return await context.executeTool(listed, {});
    """
    assert run(chromium_page, script) == "0"


def test_an_aborted_call_tells_execute_by_its_signal(chromium_page: ChromiumPage) -> None:
    script = """
        let heard = false;
        const execute = (input, { signal }) => new Promise(() => signal.addEventListener("abort", () => (heard = true)));
        await context.registerTool(tool("a", execute));
        const [listed] = await context.getTools();
        const controller = new AbortController();
        const answer = context.executeTool(listed, {}, { signal: controller.signal }).catch((error) => error.name);
        await turns();
        controller.abort();
        return [await answer, (await turns(), heard)];
    """
    assert run(chromium_page, script) == ["AbortError", True]

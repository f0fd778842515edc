"""Whether every way to a place establishes that there is a model context: `use()` marks the place."""

from __future__ import annotations

import pytest

from tests.program.reading import Sources, documents
from webmcp_lint.program.guards import Guards, Verdict


def verdicts(sources: Sources) -> list[str]:
    project, paths = documents(sources)
    guards = Guards(project.analysis)
    found = []
    for path in paths:
        for tree in project.trees(f"/site/{path}" if not path.startswith("/") else path):
            for call in tree.calls.get("use", ()):
                project.analysis.begin()
                found.append(guards.reach(call).verdict)
    return [each.name.lower() for each in found]


TESTED = [
    "if (document.modelContext) use()",
    "if (navigator.modelContext) { later(() => use()) }",
    "if ('modelContext' in document) use()",
    "if (Reflect.has(document, 'modelContext')) use()",
    "if (typeof document.modelContext !== 'undefined') use()",
    "if ('undefined' != typeof document.modelContext) use()",
    "if (typeof document.modelContext?.registerTool === 'function') use()",
    "if (document.modelContext != null) use()",
    "if (document.modelContext !== undefined) use()",
    "if (document.modelContext === undefined) {} else use()",
    "if (document.modelContext?.registerTool) use()",
    "if (!!document.modelContext) use()",
    "if (Boolean(document.modelContext)) use()",
    "if (window.ok && document.modelContext) use()",
    "if (!window.ok || !document.modelContext) {} else use()",
    "if (typeof ModelContext !== 'undefined') use()",
    "if (document.modelContext instanceof EventTarget) use()",
    "document.modelContext && use()",
    "document.modelContext ? use() : 0",
    "document.modelContext ?? 0; !document.modelContext || use()",
    "while (document.modelContext) use()",
    "const mc = document.modelContext; if (mc) use()",
    "const mc = document.modelContext || navigator.modelContext; if (mc) use()",
    "let mc; if (mc = document.modelContext) use()",
    "const can = 'modelContext' in document; if (can) use()",
    "const can = !!document.modelContext && window.ok; if (can === true) use()",
    "let can = false; if (document.modelContext) can = true; if (can) use()",
    "function can() { return 'modelContext' in document } if (can()) use()",
    "const can = () => { if (!document.modelContext) return false; return true }; if (can()) use()",
    "function cannot() { return !document.modelContext } if (!cannot()) use()",
    "function get() { return document.modelContext ?? null } const mc = get(); if (mc) use()",
    "function start() { if (!document.modelContext) return; use() } start()",
    "function start() { if (!document.modelContext) { log(); throw new Error() } { use() } } start()",
    "function start() { if (document.modelContext) { go() } else { return } use() } start()",
    "for (const a of b) { if (!document.modelContext) continue; use() }",
    "for (const a of b) { if (!document.modelContext) break; use() }",
    "switch (a) { case 1: if (!document.modelContext) break; use() }",
    "function check() { if (!document.modelContext) throw new Error('no') } check(); use()",
    "function start() { use() } if (document.modelContext) start()",
    "function start() { use() } function go() { if (!document.modelContext) return; start() } go()",
    "function start() { use() } if (document.modelContext) addEventListener('load', start)",
    "function start() { use() } document.modelContext && start(); if (document.modelContext) { start() }",
    "const start = () => use(); if (document.modelContext) button.onclick = start",
    "class A { constructor() { this.can = 'modelContext' in document } go() { if (!this.can) return; use() } } new A().go()",
    "class A { get can() { return !!document.modelContext } go() { if (this.can) use() } } new A().go()",
    "class A { constructor() { use() } } if (document.modelContext) new A()",
    "document.modelContext.getTools().then(() => use())",
    "document.modelContext.addEventListener('toolchange', () => use())",
    "function whenThere(then) { if (document.modelContext) then() } whenThere(() => use())",
]


@pytest.mark.parametrize("text", TESTED)
def test_a_test_on_every_way(text: str) -> None:
    assert verdicts(text) == ["tested"]


UNTESTED = [
    "use()",
    "document.modelContext; use()",
    "if (document.modelContext) {} use()",
    "if (typeof document.modelContext === 'undefined') {} use()",
    "if (window.ok) use()",
    "if (!window.ok) return; use()",
    "(function () { use() })()",
    "(async () => { use() })()",
    "function start() { use() } start().catch(() => {})",
    "(() => use())().catch(() => {})",
    "addEventListener('load', () => use())",
    "setTimeout(() => { use() })",
    "fetch('/').then(() => use())",
    "window.onload = () => use()",
    "function start() { use() } start()",
    "function start() { use() } window.onload = start",
    "function start() { use() } addEventListener('load', start)",
    "function start() { use() } function go() { start() } go()",
    "function start() { use() } if (document.modelContext) start(); start()",
    "function start(again) { use(); if (again) start(false) } start(true)",
    "class A { go() { use() } } new A().go()",
    "class A { constructor() { use() } } new A()",
    "class A extends HTMLElement { connectedCallback() { use() } }",
    "import { onMounted } from 'vue'; onMounted(() => { use() })",
    "import { useEffect } from 'react'; export default function App() { useEffect(() => { use() }, []) }",
    "import { useEffect } from 'react'; function A() { useEffect(() => { use() }, []) } root.render(<A />)",
    "tools.forEach(() => use())",
]


@pytest.mark.parametrize("text", UNTESTED)
def test_a_way_without_a_test(text: str) -> None:
    assert verdicts(text) == ["untested"]


UNKNOWN = [
    "function start() { use() }",
    "export function start() { use() }",
    "export const start = () => use()",
    "export function useTools() { useEffect(() => { use() }, []) }",
    "import { isSupported } from 'elsewhere'; if (isSupported()) use()",
    "import { ready } from 'elsewhere'; ready(() => use())",
    "if (window.hasWebMCP) use()",
    "if (document.modelContext || window.ok) use()",
    "if (document.modelContext === undefined) use()",
    "if (config.mcpAvailable) use()",
    "import { useState } from 'react'; const [ok, setOk] = useState(false); setOk('modelContext' in document); if (ok) use()",
    "const tool = { execute() { use() } }",
    "test('a tool', () => use())",
    "page.evaluate(() => use())",
]


@pytest.mark.parametrize("text", UNKNOWN)
def test_what_is_not_known_is_neither(text: str) -> None:
    assert verdicts(text) == ["unknown"]


@pytest.mark.parametrize(
    "text",
    [
        "try { use() } catch {}",
        "function start() { use() } try { start() } catch {}",
        "async function start() { use() } start().catch(() => {})",
        "(async () => { use() })().catch(() => {})",
        "function start() { use() } async function go() { start() } go().catch(() => {})",
    ],
)
def test_what_is_caught_is_kept_apart(text: str) -> None:
    assert verdicts(text) == ["caught"]


@pytest.mark.parametrize(
    ("main", "verdict"),
    [
        ("import { start } from './tools.js'; start()", "untested"),
        ("import { start } from './tools.js'; if (document.modelContext) start()", "tested"),
        ("import { start as go } from './tools.js'; if ('modelContext' in document) { go() }", "tested"),
        ("import { start } from './tools.js'; import { can } from './can.js'; if (can) start()", "tested"),
        ("import { start } from './tools.js'; import { can } from './can.js'; start(can)", "untested"),
    ],
)
def test_callers_in_other_files(main: str, verdict: str) -> None:
    files = {
        "main.js": main,
        "tools.js": "export function start() { use() }",
        "can.js": "export const can = 'modelContext' in document",
    }
    assert verdicts(files) == [verdict]


@pytest.mark.parametrize(
    ("main", "verdict"),
    [
        ("import './tools.js'", "untested"),
        ("import('./tools.js')", "untested"),
        ("if (document.modelContext) import('./tools.js')", "tested"),
        ("if (document.modelContext) { await import('./tools.js') }", "tested"),
    ],
)
def test_a_module_runs_where_it_is_imported(main: str, verdict: str) -> None:
    assert verdicts({"main.js": main, "tools.js": "use()"}) == [verdict]


def test_the_way_is_told() -> None:
    project, _ = documents("function start() { use() } function go() { start() } go()")
    (tree,) = project.trees("/site/main.js")
    found = Guards(project.analysis).reach(tree.calls["use"][0])
    assert found.verdict is Verdict.UNTESTED
    assert [call.text for call in found.calls] == ["start()", "go()"]


def test_long_chains_of_callers_end() -> None:
    text = "".join(f"function f{n}() {{ f{n - 1}(); f{n - 2}() }}" for n in range(2, 60))
    assert verdicts(f"function f0() {{ use() }} function f1() {{ f0() }} {text} f59()") == ["unknown"]

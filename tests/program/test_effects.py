"""What functions do: the kinds of their effects in the order in which they are met, `?` where it is only perhaps so."""

from __future__ import annotations

import pytest

from tests.program.reading import Sources, documents
from webmcp_lint.program.effect import Summary
from webmcp_lint.program.effects import effects_of


def summary(sources: Sources) -> Summary:
    """Return what the function does that the first call of `answer` is given."""
    project, paths = documents(sources)
    calls = [call for path in paths for tree in project.trees(path) for call in tree.calls.get("answer", ())]
    given = calls[0].fields["arguments"].children[0]
    return effects_of(project.analysis, project.analysis.value(given, {}))


def kinds(sources: Sources) -> str:
    found = summary(sources)
    said = [each.kind + ("" if each.is_certain else "?") for each in found.effects]
    return " ".join([*dict.fromkeys(said), *("unknown" for _ in found.unknown[:1])])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("fetch('/api/tasks')", "read"),
        ("fetch('/api/tasks/1', { method: 'DELETE' })", "request"),
        ("fetch('/api/tasks', { method: 'POST' })", "request?"),
        ("fetch('/api/tasks/create', { method: 'post' })", "request"),
        ("fetch('/api/search', { method: 'POST' })", "query?"),
        ("fetch('/api/track', { method: 'POST' })", "bookkeeping"),
        ("fetch('/api/tasks', options)", "unknown"),
        ("const x = new XMLHttpRequest(); x.open('PUT', '/api'); x.send()", "request"),
        ("navigator.sendBeacon('/b', '')", "bookkeeping"),
        ("localStorage.setItem('tasks', '')", "storage"),
        ("localStorage.setItem('cache', '')", "bookkeeping"),
        ("return localStorage.getItem('tasks')", "recall"),
        ("document.cookie = 'a=b'", "storage"),
        ("location.href = '/next'", "navigation"),
        ("window.location.assign('/next')", "navigation"),
        ("location.hash = '#a'", "route"),
        ("history.pushState(null, '', '/a')", "route"),
        ("window.open('/a')", "window"),
        ("document.querySelector('#go').click()", "click look"),
        ("document.querySelector('form').requestSubmit()", "submit look"),
        ("document.querySelector('input').value = 'a'", "typing? look"),
        ("const a = document.createElement('a'); a.href = '#'; a.click()", "download"),
        ("document.querySelector('p').textContent = 'a'", "display look"),
        ("document.querySelector('p').scrollIntoView()", "scroll look"),
        ("input.it.select()", "scroll"),
        ("return database.select().from(table)", "unknown"),
        ("if (confirm('Sure?')) localStorage.clear()", "question storage"),
        ("await new Promise((done) => form.addEventListener('submit', done))", "question"),
        ("await new Promise((done) => addEventListener('click', () => done(1)))", "question"),
        ("await new Promise((done) => { const f = () => done(1); form.on('click', f) })", "question"),
        ("await new Promise((done) => { image.addEventListener('load', done) })", "bookkeeping"),
        ("await new Promise((done) => { form.addEventListener('submit', save); done() })", "bookkeeping"),
        (
            "await new Promise((done) => { go.addEventListener('submit', done); go.requestSubmit() })",
            "bookkeeping submit",
        ),
        ("const sent = new Promise((d) => go.addEventListener('submit', d)); go.requestSubmit()", "bookkeeping submit"),
        ("await new Promise((d) => go.addEventListener('submit', d)); go.requestSubmit()", "question submit"),
        ("await once(form, 'click')", "question"),
        ("once(form, 'click')", "unknown"),
        ("console.log(Math.max(1, 2), JSON.stringify({}))", ""),
        ("something()", "unknown"),
    ],
)
def test_what_the_browser_is_asked_to_do(body: str, expected: str) -> None:
    assert kinds(f"answer(() => {{ {body} }})") == expected


@pytest.mark.parametrize(
    ("outside", "body", "expected"),
    [
        ("const tasks = [];", "tasks.push(1)", "state"),
        ("const tasks = [];", "return tasks.filter((x) => x)", ""),
        ("const tasks = [];", "const open = tasks.filter((x) => x); open.push(1); open.sort()", ""),
        ("const tasks = [];", "tasks.find((x) => x).done = true", "state"),
        ("const tasks = [];", "for (const task of tasks) task.done = true", "state"),
        ("const tasks = [];", "tasks.forEach((task) => { task.done = true })", "state"),
        ("const tasks = [];", "const copy = tasks.map((x) => ({ ...x })); copy[0].done = true", ""),
        ("const state = {};", "const own = x ? {} : []; own.a = 1", ""),
        ("const state = {};", "const own = x ? {} : state; own.a = 1", "state"),
        ("const state = {};", "delete state.a", "state"),
        ("let count;", "count++", "state"),
        ("let count;", "let count = 0; count++", ""),
        ("let cache;", "cache ??= 1", "bookkeeping"),
        ("let found;", "if (!found) found = 1", "bookkeeping"),
        ("let found;", "if (found) return found; found = 1", "bookkeeping"),
        ("let activeTab;", "activeTab = 'a'", "view"),
        ("const add = (list) => list.push(1); const all = [];", "add([])", ""),
        ("const add = (list) => list.push(1); const all = [];", "add(all)", "state"),
        ("const ask = (method) => fetch('/a', { method });", "ask('PATCH')", "request"),
        ("const ask = (method) => fetch('/a', { method });", "ask('GET')", "read"),
        ("const ask = (path, options = {}) => fetch(path, { ...options });", "ask('/a', { method: 'PUT' })", "request"),
        ("const later = (f) => setTimeout(f, 1);", "later(() => localStorage.clear())", "storage"),
        ("class Store { add(x) { this.items = x } } const store = new Store();", "store.add(1)", "state"),
        ("class Store { add(x) { this.items = x } }", "const own = new Store(); own.add(1)", ""),
        ("const list = document.getElementById('list');", "list.replaceChildren()", "display"),
        ("function keep(f) {}", "return new Promise((resolve) => { resolve(1) })", ""),
        ("", "addEventListener('click', () => localStorage.clear())", "bookkeeping"),
    ],
)
def test_whose_is_what_is_written_to(outside: str, body: str, expected: str) -> None:
    assert kinds(f"{outside}\nanswer((input) => {{ {body} }})") == expected


MEMO = "const kept = new Map(); const all = {};"


@pytest.mark.parametrize(
    ("outside", "body", "expected"),
    [
        (
            "",
            "if (kept.has(input.id)) return kept.get(input.id); const got = 1; kept.set(input.id, got); return got",
            "bookkeeping",
        ),
        (
            "",
            "const hit = kept.get(input.id); if (hit) return hit; list.forEach((x) => kept.set(x.id, x))",
            "bookkeeping",
        ),
        ("", "let hit = kept.get(input.id); if (!hit) { hit = 1; kept.set(input.id, hit) } return hit", "bookkeeping"),
        ("", "if (input.id in all) return all[input.id]; all[input.id] = 1", "bookkeeping"),
        (
            "const forget = () => kept.clear();",
            "const hit = kept.get(input.id); if (hit) return hit; kept.set(input.id, 1)",
            "bookkeeping",
        ),
        (
            "const list = () => kept.keys();",
            "const hit = kept.get(input.id); if (hit) return hit; kept.set(input.id, 1)",
            "state",
        ),
        ("export { kept };", "const hit = kept.get(input.id); if (hit) return hit; kept.set(input.id, 1)", "state"),
        ("register(kept);", "const hit = kept.get(input.id); if (hit) return hit; kept.set(input.id, 1)", "state"),
        ("", "if (kept.has(input.id)) return 'taken'; kept.set(input.id, 1)", "state"),
        ("", "if (!kept.get(input.id)) return 'none'; kept.set(input.id, 1)", "state"),
        ("", "if (all.isOpen) return all[1]; kept.set(input.id, 1)", "state"),
    ],
)
def test_what_is_kept_of_what_was_looked_up(outside: str, body: str, expected: str) -> None:
    assert kinds(f"{MEMO}\n{outside}\nanswer((input) => {{ {body} }})").removesuffix(" unknown") == expected


def test_what_a_module_of_the_server_keeps() -> None:
    store = "let visits = []; export async function save(x) { visits.push(x); fetch('/a', { method: 'DELETE' }); }"
    main = "import { save } from './store.js'; answer(() => save(1));"
    assert kinds({"main.js": main, "store.js": f"'use server';\n{store}"}) == "bookkeeping request"
    assert kinds({"main.js": main, "store.js": store}) == "state request"


def test_a_setter_of_react() -> None:
    page = """
        import { useState } from "react";
        export function Page() {
          const [tasks, setTasks] = useState([]);
          const [isOpen, setIsOpen] = useState(false);
          answer(() => { setTasks((all) => [...all, 1]); setIsOpen(true); });
        }
    """
    assert kinds({"page.jsx": page}) == "state view"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("setTasks([])", "unknown"),
        ("clear()", "unknown"),
        ("dispatch({ type: 'remove' })", "state"),
        ("return tasks.length", ""),
    ],
)
def test_what_a_context_of_react_gives(body: str, expected: str) -> None:
    page = f"""
        import {{ createContext, useContext }} from "react";
        export const Board = createContext(null);
        export function Page() {{
          const {{ setTasks, dispatch, tasks }} = useContext(Board);
          const clear = useContext(Clearing);
          answer(() => {{ {body} }});
        }}
    """
    assert kinds({"page.jsx": page}) == expected


@pytest.mark.parametrize(
    ("provider", "body", "expected"),
    [
        ("<Board.Provider value={{ tasks, setTasks }}>", "setTasks([])", "state"),
        ("<Board.Provider value={{ tasks, setTasks: clear }}>", "setTasks([])", "storage"),
        ("<Board.Provider value={{ tasks, setTasks }} />", "return tasks.length", ""),
        ("<Board.Provider value={{ tasks, setTasks }}>", "other([])", "unknown"),
        (
            "<Board.Provider value={{ tasks, setTasks }}><Board.Provider {...rest} /></Board.Provider>",
            "setTasks([])",
            "unknown",
        ),
        ("<Other.Provider value={{ tasks, setTasks }}>", "setTasks([])", "unknown"),
        ("<Board.Provider value={useMemo(() => ({ tasks, setTasks }), [tasks])}>", "setTasks([])", "state"),
        ("<Board value={{ tasks, setTasks }}>", "setTasks([])", "state"),
        ("<Board value={{ tasks, setTasks }}><Board {...rest} /></Board>", "setTasks([])", "unknown"),
        ("<Other value={{ tasks, setTasks }} />", "setTasks([])", "unknown"),
    ],
)
def test_what_a_provider_gives(provider: str, body: str, expected: str) -> None:
    element = (
        provider
        if provider.endswith(("/>", "</Board.Provider>", "</Board>"))
        else f"{provider}</{provider[1:].split(' ', 1)[0]}>"
    )
    files = {
        "board.jsx": f"""
            import {{ createContext, useContext, useMemo, useState }} from "react";
            const Board = createContext(null);
            const Other = createContext(null);
            const clear = () => localStorage.clear();
            export const useBoard = () => useContext(Board);
            export function Provider() {{ const [tasks, setTasks] = useState([]); return {element}; }}
        """,
        "page.jsx": f"""
            import {{ useBoard }} from "./board.jsx";
            export function Page() {{ const {{ tasks, setTasks, other }} = useBoard(); answer(() => {{ {body} }}); }}
        """,
    }
    assert kinds(files) == expected


def test_the_state_of_a_class_of_react() -> None:
    page = "class Page extends Component { mount() { answer(() => { this.setState({ isOpen: true }) }) } }"
    assert kinds(page) == "view"
    assert kinds(page.replace("isOpen", "tasks")) == "state"
    assert kinds(page.replace("{ isOpen: true }", "(old) => ({ ...old, isOpen: true })")) == "state"


def test_what_other_files_do() -> None:
    files = {
        "main.js": "import { save } from './store.js'; answer(() => save(1));",
        "store.js": "const all = []; export function save(x) { all.push(x); keep(); } const keep = () => localStorage.clear();",
    }
    assert kinds(files) == "state storage"


def test_a_handler_that_a_factory_wraps() -> None:
    wrapped = "const wrap = (f) => async (input) => ({ ok: await f(input) });"
    assert kinds(f"{wrapped} answer(wrap(() => localStorage.clear()))") == "storage"
    assert kinds(f"{wrapped} answer(wrap((x) => x))") == ""


def test_one_case_of_several() -> None:
    cases = "switch (x) { case 'a': location.href = '/'; break; default: localStorage.clear() }"
    assert [each.is_chosen for each in summary(f"answer((x) => {{ {cases} }})").effects] == [True, True]
    assert [each.is_chosen for each in summary("answer(() => location.reload())").effects] == [False]


def test_the_work_is_bounded() -> None:
    chain = "\n".join(f"const f{n} = () => {{ f{n + 1}(); f{n + 1}(); }};" for n in range(40))
    assert kinds(f"{chain}\nconst f40 = () => localStorage.clear(); answer(f0)") == "unknown"
    itself = "let all = []; const f = () => { all = all.filter((x) => x); all = all.filter((y) => y); f(); };"
    assert kinds(f"{itself} answer(() => {{ f() }})") == "state"


def test_one_case_of_very_many_is_found_at_once() -> None:
    cases = "".join(f"case 'a{number}': document.title = x; break;" for number in range(5_000))
    run = f"function run(name, x) {{ switch (name) {{ {cases} case 'b': localStorage.clear(); }} }}"
    assert kinds(f"{run} answer((x) => run('b', x))") == "storage"
    assert kinds(f"{run} answer((x) => run('c', x))") == ""

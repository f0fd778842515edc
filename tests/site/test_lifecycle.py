"""How registrations stand in the life of a page, as the rules are told of it."""

from __future__ import annotations

import pytest

from tests.site.test_context_uses import registered
from webmcp_lint.site.living import Lifecycle, RegisteringCall
from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.source import SourceFile


def lifecycle(text: str, path: str = "Board.tsx", **others: str) -> Lifecycle:
    files = {name.replace("_", ".", 1): SourceFile(name.replace("_", ".", 1), each) for name, each in others.items()}
    files[path] = SourceFile(path, text)
    return read_scripts(list(files), [], [path], files.get).files.get(path, Registered()).lifecycle


def call(text: str, path: str = "Board.tsx") -> RegisteringCall:
    (found,) = lifecycle(text, path).calls
    return found


REACT = "import { useEffect, useMemo, useReducer, useRef, useState, useCallback } from 'react';"
TOOL = "{ name: 'a', description: 'd', execute: () => 1 }"


def effect(body: str, dependencies: str = ", []", before: str = "", props: str = "") -> RegisteringCall:
    inside = f"{before}; useEffect(() => {{ {body} }}{dependencies}); return <main />;"
    return call(f"{REACT} export function Board({props}) {{ {inside} }}")


@pytest.mark.parametrize(
    ("options", "signal"),
    [
        ("", "none"),
        (", {}", "none"),
        (", undefined", "none"),
        (", { signal: undefined }", "none"),
        (", { signal }", "unknown"),
        (", options", "unknown"),
        (", { ...options }", "unknown"),
        (", { signal: kept.signal }", "kept"),
        (", { signal: aborted.signal }", "aborted"),
        (", { signal: given.signal }", "aborted"),
        (", { signal: AbortSignal.timeout(10000) }", "unknown"),
    ],
)
def test_signals(options: str, signal: str) -> None:
    text = f"""
        const kept = new AbortController(), aborted = new AbortController(), given = new AbortController();
        addEventListener("pagehide", () => aborted.abort());
        elsewhere(given);
        document.modelContext.registerTool({TOOL}{options});
    """
    assert call(text, "app.js").signal == signal


@pytest.mark.parametrize(
    ("field", "more", "signal"),
    [
        ("#shown", "", "kept"),
        ("#shown", "get signal() { return this.#shown.signal; }", "kept"),
        ("#shown", "disconnectedCallback() { this.#shown?.abort(); }", "aborted"),
        ("#shown", "give() { return this.#shown; }", "aborted"),
        ("shown", "", "aborted"),
    ],
)
def test_signals_of_fields(field: str, more: str, signal: str) -> None:
    connected = f"this.{field} = new AbortController(); document.modelContext.registerTool({TOOL}, {{ signal: this.{field}.signal }});"
    text = f"class Board extends HTMLElement {{ {field}; connectedCallback() {{ {connected} }} {more} }}"
    assert call(text, "app.js").signal == signal


@pytest.mark.parametrize(
    ("execute", "is_heard"),
    [
        ("async ({ a }) => fetch(a)", False),
        ("async ({ a }, { signal } = {}) => fetch(a)", False),
        ("async ({ a }, {}) => fetch(a)", False),
        ("async ({ a }, { signal } = {}) => fetch(a, { signal })", True),
        ("async ({ a }, { signal: ended }) => fetch(a, { signal: ended })", True),
        ("async ({ a }, { signal: ended }) => { const b = await fetch(a); return ended.aborted ? null : b; }", True),
        ("async ({ a }, client) => fetch(a)", True),
    ],
)
def test_whether_the_signal_of_a_call_is_heard(execute: str, is_heard: bool) -> None:  # noqa: FBT001  a column
    text = f"document.modelContext.registerTool({{ name: 'a', description: 'd', execute: {execute} }});"
    assert (call(text, "app.js").unheeded is None) == is_heard


@pytest.mark.parametrize(
    ("ending", "is_own"),
    [
        ("end()", True),
        ("await end()", True),
        ("setTimeout(end)", False),
        ("other.end()", False),
        ("stop()", False),
    ],
)
def test_tools_that_take_themselves_away(ending: str, is_own: bool) -> None:  # noqa: FBT001  a column
    text = f"""
        const own = new AbortController();
        function end() {{ own.abort(); }}
        function stop() {{ setTimeout(() => own.abort()); }}
        const execute = async () => {{ {ending}; return 1; }};
        document.modelContext.registerTool({{ name: "a", description: "d", execute }}, {{ signal: own.signal }});
    """
    assert (call(text, "app.js").own_end is not None) == is_own


@pytest.mark.parametrize(
    ("statement", "fate"),
    [
        ("{}", "dropped"),
        ("({})", "dropped"),
        ("mc && {}", "dropped"),
        ("ok ? {} : 0", "dropped"),
        ("{}.then(go)", "dropped"),
        ("{}.finally(go)", "dropped"),
        ("tools.forEach(() => {})", "dropped"),
        ("{}.catch(warn)", "handled"),
        ("{}.then(go).catch(warn)", "handled"),
        ("{}.then(go, warn)", "handled"),
        ("void {}", "handled"),
        ("await {}", "used"),
        ("const done = {}", "used"),
        ("done.push({})", "used"),
        ("tools.map(() => {})", "used"),
        ("const f = () => {}", "used"),
    ],
)
def test_promises(statement: str, fate: str) -> None:
    written = statement.replace("{}", f"mc.registerTool({TOOL})")
    text = f"const mc = document.modelContext, tools = [1]; {written}; function warn() {{}}"
    assert {each.fate for each in lifecycle(text, "app.mjs").calls} == {fate}


@pytest.mark.parametrize(
    ("text", "hook"),
    [
        ("import { useEffect } from 'react'; function B() { useEffect(() => { USE }, []); return <p /> }", "React"),
        ("import * as R from 'react'; function B() { R.useLayoutEffect(() => { USE }, []); return <p /> }", "React"),
        (
            "import { useEffect } from 'preact/hooks'; function B() { useEffect(() => void USE, []); return <p /> }",
            "React",
        ),
        ("import { useEffect } from 'react'; function useTools() { useEffect(() => { USE }, []) }", "React"),
        ("import { useEffect } from 'react'; useEffect(() => { (async () => { USE })() }, [])", "React"),
        ("import { useEffect } from 'react'; function go() { USE } useEffect(() => { go() }, [])", "React"),
        ("import { onMounted } from 'vue'; onMounted(() => { USE })", "Vue"),
        ("import { onMounted } from 'vue'; onMounted(() => fetch('/').then(() => USE))", "Vue"),
        ("import { onMount } from 'svelte'; onMount(async () => { USE })", "Svelte"),
        ("import { createEffect } from 'solid-js'; createEffect(() => { USE })", "Solid"),
        ("class A { ngOnInit() { USE } }", "Angular"),
        ("export default defineComponent({ mounted() { USE } })", "Vue"),
        ("export default defineComponent({ methods: { mounted() { USE } } })", None),
        ("export default { mounted() { USE } }", None),
        ("class A extends HTMLElement { connectedCallback() { this.#go() } #go() { USE } }", "custom element"),
        ("USE", None),
        ("function go() { USE } go()", None),
        ("import { useEffect } from './own'; useEffect(() => { USE })", None),
        (
            "import { useEffect } from 'react'; function B() { useEffect(() => on(() => { USE }), []); return <p /> }",
            None,
        ),
        ("const o = { connectedCallback() { USE } }", None),
    ],
)
def test_hooks(text: str, hook: str | None) -> None:
    found = call(text.replace("USE", f"document.modelContext.registerTool({TOOL})"))
    assert (found.hook.framework if found.hook else None) == hook


@pytest.mark.parametrize(
    ("dependencies", "runs", "fresh"),
    [
        ("", "always", None),
        (", []", "once", None),
        (", [setItems, box]", "once", None),
        (", [outside]", "once", None),
        (", [items]", "sometimes", None),
        (", [items, options]", "sometimes", "options"),
        (", [memo]", "sometimes", None),
        (", [handle]", "sometimes", "handle"),
        (", [arrow]", "sometimes", "arrow"),
        (", [kept]", "sometimes", None),
        (", [{}]", "sometimes", "{}"),
        (", list", "sometimes", None),
    ],
)
def test_dependencies(dependencies: str, runs: str, fresh: str | None) -> None:
    before = """const [items, setItems] = useState([]); const box = useRef(0); const options = { a: 1 };
        const memo = useMemo(() => ({}), []); function handle() {} const arrow = () => 1; const kept = useCallback(() => 1, [])"""
    text = f"{REACT} const outside = {{}}; function Board() {{ {before}; useEffect(() => {{ document.modelContext.registerTool({TOOL}) }}{dependencies}); return <p /> }}"
    hook = call(text).hook
    assert hook is not None
    assert (hook.runs, hook.fresh.text if hook.fresh else None) == (runs, fresh)


@pytest.mark.parametrize(
    ("execute", "names"),
    [
        ("() => items", ["items"]),
        ("() => items.filter((item) => item.done)", ["items"]),
        ("() => open", ["items"]),
        ("() => describe()", ["items"]),
        ("() => state.total", ["state"]),
        ("() => props.user", ["props.user"]),
        ("({ items }) => items", []),
        ("() => setItems([])", []),
        ("() => setItems((items) => [...items, 1])", []),
        ("() => box.current", []),
        ("() => unset", []),
        ("() => props.onAdd(1)", []),
        ("() => props.load(1)", []),
        ("() => store.items", []),
        ("() => dispatch({})", []),
    ],
)
def test_stale_reads(execute: str, names: list[str]) -> None:
    before = """const [items, setItems] = useState([]); const [state, dispatch] = useReducer(f, {}); const [unset] = useState(0);
        const box = useRef(items); const open = items.filter(Boolean); const describe = () => `${items.length}`; wire(setItems, dispatch)"""
    use = f"document.modelContext.registerTool({{ name: 'a', description: 'd', execute: {execute} }})"
    assert [each.name for each in effect(use, before=before, props="props").stale] == names
    assert effect(use, ", [items, state, props]", before=before, props="props").stale == []


@pytest.mark.parametrize(
    ("execute", "dependencies", "names"),
    [
        ("() => total", "[items]", ["total"]),
        ("() => props.user", "[items]", []),
        ("() => items", "[items.length]", []),
        ("() => open", "[items]", []),
        ("() => open", "[total]", ["items"]),
        ("() => kept()", "[kept]", []),
        ("() => items", "[kept]", []),
        ("() => total", "[kept]", ["total"]),
        ("() => total", "[setItems, box, props.id]", ["total"]),
        ("() => total", "[open]", []),
        ("() => total", "[elsewhere()]", []),
        ("() => total", "[hooked]", []),
    ],
)
def test_stale_reads_beside_dependencies(execute: str, dependencies: str, names: list[str]) -> None:
    before = """const [items, setItems] = useState([]); const [total, setTotal] = useState(0); const box = useRef(0);
        const open = items.filter((item) => item.open); const kept = useCallback(() => items, [items]);
        const hooked = useElsewhere(); addEventListener("x", () => { setItems([]); setTotal(1) })"""
    use = f"document.modelContext.registerTool({{ name: 'a', execute: {execute} }})"
    assert [each.name for each in effect(use, f", {dependencies}", before=before, props="props").stale] == names


@pytest.mark.parametrize(
    ("handed", "names"),
    [
        ("() => items", ["items"]),
        ("show", ["items"]),
        ("{ show: () => items }", ["items"]),
        ("() => box.current", []),
        ("setItems", []),
        ("elsewhere", []),
    ],
)
def test_stale_reads_of_what_is_handed_over(handed: str, names: list[str]) -> None:
    maker = "const make = (get) => ({ name: 'a', execute: () => [get(), get.show()] });"
    inside = f"""const [items, setItems] = useState([]); const box = useRef(items); const show = () => items.length;
        useEffect(() => {{ document.modelContext.registerTool(make({handed})) }}, []); return <p onClick={{() => setItems([])}} />;"""
    found = call(f"{REACT} {maker} export function Board() {{ {inside} }}")
    assert [each.name for each in found.stale] == names


@pytest.mark.parametrize(
    ("text", "rendered"),
    [
        ("function Board() { USE; return <main /> }", "Board"),
        ("const Board = memo(() => { USE; return ok ? <main /> : null })", "Board"),
        ("function useTools() { USE }", "useTools"),
        ("function Board() { tools.forEach(() => USE); return <main /> }", "Board"),
        ("function Board() { useMemo(() => { USE }, []); return <main /> }", "Board"),
        ("function Board() { useEffect(() => { USE }); return <main /> }", None),
        ("function Board() { return <button onClick={() => USE} /> }", None),
        ("function Board() { function go() { USE } return <button onClick={go} /> }", None),
        ("async function Board() { USE; return <main /> }", None),
        ("function board() { USE; return <main /> }", None),
        ("function Board() { USE; return {} }", None),
        ("import { For } from 'solid-js'; function Board() { USE; return <main /> }", None),
        ("USE", None),
    ],
)
def test_what_renders(text: str, rendered: str | None) -> None:
    use = f"document.modelContext.registerTool({TOOL})"
    assert call(REACT + text.replace("USE", use)).rendered == rendered


@pytest.mark.parametrize(
    ("text", "methods"),
    [
        ("const h = USE; h.unregister()", ["unregister"]),
        ("const h = await USE; later(() => h.dispose())", ["dispose"]),
        ("const h = await USE; later(() => h?.remove())", ["remove"]),
        ("(await USE).unregister()", ["unregister"]),
        ("const h = USE; later(() => h())", [None]),
        ("const h = USE; later(h.unregister)", ["unregister"]),
        ("import { useEffect } from 'react'; useEffect(() => USE, [])", [None]),
        ("import { useEffect } from 'react'; useEffect(() => { return USE }, [])", [None]),
        ("import { useEffect } from 'react'; useEffect(() => { const h = USE; return h }, [])", [None]),
        ("import { useEffect } from 'react'; useEffect(async () => { await USE }, [])", []),
        ("const all = tools.map(() => USE); later(() => all.forEach((stop) => stop?.()))", [None]),
        ("const all = tools.map(() => USE); later(() => { for (const h of all) h.dispose() })", ["dispose"]),
        ("const all = tools.map(() => USE); await Promise.all(all)", []),
        ("const all = new Promise(() => USE); later(() => all.then(go))", []),
        ("const h = USE; h?.unregister?.()", []),
        ("const h = USE; if (h && h.unregister) h.unregister()", []),
        ("const h = USE; if (typeof h === 'function') h()", []),
        ("const h = USE; h.then(go).catch(warn)", []),
        ("let h = USE; h = other(); h.unregister()", []),
        ("export const go = () => USE", []),
    ],
)
def test_handles(text: str, methods: list[str | None]) -> None:
    found = call(text.replace("USE", f"document.modelContext.registerTool({TOOL})"))
    assert [each.method for each in found.handles] == methods


@pytest.mark.parametrize(
    ("text", "is_inside"),
    [
        ("mc.addEventListener('toolchange', () => { USE })", True),
        ("mc.addEventListener('toolchange', () => tools.forEach(() => { USE }))", True),
        ("mc.ontoolchange = () => { USE }", True),
        ("mc.addEventListener('toolchange', () => { if (missing) USE })", False),
        ("mc.addEventListener('toolchange', () => { if (busy) return; USE })", False),
        ("mc.addEventListener('toolchange', () => { USE }, { once: true })", False),
        ("mc.addEventListener('toolactivated', () => { USE })", False),
    ],
)
def test_toolchange(text: str, *, is_inside: bool) -> None:
    use = f"mc.registerTool({TOOL})"
    assert call(f"const mc = document.modelContext; {text.replace('USE', use)}", "app.js").in_toolchange is is_inside


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("window.addEventListener('toolcancel', f)", [("toolcancel", {"window"})]),
        ("addEventListener('toolcancel', f)", [("toolcancel", {"window"})]),
        ("document.addEventListener('toolchange', f)", [("toolchange", {"document"})]),
        ("document.modelContext.addEventListener('toolchange', f)", [("toolchange", {"context"})]),
        (
            "for (const at of [window, document.modelContext]) at.addEventListener('toolcancel', f)",
            [("toolcancel", {"window", "context"})],
        ),
        ("window.ontoolactivated = f", [("toolactivated", {"window"})]),
        ("window['ontoolactivated'] = f", [("toolactivated", {"window"})]),
        ("form.addEventListener('toolcanceled', f)", [("toolcanceled", {"other"})]),
        ("const addEventListener = bus.on; addEventListener('toolchange', f)", []),
        ("window.addEventListener('click', f)", []),
    ],
)
def test_listeners(text: str, found: list[tuple[str, set[str]]]) -> None:
    listened = lifecycle(f"{text}; 'modelContext'", "app.js").listeners
    assert [(each.event, set(each.targets)) for each in listened] == found


def test_a_project_may_fire_its_own_events() -> None:
    text = "addEventListener('toolregistered', f); 'modelContext'"
    (alone,) = lifecycle(text, "app.js").listeners
    (fired,) = lifecycle(text, "app.js", bus_js="dispatchEvent(new CustomEvent('toolregistered'))").listeners
    assert (alone.is_custom, fired.is_custom) == (False, True)


def test_one_use_stands_for_its_function() -> None:
    text = """
        function start() {
          document.modelContext.registerTool({});
          document.modelContext.registerTool({});
          later(() => document.modelContext.getTools());
        }
        start();
        const mc = navigator.modelContext;
        mc.registerTool({});
    """
    found = registered(text).lifecycle.unguarded
    assert [(each.location.text, each.via, len(each.chains)) for each in found] == [("mc", "navigator", 1)]


def test_a_use_by_a_name_in_brackets() -> None:
    (use,) = registered("document['modelContext']['registerTool']({})").lifecycle.unguarded
    assert (use.location.text, use.member, use.chains) == ("document['modelContext']", "registerTool", [])


@pytest.mark.parametrize(
    "text",
    [
        "const mc = document.modelContext || polyfill; mc.registerTool({})",
        "function start(mc) { mc.registerTool({}) } start(document.modelContext); start({ registerTool() {} })",
        "window.modelContext.registerTool({})",
        "const mc = ok ? document.modelContext : undefined; if (mc) mc.registerTool({})",
        "function get() { if (!document.modelContext) throw new Error(); return document.modelContext } get().registerTool({})",
        "document.modelContext?.registerTool({})",
        "expect(() => document.modelContext.registerTool({})).toThrow()",
    ],
)
def test_uses_that_are_not_told(text: str) -> None:
    assert registered(text).lifecycle.unguarded == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("USE", "no"),
        ("USE; return () => mc.unregisterTool('a')", "removed"),
        ("USE; return () => forget('a')", "removed"),
        ("USE; return forget", "removed"),
        ("mc.unregisterTool('a'); USE", "removed"),
        ("forget('a'); USE", "removed"),
        ("USE; return () => removeEventListener('click', listen)", "no"),
        ("USE; return () => controller.abort()", "no"),
        ("USE; return unregisterAll(names)", "maybe"),
        ("USE; return () => outside.unregister('a')", "maybe"),
        ("const stop = () => mc.unregisterTool('a'); USE; return stop", "removed"),
    ],
)
def test_taking_back(body: str, expected: str) -> None:
    use = f"mc.registerTool({TOOL})"
    text = f"""
        {REACT} import {{ unregisterAll }} from './elsewhere';
        const mc = document.modelContext;
        function forget(name) {{ mc.unregisterTool(name) }}
        export function Board() {{ useEffect(() => {{ {body.replace("USE", use)} }}, []); return <p /> }}
    """
    assert call(text).takes_back == expected


def test_taking_back_in_another_hook() -> None:
    text = """
        import { onMounted, onUnmounted } from 'vue';
        const mc = document.modelContext;
        onMounted(() => { mc.registerTool({ name: 'a', description: 'd', execute: () => 1 }) });
        onUnmounted(() => END);
    """
    found = [call(text.replace("END", end), "board.js").takes_back for end in ("mc.unregisterTool('a')", "stop()")]
    assert found == ["removed", "no"]


@pytest.mark.parametrize(
    ("name", "dependencies", "main", "is_root"),
    [
        ("App", "[]", "", True),
        ("App", "[add]", "", True),
        ("App", "[tasks]", "", False),
        ("App", "[{}]", "", False),
        ("Board", "[]", "", False),
        ("Board", "[]", "createRoot(place).render(<StrictMode><Board /></StrictMode>)", True),
        ("Board", "[]", "ReactDOM.render(<Board />, place)", True),
        ("Board", "[]", "createRoot(place).render(<Tabs tab={<Board />} />)", False),
        ("Board", "[]", "createRoot(place).render(<Board />); const Other = () => <Board />", False),
        ("Board", "[]", "render(<Board />)", False),
    ],
)
def test_roots(name: str, dependencies: str, main: str, *, is_root: bool) -> None:
    text = f"""
        {REACT} import {{ useTasks }} from './tasks';
        export function {name}() {{
          const [tasks, setTasks] = useState([]);
          const {{ add }} = useTasks();
          useEffect(() => {{ document.modelContext.registerTool({TOOL}) }}, {dependencies});
          return <p onClick={{() => setTasks([])}} />;
        }}
    """
    main = f"import {{ {name} }} from './Board'; {main}"
    (found,) = lifecycle(text, main_tsx=main).calls
    assert found.hook is not None
    assert found.hook.is_root is is_root


@pytest.mark.parametrize(
    ("text", "is_last"),
    [
        ("USE", True),
        ("USE; showBoard()", False),
        ("const tool = {}; function show() { board.show() } USE; USE2; console.log('ready')", True),
        ("await USE.catch(report)", True),
        ("USE; const shown = 1; addEventListener('click', () => board.show(shown))", False),
        ("function click() { board.show(tasks) } USE; const tasks = []", False),
        ("USE; export const tasks = []", False),
        ("addEventListener('load', () => { USE }); board.show()", True),
        ("addEventListener('load', () => { USE; board.show() })", False),
        ("function start() { USE } addEventListener('load', start); board.show()", True),
        ("function start() { USE } start(); board.show()", False),
        ("function start() { USE } start(); USE2", True),
        ("function start() { USE } start(); function more() { USE2 } more()", True),
        ("function start() { USE } start(); function more() { board.show() } more()", False),
        ("async function start() { await USE } start(); board.show()", True),
        ("async function start() { await USE } await start(); board.show()", False),
        ("tools.forEach((tool) => { USE })", True),
        ("tools.forEach((tool) => { USE }); board.show()", False),
        ("for (const tool of tools) { USE }", True),
        ("for (const tool of tools) { USE; board.show(tool) }", False),
        ("if (tools.length) { USE } else { board.show() }", True),
        ("(async () => { USE; board.show() })()", False),
        ("board.show(USE)", False),
        ("useEffect(() => { USE }, [])", False),
    ],
)
def test_what_is_lost_where_there_is_no_context(text: str, *, is_last: bool) -> None:
    written = text.replace("USE2", "USE").replace("USE", f"document.modelContext.registerTool({TOOL})")
    use = lifecycle(written, "app.js").unguarded[0]
    assert use.is_last is is_last


def test_importers_wait_for_a_script() -> None:
    text = f"document.modelContext.registerTool({TOOL})"
    (use,) = lifecycle(text, "app.js", main_js="import './app.js'; board.show()").unguarded
    assert not use.is_last


@pytest.mark.parametrize(
    ("execute", "work"),
    [
        ("async () => (await fetch('/')).json()", "request"),
        ("async (input) => { for (const a of b) await f(a) }", "loop"),
        ("async () => { while (more()) { await next() } }", "loop"),
        ("() => new Promise((done) => setTimeout(done, 5_000))", "wait"),
        ("async () => { await new Promise((done) => { setTimeout(done, 3000) }) }", "wait"),
        ("async () => { await new Promise((done) => setTimeout(done, 10)) }", None),
        ("async () => { setTimeout(go, 3000) }", None),
        ("async () => { await once() }", None),
        ("async (input, { signal }) => fetch('/', { signal })", None),
        ("async (input, client) => fetch('/')", None),
        ("async () => fetch('/', { signal: AbortSignal.timeout(500) })", None),
        ("async () => { later(() => fetch('/')) }", None),
        ("async () => helper()", None),
    ],
)
def test_work_that_no_signal_stops(execute: str, work: str | None) -> None:
    found = call(f"document.modelContext.registerTool({{ name: 'a', execute: {execute} }})", "app.js").unheeded
    assert (found.work if found else None) == work


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("const mc = document.modelContext", True),
        ("if (typeof document !== 'undefined') document.modelContext?.getTools()", False),
        ("try { document.modelContext } catch {}", False),
        ("function go() { document.modelContext } go()", False),
        ("const document = fake(); document.modelContext", False),
        ("// ssr: false\ndocument.modelContext", False),
        ("export default () => <script>{`document.modelContext.getTools()`}</script>", False),
    ],
)
def test_servers_have_no_document(text: str, *, is_read: bool) -> None:
    package = '{ "dependencies": { "next": "16" } }'
    assert bool(lifecycle(text, "app/page.tsx", package_json=package).server_reads) is is_read
    assert not lifecycle(text, "app/page.tsx", package_json="{}").server_reads

"""In which order the scripts of a page run, and what those that run before write into what a later one reads."""

from __future__ import annotations

import time

import pytest

from tests.program.reading import answers, documents, tools

LIST = "export const list = []"
PUSH = "import {list} from './list.js'; list.push(1)"
READ = "import {list} from './list.js'; answer(list)"
BOTH = "<script type=module src=push.js></script><script type=module src=read.js></script>"

FILLED = [
    # Behind the modules that a page loads before, and behind what is imported
    ({"i.html": BOTH}, "[1]"),
    ({"read.js": "import './push.js'; " + READ}, "[1]"),
    ({"read.js": READ + "; import './push.js'"}, "[1]"),
    ({"main.js": "import './push.js'; import './read.js'"}, "[1]"),
    ({"main.js": "import './read.js'; import './push.js'"}, "[]"),
    ({"main.js": "import './a.js'; import './read.js'", "a.js": "export * from './push.js'"}, "[1]"),
    ({"i.html": "<script type=module>import './push.js'; import './read.js'</script>"}, "[1]"),
    ({"i.html": "<script type=module>import {list} from './list.js'; list.push(1)</script><script type=module src=read.js></script>"}, "[1]"),
    ({"i.html": '<script type=importmap>{"imports": {"p": "./push.js"}}</script><script type=module>import "p"; import "./read.js"</script>'}, "[1]"),
    # What comes after, or is not there
    ({"i.html": "<script type=module src=read.js></script><script type=module src=push.js></script>"}, "[]"),
    ({"i.html": "<script type=module src=read.js></script>"}, "[]"),
    ({"i.html": "<script type=module src=read.js></script>", "j.html": "<script type=module src=push.js></script>"}, "[]"),
    ({"push.js": PUSH + "; import './read.js'"}, "[]"),
    # What may come before
    ({"i.html": BOTH, "j.html": "<script type=module src=read.js></script>"}, "[1 | undefined]"),
    ({"i.html": "<script type=module async src=push.js></script><script type=module src=read.js></script>"}, "[1 | undefined]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js';\nawait x;\nlist.push(1)"}, "[1 | undefined]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js';\nif (x) {\n  await x;\n}\nlist.push(1)"}, "[1 | undefined]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js';\nfor await (const n of x) y(n);\nlist.push(1)"}, "[1 | undefined]"),
    ({"i.html": "<script type=module>\n  import {list} from './list.js';\n  await x;\n  list.push(1)</script>"
      "<script type=module src=read.js></script>"}, "[1 | undefined]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js'; const f = async () => { await x }; f(); list.push(1)"}, "[1]"),
    ({"read.js": "import './push.js'; " + READ, "push.js": "import {list} from './list.js';\nawait x;\nlist.push(1)"}, "[1]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js'; if (x) list.push(1)"}, "[1 | undefined]"),
    ({"read.js": READ + "; import('./push.js')"}, "[1 | undefined]"),
    ({"read.js": "import {list} from './list.js'; setTimeout(() => answer(list))", "main.js": "import './read.js'; import './push.js'"},
     "[1 | undefined]"),
    ({"read.js": "import {list} from './list.js'; export const f = () => answer(list)", "main.js": "import {f} from './read.js'; import './push.js'; f()"},
     "[1]"),
    # Other names, other ways to export
    ({"i.html": BOTH, "push.js": "import {list as l} from './list.js'; l.push(1)"}, "[1]"),
    ({"i.html": BOTH, "push.js": "import * as m from './list.js'; m.list.push(1)"}, "[1]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js'; const l = list; l.push(1)"}, "[1]"),
    ({"i.html": BOTH, "push.js": "import {list} from './list.js'; for (const n of [1, 2]) list.push(n)"}, "[1, 2]"),
    ({"i.html": BOTH, "push.js": "import {list} from './index.js'; list.push(1)", "index.js": "export * from './list.js'"}, "[1]"),
    ({"i.html": BOTH, "push.js": "import {l} from './index.js'; l.push(1)", "index.js": "export {list as l} from './list.js'"}, "[1]"),
    ({"i.html": BOTH, "list.js": "const list = []; export {list}"}, "[1]"),
    ({"i.html": BOTH, "list.js": "export default []", "push.js": "import l from './list.js'; l.push(1)", "read.js": "import l from './list.js'; answer(l)"},
     "[1]"),
    ({"i.html": BOTH, "list.js": "const l = []; export default l", "push.js": "import l from './list.js'; l.push(1)",
      "read.js": "import l from './list.js'; answer(l)"}, "[1]"),
    ({"i.html": BOTH, "list.js": "export const list = []; export const all = () => [...list]", "read.js": "import {all} from './list.js'; answer(all())"},
     "[1]"),
    ({"i.html": BOTH, "push.js": "function f(list) { list.push(1) } f([])"}, "[]"),
    ({"i.html": BOTH, "push.test.js": "import {list} from './list.js'; import './read.js'; test('x', () => { list.push(2) })"}, "[1]"),
    # Helpers, maps, objects
    ({"i.html": BOTH, "list.js": "export const list = []; export const add = n => { list.push(n) }", "push.js": "import {add} from './list.js'; add(1)"},
     "[1]"),
    ({"main.js": "import './read.js'; import './push.js'", "list.js": "export const list = []; export function add(n) { list.push(n) }",
      "push.js": "import {add} from './list.js'; add(1)"}, "[]"),
    ({"i.html": BOTH, "list.js": "export const list = new Map()", "push.js": "import {list} from './list.js'; list.set('a', 1)"}, 'Map{"a" => 1}'),
    ({"i.html": BOTH, "list.js": "export const list = new Set()", "push.js": "import {list} from './list.js'; list.add(1)"}, "Set{1}"),
    ({"i.html": BOTH, "list.js": "export const list = {}", "push.js": "import {list} from './list.js'; list.a = 1; list['b'] = 2"}, "{a: 1, b: 2}"),
    ({"i.html": BOTH, "list.js": "export const list = {}", "push.js": "import {list} from './list.js'; Object.assign(list, {a: 1})"}, "{a: 1}"),
    ({"i.html": BOTH, "list.js": "export const list = {a: 0}", "push.js": "import {list} from './list.js'; list.a = 1"}, "{a: 1}"),
    ({"main.js": "import './read.js'; import './push.js'", "list.js": "export const list = {a: 0}", "push.js": "import {list} from './list.js'; list.a = 1"},
     "{a: 0}"),
    ({"i.html": BOTH, "j.html": "<script type=module src=read.js></script>", "list.js": "export const list = {a: 0}",
      "push.js": "import {list} from './list.js'; list.a = 1"}, "{a: 0 | 1}"),
]  # fmt: skip

CLASSIC = [
    ("<script src=a.js></script><script src=b.js></script><script>answer(l)</script>", "const l = []", "l.push(1)", "[1]"),
    ("<script src=a.js></script><script>answer(l)</script><script src=b.js></script>", "const l = []", "l.push(1)", "[]"),
    ("<script src=a.js></script><script src=b.js defer></script><script>answer(l)</script>", "const l = []", "l.push(1)", "[]"),
    ("<script src=a.js></script><script src=b.js defer></script><script type=module>answer(l)</script>", "const l = []", "l.push(1)", "[1]"),
    ("<script src=a.js></script><script src=b.js async></script><script>answer(l)</script>", "const l = []", "l.push(1)", "[1 | undefined]"),
    ("<script src=a.js></script><script src=b.js></script><script>answer(l)</script>", "window.l = []", "l.push(1)", "[1]"),
    ("<script src=a.js></script><script src=b.js></script><script>answer(N.l)</script>", "window.N = {l: []}", "N.l.push(1)", "[1]"),
    ("<script src=a.js></script><script src=b.js></script><script>answer(l)</script>", "window.l = window.l || []; l.push(1)",
     "window.l = window.l || []; window.l.push(2)", "[1, 2]"),
    ("<script src=a.js></script><script src=b.js></script><script>answer(l)</script>", "(window.l ??= []).push(1)", "(window.l ??= []).push(2)", "[1, 2]"),
    ("<script src=a.js></script><script src=b.js></script><script>answer(l)</script>", "var l = l || []; l.push(1)", "var l = l || []; l.push(2)", "[1, 2]"),
    ("<script src=a.js></script><script src=b.js></script><script>answer(l)</script>", "const l = []", "const f = l => { l.push(1) }", "[]"),
]  # fmt: skip


@pytest.mark.parametrize(("sources", "expected"), FILLED)
def test_what_other_modules_write(sources: dict[str, str], expected: str) -> None:
    assert answers({"list.js": LIST, "push.js": PUSH, "read.js": READ, **sources}) == [expected]


@pytest.mark.parametrize(("page", "a", "b", "expected"), CLASSIC)
def test_what_other_scripts_write(page: str, a: str, b: str, expected: str) -> None:
    assert answers({"i.html": page, "a.js": a, "b.js": b}) == [expected]


def test_what_is_added_behind_the_loop_is_not_registered() -> None:
    loop = "for (const tool of tools) document.modelContext.registerTool(tool)"
    add = "const tools = []; const add = tool => { tools.push(tool) }; add({name: 'a'});"
    assert tools(f"{add} {loop}; add({{name: 'b'}})") == ["a"]


def test_the_order_of_a_page() -> None:
    page = "<script type=module src=a.js></script><script>1</script><script defer src=d.js></script><script async src=e.js></script>"
    files = {
        "a.js": "import './b.js'; import('./c.js'); // import './x.js'\nimport type {T} from './t.js'",
        "b.js": "import './a.js'",
    }
    project, _ = documents({"i.html": page, **files, **dict.fromkeys(("c.js", "d.js", "e.js", "t.js", "x.js"), "")})
    order = project.modules.loading.order("/site/i.html")
    placed = sorted((place, path.rpartition("/")[2]) for (path, _), place in order.items() if place >= 0)
    assert [name for _, name in placed] == ["i.html", "b.js", "a.js", "d.js"]


@pytest.mark.parametrize("text", ["import " * 20_000, "export { " * 20_000, "/* " * 40_000])
def test_what_never_ends_takes_no_quadratic_time(text: str) -> None:
    files = {"a.js": f"import './b.js';\n{text}", "b.js": ""}
    project, _ = documents({"i.html": "<script type=module src=a.js></script>", **files})
    start = time.process_time()
    project.modules.loading.order("/site/i.html")
    assert time.process_time() - start < 10

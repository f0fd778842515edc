"""How the time grows with the size of one file, for what makes an analysis slow: seconds at n, 2n and 4n.

    python -m benchmarks.growth                         # all, from 250 on
    python -m benchmarks.growth 500 registrations       # some, from 500 on

Twice the size is to take twice the time, whatever is in the file.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from webmcp_lint.linter import Run
from webmcp_lint.settings import Settings
from webmcp_lint.site.project import read_project

SIZE = 250
_INPUT = '{ type: "object", properties: { a: { type: "string", description: "What to look for." } } }'
_SIGNAL = ", { signal: c.signal }"
_SUBMIT = "e.preventDefault(); if (e.agentInvoked) e.respondWith(go());"


def _tool(
    number: int, body: str = "return { content: [{ type: 'text', text: String(input.a) }] };", signal: str = ""
) -> str:
    return (
        f'document.modelContext.registerTool({{ name: "t{number}", description: "Tell what {number} is.", '
        f"inputSchema: {_INPUT}, execute: async (input) => {{ {body} }} }}{signal});\n"
    )


def _each(count: int, line: Callable[[int], str]) -> str:
    return "\n".join(map(line, range(count)))


def _page(count: int, markup: Callable[[int], str], script: Callable[[int], str] = str) -> str:
    return f"<!doctype html>{_each(count, markup)}<script>{_each(count, script)}</script>"


CASES: dict[str, Callable[[int], str]] = {
    "registrations": lambda n: f"function f() {{ {_each(n, _tool)} }} f();",
    "guarded": lambda n: _each(n, lambda i: f'if ("modelContext" in document) {{ {_tool(i)} }}'),
    "early-exits": lambda n: f"function f(x) {{ {_each(n, lambda i: f'if (x === {i}) return;')} {_tool(0)} }} f(1);",
    "exits-of-execute": lambda n: _tool(0, _each(n, lambda i: f"if (input.a === '{i}') return '{i}';")),
    "branches": lambda n: "else ".join(f"if (x === {i}) {{ {_tool(i)} }}" for i in range(n)),
    "cases": lambda n: f"switch (x) {{ {_each(n, lambda i: f'case {i}: {_tool(i)} break;')} }}",
    "pushes": lambda n: (
        "const l = [];"
        + _each(n, lambda i: f"l.push({{ name: 't{i}', description: 'Do {i}.', execute() {{}} }});")
        + "for (const t of l) document.modelContext.registerTool(t);"
    ),
    "aliases": lambda n: (
        f"const a0 = document.modelContext; {_each(n, lambda i: f'const a{i + 1} = a{i};')}"
        f"a{n}.registerTool({{ name: 'a', description: 'Do it.', execute() {{}} }});{_tool(0)}"
    ),
    "statements": lambda n: _tool(
        0, f"let y = input.a; {_each(n, lambda i: f'y = y + g{i}(y); document.title = y;')} return y;"
    ),
    "recursion": lambda n: (
        _each(n, lambda i: f"function f{i}(x) {{ return f{(i * 7 + 1) % n}(x) + f{(i * 3 + 2) % n}(x); }}")
        + _tool(0, "return f0(input.a);")
    ),
    "globals": lambda n: (
        _each(n, lambda i: f"x{i}[k{i}] = 1; m{i}.set(k{i}, 1);") + _tool(0, _each(n, lambda i: f"g{i}(input.a);"))
    ),
    "methods": lambda n: (
        f"class A {{ {_each(n, lambda i: f'm{i}() {{ {_tool(i)} }}')} }} const a = new A();"
        + _each(n, lambda i: f"a.m{i}();")
    ),
    "subclasses": lambda n: (
        "class B { go() { this.run(); } }"
        + _each(n, lambda i: f"class A{i} extends B {{ run() {{ {_tool(i)} }} }} new A{i}().go();")
    ),
    "wrappers": lambda n: _each(n, lambda i: f"function add{i}() {{ {_tool(i)} }} add{i}();"),
    "shared-state": lambda n: (
        "const cart = []; const save = (x) => localStorage.setItem('cart', JSON.stringify(x));"
        + _each(n, lambda i: _tool(i, "cart.push(input.a); save(cart); return input.a;"))
    ),
    "hooks": lambda n: (
        "import { useEffect } from 'react'; export function App(p) {"
        + _each(n, lambda i: f"useEffect(() => {{ {_tool(i)} }}, [p.x{i}]);")
        + "return null; }"
    ),
    "components": lambda n: (
        "import { useEffect, useState } from 'react';"
        + _each(
            n,
            lambda i: (
                f"export function A{i}() {{ const [v, setV] = useState(0);"
                f" useEffect(() => {{ const c = new AbortController(); {_tool(i, 'setV(input.a); return v;', _SIGNAL)}"
                " return () => c.abort(); }, [v]); return <div>{v}</div>; }"
            ),
        )
    ),
    "signals": lambda n: _each(
        n,
        lambda i: (
            f"const c{i} = new AbortController(); {_tool(i, signal=f', {{ signal: c{i}.signal }}')} c{i}.abort();"
        ),
    ),
    "navigator": lambda n: _each(
        n, lambda i: f"if (navigator.modelContext) {_tool(i).replace('document', 'navigator', 1)}"
    ),
    "dispatch": lambda n: (
        "function run(name, x) { switch (name) {"
        + _each(n, lambda i: f"case 't{i}': document.title = x; return x;")
        + "} }"
        + _each(n, lambda i: _tool(i, f"return run('t{i}', input.a);"))
    ),
    "jsx-forms": lambda n: (
        "export const A = () => <div>"
        + _each(
            n, lambda i: f'<form toolname="t{i}" tooldescription="Do it." onSubmit={{go}}><input name="a" /></form>'
        )
        + "</div>;"
    ),
    "handlers.html": lambda n: _page(
        n,
        lambda i: '<form id=f toolname=a tooldescription="Do it."><input name=a></form>' if i == 0 else "",
        lambda _: f"document.getElementById('f').addEventListener('submit', (e) => {{ {_SUBMIT} }});",
    ),
    "forms.html": lambda n: _page(
        n,
        lambda i: f'<form id=f{i} toolname=t{i} tooldescription="Do {i}."><input name=a></form>',
        lambda i: f"document.getElementById('f{i}').addEventListener('submit', (e) => {{ {_SUBMIT} }});",
    ),
    "scripts.html": lambda n: f"<!doctype html>{_each(n, lambda i: f'<script>{_tool(i)}</script>')}",
}


def seconds(name: str, size: int, *, is_listing: bool) -> float:
    """Return the CPU time that a case takes at a size."""
    with tempfile.TemporaryDirectory(prefix="webmcp-lint-benchmark-") as folder:
        file = "index.html" if name.endswith(".html") else "main.jsx"
        Path(folder, file).write_text(CASES[name](size), encoding="utf-8")
        start = time.process_time()
        project, run = read_project([folder]), Run(Settings())
        project.is_listing = is_listing
        for page in project.pages():
            if not is_listing:
                run.add(page)
        run.diagnostics(project.commented, project.shared)
        return time.process_time() - start


def measure(names: Iterable[str], size: int) -> None:
    """Print a line for each case."""
    seconds("registrations", 1, is_listing=False)
    for name in names:
        for is_listing in (True, False):
            taken = [seconds(name, size * factor, is_listing=is_listing) for factor in (1, 2, 4)]
            print(f"{name:18} {'tools' if is_listing else 'check'} " + " ".join(f"{each:7.2f}" for each in taken))


def main() -> None:
    """Measure what is asked for."""
    size, *names = sys.argv[1:] or [str(SIZE)]
    measure(names or CASES, int(size))


if __name__ == "__main__":
    main()

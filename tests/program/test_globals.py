"""What classic scripts of a page share: top-level declarations, `window.X`, name spaces that several fill."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

PAGE = "<script src=a.js></script><script src=b.js></script>"

SHARED = [
    ("const b = 1", "answer(b)", ["1"]),
    ("var b = 1", "answer(window.b)", ["1"]),
    ("function f() { return 1 }", "answer(f())", ["1"]),
    ("class A { b = 1 }", "answer(new A().b)", ["1"]),
    ("window.b = 1", "answer(b)", ["1"]),
    ("globalThis.b = 1", "answer(self.b)", ["1"]),
    ("b = 1", "answer(b)", ["1"]),
    ("(function () { window.b = 1 })()", "answer(b)", ["1"]),
    ("(function (w) { w.b = 1 })(window)", "answer(b)", ["1"]),
    ("(function (w) { w.b = 1 })(typeof window !== 'undefined' ? window : this)", "answer(b)", ["1"]),
    ("(function () { this.b = 1 })()", "answer(b)", ["external :b"]),
    ("this.b = 1", "answer(b)", ["1"]),
    ("function f(n) { answer(n) }", "f(1)", ["1"]),
    ("window.f = function (n) { answer(n) }", "f(1); window.f(2)", ["1", "2"]),
    ("export const b = 1", "answer(b)", ["external :b"]),
    ("const b = 1", "const b = 2; answer(b)", ["2"]),
    ("navigator.b = 1", "answer(b)", ["external :b"]),
    ("window.document = 1", "answer(document)", ["external :document"]),
]

KEYS = [
    ("const K = 'b'; window[K] = 1", "answer(window.b)", ["1"]),
    ("const K = 'b'; globalThis[K] = 1", "const L = 'b'; answer(globalThis[L])", ["1"]),
    ("window['b'] = 1", "answer(window['b'])", ["1"]),
    ("const K = 'b'; window[K] ??= 1", "answer(b)", ["1"]),
    ("const K = Symbol.for('b'); window[K] = 1", "answer(window[Symbol.for('b')])", ["1"]),
    ("const K = Symbol('b'); window[K] = 1; answer(window[K])", "", ["1"]),
    ("const K = Symbol('b'); window[K] = 1", "answer(window[Symbol('b')])", None),
    ("function keep(k, v) { window[k] = v } keep('b', 1)", "answer(b)", ["1"]),
    ("const K = 'c'; window[K] = 1", "answer(window.b)", ["external :b"]),
    ("const o = {}, K = 'b'; o[K] = 1", "answer(window.b)", ["external :b"]),
    ("const K = 'document'; window[K] = 1", "answer(document)", ["external :document"]),
    ("Object.defineProperty(window, 'b', {value: 1})", "answer(b)", ["1"]),
    ("Object.assign(window, {b: 1, c: 2})", "answer(b)", ["1"]),
    ("const b_ = 1; Object.assign(globalThis, {b: b_})", "answer(b)", ["1"]),
    ("Reflect.set(window, 'b', 1)", "answer(b)", ["1"]),
    ("Object.assign(o, {b: 1})", "answer(b)", ["external :b"]),
    ("function keep(w = globalThis) { w.b = 1 }", "answer(b)", ["1"]),
    ("function keep(w = globalThis) { const g = (w); g['b'] = 1 }", "answer(b)", ["1"]),
    ("const K = 'b'; function keep(w = globalThis) { const g = w; g[K] = 1; answer(g[K]) } keep(window)", "", ["1"]),
    ("const K = 'b'; function keep({w} = globalThis) { w[K] = 1 }", "answer(b)", ["external :b"]),
    ("const K = 'b'; let g = window; g = {}; g[K] = 1", "answer(b)", ["external :b"]),
    ("const K = 'b', g = window.g; g[K] = 1", "answer(b)", ["external :b"]),
]

IMPORTED = [
    ("window.b = 1", "answer(window.b)", ["1"]),
    ("import {K} from './k.js'; window[K] = 1", "import {K} from './k.js'; answer(window[K])", ["1"]),
    ("import {K} from './k.js'; window[K] = 1", "answer(window.b)", ["1"]),
    ("import {K} from './k.js'; globalThis[K] ??= {c: 1}", "answer(b.c)", ["1"]),
    ("b = 1", "answer(window.b)", ["external :b"]),
]

NAMESPACES = [
    ("window.N = window.N || {}; N.b = 1", "answer(N.b)", ["1"]),
    ("var N = window.N || {}; N.b = 1", "var N = window.N || {}; answer(N.b)", ["1"]),
    ("window.N = window.N || {}; N.f = function () { return 1 }", "answer(N.f())", ["1"]),
    ("window.N = window.N || {}; N.b = 1", "window.N = window.N || {}; N.c = N.b; answer(window.N.c)", ["1"]),
    ("var N = N || {}; N.b = 1", "var N = N || {}; answer(N.b)", ["1"]),
    ("(function (w) { var N = w.N = w.N || {}; N.b = 1 })(window)", "answer(N.b)", ["1"]),
    ("(function (N) { N.b = 1 })(window.N = window.N || {})", "answer(N.b)", ["1"]),
    ("window.N = window.N || {}; N.a = 1; N.f = function () { return this.a }", "answer(N.f())", ["1"]),
    ("window.N = window.N || {}; N.f = function (n) { answer(n) }", "N.f(1)", ["1"]),
    ("window.N = window.N || {}; N.b = x()", "answer(N.c)", ["⟨a member of a global that is not set in sight⟩"]),
]


@pytest.mark.parametrize(("a", "b", "expected"), [*SHARED, *NAMESPACES])
def test_scripts_of_a_page_share(a: str, b: str, expected: list[str]) -> None:
    assert answers({"index.html": PAGE, "a.js": a, "b.js": b}) == expected


@pytest.mark.parametrize(("a", "b", "expected"), KEYS)
def test_keys_of_the_window(a: str, b: str, expected: list[str] | None) -> None:
    found = answers({"index.html": PAGE, "a.js": a, "b.js": b})
    assert found == expected if expected is not None else "1" not in found


@pytest.mark.parametrize(("a", "b", "expected"), IMPORTED)
@pytest.mark.parametrize(
    "page", [None, "<script type=module src=b.js></script>", "<script type=module>import './b.js'</script>"]
)
def test_modules_share_the_window(a: str, b: str, expected: list[str], page: str | None) -> None:
    files = {"a.js": a, "b.js": f"import './a.js'; {b}", "k.js": "export const K = 'b'"}
    assert answers(files if page is None else {"index.html": page, **files}) == expected


def test_scripts_of_different_pages_share_nothing() -> None:
    one, other = "<script src=a.js></script>", "<script src=b.js></script>"
    sources = {"one.html": one, "other.html": other, "a.js": "const b = 1", "b.js": "answer(b)"}
    assert answers(sources) == ["external :b"]


def test_inline_scripts_share_with_files() -> None:
    page = "<script src=a.js></script><p>ä<script>answer(b)</script>"
    assert answers({"index.html": page, "a.js": "const b = 1"}) == ["1"]


def test_module_scripts_see_classic_ones_but_not_the_reverse() -> None:
    page = "<script>const a = 1</script><script type=module>const b = 2; answer(a)</script><script>answer(b)</script>"
    assert answers({"index.html": page}) == ["1", "external :b"]

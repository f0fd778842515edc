"""In which ways the names around an expression are bound: loops, callers, callbacks; one answer for each."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

LOOPS = [
    ("for (const n of [1, 2]) answer(n)", ["1", "2"]),
    ("for (const {n} of [{n: 1}, {n: 2}]) answer(n)", ["1", "2"]),
    ("for (const [k, v] of Object.entries({a: 1})) answer(k + v)", ['"a1"']),
    ("for (const [k, v] of new Map([['a', 1]])) answer(k + v)", ['"a1"']),
    ("for (const k in {a: 1, b: 2}) answer(k)", ['"a"', '"b"']),
    ("for (const k in [7, 8]) answer(k)", ['"0"', '"1"']),
    ("const l = ['a', 'b']; for (let i = 0; i < l.length; i++) answer(l[i] + i)", ['"a0"', '"b1"']),
    ("const l = ['a', 'b']; for (let i = 1; i <= 1; i++) answer(l[i])", ['"b"']),
    ("const l = ['a', 'b']; for (var i = 0, n = l.length; i < n; i++) answer(l[i])", ['"a"', '"b"']),
    ("for (let i = 0; i < x(); i++) answer(i)", ["⟨a loop's variable⟩"]),
    ("for (const n of []) answer(n)", []),
    ("for (const n of x()) answer(n)", ["⟨a loop's variable⟩"]),
    ("for (const n of [1, ...x()]) answer(n)", ["1", "⟨a spread that is not followed⟩"]),
    ("for (const a of [1, 2]) for (const b of ['x', 'y']) answer(a + b)", ['"1x"', '"1y"', '"2x"', '"2y"']),
    ("for (const a of [[1], [2, 3]]) for (const b of a) answer(b)", ["1", "2", "3"]),
    ("for (const n of [1, 2]) { const m = n + 1; answer(m) }", ["2", "3"]),
    ("for (const n of [1, 2]) answer('same')", ['"same"']),
    ("for await (const n of [1]) answer(n)", ["1"]),
]

CALLBACKS = [
    ("[1, 2].forEach(n => answer(n))", ["1", "2"]),
    ("[1, 2].forEach((n, i) => answer(i))", ["0", "1"]),
    ("[1, 2].forEach(function (n) { answer(n) })", ["1", "2"]),
    ("[1, 2].forEach(f); function f(n) { answer(n) }", ["1", "2"]),
    ("const f = n => answer(n); [1, 2].map(f)", ["1", "2"]),
    ("[].forEach(n => answer(n))", []),
    ("x().forEach(n => answer(n))", ["⟨a parameter⟩"]),
    ("new Map([['k', 1]]).forEach((v, k) => answer(k + v))", ['"k1"']),
    ("[1, 2].filter(n => n > 1).forEach(n => answer(n))", ["2"]),
    ("function each(list, f) { for (const n of list) f(n) } each([1, 2], n => answer(n))", ["1", "2"]),
    ("function run(f) { f(1); f(2) } run(n => answer(n))", ["1", "2"]),
    ("addEventListener('click', e => answer(e))", ["⟨a parameter⟩"]),
    ("x.then(n => answer(n))", ["⟨a parameter⟩"]),
    ("const get = () => [1, 2]; get().forEach(f); function f(n) { answer(n) }", ["1", "2"]),
]

CALLERS = [
    ("function f(n) { answer(n) } f(1); f(2)", ["1", "2"]),
    ("function f(n) { answer(n) }", ["⟨a parameter⟩"]),
    ("const f = n => answer(n); const g = f; g(1)", ["1"]),
    ("const o = {f(n) { answer(n) }}; o.f(1)", ["1"]),
    ("const o = {f: n => answer(n)}; const {f: g} = o; g(1)", ["1"]),
    ("class A { f(n) { answer(n) } } new A().f(1)", ["1"]),
    ("class A { constructor(n) { answer(n) } } new A(1); new A(2)", ["1", "2"]),
    ("class A { constructor(n) { this.n = n } f() { answer(this.n) } } new A(1).f()", ["1"]),
    ("class A { f(n) { answer(n) } } class B extends A {} new B().f(1)", ["1"]),
    ("function f({a, b = 2}) { answer([a, b]) } f({a: 1})", ["[1, 2]"]),
    ("function f(...ns) { answer(ns) } f(1, 2)", ["[1, 2]"]),
    ("function f(n) { g(n) } function g(n) { answer(n) } f(1); f(2)", ["1", "2"]),
    ("function f(n) { g(n) } function g(n) { h(n) } function h(n) { answer(n) } f(1); f(2)", ["1", "2"]),
    ("".join(f"function f{n + 1}(t) {{ f{n}(t) }} " for n in range(10)) + "function f0(t) { answer(t) } f10(1)", ["1"]),
    ("function make(n) { return () => answer(n) } make(1)(); make(2)()", ["1", "2"]),
    ("function make() { return function f(n) { answer(n) } } const g = make(); g(1)", ["1"]),
    ("(function (n) { answer(n) })(1)", ["1"]),
    ("((a, b) => answer(b))(1, 2)", ["2"]),
    ("!function (w) { answer(w) }(1)", ["1"]),
    ("(function (n) { answer(n) }).call(this, 1)", ["⟨a parameter⟩"]),
    ("function f(n) { if (n) f(0); answer(n) } f(1)", ["0", "1"]),
    ("function f(n) { answer(n) } function other(f) { f(9) } f(1)", ["1"]),
    ("function f(n) { answer(n) } x.f(9); f(1)", ["1"]),
    ("function f(n) { answer(n) } for (const n of [1, 2]) f(n)", ["1", "2"]),
    ("function f(n) { answer(n) } for (const n of []) f(n)", []),
    ("function f(a, b) { answer(b) } for (const n of [1, 2]) f(x(), n)", ["1", "2"]),
    ("f(1); const f = debounce(n => answer(n))", ["⟨a parameter⟩"]),
    ("const make = () => ({ add: n => answer(n) }); function fill(o) { o.add(1); o.add(2) } fill(make())", ["1", "2"]),
    (
        "class A { go() { new B('x').fill({ add: n => answer(n) }) } } class B { constructor(p) { this.p = p } fill(o) { o.add(this.p) } }",
        ['"x"'],
    ),
    ("const o = { add: n => answer(n) }; function fill(o) { o.add(1) } fill({ add: n => n })", ["⟨a parameter⟩"]),
    ("const o = { add: n => answer(n) }; function fill(o) { o.add(1) }", ["⟨a parameter⟩"]),
    ("class A { go() { this.add(x(), 1) } add(o, n) { o?.add(n); answer(n) } }", ["1"]),
    ("function f(o, n) { o.g(o, n); answer(n) } function g(o, n) { o.f(o, n); f(o, n) } g(x(), 1)", ["1"]),
    ("const a = { f(o, n) { o.g(o, n); answer(n) } }; const b = { g(o, n) { o.f(o, n) } }; a.f(b, 1)", ["1"]),
]

CORRELATION = [
    ("function f(a) { answer(a.p + a.q) } const one = {p: 'a', q: '1'}, two = {p: 'b', q: '2'}; f(x ? one : two)",
     ['"a1"', '"b2"']),
    ("for (const a of [x ? {p: 1, q: 1} : {p: 2, q: 2}]) answer([a.p, a.q])", ["[1, 1]", "[2, 2]"]),
    ("function f(a) { for (const t of a.tools) answer(a.slug + t) } [{slug: 'a', tools: ['1', '2']}, {slug: 'b', tools: ['3']}].forEach(f)",
     ['"a1"', '"a2"', '"b3"']),
    ("function f(n) { answer(n) } f(x ? 'a' : 'b')", ['"a" | "b"']),
    ("const a = { add: n => answer(n) }, b = { add: n => n }; function fill(o, p) { o.add(p) } fill(a, 'a'); fill(b, 'b')",
     ['"a"']),
    ("const log = (o) => ({ add: n => o.add({ ...n, by: o.by }) }); function fill(o, p) { o.add({ p }) } fill({ add: n => n }, 'b'); fill(log({ by: 1, add: n => answer(n) }), 'a')",
     ['{p: "a", by: 1}']),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [*LOOPS, *CALLBACKS, *CALLERS, *CORRELATION])
def test_contexts(source: str, expected: list[str]) -> None:
    assert answers(source) == expected

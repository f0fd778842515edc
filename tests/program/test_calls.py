"""What a call gives: bound parameters, recursion, closures, generators, and the paths that control takes."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

PARAMETERS = [
    ("function f(a, b) { return [a, b] } answer(f(1, 2))", "[1, 2]"),
    ("const f = a => ({a}); answer(f(1))", "{a: 1}"),
    ("function f(a, b = a + 1) { return b } answer(f(1))", "2"),
    ("function f(a) { return a } answer(f())", "undefined"),
    ("function f(a, b) { return b } answer(f(...[1, 2]))", "2"),
    ("function f(a, b) { return [a, b] } answer(f(1, ...x()))", "[1, ⟨a spread argument⟩]"),
    ("function f() { return arguments } answer(f(1))", "[1]"),
    ("const f = function g(n) { return n ? g(0) : 'end' }; answer(f(1))", '"end"'),
    ("answer((a => a)(1))", "1"),
    ("answer((function (a) { return a })(1))", "1"),
    ("const o = {f(a) { return a + this.b }, b: 1}; answer(o.f(1))", "2"),
    ("function f() { return this.a } answer(f.call({a: 1}))", "1"),
    ("function f(a) { return this.a + a } answer(f.apply({a: 1}, [2]))", "3"),
    ("function f(a, b) { return [this.x, a, b] } answer(f.bind({x: 0}, 1)(2))", "[0, 1, 2]"),
    ("const f = x ? () => 1 : () => 2; answer(f())", "1 | 2"),
    ("f.title = 'T'; function f() {} answer(f.title)", '"T"'),
    ("const f = (strings, a) => a; answer(f`x${1}`)", "1"),
    ("answer(x(1))", "external :x"),
]

CLOSURES = [
    ("const make = prefix => name => prefix + name; answer(make('a')('b'))", '"ab"'),
    ("const make = d => ({d, f: () => d}); answer(make(1).f())", "1"),
    ("function make(d) { function inner() { return d } return inner } answer([make(1)(), make(2)()])", "[1, 2]"),
    ("const twice = f => x => f(f(x)); answer(twice(n => n + 1)(1))", "3"),
    ("const pipe = (...fs) => x => fs.reduce((v, f) => f(v), x); answer(pipe(n => n + 1, n => n * 2)(1))", "4"),
]

RECURSION = [
    ("function f(n) { return n === 0 ? [] : [n, ...f(n - 1)] } answer(f(2))", "[2, 1]"),
    ("function f(n) { return f(n + 1) } answer(f(0))", "⟨recursion⟩"),
    ("function f() { return g() } function g() { return f() } answer(f())", "⟨recursion⟩"),
]

PATHS = [
    ("function f(n) { if (n) return 1; return 2 } answer(f(x))", "1 | 2"),
    ("function f(n) { if (n) return 1; return 2 } answer([f(1), f(0)])", "[1, 2]"),
    ("function f(n) { if (n) return 1 } answer(f(x))", "1 | undefined"),
    ("function f(n) { if (n) { return 1 } else { throw 0 } } answer(f(x))", "1"),
    ("function f() { if (x) { } } answer(f())", "undefined"),
    ("function f() { throw new Error('no') } answer(f())", "⟨a call that throws⟩"),
    ("function f(k) { switch (k) { case 'a': return 1; case 'b': return 2; default: return 3 } } answer([f('b'), f(x)])",
     "[2, 1 | 2 | 3]"),
    ("function f(k) { switch (k) { case 'a': case 'b': return 1; case 'c': return 2 } } answer(f('a'))", "1 | undefined"),
    ("function f() { try { return 1 } catch { return 2 } } answer(f())", "1 | 2"),
    ("function f() { return 1; return 2 } answer(f())", "1"),
    ("function f() { for (const t of [{n: 1}, {n: 2}]) if (t.n === 2) return t } answer(f())", "{n: 2} | undefined"),
    ("function f() { const r = []; for (const n of [1, 2]) r.push(n * 2); return r } answer(f())", "[2, 4]"),
]  # fmt: skip

GENERATORS = [
    ("function* f() { yield 1; yield 2 } answer([...f()])", "[1, 2]"),
    ("function* f() { yield* [1, 2]; yield 3 } answer([...f()])", "[1, 2, 3]"),
    ("function* f(list) { for (const n of list) yield n + 1 } answer([...f([1, 2])])", "[2, 3]"),
    ("function* f() { yield* x() } answer([...f()])", "[...⟨a spread that is not followed⟩]"),
    ("async function f() { return 1 } (async () => { answer(await f()) })()", "1"),
]


@pytest.mark.parametrize(("source", "expected"), [*PARAMETERS, *CLOSURES, *RECURSION, *PATHS, *GENERATORS])
def test_a_call_gives(source: str, expected: str) -> None:
    assert answers(source) == [expected]

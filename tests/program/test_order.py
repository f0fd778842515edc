"""What is written before a value is read counts, what surely comes later does not, and in doubt both may be."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

VARIABLES = [
    ("let a = 1; answer(a); a = 2", "1"),
    ("let a = 1; a = 2; answer(a); a = 3", "2"),
    ("let a = 1; if (x) a = 2; else answer(a)", "1"),
    ("let a = 1; if (x) { a = 2; answer(a) }", "2"),
    ("let a = 1; for (const x of [1]) { answer(a); a = 2 }", "1 | 2"),
    ("for (const x of [1]) { let a = 1; answer(a); a = 2 }", "1"),
    ("let a = 1; while (x()) a = 2; answer(a)", "1 | 2"),
    ("let a = 1; x && (a = 2); answer(a)", "1 | 2"),
    ("let a = 1; try { x(); a = 2 } catch {} answer(a)", "1 | 2"),
    ("let a = 1; (() => { a = 2 })(); answer(a)", "2"),
    ("let a = 1; (() => { if (x) return; a = 2 })(); answer(a)", "1 | 2"),
    ("let a = 1; function f() { answer(a) } f(); a = 2", "1"),
    ("let a = 1; function f() { answer(a) } a = 2; f()", "2"),
    ("let a = 1; function f() { answer(a) } f(); a = 2; f()", "1 | 2"),
    ("let a = 1; function f(b) { answer([a, b]) } f(1); a = 2", "[1, 1]"),
    ("let a = 1; function f() { a = 2 } answer(a); f()", "1 | 2"),
    ("let a = 1; async function f() { await x; answer(a) } f(); a = 2", "1 | 2"),
    ("let a = 1; setTimeout(() => answer(a)); a = 2", "1 | 2"),
    ("let a = 1; a = 2; setTimeout(() => answer(a))", "2"),
    ("answer(a); var a = 1", "undefined"),
    ("answer(a); let a = 1", "⟨a name before its declaration⟩"),
    ("let a = 1, b = 2; [a, b] = [b, a]; answer([a, b])", "[2, 1]"),
    ("let a = 1; a += 2; a *= 3; answer(a)", "9"),
    ("let a = 'T'; a &&= 'U'; answer(a)", '"U"'),
    ("let a = 'x'; for (const b of [1]) a += b; answer(a)", "⟨a value that is computed step by step⟩"),
    ("let s = {n: 1}; function f() { s = {...s, n: 2} } function g() { s = {...s, n: 3} } answer(s.n)", "1 | 2 | 3"),
]

OBJECTS = [
    ("const o = {a: 1}; answer(o); o.a = 2", "{a: 1}"),
    ("const o = {a: 1}; const b = o; answer(b); b.a = 2", "{a: 1}"),
    ("const o = {a: 1}; const b = o; b.a = 2; answer(o)", "{a: 2}"),
    ("const o = {a: 1}; const c = {...o}; o.a = 2; answer(c)", "{a: 1}"),
    ("const o = {a: 1}; const c = o.a; o.a = 2; answer(c)", "1"),
    ("const o = {a: 1}; const f = p => answer(p); f(o); o.a = 2", "{a: 1}"),
    ("const o = {a: 1}; function f() { o.a = 2 } answer(o)", "{a: 1 | 2}"),
    ("const o = {a: 1}; function f(p) { p.a = 2 } f(o); answer(o)", "{a: 2}"),
    ("const o = {a: 1}; function f(p) { p.a = 2 } answer(o); f(o)", "{a: 1}"),
    ("const o = {a: 1}; function f(p) { p = {}; p.a = 2 } f(o); answer(o)", "{a: 1}"),
    ("const o = {a: {b: 1}}; const {a} = o; a.b = 2; answer(o)", "{a: {b: 2}}"),
    ("const o = {a: 1, b: 2}; delete o.a; answer(o)", "{b: 2}"),
    ("const o = {a: 1}; if (x) delete o.a; answer(o)", "{a?: 1}"),
    ("const f = (o) => { if ('a' in o) delete o.a; return o }; answer(f({a: 1, b: 2}))", "{a?: 1, b: 2}"),
    ("function f() { const o = {a: 1}; if (x) delete o.a; return o } answer(f())", "{a?: 1}"),
    ("const o = {a: 1}; function off() { delete o.a } answer(o)", "{a: 1}"),
    ("const o = {a: 1, b: 2}; if (x) Object.assign(o, {a: 3, c: 4}); answer(o)", "{a: 1 | 3, b: 2, c?: 4}"),
    ("const o = {a: 'x'}; o.a += 'y'; answer(o)", '{a: "xy"}'),
    ("const o = {a: ''}; o.a ||= 'y'; o.b ??= 1; answer(o)", '{a: "y", b: 1}'),
    ("const o = {}; Reflect.set(o, 'a', 1); answer(o)", "{a: 1}"),
    ("const o = {a: 1}; Object.defineProperty(o, 'a', {value: 2}); answer(o)",
     "{a: ⟨a property that is not set by a plain assignment⟩}"),
    ("const o = {a: 1}; ({b: o.a} = x()); answer(o)", "{a: ⟨a property that is not set by a plain assignment⟩}"),
    ("const o = {a: 1, ...x(), b: 2}; answer([o.a, o.b])", "[1 | ⟨a spread that is not followed⟩, 2]"),
    ("answer({__proto__: {a: 1}}.a)", "1"),
    ("answer(Object.create({a: 1}).a)", "1"),
    ("const f = Object.assign(() => 1, {a: 1}); answer(f.a)", "1"),
    ("class C { a = 1 } const c = new C(); c.a = 2; answer(c.a)", "2"),
    ("const o = {l: {}, add(k) { this.l[k] = 1 }}; o.add('a'); answer(o.l)", "{a: 1}"),
]  # fmt: skip

LISTS = [
    ("const a = [1]; answer(a); a.push(2)", "[1]"),
    ("const a = [1]; a.forEach(n => answer(a)); a.push(2)", "[1]"),
    ("const a = [1, 2]; a.pop(); answer(a)", "[1]"),
    ("const a = [1, 2]; a.shift(); answer(a)", "[2]"),
    ("const a = [2]; a.unshift(1); answer(a)", "[1, 2]"),
    ("const a = ['b', 'a']; a.sort(); answer(a)", '["a", "b"]'),
    ("const a = [1, 2]; a.sort(x); answer(a[0])", "⟨an element of a list that is sorted⟩"),
    ("const a = [1, 2]; a.reverse(); answer(a)", "[2, 1]"),
    ("const a = [1, 2]; a.length = 1; answer(a)", "[1]"),
    ("const a = [1, 2]; a[1] = 3; answer(a)", "[1, 3]"),
    ("const a = [{b: 1}]; a[0].b = 2; answer(a)", "[{b: 2}]"),
    ("const a = [{b: 'x'}, {b: 'y'}]; for (const c of a) c.b = '!' + c.b; answer(a)", '[{b: "!x"}, {b: "!y"}]'),
    ("const a = [{b: 1}]; a.forEach(c => { c.b = 2 }); answer(a)", "[{b: 2}]"),
    ("const a = [{b: 1}]; for (const c of a) if (x) c.b = 2; answer(a)", "[{b: 1 | 2}]"),
    ("const m = new Map([['a', 1], ['b', 2]]); m.delete('a'); answer(m)", 'Map{"b" => 2}'),
]


@pytest.mark.parametrize(("source", "expected"), [*VARIABLES, *OBJECTS, *LISTS])
def test_where_it_is_read(source: str, expected: str) -> None:
    assert answers(source) == [expected]


ROUNDS = [
    ("for (let i = 0; i < 7; i += 3) answer(i)", ["0", "3", "6"]),
    ("for (let i = 2; i > 0; i--) answer(i)", ["2", "1"]),
    ("for (let i = 0; i !== 2; ++i) answer(i)", ["0", "1"]),
    ("for (let i = 0; i < 4; i++) { answer(i); i++ }", ["⟨a loop's variable⟩"]),
    ("for (let i = 0; i < 4; i += x()) answer(i)", ["⟨a loop's variable⟩"]),
    ("for (const a of [1, 2]) { answer(a); break }", ["1"]),
    ("for (const a of [1, 2, 3]) { answer(a); if (a === 2) break }", ["1", "2"]),
    ("(() => { for (const a of [1, 2]) { answer(a); return } })()", ["1"]),
    ("for (const a of [1, 2]) { answer(a); switch (a) { case 1: break } }", ["1", "2"]),
    ("o: for (const a of [1, 2]) for (const b of [3]) { answer(a); continue o }", ["1", "2"]),
]


@pytest.mark.parametrize(("source", "expected"), ROUNDS)
def test_rounds_of_a_loop(source: str, expected: list[str]) -> None:
    assert answers(source) == expected


PROMISES = [
    ("async function f() { return 1 } answer(await f())", "1"),
    ("async function f() { return 1 } answer(f())", "Promise"),
    ("answer(await Promise.all([Promise.resolve(1), 2]))", "[1, 2]"),
    ("Promise.resolve({a: 1}).then(({a}) => answer(a))", "1"),
    ("answer(await Promise.resolve(1).then(n => n + 1))", "2"),
    ("answer(await (async () => 1)().catch(() => 2))", "1"),
    ("for await (const n of [Promise.resolve(1)]) answer(n)", "1"),
    ("answer({...Promise.resolve({a: 1})})", "{}"),
]


@pytest.mark.parametrize(("source", "expected"), PROMISES)
def test_promises(source: str, expected: str) -> None:
    assert answers(source) == [expected]

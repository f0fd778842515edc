"""What an expression is, from what stands in one script."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

LITERALS = [
    ("answer('a')", '"a"'),
    ("answer(-1.50)", "-1.5"),
    ("answer(0x10)", "16"),
    ("answer(1_000)", "1000"),
    ("answer(1e3)", "1000"),
    ("answer(.5)", "0.5"),
    ("answer(10n)", "BigInt"),
    ("answer(0x10n)", "BigInt"),
    ("answer(0777)", "511"),
    ("answer(089)", "89"),
    ("answer(null)", "null"),
    ("answer(undefined)", "undefined"),
    ("answer(void 0)", "undefined"),
    ("answer([true, false])", "[true, false]"),
    (r"answer('\x41\u0042\u{43}\n\q')", r'"ABC\nq"'),
    (r"answer('\101\0')", r'"A\u0000"'),
    (r"answer('\ud83d\ude00')", '"😀"'),
    (r"answer('\ud83d')", r'"\ud83d"'),
    ("answer('a\\\nb')", '"ab"'),
    ("answer('a\\\r\nb')", '"ab"'),
    ("answer(('a', 'b'))", '"b"'),
    ("answer(/x/)", "external :RegExp"),
    ("answer(<a/>)", "⟨a JSX element⟩"),
    ("answer(import.meta)", "⟨import.meta⟩"),
    ("answer([1, , 3])", "[1, undefined, 3]"),
    ("answer([, 1])", "[undefined, 1]"),
    ("answer([1,,])", "[1, undefined]"),
]

TEMPLATES = [
    ("answer(`a`)", '"a"'),
    ("const b = 'c'; answer(`a ${b} ${1}`)", '"a c 1"'),
    ("answer(`a\r\nb\rc`)", r'"a\nb\nc"'),
    ("answer(`a\\\r\nb`)", '"ab"'),
    (r"answer(`\ud83d\ude00`)", '"😀"'),
    (r"answer(`\${x} \``)", '"${x} `"'),
    ("answer(`${x ? 'a' : 'b'}!`)", '"a!" | "b!"'),
    ("answer(`${Date.now()}`)", "⟨text that is not a literal⟩"),
    ("answer(`${null} ${undefined} ${true} ${1e21}`)", '"null undefined true 1e+21"'),
    ("answer(String.raw`a\\n${1}`)", r'"a\\n1"'),
]

OBJECTS = [
    ("const a = 1; answer({a, 'b': 2, 3: 4, [`c`]: 5})", "{a: 1, b: 2, 3: 4, c: 5}"),
    ("const K = 'k'; answer({[K]: 1, [K + '2']: 2})", "{k: 1, k2: 2}"),
    ("answer({a: 1, [x()]: 2, b: 3})", "{a: 1, b: 3, ...⟨a computed key⟩}"),
    ("answer(Object.keys({a: 1, [x()]: 2}))", '["a", ...⟨a computed key⟩]'),
    ("answer({a: 1, ...{a: 2, b: 3}})", "{a: 2, b: 3}"),
    ("answer({...{a: 1}, a: 2})", "{a: 2}"),
    ("answer({a: 1, ...x.y})", "{a: 1, ...⟨a spread that is not followed⟩}"),
    ("answer({a: 1, ...(x && {b: 2})})", "{a: 1, b?: 2}"),
    ("answer({a: 1, ...(x ? {b: 2} : {b: 3})})", "{a: 1, b: 2 | 3}"),
    ("answer({a: 1, ...(x ? {a: 2} : {})})", "{a: 1 | 2}"),
    ("answer({a: 1, ...null, ...undefined, ...false})", "{a: 1}"),
    ("answer({...'ab'})", '{0: "a", 1: "b"}'),
    ("answer({...[1, 2]})", "{0: 1, 1: 2}"),
    ("answer({f() { return 1 }, get g() { return 2 }, async h() {}})", "{f: function, g: 2, h: function}"),
    ("answer({get g() { return this.h }, h: 1}.g)", "1"),
    ("answer({a: 1}.b)", "undefined"),
    ("answer({a: 1, ...x()}.b)", "⟨a spread that is not followed⟩"),
    ("answer({__proto__: null, a: 1})", "{a: 1}"),
]

ARRAYS = [
    ("answer([1, ...[2, 3], 4])", "[1, 2, 3, 4]"),
    ("answer([1, ...x(), 4])", "[1, 4, ...⟨a spread that is not followed⟩]"),
    ("answer([...'ab', ...new Set([1, 1, 2])])", '["a", "b", 1, 2]'),
    ("answer([...new Map([['a', 1]])])", '[["a", 1]]'),
    ("answer([...(x ? [1] : [2])])", "[1, 2]"),
    ("answer([1, 2].length)", "2"),
    ("answer('a😀'.length)", "3"),
    ("answer([1, 2][1])", "2"),
    ("answer([1][4])", "undefined"),
]

MEMBERS = [
    ("answer({a: {b: 1}}.a['b'])", "1"),
    ("const k = 'a'; answer({a: 1}[k])", "1"),
    ("answer({a: 1}?.a)", "1"),
    ("answer({a: 1, b: 2}[x()])", "1 | 2 | undefined"),
    ("answer([1, 2][x()] ?? 3)", "1 | 2 | 3"),
    ("answer({a: 1, ...y()}[x()])", "⟨a computed key⟩"),
    ("answer({}[x()])", "⟨a computed key⟩"),
    ("const o = x ? {a: 1} : null; answer(o?.a)", "1 | undefined"),
    ("const o = x ? {a: 1} : null; answer(o.a)", "1"),
    ("answer(undefined?.a)", "undefined"),
    ("answer('abc'[1])", '"b"'),
]

TYPESCRIPT = [
    ("answer({a: 1} as const)", "{a: 1}"),
    ("answer({a: 1} satisfies Tool)", "{a: 1}"),
    ("answer(<Tool>{a: 1})", "{a: 1}"),
    ("const a: A | undefined = {b: 1}; answer(a!.b)", "1"),
    ("enum E { A, B = 4, C, D = 'd', 'x-y' = 2 } answer([E.A, E.B, E.C, E.D, E['x-y']])", '[0, 4, 5, "d", 2]'),
    ("enum E { A, B } answer(E[1])", '"B"'),
    ("enum E { A = 'a', B = 'b' } answer(Object.values(E))", '["a", "b"]'),
    ("enum E { A = 1 << 2, B = A } answer([E.A, E.B])", "[4, 4]"),
    (
        "namespace N { export const a = 1; const b = 2; export function f() { return b } } answer([N.a, N.f()])",
        "[1, 2]",
    ),
    ("namespace N.M { export const a = 1 } answer(N.M.a)", "1"),
    ("declare const a: string; answer(a)", "⟨a declared value⟩"),
    ("function f(this: Window, a: number) { return a } answer(f(1))", "1"),
    ("function f(a: string): void; function f(a: number): void; function f(a: any) { return a } answer(f(1))", "1"),
    ("abstract class A { abstract n: string; f() { return 1 } } answer(new A().f())", "1"),
    ("const f = <T,>(a: T) => a; answer(f<number>(1))", "1"),
]

DESTRUCTURING = [
    ("const {a, b: {c}} = {a: 1, b: {c: 2}}; answer([a, c])", "[1, 2]"),
    ("const {a = 1, b = 2} = {b: 3}; answer([a, b])", "[1, 3]"),
    ("const {a: {b = 1} = {}} = {}; answer(b)", "1"),
    ("const [{a = [1]} = {}] = []; const [b] = a; answer(b)", "1"),
    ("const {a = 1} = {a: null}; answer(a)", "null"),
    ("const {a, ...rest} = {a: 1, b: 2, c: 3}; answer(rest)", "{b: 2, c: 3}"),
    ("const {['a']: a, ...rest} = {a: 1, b: 2}; answer([a, rest])", "[1, {b: 2}]"),
    ("const K = 'a', {[K]: a, ...rest} = {a: 1, b: 2}; answer([a, rest])", "[1, {b: 2}]"),
    ("const [a, , b, ...rest] = [1, 2, 3, 4, 5]; answer([a, b, rest])", "[1, 3, [4, 5]]"),
    ("const [, [a]] = [1, [2]]; answer(a)", "2"),
    ("const [a /* , */, b] = [1, 2]; answer(b)", "2"),
    ("const [a = ',', b] = [1, 2]; answer(b)", "2"),
    ("const {length} = 'abc'; answer(length)", "3"),
    ("const [a, b] = new Set([1, 2]); answer([a, b])", "[1, 2]"),
    ("const [a] = 'xy'; answer(a)", '"x"'),
    ("let a, b; [a, b] = [1, 2]; answer([a, b])", "[1, 2]"),
    ("let a; ({a} = {a: 1}); answer(a)", "1"),
    ("function f({a = 1, b: {c = 2} = {}} = {}) { return [a, c] } answer([f(), f({a: 3}), f({b: {c: 4}})])",
     "[[1, 2], [3, 2], [1, 4]]"),
    ("function f(a, ...rest) { return rest } answer(f(1, 2, 3))", "[2, 3]"),
    ("function f(...[a, b]) { return b } answer(f(1, 2))", "2"),
    ("function f([a, , b], {c}) { return [a, b, c] } answer(f([1, 2, 3], {c: 4}))", "[1, 3, 4]"),
]  # fmt: skip

SCOPES = [
    ("const a = 1; { const a = 2; answer(a) }", "2"),
    ("var a = 1; var a = 2; answer(a)", "2"),
    ("answer(f()); function f() { return 1 }", "1"),
    ("answer(a); var a;", "undefined"),
    ("try {} catch (e) { answer(e) }", "⟨a caught error⟩"),
    ("const a = () => b, b = 1; answer(a())", "1"),
    ("const a = a; answer(a)", "⟨a value that depends on itself⟩"),
    ("const a = {...b}, b = {...a, c: 1}; answer(b)", "{c: 1, ...⟨a name before its declaration⟩}"),
    ("label: { answer(1) }", "1"),
]

TABLES = {
    "literals": LITERALS,
    "templates": TEMPLATES,
    "objects": OBJECTS,
    "arrays": ARRAYS,
    "members": MEMBERS,
    "destructuring": DESTRUCTURING,
    "scopes": SCOPES,
}


@pytest.mark.parametrize(
    ("source", "expected"),
    [pytest.param(*case, id=f"{name}-{index}") for name, table in TABLES.items() for index, case in enumerate(table)],
)
def test_an_expression_is(source: str, expected: str) -> None:
    assert answers(source) == [expected]


@pytest.mark.parametrize(("source", "expected"), TYPESCRIPT)
def test_a_typed_expression_is(source: str, expected: str) -> None:
    assert answers({"main.ts": source}) == [expected]

"""What is written to a value after it was made, in the order of the source and whatever the flow."""

from __future__ import annotations

import pytest

from tests.program.reading import answers, documents, shown
from webmcp_lint.program.aliases import of_binding
from webmcp_lint.program.work import MAX_STEPS

VARIABLES = [
    ("let a; a = 1; answer(a)", "1"),
    ("let a = null; function f() { a = 1 } answer(a)", "1"),
    ("let a = 1; if (x) a = 2; answer(a)", "1 | 2"),
    ("let a = 1; a = 2; answer(a)", "2"),
    ("let a = 'x'; a += 'y'; answer(a)", '"xy"'),
    ("let a = 'x'; if (y) a += 'z'; answer(a)", '"x" | "xz"'),
    ("let a = 0; a++; answer(a)", "1"),
    ("let a; a ??= 1; answer(a)", "1"),
    ("let a; for (a of [1, 2]); answer(a)", "⟨a value that is computed step by step⟩"),
    ("var a = a || {}; a.b = 1; answer(a.b)", "1"),
    ("let a; [a] = [1]; answer(a)", "1"),
    ("let a, b; ({a, b: {b = 2} = {}} = {a: 1}); answer([a, b])", "[1, 2]"),
    ("function f(a) { a = a || 1; return a } answer(f())", "1"),
    ("function f(a) { if (!a) a = {}; return a } answer(f({b: 1}))", "{b: 1} | {}"),
]

LISTS = [
    ("const a = []; a.push(1, 2); answer(a)", "[1, 2]"),
    ("const a = [1]; a.push(...[2, 3]); answer(a)", "[1, 2, 3]"),
    ("const a = []; a.push(...x()); answer(a)", "[...⟨a spread that is not followed⟩]"),
    ("const a = []; if (x) a.push(1); answer(a)", "[1 | undefined]"),
    ("const a = []; for (const n of [1, 2]) a.push(n); answer(a)", "[1, 2]"),
    ("const a = []; [1, 2].forEach(n => a.push({n})); answer(a)", "[{n: 1}, {n: 2}]"),
    ("const a = []; for (const k in {x: 1, y: 2}) a.push(k); answer(a)", '["x", "y"]'),
    ("const a = []; function add(n) { a.push(n) } add(1); add(2); answer(a)", "[1, 2]"),
    ("const a = []; a[a.length] = 1; answer(a)", "[1]"),
    ("const a = []; a[0] = 1; answer(a)", "[1]"),
    ("const a = []; a.unshift(1); answer(a)", "[1]"),
    ("const o = {list: []}; o.list.push(1); answer(o)", "{list: [1]}"),
    ("let a = []; a = [...a, 1]; answer(a)", "[1]"),
]

OBJECTS = [
    ("const o = {}; o.a = 1; o['b'] = 2; answer(o)", "{a: 1, b: 2}"),
    ("const o = {a: 1}; o.a = 2; answer(o)", "{a: 2}"),
    ("const o = {a: 1}; if (x) o.a = 2; answer(o)", "{a: 1 | 2}"),
    ("const o = {}; if (x) o.a = 1; answer(o)", "{a?: 1}"),
    ("const o = {a: null}; if (x) o.a = 1; answer(o)", "{a: 1}"),
    ("function f() { if (x) { const o = {}; o.a = 1; return o } return 2 } answer(f())", "{a: 1} | 2"),
    ("const o = {}; for (const k of ['a', 'b']) o[k] = k + '!'; answer(o)", '{a: "a!", b: "b!"}'),
    ("const o = {}; o[x()] = 1; o.a = 2; answer(o)", "{a: 2, ...⟨a computed key⟩}"),
    ("const o = {a: {}}; o.a.b = 1; answer(o)", "{a: {b: 1}}"),
    ("const o = {}; Object.assign(o, {a: 1}); answer(o)", "{a: 1}"),
    ("const o = {}; function add(k, v) { o[k] = v } add('a', 1); add('b', 2); answer(o)", "{a: 1, b: 2}"),
    ("const o = {}; (o).a = 1; answer(o)", "{a: 1}"),
    ("function f() { const o = {}; o.a = 1; return o } answer(f())", "{a: 1}"),
]

COLLECTIONS = [
    ("const m = new Map(); m.set('a', 1); answer(m)", 'Map{"a" => 1}'),
    ("const m = new Map(); m.set('a', 1).set('b', 2); answer([...m.keys()])", '["a", "b"]'),
    ("const m = new Map([['a', 1]]); m.set('a', 2); answer(m.get('a'))", "2"),
    ("const s = new Set(); s.add(1).add(1).add(2); answer([...s])", "[1, 2]"),
    ("const m = new Map(); for (const t of [{n: 'a'}, {n: 'b'}]) m.set(t.n, t); answer([...m.values()])",
     '[{n: "a"}, {n: "b"}]'),
    ("const m = new Map(); const reg = t => m.set(t.n, t); reg({n: 'a'}); answer([...m.values()])", '[{n: "a"}]'),
]  # fmt: skip


ALIASES = [
    ("const x = {a: {}, b: {}}; Object.values(x).forEach(t => { t.y = 1 }); answer(x)", "{a: {y: 1}, b: {y: 1}}"),
    ("const x = {a: {}}; for (const t of Object.values(x)) t.y = 1; answer(x)", "{a: {y: 1}}"),
    ("const x = {a: {}, b: {}}; for (const [k, t] of Object.entries(x)) t.n = k; answer(x)", '{a: {n: "a"}, b: {n: "b"}}'),
    ("const x = {a: {}, b: {}}; Object.entries(x).forEach(([k, t]) => { t.n = k }); answer(x)", '{a: {n: "a"}, b: {n: "b"}}'),
    ("const x = [{}, {}]; for (const [i, t] of x.entries()) t.y = i; answer(x)", "[{y: 0}, {y: 1}]"),
    ("const x = [{}]; answer(x.map(t => Object.assign(t, {y: 1})))", "[{y: 1}]"),
    ("const x = [{}]; x.map(t => { t.y = 1; return t }); answer(x)", "[{y: 1}]"),
    ("const x = [{}, {}]; x.slice().forEach(t => { t.y = 1 }); answer(x)", "[{y: 1}, {y: 1}]"),
    ("const x = [{}]; for (const t of [...x]) t.y = 1; answer(x)", "[{y: 1}]"),
    ("const x = [{n: 1}, {n: 2}]; x.filter(t => t.n > 1).forEach(t => { t.y = 1 }); answer(x)", "[{n: 1, y?: 1}, {n: 2, y?: 1}]"),
    ("const x = [{n: 1}]; const f = x.filter(t => t.n); f.forEach(t => { t.n = 2 }); answer(x)", "[{n: 1 | 2}]"),
    ("const x = [{n: 1}]; const f = x.filter(t => t.n); f.push({n: 2}); answer(x)", "[{n: 1}]"),
    ("const x = [{n: 1}]; x.find(t => t.n).y = 1; answer(x)", "[{n: 1, y?: 1}]"),
    ("const x = [{n: 1}]; const t = x.find(t => t.n); t.y = 1; answer(x)", "[{n: 1, y?: 1}]"),
    ("const x = [{}, {}]; const t = x[1]; t.y = 1; answer(x)", "[{}, {y: 1}]"),
    ("const x = [{}, {}]; const t = x[z]; t.y = 1; answer(x)", "[{y?: 1}, {y?: 1}]"),
    ("const x = {a: {}, b: {}}; const t = x.a; t.y = 1; answer(x)", "{a: {y: 1}, b: {}}"),
    ("const x = {l: []}; const l = x.l; l.push(1); answer(x)", "{l: [1]}"),
    ("const x = {l: [{}]}; for (const t of x.l) t.y = 1; answer(x)", "{l: [{y: 1}]}"),
    ("const x = [{a: {}}]; for (const t of x) { const a = t.a; a.y = 1 } answer(x)", "[{a: {y: 1}}]"),
    ("const x = [{a: {}}]; for (const {a} of x) a.y = 1; answer(x)", "[{a: {y: 1}}]"),
    ("const m = new Map([['a', {}]]); for (const t of m.values()) t.y = 1; answer(m)", 'Map{"a" => {y: 1}}'),
    ("const m = new Map([['a', {}]]); for (const [k, t] of m) t.y = k; answer(m)", 'Map{"a" => {y: "a"}}'),
    ("const m = new Map([['a', {}]]); m.forEach((t, k) => { t.y = k }); answer(m)", 'Map{"a" => {y: "a"}}'),
    ("const m = new Map([['a', {}]]); m.get('a').y = 1; answer(m)", 'Map{"a" => {y?: 1}}'),
    ("const a = {}, b = {}; [a, b].forEach(t => { t.y = 1 }); answer([a, b])", "[{y: 1}, {y: 1}]"),
    ("const a = {}, b = {}; for (const t of [a, b]) t.y = 1; answer(b)", "{y: 1}"),
    ("const a = {}, l = [a]; for (const t of l) t.y = 1; answer(a)", "{y: 1}"),
    ("const a = {}; for (const t of [a]) if (z) t.y = 1; answer(a)", "{y?: 1}"),
    ("const x = [{}]; function mark(t) { t.y = 1 } x.forEach(mark); answer(x)", "[{y: 1}]"),
    ("const x = {y: 1}; function mark(t) { if (z) t.y = 2 } mark(x); answer(x)", "{y: 1 | 2}"),
    ("const x = [{}]; function mark(l) { for (const t of l) t.y = 1 } mark(x); answer(x)",
     "[{y?: ⟨a property that is not set by a plain assignment⟩}]"),
    ("const x = [{}]; for (const t of x) { t = {}; t.y = 1 } answer(x)", "[{}]"),
    ("const x = [{}], z = x.map(t => ({...t})); for (const t of z) t.y = 1; answer(x)", "[{}]"),
    ("const x = [{}]; x.forEach(t => { const t2 = {...t}; t2.y = 1 }); answer(x)", "[{}]"),
    # No index, although a digit
    ("const x = [{}]; x['²'] = {}; answer(x)", "[...⟨an element that is set⟩]"),
    ("const x = [{}]; x['²'].y = 1; answer(x)", "[{}]"),
    ("const x = {a: {}}; Object.keys(x).forEach(k => { k.y = 1 }); answer(x)", "{a: {}}"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), [*VARIABLES, *LISTS, *OBJECTS, *COLLECTIONS, *ALIASES])
def test_after_all_writes(source: str, expected: str) -> None:
    assert answers(source) == [expected]


def test_what_is_evaluated_while_writes_are_collected_is_not_kept() -> None:
    project, [path] = documents("let x = 1; x = 2; answer(x)")
    [tree], analysis = project.trees(path), project.analysis
    [call] = tree.calls["answer"]
    use, binding = call.fields["arguments"].children[0], tree.root.bindings["x"]

    analysis.collecting[binding] = []
    assert shown(analysis, analysis.value(use, {})) == "1"

    del analysis.collecting[binding]
    assert shown(analysis, analysis.value(use, {})) == "2"


def test_what_is_written_to_a_name_is_the_same_whichever_name_was_asked_for_first() -> None:
    chain = "const a = {}; const b = a; const c = b; const d = c; const e = d; e.x = 1;"
    assert (
        answers(chain + "answer(d); answer(b); answer(a)")[0] == answers(chain + "answer(a); answer(b); answer(d)")[2]
    )
    assert answers(chain + "answer(a); answer(b)")[1] == answers(chain + "answer(b)")[0] == "{x: 1}"


def test_what_a_question_that_came_to_its_end_found_of_the_writes_is_not_kept() -> None:
    project, [path] = documents("const x = []; const f = t => { t.push(1) }; f(x); answer(x)")
    [tree], analysis = project.trees(path), project.analysis
    [call] = tree.calls["answer"]
    use, binding = call.fields["arguments"].children[0], tree.root.bindings["x"]

    analysis.work.begin()
    analysis.work.spend(MAX_STEPS)
    short = of_binding(analysis, binding)

    analysis.work.begin()
    assert len(of_binding(analysis, binding)) > len(short)
    assert shown(analysis, analysis.value(use, {})) == "[1]"

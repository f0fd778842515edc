"""What becomes of the input of a function: which keys are read, where it goes, what throws, what becomes markup or code."""

from __future__ import annotations

import pytest

from tests.program.reading import Sources, documents
from webmcp_lint.program.holding import InputFlow
from webmcp_lint.program.inputs import input_flow
from webmcp_lint.program.values import Function


def flow(sources: Sources) -> InputFlow:
    """Return what becomes of the input of the function that `answer` is called with."""
    project, paths = documents(sources)
    for path in paths:
        for tree in project.trees(path):
            for call in tree.calls.get("answer", ()):
                project.analysis.begin()
                function = project.analysis.value(call.fields["arguments"].children[0], {})
                assert isinstance(function, Function)
                return input_flow(project.analysis, function)
    raise AssertionError("nothing is answered")


def reads(sources: Sources) -> list[str]:
    return sorted({read.key for read in flow(sources).reads})


def escapes(sources: Sources) -> list[str]:
    return sorted({escape.way for escape in flow(sources).escapes})


def arrivals(source: str) -> list[str]:
    found = flow(source)
    return [f"{each.kind} {each.key} {each.name}" for each in found.arrivals if each.key not in found.checked]


def dereferences(source: str) -> list[str]:
    found = flow(source)
    return sorted({each.key for each in found.dereferences if each.key not in found.present})


@pytest.mark.parametrize(
    ("function", "keys"),
    [
        ("(input) => input.a", "a"),
        ("(input) => input?.a", "a"),
        ("(input) => input.length * input.list.length", "length list"),
        ("(...given) => given.length && given[0].a", "a"),
        ("(input) => input['a'].b", "a"),
        ("({ a, b: { c }, 'd': e = 1, ...rest }) => rest.f", "a b d f"),
        ("({ a } = {}) => a", "a"),
        ("(input) => typeof input === 'string' ? input.trim() : input.a", "a"),
        ("(input) => { if (Array.isArray(input)) return input.length; return input.a; }", "a"),
        ("(input) => { if (typeof input !== 'object') return input.a; return input.b; }", "b"),
        (
            "(input) => { if (typeof input.a === 'string') return input.b; return Object.keys(input).length && input.c; }",
            "a b c",
        ),
        ("(input) => { const { a = 1, b } = input ?? {}; }", "a b"),
        ("(input) => { let a, b; ({ a, b } = input); }", "a b"),
        ("(input) => { const alias = input; return alias.a; }", "a"),
        ("(input) => { if ('a' in input && Object.hasOwn(input, 'b')) input.hasOwnProperty('c'); }", "a c"),
        ("(input) => { for (const name of ['a', 'b']) use(input[name]); }", "a b"),
        ("function (input) { return [1].map(() => input.a); }", "a"),
        ("(input) => { input.a = 1; return input.b; }", "b"),
        ("(input) => { const copy = structuredClone(input); return copy.a; }", "a"),
        ("(input, { signal }) => signal.aborted", ""),
        ("() => 1", ""),
        ("async (input) => (await input).a", "a"),
        ("(input) => (input.a ? input : {}).b", "a b"),
    ],
)
def test_keys_that_are_read(function: str, keys: str) -> None:
    assert reads(f"answer({function})") == keys.split()


@pytest.mark.parametrize(
    ("source", "keys"),
    [
        ("const helper = (x, y) => y.a; answer((input) => helper(1, input))", "a"),
        ("function helper({ a }) { return a } answer(helper)", "a"),
        ("const first = (x) => x; answer((input) => first(input).a)", "a"),
        ("const box = (x) => ({ inner: x }); answer((input) => box(input).inner.a)", "a"),
        ("const list = (x) => [x]; answer((input) => { for (const each of list(input)) use(each.a); })", "a"),
        ("class T { run(input) { return this.go(input) } go(x) { return x.a } } answer(new T().run)", "a"),
        (
            "const wrap = (f) => async (input) => { try { return await f(input) } catch {} }; answer(wrap((x) => x.a))",
            "a",
        ),
        ("const run = (kind, x) => kind === 'a' ? x.a : x.b; answer((input) => run('a', input))", "a"),
        (
            "function run(kind, x) { switch (kind) { case 'a': return x.a; case 'b': return x.b } } answer((i) => run('b', i))",
            "b",
        ),
        ("function run(kind, x) { if (kind === 'a') return x.a; return x.b } answer((i) => run('a', i))", "a"),
        ("const state = { on: false }; answer((x) => { if (state.on) return x.a; return x.b })", "a b"),
        ("answer(function f(input, n) { return n ? f(input.a, n - 1) : input.b })", "a b"),
    ],
)
def test_functions_that_are_followed(source: str, keys: str) -> None:
    assert reads(source) == keys.split()


def test_functions_of_other_files_are_followed() -> None:
    sources = {
        "main.js": "import { go } from './go.js'; answer((input) => go(input));",
        "go.js": "export const go = ({ a }) => a;",
    }
    assert reads(sources) == ["a"]


@pytest.mark.parametrize(
    ("function", "ways"),
    [
        ("(input) => ({ ...input })", "spread"),
        ("(input) => Object.assign({}, input)", "spread"),
        ("(input) => { const copy = { ...input }; return copy.a }", "copied"),
        ("(input) => show(JSON.stringify(input))", "argument stringify"),
        ("(input) => fetch('/', { body: JSON.stringify(input) })", "argument request"),
        ("(input) => save(input)", "argument"),
        ("(input) => save({ input })", "argument"),
        ("(input) => input", "returned"),
        ("(input) => [input]", "returned"),
        ("(input) => { state.last = input }", "stored"),
        ("(input) => { for (const key in input) use(key) }", "dynamic"),
        ("(input) => Object.entries(input)", "dynamic"),
        ("(input) => input[name]", "dynamic"),
        ("function () { return arguments[0] }", "dynamic"),
        ("(input) => { console.log(input); Array.isArray(input); typeof input; return input.a }", ""),
        ("({ a, ...rest }) => { const { b, ...last } = rest; return a + b }", ""),
        ("(input) => { const own = { input }; return own.input.a }", ""),
    ],
)
def test_inputs_that_go_elsewhere(function: str, ways: str) -> None:
    assert escapes(f"answer({function})") == ways.split()


@pytest.mark.parametrize(
    ("function", "keys"),
    [
        ("(input) => input.a.trim()", "a"),
        ("({ a }) => a.map((x) => x)", "a"),
        ("({ a: { b } }) => b", "a"),
        ("(input) => { for (const x of input.a) use(x) }", "a"),
        ("(input) => [...input.a]", "a"),
        ("(input) => input.a!.b", "a"),
        ("(input) => Object.keys(input.a)", "a"),
        ("({ a }) => a()", "a"),
        ("({ a }) => { const b = a; return b.length }", "a"),
        ("({ a }) => a.every((x) => known.has(x))", "a"),
        ("({ a = [] }) => a.map((x) => x)", ""),
        ("({ a }) => a?.trim()", ""),
        ("({ a }) => a && a.trim()", ""),
        ("({ a }) => (a ?? '').trim()", ""),
        ("({ a }) => { if (!a) return; a.trim() }", ""),
        ("({ a }) => typeof a === 'string' ? a.trim() : ''", ""),
        ("({ a }) => { assert(a); a.trim() }", ""),
        ("({ a }) => String(a).trim()", ""),
        ("({ a }) => `${a}`.trim()", ""),
        ("({ a }) => a + 1", ""),
    ],
)
def test_places_that_throw_without_a_key(function: str, keys: str) -> None:
    assert dereferences(f"answer({function})") == keys.split()


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("el.innerHTML = a", "html a innerHTML"),
        ("el.outerHTML += a", "html a outerHTML"),
        ("el.insertAdjacentHTML('beforeend', `<b>${a}</b>`)", "html a insertAdjacentHTML"),
        ("document.write('<b>' + a)", "html a write"),
        ("$('#x').html(a)", "html a html"),
        ("$('#x').append(`<li>${a}</li>`)", "html a append"),
        ("const $list = $('ul'); $list.prepend(a)", "html a prepend"),
        ("render({ dangerouslySetInnerHTML: { __html: a } })", "html a dangerouslySetInnerHTML"),
        ("const lines = []; lines.push(`<li>${a}`); el.innerHTML = lines.join('')", "html a innerHTML"),
        ("let html = ''; html += `<li>${a}`; el.innerHTML = html", "html a innerHTML"),
        ("el.innerHTML = [a].map((x) => `<li>${x.trim()}`).join('')", "html a innerHTML"),
        ("el.innerHTML = JSON.stringify({ a })", "html a innerHTML"),
        ("for (const [k, v] of Object.entries({ a })) el.innerHTML = v", "html a innerHTML"),
        ("el.innerHTML = Object.entries({ a }).map((pair) => pair[1]).join()", "html a innerHTML"),
        ("el.innerHTML = Object.values({ a }).join()", "html a innerHTML"),
        ("li.innerHTML = `<b>${a}</b>`; list.prepend(li); toast(a); console.log('added', a)", "html a innerHTML"),
        ("items.push(a); items.filter((x) => x.toLowerCase().includes(query)); el.innerHTML = a", "html a innerHTML"),
        ("counts[a] = 1; el.innerHTML = a", "html a innerHTML"),
        ("el.textContent = a; el.title = a", ""),
        ("stream.write(a); page.html(a)", ""),
        ("$('#x').append($('<li>').text(a)); document.body.append(a); form.append('a', a)", ""),
        ("el.innerHTML = escapeHtml(a)", ""),
        ("el.innerHTML = a.replace(/</g, '&lt;')", ""),
        ("el.innerHTML = a.replaceAll('&', '&amp;').replaceAll('<', '&lt;')", ""),
        ("el.innerHTML = DOMPurify.sanitize(a)", ""),
        ("el.innerHTML = Number(a) + parseInt(a)", ""),
        ("el.innerHTML = a.split('<').join('&lt;')", ""),
        ("const isValid = validate(a); if (!isValid) return; el.innerHTML = a", ""),
        ("el.innerHTML = NAMES[a]", ""),
        ("for (const [k, v] of Object.entries({ a })) el.innerHTML = k + escapeHtml(v)", ""),
        ("el.innerHTML = Object.entries({ a }).map((pair) => pair[0]).join()", ""),
        ("for (const k of Object.keys({ a })) el.innerHTML = k", ""),
        ("el.innerHTML = items.find((x) => x.id === a).name", ""),
        ("if (!['x', 'y'].includes(a)) return; el.innerHTML = a", ""),
        ("a = escapeHtml(a); el.innerHTML = a", ""),
        ("if (a.includes('<')) return; el.innerHTML = a", ""),
        ("assertName(a); el.innerHTML = a", ""),
        ("if (!isName(a)) return; el.innerHTML = a", ""),
        ("el.innerHTML = html`<b>${a}</b>`", ""),
        ("el.innerHTML = `${a.length}`", ""),
        ("eval(a)", "code a eval"),
        ("new Function('x', `return ${a}`)", "code a Function"),
        ("setTimeout(a, 1)", "code a setTimeout"),
        ("import(a)", "code a import"),
        ("import(`./${a}.js`); setTimeout(() => use(a), a)", ""),
        ("const eval = (x) => x; eval(a)", ""),
        ("if (/^[0-9+]+$/.test(a)) eval(a)", ""),
        ("eval(a.replace(/[^0-9+]/g, ''))", ""),
        ("fetch(a)", "url a fetch"),
        ("window.fetch(`${a}/x`)", "url a fetch"),
        ("location.href = a", "url a location.href"),
        ("window.location = a", "url a window.location"),
        ("location.assign(a)", "url a location.assign"),
        ("window.open(a)", "url a open"),
        ("navigator.sendBeacon(a)", "url a sendBeacon"),
        ("fetch(new URL(a))", "url a fetch"),
        ("fetch('/x/' + a); location.href = `/x?q=${a}`; location.hash = a; dialog.open(a)", ""),
        ("location.href = location.origin + base + '/x/' + a + '/'; fetch('/x/' + a + '/y' + '/z')", ""),
        ("location.href = a + '/x' + '/y'", "url a location.href"),
        ("fetch('/x', { body: a }); history.pushState({}, '', a)", ""),
        ("fetch(PAGES[a]); fetch(PAGES.get(a))", ""),
        ("if (new URL(a).origin !== location.origin) return; fetch(a)", ""),
        ("if (!a.startsWith('/')) return; location.href = a", ""),
        ("fetch(encodeURIComponent(a))", ""),
        ("const location = {}; location.href = a", ""),
    ],
)
def test_places_where_values_arrive(body: str, found: str) -> None:
    assert arrivals(f"answer(({{ a }}) => {{ {body} }})") == ([found] if found else [])


def test_values_that_are_kept_arrive_later() -> None:
    source = """
        const state = { notes: [], byId: new Map() };
        const render = () => { el.innerHTML = state.notes.map((note) => `<li>${note.text}</li>`).join(""); };
        const showAll = () => state.byId.forEach((note) => { el.outerHTML = `<b>${note.title}</b><i>${note.id}</i>`; });
        answer(({ text, title }) => { state.notes.push({ text }); state.byId.set(1, { title, id: 1 }); render(); });
    """
    assert sorted(arrivals(source)) == ["html text innerHTML", "html title outerHTML"]


def test_names_that_stand_for_each_other() -> None:
    found = flow("answer((input) => [input.a ?? input.b, input.c || 1])")
    assert [found.is_fallback(key) for key in "abc"] == [True, True, False]


def test_what_is_not_certain() -> None:
    found = flow("const runs = { x: (i) => i.a, y: (i) => i.b }; answer((input) => runs[kind](input))")
    assert {(read.key, read.is_certain) for read in found.reads} == {("a", False), ("b", False)}


def test_the_walk_is_bounded() -> None:
    calls = "".join(f"function f{i}(v) {{ f{i + 1}(v); f{i + 1}(v); f{i + 1}(v) }}\n" for i in range(12))
    assert not flow(f"{calls} answer((input) => f0(input.a))").is_complete
    assert flow("answer((input) => f(input)); function f(v) { return f({ v }) }").is_complete
    assert reads("answer((input) => " + "(" * 200 + "input.a" + ")" * 200 + ")") == ["a"]

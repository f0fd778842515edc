"""Which functions handle a form, and what they do on which way."""

from __future__ import annotations

import pytest

from tests.site.submitted import FORM, by_person, handled, shown, submitted

HANDLER = "(e) => e.preventDefault()"


@pytest.mark.parametrize(
    "script",
    [
        f"document.getElementById('f').addEventListener('submit', {HANDLER})",
        f"document.querySelector('form[toolname=t]').addEventListener('submit', {HANDLER})",
        f"document.querySelectorAll('form').forEach((form) => form.addEventListener('submit', {HANDLER}))",
        f"for (const form of document.querySelectorAll('[toolname]')) form.addEventListener('submit', {HANDLER})",
        f"[...document.forms].forEach((form) => form.addEventListener('submit', {HANDLER}))",
        f"document.forms[0].addEventListener('submit', {HANDLER})",
        f"document.forms.f.onsubmit = {HANDLER}",
        f"f.addEventListener('submit', {HANDLER})",
        f"window.f.addEventListener('submit', {HANDLER})",
        f"document.getElementsByTagName('form')[0].addEventListener('submit', {HANDLER})",
        f"document.querySelector('input').form.addEventListener('submit', {HANDLER})",
        f"document.querySelector('button').closest('form').addEventListener('submit', {HANDLER})",
        f"const listen = (form, on) => form.addEventListener('submit', on); listen(document.forms.f, {HANDLER})",
        f"const $$ = (s) => document.querySelector(s); $$('#f')?.addEventListener('submit', {HANDLER})",
        f"['submit', 'reset'].forEach((type) => document.forms.f.addEventListener(type, {HANDLER}))",
        f"[{{ id: 'f' }}].forEach(({{ id }}) => document.getElementById(id).addEventListener('submit', {HANDLER}))",
        f"class B {{ form = document.querySelector('#f'); run() {{ this.form.onsubmit = {HANDLER} }} }} new B().run()",
        f"$('#f').on('submit', {HANDLER})",
        f"jQuery(document).on('submit', '#f', {HANDLER})",
        f"$(document.forms.f).submit({HANDLER})",
        "document.forms.f.onsubmit = () => { return false }",
        "$('#f').submit(function () { return false })",
        f"document.addEventListener('submit', {HANDLER})",
        f"window.addEventListener('submit', {HANDLER})",
        f"addEventListener('submit', {HANDLER})",
    ],
)
def test_listeners_are_found(script: str) -> None:
    assert handled(script) == ["prevent"]


@pytest.mark.parametrize(
    "script",
    [
        f"document.getElementById('g').addEventListener('submit', {HANDLER})",
        f"document.forms.f.addEventListener('reset', {HANDLER})",
        f"document.createElement('form').addEventListener('submit', {HANDLER})",
        f"socket.on('submit', {HANDLER})",
        f"$('#g').submit({HANDLER})",
        f"$(document).on('submit', '#g', {HANDLER})",
        "",
        "document.forms.f.addEventListener('submit'",
    ],
)
def test_others_are_not(script: str) -> None:
    assert handled(script) == []


@pytest.mark.parametrize(
    ("attribute", "courses"),
    [
        ('onsubmit="return false"', ["prevent"]),
        ('onsubmit="event.preventDefault(); save(event)"', ["prevent ?"]),
        ('onsubmit="handle(event)"', ["prevent respond"]),
        ('@submit.prevent="save"', ["prevent ?"]),
        ('@submit="handle($event)"', ["prevent respond"]),
        ('(ngSubmit)="save()"', ["prevent"]),
        ('(ngSubmit)="save($event)"', ["prevent ?"]),
    ],
)
def test_attributes_are_listeners(attribute: str, courses: list[str]) -> None:
    script = "function handle(e) { e.preventDefault(); if (e.agentInvoked) e.respondWith(1) }"
    assert handled(script, FORM.replace("<form", f"<form {attribute}")) == courses


VUE = "<script setup>{}</script><template>{}</template>"
SVELTE = "<script>{}</script>{}"
JSX = "{}; export const App = ({{ save }}) => {{ {}; return {} }}"


@pytest.mark.parametrize(
    ("path", "text", "attributes", "courses"),
    [
        (
            "app.vue",
            VUE.format("const add = (e) => e.respondWith(1)", "{}"),
            '@submit.prevent="add"',
            "prevent respond",
        ),
        ("app.vue", VUE.format("let n", "{}"), '@submit.prevent="n++"', "prevent"),
        (
            "app.vue",
            "<script>export default { methods: { add() { this.n++ } } }</script><template>{}</template>",
            '@submit.prevent="add"',
            "prevent",
        ),
        (
            "app.svelte",
            SVELTE.format("let form; const add = () => form.reset()", "{}"),
            "bind:this={form} on:submit|preventDefault={add}",
            "prevent reset",
        ),
        ("app.svelte", SVELTE.format("const add = (e) => e.preventDefault()", "{}"), "onsubmit={add}", "prevent"),
        (
            "app.svelte",
            SVELTE.format("function onsubmit(e) { e.preventDefault(); e.currentTarget.reset() }", "{}"),
            "{onsubmit}",
            "prevent reset",
        ),
        (
            "app.jsx",
            JSX.format(
                "import { useRef } from 'react'", "const form = useRef(); const add = () => form.current.reset()", "{}"
            ),
            "ref={form} onSubmit={add}",
            "reset",
        ),
        ("app.jsx", JSX.format("", "", "{}"), "onSubmit={save}", "?"),
        ("app.jsx", JSX.format("", "", "{}"), "onSubmit={(e) => e.preventDefault()}", "prevent"),
    ],
)
def test_components_have_listeners(path: str, text: str, attributes: str, courses: str) -> None:
    form = FORM.replace("<form", f"<form {attributes}").replace("required>", "required />")
    submission = submitted(text.replace("{}", form), path)
    assert [shown(course) for handler in submission.handlers for course in handler.agent] == [courses]


@pytest.mark.parametrize(
    ("body", "agent", "person"),
    [
        ("if (e.agentInvoked) e.preventDefault()", ["prevent"], [""]),
        ("if (!e.agentInvoked) return; e.preventDefault()", ["prevent"], [""]),
        ("const { agentInvoked } = e; agentInvoked && e.preventDefault()", ["prevent"], [""]),
        ("const isAgent = e.agentInvoked === true; if (isAgent) e.preventDefault()", ["prevent"], [""]),
        ("const isAgent = (x) => Boolean(x.agentInvoked); if (isAgent(e)) e.preventDefault()", ["prevent"], [""]),
        ("if (e.agentInvoked && typeof e.respondWith === 'function') e.preventDefault()", ["prevent"], [""]),
        ("if ('respondWith' in e && e.agentInvoked) e.preventDefault()", ["prevent"], [""]),
        ("e.agentInvoked ? e.preventDefault() : save()", ["prevent"], [""]),
        ("if (x) e.preventDefault(); if (!x) return; e.respondWith(1)", ["prevent respond", ""], None),
        ("e.returnValue = false", ["prevent"], ["prevent"]),
        ("const form = document.getElementById('f'); if (!form) return; e.preventDefault()", ["prevent"], None),
        ("if (e.target.id === 'f') e.preventDefault()", ["prevent"], None),
        ("if (!e.target.matches('#f')) return; e.preventDefault()", ["prevent"], None),
        ("if (e.target !== document.forms.f) return; e.preventDefault()", ["prevent"], None),
        ("const g = e.target.closest('form'); if (g) e.preventDefault()", ["prevent"], None),
        ("if (isAgent(e)) e.preventDefault()", ["prevent ?", "?"], None),
        ("if (isAgentMode) e.preventDefault()", ["prevent ?", "?"], None),
    ],
)
def test_conditions_make_ways(body: str, agent: list[str], person: list[str] | None) -> None:
    script = f"document.forms.f.onsubmit = (e) => {{ {body} }}"
    assert sorted(handled(script)) == sorted(agent)
    if person is not None:
        assert by_person(script) == person


@pytest.mark.parametrize(
    ("body", "courses"),
    [
        ("await null; e.respondWith(1)", ["respond"]),
        ("await Promise.resolve(); e.respondWith(1)", ["respond"]),
        ("await save(); e.respondWith(1)", ["~respond"]),
        ("await fetch('/'); e.respondWith(1)", ["!respond"]),
        ("await Promise.all([save(), fetch('/')]); e.respondWith(1)", ["!respond"]),
        ("const r = fetch('/'); await r; e.respondWith(1)", ["!respond"]),
        ("await new Promise((go) => setTimeout(go, 9)); e.respondWith(1)", ["!respond"]),
        ("const wait = () => new Promise((go) => setTimeout(go)); await wait(); e.respondWith(1)", ["!respond"]),
        ("const get = async () => { await fetch('/') }; await get(); e.respondWith(1)", ["!respond"]),
        ("const get = async () => 1; await get(); e.respondWith(1)", ["respond"]),
        ("const get = async () => { await fetch('/') }; get(); e.respondWith(1)", ["respond"]),
        ("fetch('/').then(() => e.respondWith(1))", ["!respond"]),
        ("save().then(() => e.respondWith(1))", ["~respond"]),
        ("setTimeout(() => e.respondWith(1))", ["!respond"]),
        ("queueMicrotask(() => e.respondWith(1))", ["respond"]),
        ("button.addEventListener('click', () => e.respondWith(1))", ["!respond"]),
        ("later(() => e.respondWith(1))", ["?"]),
        ("answer(e)", ["?"]),
        ("store.event = e", ["?"]),
        ("console.log(e)", [""]),
        ("e.respondWith(new Promise((go) => setTimeout(() => { f.reset(); go(1) })))", ["!reset* respond"]),
        ("e.respondWith(fetch('/').then(() => f.reset()))", ["!reset* respond"]),
        ("e.respondWith((async () => { f.reset() })())", ["reset* respond"]),
        ("const p = fetch('/').then(() => f.reset()); e.respondWith(p)", ["!reset* respond"]),
        ("const p = save(); async function save() { await 1; f.reset() } e.respondWith(p)", ["reset* respond"]),
        ("const p = fetch('/'); e.respondWith(p); await p; f.reset()", ["respond !reset*"]),
        ("const p = fetch('/'); e.respondWith(p); p.then(() => f.reset())", ["respond !reset*"]),
        ("const p = fetch('/'); e.respondWith(p); await fetch('/b'); f.reset()", ["respond !reset"]),
        ("e.respondWith(1); setTimeout(() => f.reset())", ["respond !reset"]),
        ("e.respondWith((async () => { throw new Error() })())", ["reject* respond"]),
        ("e.respondWith((async () => { throw new Error() })().catch(() => 0))", ["respond"]),
        ("const p = save().then(() => { throw new Error() }); e.respondWith(p)", ["~reject* respond"]),
        ("const p = save().then(() => { throw new Error() }).catch(show); e.respondWith(p)", ["respond"]),
        ("e.respondWith(Promise.reject(new Error()))", ["reject* respond"]),
        ("try { await fetch('/'); e.respondWith(1) } catch { e.respondWith(0) }", ["!respond", "!respond"]),
        ("[1].forEach(() => f.reset())", ["", "reset"]),
        ("for (const x of xs) { if (x) break; f.reset() }", ["", "reset"]),
        ("switch (e.type) { case 'a': f.reset(); break; default: e.preventDefault() }", ["reset", "prevent"]),
        ("try { f.reset() } finally { e.preventDefault() }", ["reset prevent"]),
        ("const clear = () => f.reset(); const done = () => clear(); done()", ["reset"]),
        ("function again() { again(); f.reset() } again()", ["reset"]),
    ],
)
def test_what_happens_when(body: str, courses: list[str]) -> None:
    found = handled(f"const f = document.forms.f; f.onsubmit = async (e) => {{ {body} }}")
    assert sorted(set(found)) == sorted(set(courses))


def test_a_delegated_listener_tests_its_target() -> None:
    script = "document.addEventListener('submit', (e) => { if (!e.target.matches('#f')) return; e.preventDefault() })"
    assert handled(script) == ["prevent"]
    assert handled(script.replace("#f", "#g")) == [""]
    assert handled(script.replace("!e.target.matches('#f')", "!mine(e.target)")) == ["?", "prevent ?"]


def test_answers_of_which_it_cannot_be_told_to_whom() -> None:
    page = FORM + "<script>forms().forEach((f) => f.addEventListener('submit', (e) => e.respondWith(1)))</script>"
    assert submitted(page).is_answered_elsewhere
    assert not submitted(
        FORM + "<script>document.forms.f.onsubmit = (e) => e.respondWith(1)</script>"
    ).is_answered_elsewhere
    jsx = f"export const App = () => {FORM.replace('required>', 'required />')}"
    assert submitted(jsx, "app.jsx", other_js="form.onsubmit = (e) => e.respondWith(1)").is_answered_elsewhere


@pytest.mark.parametrize(
    ("body", "courses"),
    [
        ("if (a) { b() } else { c() } " * 40, ["prevent", "prevent"]),
        ("function g() { " + "if (a) b(); " * 400 + "} " + "g(); " * 60, ["prevent"]),
        ("(" * 300 + "e" + ")" * 300, ["prevent ?"]),
        ("e.respondWith(" * 120, []),
        ("x = " + "a ? b : " * 300 + "c", ["prevent", "prevent"]),
    ],
)
def test_the_walk_is_bounded(body: str, courses: list[str]) -> None:
    assert handled(f"document.forms.f.onsubmit = (e) => {{ {body}; e.preventDefault() }}") == courses


READS = "const data = new FormData(f); const a = data.get('a');"


@pytest.mark.parametrize(
    ("condition", "attributes", "is_left"),
    [
        ("!a", "required", False),
        ("!data.get('a')", "required", False),
        ("!a || !data.get('a')", "required", False),
        ("!a || !data.get('b')", "required", True),
        ("!a.trim()", "required", True),
        ("!a", "", True),
        ("!a", "required readonly", True),
        ("!a", "required disabled", True),
        ("!a", "required type=checkbox", True),
        ("!a", 'required form="other"', True),
    ],
)
def test_what_a_form_has_made_sure_of(condition: str, attributes: str, *, is_left: bool) -> None:
    form = f'<form id="f" toolname="t" tooldescription="d"><input name="a" {attributes}><button>Go</button></form>'
    script = f"f.onsubmit = (e) => {{ e.preventDefault(); {READS} if ({condition}) return; e.respondWith(1) }}"
    assert ("prevent" in handled(script, form)) is is_left
    assert "prevent" in handled(script, form.replace("<form", "<form novalidate"))
    assert "prevent" in handled(script, form.replace("<button", "<button formnovalidate"))


@pytest.mark.parametrize(
    ("button", "rest", "is_possible"),
    [
        ("<button disabled={cart.length === 0}>Go</button>", "", False),
        ("<button disabled={cart.length === 1}>Go</button>", "", True),
        ("<button disabled={cart.length === 0}>Go</button><button>Or</button>", "", True),
        ("<button disabled={cart.length === 0}>Go</button>", 'toolautosubmit=""', True),
    ],
)
def test_a_button_that_is_disabled_meanwhile(button: str, rest: str, *, is_possible: bool) -> None:
    text = f"""
        import {{ useState }} from 'react';
        export function Shop() {{
          const [cart, setCart] = useState([]);
          const submit = (e) => {{
            e.preventDefault();
            if (cart.length === 0) return;
            if (e.nativeEvent.agentInvoked) e.nativeEvent.respondWith(1);
          }};
          return <form toolname="t" tooldescription="d" {rest} onSubmit={{submit}}>{button}</form>;
        }}
    """
    (handler,) = submitted(text, "Shop.tsx").handlers
    assert ("prevent" in [shown(course) for course in handler.agent]) is is_possible

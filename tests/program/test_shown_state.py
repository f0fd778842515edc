"""Which state of components is only shown, which stands in a field, and which may be more."""

from __future__ import annotations

import pytest

from tests.program.test_effects import kinds


@pytest.mark.parametrize(
    ("body", "markup", "expected"),
    [
        ("", "<p>{it}</p>", "view"),
        ("", "<p className={it === 1 ? 'on' : ''} />", "view"),
        ("", "<p>{it && <b>{it.text}</b>}</p>", "view"),
        ("", "<ul>{items.map((each) => <li className={each.id === it ? 'on' : ''} />)}</ul>", "view"),
        ("", "<p>{format(it)}</p>", "view"),
        ("const shown = items.filter((each) => each.id === it);", "<ul>{shown.map((each) => <li />)}</ul>", "view"),
        ("const shown = useMemo(() => { return sort(it) }, [it]);", "<p>{shown}</p>", "view"),
        ("if (!it) return null;", "<p>{it}</p>", "view"),
        ("", "<p onClick={() => setIt(!it)}>{it}</p>", "view"),
        ("", "<p onClick={() => setIt((old) => !old)}>{it}</p>", "view"),
        ("", "<Shown it={it} />", "view"),
        (
            "useEffect(() => { const t = setTimeout(() => setIt(''), 9); return () => clearTimeout(t) }, [it]);",
            "<p>{it}</p>",
            "view",
        ),
        ("useTools({ setIt }); useEffect(() => {}, [setIt]);", "<p>{it}</p>", "view"),
        ("useTools({ setIt: setIt });", "<p>{it}</p>", "view"),
        ("useSetter(setIt);", "<p>{it}</p>", "view"),
        ("", "<p><Setter onSet={setIt} /><b onClick={setIt} />{it}</p>", "view"),
        ("", "<input value={it} onChange={(event) => setIt(event.target.value)} />", "typing"),
        ("const send = () => post(it);", "<form onSubmit={send}><input value={it} /></form>", "typing"),
        ("", "<p />", "state"),
        ("", "<Other it={it} />", "state"),
        ("", "<Sender it={it} />", "state"),
        ("", "<Context.Provider value={{ it }} />", "state"),
        ("", "<p onClick={() => post(it)}>{it}</p>", "state"),
        ("", "<p onClick={() => setIt((all) => [...all, 1])}>{it}</p>", "state"),
        ("", "<p onClick={() => setIt([...it, 1])}>{it}</p>", "state"),
        ("", "<p><Other onChange={setIt} />{it}</p>", "state"),
        ("", "<p><Adder onAdd={setIt} />{it}</p>", "state"),
        ("useAdder({ setIt });", "<p>{it}</p>", "state"),
        ("useUnknown({ setIt });", "<p>{it}</p>", "state"),
        ("keep(setIt);", "<p>{it}</p>", "state"),
        ("useEffect(() => { localStorage.setItem('a', it) }, [it]);", "<p>{it}</p>", "state"),
        ("useEffect(() => { save() }, [it]);", "<p>{it}</p>", "state"),
        ("useEffect(() => { save(it) }, [it]);", "<input value={it} />", "state"),
        ("const saved = useSaved(it);", "<p>{it}</p>", "state"),
        ("latest.current = it;", "<p>{it}</p>", "state"),
        ("const all = { it, other: 1 }; register(all);", "<p>{it}</p>", "state"),
    ],
)
def test_a_state_of_react(body: str, markup: str, expected: str) -> None:
    page = f"""
        import {{ useEffect, useMemo, useState }} from "react";
        function Shown({{ it }}) {{ return <p>{{it}}</p>; }}
        function Sender({{ it }}) {{ return <button onClick={{() => post(it)}} />; }}
        function Setter({{ onSet }}) {{ return <button onClick={{() => onSet(1)}} />; }}
        function Adder({{ onAdd }}) {{ return <button onClick={{() => onAdd((all) => [...all, 1])}} />; }}
        function useTools({{ setIt }}) {{ useEffect(() => setIt(1), [setIt]); }}
        function useSetter(set) {{ set(1); }}
        function useAdder({{ setIt }}) {{ setIt((all) => [...all, 1]); }}
        export function Page() {{
          const [it, setIt] = useState("");
          {body}
          answer((input) => {{ setIt(input.a); }});
          return {markup};
        }}
    """
    assert kinds({"page.jsx": page}) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("setIt((old) => [...old, 1])", "state"),
        ("setIt(() => 1)", "view"),
        ("setIt((old) => !old)", "view"),
        # What flashes up is put back by the same function
        ("setIt((old) => [...old, 1]); setTimeout(() => setIt((old) => old.slice(1)), 9)", "view"),
        ("setTimeout(() => { setTimeout(() => setIt([])); setIt((old) => [...old, 1]) })", "state"),
        ("setTimeout(() => setIt((old) => old.slice(1)), 9)", "state"),
        ("const add = (old) => [...old, 1]; setIt(add)", "state"),
        ("const one = () => 1; setIt(one)", "view"),
    ],
)
def test_a_state_that_is_made_of_the_old(call: str, expected: str) -> None:
    page = f"""
        import {{ useState }} from "react";
        export const Page = () => {{
          const [it, setIt] = useState("");
          answer(() => {{ {call} }});
          return <p>{{it}}</p>;
        }};
    """
    assert kinds({"page.jsx": page}) == expected


def test_a_state_that_a_hook_gives_away_may_be_more() -> None:
    page = """
        import { useState } from "react";
        export function useIt() { const [it, setIt] = useState(""); answer(() => setIt(1)); return it; }
    """
    assert kinds({"page.jsx": page}) == "state"


@pytest.mark.parametrize(
    ("script", "markup", "expected"),
    [
        ("", "<p>{{ it }}</p>", "view"),
        ("", '<p :class="{ on: it === 1 }" />', "view"),
        ("", '<p v-if="it" />', "view"),
        ("", '<Toast v-if="it" />', "view"),
        (
            "const shown = computed(() => items.filter((x) => x === it.value));",
            '<p v-for="x in shown">{{ x }}</p>',
            "view",
        ),
        ("", '<p @click="it = 1">{{ it }}</p>', "view"),
        ("const close = () => { it.value = '' };", '<p @click="close">{{ it }}</p>', "view"),
        ("", '<input v-model="it">', "typing"),
        ("const send = () => post(it.value);", '<form @submit="send"><input v-model="it"></form>', "typing"),
        ("", "<p />", "state"),
        ("", '<Other :it="it" />', "state"),
        ("", '<Other v-model="it" />', "state"),
        ("", '<p @click="post(it)">{{ it }}</p>', "state"),
        ("", '<p v-for="it in all">{{ it }}</p>', "state"),
        ("const send = () => post(it.value);", "<p>{{ it }}</p>", "state"),
        ("watch(it, save);", "<p>{{ it }}</p>", "state"),
        ("watch(it, save);", '<input v-model="it">', "state"),
        ("watch(it, () => { saved.a = it.value });", "<p>{{ it }}</p>", "state"),
        ("watch(it, () => { setTimeout(() => { it.value = '' }, 9) });", "<p>{{ it }}</p>", "view"),
        ("watchEffect(() => save(it.value));", "<p>{{ it }}</p>", "state"),
        ("provide('it', it);", "<p>{{ it }}</p>", "state"),
        ("const saved = useSaved(it);", "<p>{{ it }}</p>", "state"),
    ],
)
def test_a_ref_of_vue(script: str, markup: str, expected: str) -> None:
    page = f"""<script setup>
import {{ computed, provide, ref, watch, watchEffect }} from "vue";
const it = ref("");
{script}
answer((input) => {{ it.value = input.a; }});
</script>
<template><div>{markup}</div></template>"""
    assert kinds({"page.vue": page}) == expected


@pytest.mark.parametrize(
    ("options", "markup", "expected"),
    [
        ("", "<p>{{ it }}</p>", "view"),
        ("methods: { close() { this.it = '' } }", '<p @click="close">{{ it }}</p>', "view"),
        ("methods: { send() { post(this.it) } }", '<form @submit="send"><input v-model="it"></form>', "typing"),
        ("", "<p />", "state"),
        ("", '<Other :it="it" />', "state"),
        ("methods: { send() { post(this.it) } }", "<p>{{ it }}</p>", "state"),
        ("computed: { all() { return [this.it] } }", "<p>{{ it }}</p>", "state"),
        ("watch: { it() { save() } }", "<p>{{ it }}</p>", "state"),
        ("watch: { it: 'save' }", '<input v-model="it">', "state"),
    ],
)
def test_state_among_the_options_of_vue(options: str, markup: str, expected: str) -> None:
    page = f"""<template><div>{markup}</div></template>
<script>
export default {{
  data: () => ({{ it: "" }}),
  mounted() {{ answer((input) => {{ this.it = input.a; }}); }},
  {options}
}};
</script>"""
    assert kinds({"page.vue": page}) == expected


def test_a_ref_that_is_added_to_is_more() -> None:
    page = "<script setup>import { ref } from 'vue'; const it = ref(0); answer(() => { it.value += 1 })</script>"
    assert kinds({"page.vue": f"{page}<template><p>{{{{ it }}}}</p></template>"}) == "state"


@pytest.mark.parametrize(
    ("script", "markup", "expected"),
    [
        ("", "<p>{it}</p>", "view"),
        ("", "<p class:on={it}>{#if it}<b />{/if}</p>", "view"),
        ("let shown = $derived(items.filter((x) => x === it));", "{#each shown as x}<p>{x}</p>{/each}", "view"),
        ("", "<input bind:value={it}>", "typing"),
        ("", "<p />", "state"),
        ("", "<Other {it} />", "state"),
        ("", "<Other bind:value={it} />", "state"),
        ("", "<button onclick={() => post(it)}>{it}</button>", "state"),
        ("$effect(() => { save(it) });", "<p>{it}</p>", "state"),
        ("$: save(it);", "<p>{it}</p>", "state"),
        ("", "{#each all as it}<p>{it}</p>{/each}", "state"),
    ],
)
def test_a_variable_of_svelte(script: str, markup: str, expected: str) -> None:
    page = f"<script>\nlet it = $state('');\n{script}\nanswer((input) => {{ it = input.a; }});\n</script>\n{markup}"
    assert kinds({"page.svelte": page}) == expected

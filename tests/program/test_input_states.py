"""How the input becomes markup through the state of components."""

from __future__ import annotations

import pytest

from tests.program.test_inputs import flow


def arrivals(path: str, text: str, **others: str) -> str:
    found = flow({path: text, **{name.replace("_", "."): each for name, each in others.items()}})
    return " ".join(f"{each.key} {each.name}" for each in found.arrivals if each.key not in found.checked)


@pytest.mark.parametrize(
    ("body", "markup", "expected"),
    [
        ("answer(({ a }) => setHtml(a))", "<p dangerouslySetInnerHTML={{ __html: html }} />", "a"),
        ("answer(({ a }) => setHtml(`<b>${a}</b>`))", "<p dangerouslySetInnerHTML={{ __html: html }} />", "a"),
        ("answer(({ a }) => setHtml((old) => old + a))", "<p dangerouslySetInnerHTML={{ __html: html }} />", "a"),
        ("answer((input) => setHtml({ body: input.a }))", "<p dangerouslySetInnerHTML={{ __html: html.body }} />", "a"),
        (
            "answer(({ a }) => setHtml((all) => [...all, { a }]))",
            "html.map((each) => <p dangerouslySetInnerHTML={{ __html: each.a }} />)",
            "a",
        ),
        ("answer(({ a }) => setHtml(a)); const shown = html", "<p dangerouslySetInnerHTML={{ __html: shown }} />", "a"),
        (
            "answer(({ a }) => setHtml(a)); const shown = useMemo(() => `<i>${html}</i>`, [html])",
            "<p dangerouslySetInnerHTML={{ __html: shown }} />",
            "a",
        ),
        ("answer(({ a }) => setHtml(a))", "<Shown text={html} />", "a"),
        ("answer(({ a }) => setHtml({ body: a }))", "<p dangerouslySetInnerHTML={{ __html: html.title }} />", ""),
        ("answer(({ a }) => setHtml(a))", "<p>{html}</p>", ""),
        ("answer(({ a }) => setHtml(a))", "<p title={html} />", ""),
        ("answer(({ a }) => setHtml(a))", "<Other text={html} />", ""),
        ("answer(({ a }) => setHtml(a))", "<p dangerouslySetInnerHTML={{ __html: clean(html) }} />", ""),
        ("answer(({ a }) => setHtml(a))", "<p dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(html) }} />", ""),
        (
            "answer(({ a }) => setHtml(DOMPurify.sanitize(a)))",
            "<p dangerouslySetInnerHTML={{ __html: html }} />",
            "",
        ),
        (
            "answer(({ a }) => setHtml(a.replace(/[&<>]/g, '')))",
            "<p dangerouslySetInnerHTML={{ __html: html }} />",
            "",
        ),
        ("answer(({ a }) => setOther(a))", "<p dangerouslySetInnerHTML={{ __html: html }} />", ""),
        ("answer(({ a }) => setHtml('<b>fixed</b>'))", "<p dangerouslySetInnerHTML={{ __html: html }} />", ""),
        (
            "answer(({ a }) => { if (ALLOWED.includes(a)) setHtml(a) })",
            "<p dangerouslySetInnerHTML={{ __html: html }} />",
            "",
        ),
    ],
)
def test_react(body: str, markup: str, expected: str) -> None:
    page = f"""
        import {{ useMemo, useState }} from "react";
        function Shown({{ text }}) {{ return <p dangerouslySetInnerHTML={{{{ __html: text }}}} />; }}
        export function Page() {{
          const [html, setHtml] = useState("");
          const [other, setOther] = useState("");
          {body};
          return {markup if markup.startswith("html") else f"<>{markup}</>"};
        }}
    """
    assert arrivals("page.jsx", page) == (expected and f"{expected} dangerouslySetInnerHTML")


def test_a_setter_that_another_function_is_given() -> None:
    page = """
        import { useState } from "react";
        const useTools = ({ setHtml }) => { answer(({ a }) => setHtml(a)); };
        export function Page() {
          const [html, setHtml] = useState("");
          useTools({ setHtml });
          return <p dangerouslySetInnerHTML={{ __html: html }} />;
        }
    """
    assert arrivals("page.jsx", page) == "a dangerouslySetInnerHTML"


@pytest.mark.parametrize(
    ("script", "markup", "expected"),
    [
        ("const html = ref(''); answer(({ a }) => { html.value = a })", '<p v-html="html" />', "a v-html"),
        ("const html = ref(''); answer(({ a }) => { html.value = a })", '<p :innerHTML="html" />', "a :innerhtml"),
        ("const html = ref(''); answer(({ a }) => { html.value += `<li>${a}` })", '<p v-html="html" />', "a v-html"),
        ("const html = ref({}); answer(({ a }) => { html.value.b = a })", '<p v-html="html.b" />', "a v-html"),
        ("const all = reactive({}); answer(({ a }) => { all.b = a })", '<p v-html="all.b" />', "a v-html"),
        ("const all = reactive({}); answer(({ a }) => { all.b = a })", "<p v-html=\"'<i>' + all.b\" />", "a v-html"),
        ("const all = reactive({}); answer(({ a }) => { all.b = a })", '<p v-html="all.b || `<i>`" />', "a v-html"),
        (
            "const html = ref(''); const b = computed(() => html.value); answer(({ a }) => { html.value = a })",
            '<p v-html="b" />',
            "a v-html",
        ),
        ("const all = reactive({}); answer(({ a }) => { all.b = a })", '<p v-html="all.c" />', ""),
        ("const html = ref(''); answer(({ a }) => { html.value = a })", '<p v-html="clean(html)" />', ""),
        ("const html = ref(''); answer(({ a }) => { html.value = clean(a) })", '<p v-html="html" />', ""),
        ("const html = ref(''); answer(({ a }) => { html.value = a })", "<p>{{ html }}</p>", ""),
        ("const html = ref(''); answer(({ a }) => { html.value = a })", '<p v-text="html" />', ""),
        (
            "const html = ref(''); const b = computed(() => clean(html.value)); answer(({ a }) => { html.value = a })",
            '<p v-html="b" />',
            "",
        ),
        (
            "const html = ref(''); answer(({ a }) => { html.value = a })",
            '<p v-for="html in pages" v-html="html" />',
            "",
        ),
        ("answer(({ a }) => { const html = ref(''); html.value = a })", '<p v-html="html" />', ""),
        (
            "const html = ref(''); answer(({ a }) => { html.value = a; html.value = clean(html.value); })",
            '<p v-html="html" />',
            "",
        ),
        (
            "const html = ref(''); answer(({ a }) => { html.value = ''; if (a) { html.value = a; } });",
            '<p v-html="html" />',
            "a v-html",
        ),
    ],
)
def test_vue(script: str, markup: str, expected: str) -> None:
    page = f"<script setup>import {{ computed, reactive, ref }} from 'vue'; {script}</script>\n<template>{markup}</template>"
    assert arrivals("page.vue", page) == expected


@pytest.mark.parametrize(
    ("component", "expected"),
    [
        ("{ data: () => ({ html: '' }), mounted() { answer(({ a }) => { this.html = a }) } }", "a v-html"),
        ("{ data: () => ({ html: '' }), mounted() { answer(({ a }) => { this.html = clean(a) }) } }", ""),
        ("{ data: () => ({ html: '' }), mounted() { answer(({ a }) => { this.text = a }) } }", ""),
        ("{ setup() { const b = ref(''); answer(({ a }) => { b.value = a }); return { html: b } } }", "a v-html"),
        ("{ setup() { const html = ref(''); answer(({ a }) => { html.value = a }); return { b: html } } }", ""),
    ],
)
def test_vue_with_options(component: str, expected: str) -> None:
    page = f"<template><p v-html='html' /></template>\n<script>import {{ ref }} from 'vue'; export default {component}</script>"
    assert arrivals("page.vue", page) == expected


@pytest.mark.parametrize(
    ("script", "markup", "expected"),
    [
        ("let html = $state(''); answer(({ a }) => { html = a })", "<p>{@html html}</p>", "a {@html}"),
        ("let html = ''; answer(({ a }) => { html = a })", "{#if html}{@html `<b>${html}</b>`}{/if}", "a {@html}"),
        (
            "let html = ''; answer(({ a }) => { html = a })",
            "<p contenteditable bind:innerHTML={html} />",
            "a bind:innerhtml",
        ),
        ("let all = $state({}); answer(({ a }) => { all.b = a })", "{@html all.b}", "a {@html}"),
        ("let html = $state(''); let b = $derived(html); answer(({ a }) => { html = a })", "{@html b}", "a {@html}"),
        ("const html = writable(''); answer(({ a }) => html.set(a))", "{@html $html}", "a {@html}"),
        ("const html = writable(''); answer(({ a }) => { $html = a })", "{@html $html}", "a {@html}"),
        ("const html = writable({}); answer(({ a }) => { $html.b = a })", "{@html $html.b}", "a {@html}"),
        ("let html = ''; $: b = html; answer(({ a }) => { html = a })", "{@html b}", "a {@html}"),
        ("let html = ''; answer(({ a }) => { html = a })", "<p title={html}>{html}</p>", ""),
        ("let html = ''; answer(({ a }) => { html = a })", "{@html clean(html)}", ""),
        ("let html = ''; answer(({ a }) => { html = a; html = clean(html); })", "{@html html}", ""),
        (
            "let html = ''; answer(({ a }) => { html = a; }); function hide() { html = ''; }",
            "{@html html}",
            "a {@html}",
        ),
        ("let html = ''; answer(({ a }) => { html = clean(a) })", "{@html html}", ""),
        ("let html = ''; $: b = clean(html); answer(({ a }) => { html = a })", "{@html b}", ""),
        ("let html = ''; answer(({ a }) => { html = a })", "{#each pages as html}{@html html}{/each}", ""),
        ("let html = ''; answer(({ a }) => { html = a })", "{#snippet show(html)}{@html html}{/snippet}", ""),
        ("const html = new Map(); answer(({ a }) => html.set(a))", "{@html $html}", ""),
    ],
)
def test_svelte(script: str, markup: str, expected: str) -> None:
    page = f"<script>import {{ writable }} from 'svelte/store'; {script}</script>\n{markup}"
    assert arrivals("page.svelte", page) == expected


def test_a_script_beside_a_component_is_not_read_by_its_markup() -> None:
    page = "<script>import { ref } from 'vue'; const html = ref(''); answer(({ a }) => { html.value = a })</script>"
    assert arrivals("page.vue", f"{page}\n<template><p v-html='html' /></template>") == ""


@pytest.mark.parametrize(
    ("tools", "script", "markup", "expected"),
    [
        (
            "export const use = (to) => answer(({ a }) => { to.value = a });",
            "use(html);",
            '<p v-html="html" />',
            "a v-html",
        ),
        ("export const use = (to) => answer(({ a }) => { to.value = a });", "use(other);", '<p v-html="html" />', ""),
        (
            "export const use = ({ to }) => answer(({ a }) => { to.value = a });",
            "use({ to: html });",
            '<p v-html="html" />',
            "a v-html",
        ),
        (
            "export const use = (to) => answer(({ a }) => { to.value = clean(a) });",
            "use(html);",
            '<p v-html="html" />',
            "",
        ),
        (
            "import { all } from './all.js'; export const use = () => answer(({ a }) => { all.b = a });",
            "use();",
            '<p v-html="all.b" />',
            "a v-html",
        ),
        (
            "import { all } from './all.js'; export const use = () => answer(({ a }) => { all.b = a });",
            "use();",
            '<p v-html="all.c" />',
            "",
        ),
        (
            "import { all } from './all.js'; export const use = () => answer(({ a }) => { all.b = a });",
            "use();",
            '<p v-html="clean(all.b)" />',
            "",
        ),
    ],
)
def test_refs_of_vue_in_other_files(tools: str, script: str, markup: str, expected: str) -> None:
    page = f"""<script setup>
import {{ ref }} from "vue";
import {{ use }} from "./tools.js";
import {{ all }} from "./all.js";
const html = ref("");
const other = ref("");
{script}
</script>
<template>{markup}</template>"""
    store = "import { reactive } from 'vue'; export const all = reactive({ b: '', c: '' });"
    assert arrivals("page.vue", page, tools_js=tools, all_js=store) == expected


@pytest.mark.parametrize(
    ("tools", "markup", "expected"),
    [
        ("answer(({ a }) => note.set(a))", "{@html $note}", "a {@html}"),
        ("answer(({ a }) => { all.b = a })", "{@html all.b}", "a {@html}"),
        ("answer(({ a }) => note.set(a))", "{@html clean($note)}", ""),
        ("answer(({ a }) => note.set(a))", "<p>{$note}</p>", ""),
        ("answer(({ a }) => note.set(a))", "{@html $other}", ""),
    ],
)
def test_stores_of_svelte_in_other_files(tools: str, markup: str, expected: str) -> None:
    page = f"<script>import {{ note, other, all }} from './stores.svelte.js';</script>\n{markup}"
    store = "import { writable } from 'svelte/store'; export const note = writable(''), other = writable('');"
    files = {
        "stores_svelte_js": f"{store} export const all = $state({{ b: '' }});",
        "tools_js": f"import {{ note, all }} from './stores.svelte.js'; {tools};",
    }
    assert arrivals("page.svelte", page, **files) == expected

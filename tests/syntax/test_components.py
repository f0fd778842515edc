"""The scripts and the markup inside pages and components."""

from __future__ import annotations

import pytest

from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.components import blanked, component_markup, component_script, script_elements
from webmcp_lint.syntax.templates import HOLE


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<script>a</script>", [("classic", None, "a")]),
        ("<script type=module>a</script>", [("module", None, "a")]),
        ("<script src=a.js>ignored</script>", [("classic", "a.js", None)]),
        ("<script type='text/javascript; charset=utf-8'>a</script>", []),
        ("<script type=application/json>{}</script>", []),
        ("<script type=importmap>{}</script>", [("importmap", None, "{}")]),
        ("<script TYPE=Module SRC=m.js></script>", [("module", "m.js", None)]),
        ("<!-- <script>a</script> --><style><script>b</script></style>", []),
        ("<svg><script>a</script></svg>", []),
    ],
)
def test_script_elements(page: str, expected: list[tuple[str, str | None, str | None]]) -> None:
    assert [
        (each.kind, each.source, None if each.content is None else page[each.content.start : each.content.end])
        for each in script_elements(page)
    ] == expected


def test_what_is_not_kept_is_blank_and_every_offset_stays() -> None:
    text = "<p>é\r\n<script>a;\n</script>"
    (element,) = script_elements(text)
    assert element.content is not None
    only = blanked(text, [element.content])
    assert len(only) == len(text)
    assert only.splitlines() == ["    ", "        a;", "         "]


@pytest.mark.parametrize(
    ("path", "text", "script"),
    [
        ("a.vue", "<template><p/></template><script>a</script><script setup>b</script>", "a b"),
        ("a.svelte", "<script module>a</script><p>{b}</p>", "a"),
        ("a.astro", "---\na\n---\n<p>{b}</p><script>c</script>", "a c"),
        ("a.astro", "---\n`<script>`\n---\n<p>{b}</p><script>c</script>", "`<script>` c"),
    ],
)
def test_component_scripts_are_one_module(path: str, text: str, script: str) -> None:
    found = component_script(SourceFile(path, text))
    assert found is not None
    assert found.text.replace(";", " ").split() == script.split()
    assert found.is_module


def test_a_component_without_script_has_none() -> None:
    assert component_script(SourceFile("a.vue", "<template><p/></template>")) is None


@pytest.mark.parametrize(
    ("path", "text", "markup"),
    [
        ("a.vue", "<template><p>{{ a }}</p></template><script>b</script>", "          <p>???????</p>           "),
        ("a.svelte", "<script>a</script><p b={c}>{ {d: '}'} }</p>", None),
        ("a.astro", "---\na\n---\n<p>{b}</p>", "   \n \n   \n<p>???</p>"),
        ("a.astro", "---\n'<style>'\n---\n<p>{b}</p>", "   \n         \n   \n<p>???</p>"),
        ("a.svelte", "<p>{ unclosed", "<p>{ unclosed"),
    ],
)
def test_component_markup(path: str, text: str, markup: str | None) -> None:
    found = component_markup(SourceFile(path, text))
    assert len(found) == len(text)
    if markup is not None:
        assert found.replace(HOLE, "?").rstrip() == markup.rstrip()

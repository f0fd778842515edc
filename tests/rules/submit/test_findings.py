"""What the rules about submits say beyond the examples of their pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.site.submitted import FORM, page_with
from webmcp_lint.linter import Diagnostic, lint
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.rules import all_rules
from webmcp_lint.settings import Settings

RULES = frozenset(rule.name for rule in all_rules() if rule.category == "submit")


def diagnostics(files: Mapping[str, str], path: str = "index.html") -> list[Diagnostic]:
    with deep_recursion():
        return lint(page_with(files, path), Settings(selected=RULES))


def found(script: str, form: str = FORM) -> Iterator[str]:
    """Yield the rules that speak of a page with this script, with what they point at."""
    page = f"{form}<script>const f = document.forms.f; {script}</script>"
    return (f"{each.rule.name}: {each.location.text}" for each in diagnostics({"index.html": page}))


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("f.onsubmit = (e) => { e.preventDefault(); save() }", ["missing-agent-response: e.preventDefault()"]),
        ("f.onsubmit = () => false", []),
        ("f.onsubmit = () => { save(); return false }", ["missing-agent-response: return false"]),
        ("f.onsubmit = (e) => { if (!e.agentInvoked) e.preventDefault() }", []),
        ("f.onsubmit = (e) => { e.preventDefault(); answer(e) }", []),
        ("f.onsubmit = (e) => { e.preventDefault(); this.last = e }", []),
        ("f.onsubmit = (e) => { e.preventDefault(); with_(() => e.respondWith(1)) }", []),
        ("f.onsubmit = (e) => { e.preventDefault(); throw new Error() }", []),
        ("f.onsubmit = (e) => { if (!ok()) e.preventDefault() }", ["missing-agent-response: e.preventDefault()"]),
        ("f.onsubmit = debounce((e) => e.preventDefault())", []),
        ("f.onsubmit = (e) => e.preventDefault(); f.addEventListener('submit', track)", []),
        ("document.onsubmit = (e) => { if (mine(e.target)) e.preventDefault() }", []),
        (
            "f.onsubmit = (e) => { e.preventDefault(); f.reset() }",
            ["missing-agent-response: e.preventDefault()", "form-reset-in-agent-submit: f.reset()"],
        ),
        (
            "f.onsubmit = async (e) => { e.preventDefault(); await fetch('/'); f.reset() }",
            ["missing-agent-response: e.preventDefault()"],
        ),
        (
            "f.onsubmit = async (e) => { e.preventDefault(); await fetch('/'); e.respondWith(1) }",
            ["late-respond-with: e.respondWith(1)"],
        ),
        (
            "f.onsubmit = (e) => { e.respondWith(1); e.preventDefault() }",
            ["respond-without-prevent-default: e.respondWith(1)", "unguarded-respond-with: e.respondWith(1)"],
        ),
        ("f.onsubmit = (e) => { e.preventDefault(); try { e.respondWith(1) } catch {} }", []),
        ("f.onsubmit = (e) => { e.preventDefault(); if (isAgent(e)) e.respondWith(1) }", []),
        ("go.onclick = () => f.submit(); f.onsubmit = track", ["submit-bypasses-event: f.submit()"]),
        ("go.onclick = () => { if (f.checkValidity()) f.submit() }", []),
        ("go.onclick = () => $('#f').submit()", []),
        ("go.onclick = () => f.submit()", ["submit-bypasses-event: f.submit()"]),
    ],
)
def test_what_is_reported(script: str, expected: list[str]) -> None:
    assert sorted(found(script)) == sorted(expected)


def test_a_form_without_a_tool_is_none_of_it() -> None:
    form = '<form id="f"></form><form id="g" toolname="t" tooldescription="d"></form>'
    assert not list(found("f.onsubmit = (e) => { e.preventDefault(); f.reset() }", form))


def test_the_way_is_told() -> None:
    files = {
        "index.html": f'{FORM}<script type="module" src="app.js"></script>',
        "app.js": "import { save } from './save.js';\n"
        "document.querySelector('#f').onsubmit = (event) => { event.preventDefault(); event.respondWith(save(event)) };",
        "save.js": "export async function save(event) { clear(event.target) }\nconst clear = (form) => form.reset();",
    }
    (reset,) = [each for each in diagnostics(files) if each.rule.name == "form-reset-in-agent-submit"]
    assert (reset.location.file.path, reset.location.text) == ("save.js", "form.reset()")
    assert [(each.location.text, each.message) for each in reset.finding.related] == [
        ("event", "handles the form of `t` (index.html:1)"),
        ("save(event)", "called from here"),
        ("clear(event.target)", "called from here"),
    ]
    assert reset.finding.fix is None


def test_a_template_may_load_scripts_that_answer() -> None:
    script = "<script>document.forms.f.onsubmit = (e) => e.preventDefault()</script>"
    answer = "document.forms.f.onsubmit = (e) => e.respondWith(1)"
    files = {"index.php": f"<?php head() ?>{FORM}{script}", "base.js": answer}
    assert not diagnostics(files, "index.php")
    del files["base.js"]
    assert [each.rule.name for each in diagnostics(files, "index.php")] == ["missing-agent-response"]


@pytest.mark.parametrize(
    ("handler", "expected"),
    [
        ("({ agentInvoked }) => track(agentInvoked)", ["agentInvoked"]),
        ("({ agentInvoked: isAgent = false, target }) => track(isAgent)", ["agentInvoked: isAgent = false"]),
        ("(event) => { const { agentInvoked } = event; track(agentInvoked) }", ["agentInvoked"]),
        ("(event) => { let agentInvoked; ({ agentInvoked } = event); track(agentInvoked) }", ["agentInvoked"]),
        ("({ nativeEvent: { agentInvoked } }) => track(agentInvoked)", []),
        ("({ nativeEvent }) => track(nativeEvent.agentInvoked)", []),
        ("(event) => { const { agentInvoked } = event.nativeEvent; track(agentInvoked) }", []),
        ("(event) => { const { agentInvoked } = await_(event); track(agentInvoked) }", []),
        ("(event, { agentInvoked }) => track(agentInvoked)", []),
        ("(event) => [].map(({ agentInvoked }) => agentInvoked)", []),
    ],
)
def test_what_a_pattern_takes_of_the_event_of_react(handler: str, expected: list[str]) -> None:
    form = '<form toolname="t" tooldescription="d" toolautosubmit="" onSubmit={handle}><button /></form>'
    page = f'import "react";\nexport function Form() {{ const handle = {handler}; return {form}; }}'
    synthetic = [each for each in diagnostics({"Form.jsx": page}, "Form.jsx") if each.rule.name.startswith("synthetic")]
    assert [each.location.text for each in synthetic] == expected
    assert all(each.finding.fix is not None for each in synthetic)


def test_a_method_that_a_pattern_takes_of_the_event_of_react_has_no_fix() -> None:
    form = '<form toolname="t" tooldescription="d" toolautosubmit="" onSubmit={handle}><button /></form>'
    handler = "(event) => { const { respondWith } = event; respondWith(1) }"
    page = f'import "react";\nexport function Form() {{ const handle = {handler}; return {form}; }}'
    synthetic = [each for each in diagnostics({"Form.jsx": page}, "Form.jsx") if each.rule.name.startswith("synthetic")]
    assert [(each.location.text, each.finding.fix) for each in synthetic] == [("respondWith", None)]

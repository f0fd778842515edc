"""Where what an agent fills into the controls of a page arrives: by the submit of its form, and by a tool of a script."""

from __future__ import annotations

from dataclasses import replace

import pytest

from webmcp_lint.program.documents import Documents
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.site.filling import filled
from webmcp_lint.site.page import Page, script_page, with_scripts
from webmcp_lint.site.project import page_of
from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.source import SourceFile

FORM = """<form id="f" toolname="t" tooldescription="d">
<input id="a" name="name"><textarea id="b" name="note"></textarea><input id="p" type="url" name="page">
<input id="n" type="number" name="count"><input type="date" name="day"><input type="email" name="mail">
<select id="s" name="size"><option>S</select><input type="checkbox" name="wrap"><button id="go">Go</button></form>
<p id="out"></p>"""
"""A form with free texts (`name`, `note`, `page`), and with controls that take no tag."""

START = "const form = document.getElementById('f'), out = document.getElementById('out');"
ESCAPE = 'const esc = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);'


def arrivals(text: str, path: str = "index.html", **others: str) -> list[str]:
    """Return what arrives on a page, or from a component: the kind, the parameter, and by what."""
    files = {f"{name}.js": SourceFile(f"{name}.js", each) for name, each in others.items()}
    files[path] = SourceFile(path, text)
    page = _page(files, path)
    with deep_recursion():
        found = filled(page, path, lambda: Documents(list(files), files.get))
    return list(dict.fromkeys(f"{each.kind} {each.key} {each.name}" for _, each in found))


def _page(files: dict[str, SourceFile], path: str) -> Page:
    is_page = path.endswith(".html")
    surface = read_scripts(list(files), [path] if is_page else [], [path, *files], files.get)
    if not is_page:
        return replace(script_page(files[path], surface.files[path]), key=path)
    return with_scripts(page_of(files[path]), surface.pages.get(path, Registered()))


def on_submit(body: str, form: str = FORM) -> list[str]:
    """Return what arrives where a form is submitted."""
    listener = f"form.addEventListener('submit', function (event) {{ event.preventDefault(); {body} }});"
    return arrivals(f"{form}<script>{START}{ESCAPE}{listener}</script>")


def by_tool(body: str, more: str = "", form: str = FORM) -> list[str]:
    """Return what arrives by the controls that a tool fills in."""
    tool = (
        f"document.modelContext.registerTool({{ name: 'u', description: 'd', execute: ({{ x, y }}) => {{ {body} }} }});"
    )
    form = form.replace(' toolname="t" tooldescription="d"', "")
    return arrivals(f"{form}<script>{START}{ESCAPE}{more}{tool}</script>")


@pytest.mark.parametrize(
    "read",
    [
        "form.name.value",
        "form.elements.name.value",
        "form.elements['name'].value",
        "form.elements.namedItem('name').value",
        "document.getElementById('a').value",
        "document.querySelector('#a').value.trim()",
        "form.querySelector('[name=name]').value",
        "document.forms[0].name.value",
        "event.target.name.value",
        "event.target.elements.name.value",
        "event.currentTarget.elements['name'].value",
        "this.name.value",
        "new FormData(form).get('name')",
        "new FormData(this).get('name')",
        "new FormData(event.target).getAll('name').join(' ')",
        "Object.fromEntries(new FormData(event.currentTarget)).name",
        "Object.fromEntries(new FormData(form).entries()).name",
        "$('#a').val()",
    ],
)
def test_reads(read: str) -> None:
    assert on_submit(f"out.innerHTML = `<b>${{{read}}}</b>`") == ["html name innerHTML"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("const data = new FormData(form); const note = data.get('note'); out.innerHTML = '<p>' + note;", "note"),
        ("const { name, count } = Object.fromEntries(new FormData(form)); out.innerHTML = `${count} ${name}`;", "name"),
        (
            "const order = { customer: Object.fromEntries(new FormData(this)) }; out.innerHTML = order.customer.note;",
            "note",
        ),
        ("const show = (text) => { out.innerHTML = text; }; show(form.note.value);", "note"),
        ("const show = () => { out.innerHTML = form.note.value; }; show();", "note"),
        ("const show = () => { out.innerHTML = form.note.value; }; setTimeout(show, 10);", "note"),
        ("const show = (e) => { if (e) return; out.innerHTML = form.note.value; }; setTimeout(show, 10);", "note"),
        ("const text = (id) => document.getElementById(id).value; out.innerHTML = text('b');", "note"),
        ("setTimeout(() => { out.innerHTML = form.note.value; });", "note"),
        ("if (event.agentInvoked) out.innerHTML = form.note.value;", "note"),
        ("if (!form.note.value) return; out.innerHTML = form.note.value;", "note"),
        ("form.name.value = form.note.value; out.innerHTML = form.name.value;", "note name"),
        ("for (const [, text] of new FormData(form)) out.innerHTML += text;", "name note page"),
        ("for (const [, text] of new FormData(form).entries()) out.innerHTML += text;", "name note page"),
        ("out.innerHTML = [...new FormData(form)].map(([key, text]) => key + text).join('');", "name note page"),
        ("out.innerHTML = Array.from(new FormData(form), ([key, text]) => text);", ""),
        ("out.innerHTML = Array.from(new FormData(form)).map((pair) => pair[1]).join('');", "name note page"),
        ("new FormData(form).forEach((text, key) => { out.innerHTML += text; });", "name note page"),
        (
            "const all = Object.fromEntries(new FormData(form)); out.innerHTML = Object.values(all).join();",
            "name note page",
        ),
        # Whatever a person alone sees, nobody else wrote
        ("if (!event.agentInvoked) out.innerHTML = form.note.value;", ""),
        ("if (event.agentInvoked) { event.respondWith('Done'); return; } out.innerHTML = form.note.value;", ""),
        ("if (!event.agentInvoked) setTimeout(() => { out.innerHTML = form.note.value; });", ""),
        ("const show = () => { out.innerHTML = form.note.value; }; if (!event.agentInvoked) show();", ""),
        # Controls that take no tag
        (
            "out.innerHTML = form.count.value + form.day.value + form.size.value + form.wrap.value + form.mail.value;",
            "",
        ),
        ("const { count, size } = Object.fromEntries(new FormData(form)); out.innerHTML = count + size;", ""),
        # Nothing of the form
        ("out.innerHTML = out.value;", ""),
        ("out.innerHTML = document.querySelector('.b').value;", ""),
        ("out.innerHTML = new FormData(other).get('name');", ""),
        ("out.innerHTML = new FormData(form).get('nothing');", ""),
        ("out.innerHTML = Object.keys(Object.fromEntries(new FormData(form))).join();", ""),
        ("new FormData(form).forEach((text, key) => { out.innerHTML += key; });", ""),
        ("for (const [key, text] of new FormData(form)) if (key === 'count') out.innerHTML += text;", ""),
        ("for (const [key] of new FormData(form)) out.innerHTML += key;", ""),
        # Escaped, shown as text, checked, or measured
        ("out.innerHTML = `<b>${esc(form.note.value)}</b>`;", ""),
        ("out.innerHTML = DOMPurify.sanitize(form.note.value);", ""),
        ("out.innerHTML = encodeURIComponent(form.note.value);", ""),
        ("out.textContent = form.note.value;", ""),
        ("form.note.value = form.note.value.replace(/[<>]/g, ''); out.innerHTML = form.note.value;", ""),
        ("form.note.value = sanitize(form.note.value); out.innerHTML = form.note.value;", ""),
        ("out.innerHTML = `${form.note.value.length} letters`;", ""),
        ("const p = document.createElement('p'); p.textContent = form.note.value; out.innerHTML = p.innerHTML;", ""),
        ("const note = form.note.value; if (!NOTES.includes(note)) return; out.innerHTML = note;", ""),
        ("const note = Number(form.note.value); out.innerHTML = note;", ""),
        (
            "for (const [k, v] of Object.entries(Object.fromEntries(new FormData(form)))) out.innerHTML += k + esc(v);",
            "",
        ),
    ],
)
def test_submits(body: str, found: str) -> None:
    assert on_submit(body) == [f"html {key} innerHTML" for key in found.split()]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("eval(form.note.value);", ["code note eval"]),
        ("location.href = form.page.value;", ["url page location.href"]),
        ("location.href = '/pages/' + form.page.value;", []),
        ("fetch('/search?q=' + form.note.value);", []),
        ("document.write(form.note.value);", ["html note write"]),
        ("out.insertAdjacentHTML('beforeend', form.note.value);", ["html note insertAdjacentHTML"]),
    ],
)
def test_sinks(body: str, found: list[str]) -> None:
    assert on_submit(body) == found


@pytest.mark.parametrize(
    ("control", "is_free"),
    [
        ("<input name=name>", True),
        ("<input name=name type=search>", True),
        ("<input name=name type=tel>", True),
        ("<input name=name type=nonsense>", True),
        ("<textarea name=name></textarea>", True),
        ("<input name=name maxlength=200>", True),
        ("<input name=name maxlength=5>", False),
        ("<input name=name type=range>", False),
        ("<input name=name type=color>", False),
        ("<input name=name type=month>", False),
        ("<input name=name type=radio value=1>", False),
        ("<input name=name type=hidden>", False),
        ("<input name=name readonly>", False),
        ("<input name=name disabled>", False),
        ("<input name=name type={{ type }}>", False),
    ],
)
def test_controls(control: str, *, is_free: bool) -> None:
    form = f'<form id="f" toolname="t" tooldescription="d">{control}</form>'
    assert on_submit("out.innerHTML = form.name.value", form) == ["html name innerHTML"] * is_free


def test_a_form_that_is_no_tool_is_the_person_s_own() -> None:
    form = FORM.replace(' toolname="t"', "")
    assert on_submit("out.innerHTML = form.note.value", form) == []


def test_a_control_without_a_name_is_no_parameter() -> None:
    assert (
        on_submit("out.innerHTML = document.getElementById('c').value", FORM.replace("<select", "<input id=c><select"))
        == []
    )


STATE = "let state = {}; const draw = () => { out.innerHTML = state.note; };"


@pytest.mark.parametrize(
    ("attribute", "script"),
    [
        ('onsubmit="send(event)"', "function send(event) { out.innerHTML = event.target.note.value; }"),
        ('onsubmit="send(); return false"', "function send() { out.innerHTML = form.note.value; }"),
        ("", "form.onsubmit = () => { out.innerHTML = form.note.value; };"),
        ("", "document.addEventListener('submit', (e) => { out.innerHTML = e.target.elements.note.value; });"),
        ("", "$('#f').on('submit', () => { $('#out').html($('#b').val()); });"),
        ("", f"{STATE} form.addEventListener('submit', () => {{ state.note = form.note.value; draw(); }});"),
    ],
)  # fmt: skip
def test_listeners(attribute: str, script: str) -> None:
    found = arrivals(f"{FORM.replace('<form', f'<form {attribute}')}<script>{START}{script}</script>")
    assert [each.rpartition(" ")[0] for each in found] == ["html note"]


def test_scripts_of_the_page() -> None:
    page = f'{FORM}<script type="module" src="main.js"></script>'
    main = f"import {{ show }} from './show.js'; {START} form.addEventListener('submit', () => show(form));"
    show = "export function show(form) { form.append(''); form.out.innerHTML = form.elements.note.value; }"
    assert arrivals(page, main=main, show=show) == ["html note innerHTML"]


def test_react() -> None:
    text = """export function Ask() {
  const [note, setNote] = useState("");
  const send = (event) => { event.preventDefault(); setNote(new FormData(event.currentTarget).get("note")); };
  return <form toolname="t" tooldescription="d" onSubmit={send}><textarea name="note" />
    <p dangerouslySetInnerHTML={{ __html: note }} /></form>;
}
import { useState } from "react";"""
    assert arrivals(text, "ask.jsx") == ["html note dangerouslySetInnerHTML"]


SHOW = "function show() { out.innerHTML = `<b>${document.getElementById('b').value}</b>`; }"


@pytest.mark.parametrize(
    ("body", "more", "found"),
    [
        ("form.note.value = x; show();", SHOW, "x"),
        ("document.querySelector('#b').value = x; show();", SHOW, "x"),
        ("const set = (id, text) => { document.getElementById(id).value = text; }; set('b', x); show();", SHOW, "x"),
        ("form.note.value = `${x}!`; out.innerHTML = new FormData(form).get('note');", "", "x"),
        ("form.note.value = x; form.requestSubmit();", f"{SHOW} form.addEventListener('submit', show);", "x"),
        ("form.note.value = x; document.getElementById('go').click();", f"{SHOW} form.onsubmit = () => show();", "x"),
        ("form.note.value = x; form.dispatchEvent(new Event('submit'));", f"{SHOW} form.onsubmit = show;", "x"),
        (
            "form.note.value = x; form.requestSubmit();",
            "form.onsubmit = (e) => { if (!e.agentInvoked) out.innerHTML = e.target.note.value; };",
            "x",
        ),
        (
            "form.note.value = x; form.requestSubmit();",
            "form.onsubmit = (e) => { if (e.agentInvoked) out.innerHTML = e.target.note.value; };",
            "",
        ),
        ("$('#b').val(x); show();", SHOW, "x"),
        ("form.name.value = x; form.note.value = form.name.value; show();", SHOW, "x"),
        ("form.note.value = x;", SHOW, ""),
        ("form.note.value = x; form.submit();", f"{SHOW} form.onsubmit = show;", ""),
        ("form.name.value = x; show();", SHOW, ""),
        ("form.note.value = esc(x); show();", SHOW, ""),
        ("form.note.value = DOMPurify.sanitize(x); show();", SHOW, ""),
        ("if (!ALLOWED.includes(x)) return 'No such note.'; form.note.value = x; show();", SHOW, ""),
        ("form.note.value = x; show();", SHOW.replace("`<b>${", "esc(`<b>${").replace("</b>`", "</b>`)"), ""),
        ("form.count.value = x; out.innerHTML = form.count.value;", "", ""),
        ("form.size.value = x; out.innerHTML = form.size.value;", "", ""),
        ("elsewhere.value = x; out.innerHTML = elsewhere.value;", "", ""),
    ],
)
def test_tools_of_scripts(body: str, more: str, found: str) -> None:
    assert by_tool(body, more) == [f"html {key} innerHTML" for key in found.split()]

"""Forms in the HTML that scripts write: which are found, what is known of them, and where they are shown."""

from __future__ import annotations

import pytest

from webmcp_lint.findings import Fix
from webmcp_lint.fixes import applied
from webmcp_lint.linter import lint
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import script_page
from webmcp_lint.site.scripts import Registered, read_scripts
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import SourceFile

FORM = '<form toolname="find" tooldescription="Find it."><input name="q"><button>Go</button></form>'


def registered(text: str, path: str = "app.ts") -> Registered:
    file = SourceFile(path, text)
    surface = read_scripts([path], [], [path], lambda each: file if each == path else None)
    return surface.files.get(path, Registered())


def tools(text: str) -> list[Tool]:
    return registered(text).tools


@pytest.mark.parametrize(
    "text",
    [
        f"el.innerHTML = '{FORM}'",
        f"el.outerHTML = `{FORM}`",
        f"el.insertAdjacentHTML('beforeend', '{FORM}')",
        f"el.setHTMLUnsafe('{FORM}')",
        f"render(html`{FORM}`)",
        f"@Component({{ template: `{FORM}` }}) class A {{}}",
        f"const form = `{FORM}`; el.innerHTML = form",
        f"const form = () => `{FORM}`; el.innerHTML = form()",
        f"class A {{ form() {{ return `{FORM}` }} show() {{ this.el.innerHTML = this.form() }} }}",
        'el.innerHTML = "<form toolname=\\"find\\" " + "tooldescription=\'Find it.\'><input name=\\x71></form>"',
        "const name = 'find'; el.innerHTML = `<form toolname=${name} tooldescription='Find it.'><input name=q></form>`",
        f"export const page = `<!DOCTYPE html>\n<html><body>{FORM}</body></html>`",
        f"const serve = (title) => new Response(`\n<html><title>${{title}}</title>{FORM}</html>`)",
        f"el.innerHTML = '<div>' + title + '</div>' + '{FORM}'",
    ],
)
def test_forms_are_found(text: str) -> None:
    (tool,) = tools(text)
    assert (tool.name.known, tool.description.known) == ("find", "Find it.")
    assert [parameter.name for parameter in tool.parameters] == ["q"]


@pytest.mark.parametrize(
    "text",
    [
        f"const unused = '{FORM}'",
        f"el.textContent = '{FORM}'",
        f"const unused = '<p>A page begins with <html>. {FORM}'",
        "el.innerHTML = '<form><input name=toolname></form>'",
        f"it('lists it', () => {{ el.innerHTML = '{FORM}' }})",
        "el.innerHTML = el.innerHTML + '<form toolname'",
        "const a = () => a(); el.innerHTML = a() + '<form toolname>'",
    ],
)
def test_other_texts_are_not(text: str) -> None:
    assert tools(text) == []


def test_places_are_those_of_the_source() -> None:
    text = "el.innerHTML = '<form toolname=\"a b\" ' +\n  'tooldescription=\"Say \\'it\\'.\">' + more + '</form>'"
    (tool,) = tools(text)
    assert tool.name.location.text == "a b"
    assert tool.description.known == "Say 'it'."
    assert tool.description.location.text == "Say \\'it\\'."
    assert "/properties" in (tool.schema.open if tool.schema else {})


def test_what_is_computed_is_unknown() -> None:
    (tool,) = tools("el.innerHTML = `<form toolname=${x} tooldescription='Find ${y}.' ${more}><input></form>`")
    assert tool.name.known is None
    assert tool.description.known is None
    assert tool.form is not None
    assert tool.form.form.is_open


def fixes(text: str) -> list[Fix]:
    found = registered(text)
    page = script_page(SourceFile("app.ts", text), found)
    diagnostics = lint(page, Settings(selected=frozenset({"undescribed-parameter", "invalid-tool-name"})))
    return [each.finding.fix for each in diagnostics if each.finding.fix is not None]


def test_a_fix_does_not_end_the_literal() -> None:
    controls = "<input name=a aria-label=The></form>"
    assert len(fixes(f"el.innerHTML = '<form toolname=\"a b\" tooldescription=Do>{controls}'")) == 2
    (renaming,) = fixes(f"el.innerHTML = \"<form toolname='a b' tooldescription=Do>{controls}\"")
    assert "a-b" in renaming.title


@pytest.mark.parametrize(
    ("inside", "after"),
    [
        (
            "<input name='a' aria-label=\"The A\" />",
            '<input name=\'a\' aria-label="The A" toolparamdescription="The A" />',
        ),
        ("<input name='a' aria-label={label} />", None),
        ("<Field name='a' label='The A' />", None),
        ("<input {...given} />", None),
    ],
)
def test_a_label_in_jsx_is_copied_where_it_is_written(inside: str, after: str | None) -> None:
    before = """
        import React from "react";
        const label = "The A", given = { name: "a", toolparamtitle: "The A" };
        const Field = ({ label, ...rest }) => <input aria-label={label} {...rest} />;
        export const App = () => <form toolname="find" tooldescription="Find it." toolautosubmit="">%s</form>;
    """
    text = before % inside
    file = SourceFile("app.jsx", text)
    surface = read_scripts(["app.jsx"], [], ["app.jsx"], lambda each: file if each == "app.jsx" else None)
    page = script_page(file, surface.files["app.jsx"])
    found = lint(page, Settings(selected=frozenset({"undescribed-parameter", "misspelled-tool-attribute"})))
    fixed = [applied(file, each.finding.fix.edits) for each in found if each.finding.fix is not None]
    assert fixed == ([] if after is None else [before % after])


def test_a_constant_that_holds_it_is_fixed_in_place() -> None:
    text = "const form = `<form toolname='a b' tooldescription=Do></form>`;\nel.innerHTML = form;"
    found = registered(text)
    (tool,) = found.tools
    page = script_page(tool.location.file, found)
    (diagnostic,) = lint(page, Settings(selected=frozenset({"invalid-tool-name"})))
    assert diagnostic.finding.fix is not None
    assert "toolname='a-b'" in applied(tool.location.file, diagnostic.finding.fix.edits)

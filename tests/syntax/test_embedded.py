"""Scripts that JSX writes into a page."""

from __future__ import annotations

import pytest

from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.embedded import embedded_script, embedded_texts
from webmcp_lint.syntax.javascript import Script
from webmcp_lint.syntax.templates import SCRIPT_HOLE


def scripts(text: str) -> list[str | None]:
    """Return the scripts that hold the word `use`, None for a text that is none."""
    file = SourceFile("layout.tsx", text)
    found = [embedded_script(file, each) for each in embedded_texts(Script(file, text, "tsx"), "use")]
    return [None if each is None else each.text for each in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("const A = `use()`; const b = <script dangerouslySetInnerHTML={{ __html: A }} />;", ["use()"]),
        ("const b = <Script id='a' dangerouslySetInnerHTML={{ __html: `use()` }}></Script>;", ["use()"]),
        ("const b = <Script strategy='lazyOnload'>{`use()`}</Script>;", ["use()"]),
        ("const b = <p dangerouslySetInnerHTML={{ __html: `use()` }} />;", []),
        ("const b = <script>{`other()`}</script>;", []),
        ("const A = `use()`; const b = <script src='a.js' />;", []),
        ("const b = <script type='text/x-example'>{`use()`}</script>;", []),
        ('const b = <script type="module">{`use()`}</script>;', ["use()"]),
        ("let A = `use()`; { let A = `use(1)`; } const b = <script>{A}</script>;", []),
    ],
)
def test_where_a_text_is_a_script(text: str, found: list[str]) -> None:
    assert scripts(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("use(${tools})", "use(········)"),
        ("use('a', '/${b}')", "use('a', '/····')"),
        (r"use('a', 'b\\n', /\\s/)", "use('a', 'b··n', /··s/)"),
        (r"use() // \\n ${a}", "use() // ··n ····"),
        ("use({ '${a}': 1 })", "use({ '····': 1 })"),
        (r"use();\nuse(1)", "use();\n use(1)"),
        ("use(${\n[]\n})", "use(·······)"),
        ("var a = 1; ${b} use(a)", None),
        ("var a = 1, b = [${c}];use(${\nd})", "var a = 1, b = [····];use(·····)"),
        ("use${a}()", None),
        (r"use(\`a\`)", None),
        ("use(", None),
        ("use(" + "${a}, " * 201 + ")", None),
    ],
)
def test_what_is_filled_in_is_not_known(text: str, found: str | None) -> None:
    masked = None if found is None else found.replace("·", SCRIPT_HOLE)
    assert scripts(f"const b = <script>{{`{text}`}}</script>;") == [masked]


def test_places_are_those_of_the_file() -> None:
    text = "const b = <script>{`${a}; use(c)`}</script>;"
    file = SourceFile("layout.tsx", text)
    (literal,) = embedded_texts(Script(file, text, "tsx"), "use")
    script = embedded_script(file, literal)
    assert script is not None
    assert [each.location.text for each in script.root.walk() if each.type == "call_expression"] == ["use(c)"]

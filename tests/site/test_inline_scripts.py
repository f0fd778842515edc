from __future__ import annotations

from webmcp_lint.site.inline_scripts import has_script, script_words
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.dom import Document


def document(text: str) -> Document:
    return html.parse(SourceFile("page.html", text))


def test_words_of_scripts_and_handlers() -> None:
    page = document(
        "<p>prose</p><script>for (const f of document.forms) f.dataset.toolname</script>"
        '<button onclick="this.form.requestSubmit()" @click="vueDoes()" (click)="angularDoes()" title="not-this">'
        "<script>q('[data-toolname]')</script>"
    )
    words = script_words(page)
    assert {"dataset", "toolname", "requestSubmit", "vueDoes", "angularDoes", "data-toolname"} <= words
    assert not {"prose", "not-this"} & words


def test_external_scripts_count_as_scripts() -> None:
    assert has_script(document("<script src=x.js></script>"))
    assert not has_script(document("<!-- <script> --><p>x"))

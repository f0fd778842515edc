"""Where what an agent fills into the controls of a page arrives: by its form tools, and by the tools of its scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from webmcp_lint.browser.controls import may_hold_any_text
from webmcp_lint.program.field_flow import submitted
from webmcp_lint.site.form_listeners import FormListeners, trees_of
from webmcp_lint.site.handling import Arrival, arrived
from webmcp_lint.site.scripted import declarations

if TYPE_CHECKING:
    from webmcp_lint.browser.forms import FormTool
    from webmcp_lint.program.documents import Documents
    from webmcp_lint.program.scopes import ScopeTree
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.tool import Tool
    from webmcp_lint.syntax.dom import Element
    from webmcp_lint.syntax.javascript import Script

_MAX_TOOLS: Final = 50
"""How many tools of a page are looked at, of forms and of scripts each."""


def filled(page: Page, path: str, documents: Callable[[], Documents]) -> Sequence[tuple[Tool, Arrival]]:
    """Return the arrivals of what the tools of a page or component fill in; `path` is its own among the files.

    `documents` gives the files where the page has a form with fields.
    """
    return [*_by_forms(page, path, documents), *_by_scripts(page, path)]


def _by_forms(page: Page, path: str, read: Callable[[], Documents]) -> Iterator[tuple[Tool, Arrival]]:
    forms = [(tool, tool.form) for tool in page.tools if tool.form is not None and not tool.form.frame][:_MAX_TOOLS]
    fields = [(tool, form, keys) for tool, form in forms if (keys := _keys(form))]
    if not fields:
        return
    documents = read()
    trees = trees_of(documents, path, is_document=page.is_document)
    if not _read_controls(trees):
        return
    heard = FormListeners(page, path, documents.analysis, trees)
    for tool, form, keys in fields:
        document = heard.document(form.form)
        if document is None:
            continue
        listeners = heard.of(form.form)
        documents.analysis.begin_aside()
        dom = heard.dom(document, form.form)
        for arrival in submitted(documents.analysis, dom, keys, listeners):
            yield tool, arrived(arrival)


def _keys(form: FormTool) -> dict[Element, str]:
    """Return the controls that may bring any text, with the parameters that they are."""
    listed = [(group.members[0], group.key) for group in form.groups if group.is_emitted and len(group.members) == 1]
    return {control: key for control, key in listed if may_hold_any_text(control)}


def _read_controls(trees: Iterable[ScopeTree]) -> bool:
    return any("value" in tree.members or "FormData" in tree.calls or "val" in tree.calls for tree in trees)


def _by_scripts(page: Page, path: str) -> Iterator[tuple[Tool, Arrival]]:
    if not page.is_document:
        return
    handled = ((tool, each.handling) for tool, each in declarations(page) if each.handling is not None)
    filling = [(tool, each) for tool, each in handled if each is not None and each.inputs.fills]
    heard: dict[Script, FormListeners] = {}
    for tool, each in filling[:_MAX_TOOLS]:
        if each.script not in heard:
            heard[each.script] = each.heard(page, path)
        yield from ((tool, arrival) for arrival in each.filled(heard[each.script]))

"""orphan-control."""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterator
from typing import Final

from webmcp_lint.browser.controls import is_candidate
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.filled_in import is_filled_in
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Attribute, Document, Element, descendants
from webmcp_lint.syntax.tags import EndTag, StartTag, scan

_CONTROLS: Final = ("input", "select", "textarea")
_DECLARING: Final = ("toolname", "tooldescription")


@rule(
    level=Level.WARNING,
    summary="a control that looks like part of a form tool and belongs to no form or to another one",
    sources=(
        "Chromium 156: I-formattr-missing, I-nested",
        "HTML standard: association of controls and forms",
    ),
)
def orphan_control(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the `form` attributes that name no form, and the form tags that the parser drops inside a form."""
    tools = {form.form for form in page.forms if not form.frame}
    if tools:
        yield from _unresolved(page, tools)
    yield from _nested(page, tools)


def _unresolved(page: Page, tools: Collection[Element]) -> Iterator[Finding]:
    forms = list(page.document.of_name("form"))
    if any(may_have(form, "id") or not _is_static(form.get("id")) for form in forms):
        return
    ids = {_folded(form.value("id")): form for form in tools if form.get("id")}
    words = script_words(page.document)
    for control in page.document.of_name(*_CONTROLS):
        reference = control.get("form")
        if reference is None or control.form is not None or not is_candidate(control):
            continue
        # An empty one takes a control out of its form on purpose
        if not reference.value or not reference.is_static or not reference.certain or reference.value in words:
            continue
        around = control.closest("form")
        meant = ids.get(_folded(reference.value)) or (around if around in tools else None)
        if meant is not None or not is_filled_in(page):
            yield _no_form(control, reference, meant)


def _is_static(attribute: Attribute | None) -> bool:
    return attribute is None or attribute.is_static


def _folded(identifier: str) -> str:
    return "".join(filter(str.isalnum, identifier)).casefold()


def _no_form(control: Element, reference: Attribute, meant: Element | None) -> Finding:
    named = control.scope.ids.get(reference.value)
    identifier = None if meant is None else meant.value("id")
    return Finding(
        f"no form has the id `{reference.value}`"
        if named is None
        else f"`{reference.value}` is the id of a `<{named.name}>`",
        reference.value_or_name,
        label="the control belongs to no form: an agent cannot fill it",
        help=f'write `form="{identifier}"`'
        if identifier
        else "name the form's id, or remove the attribute inside the form",
        tool=None if meant is None else meant.value("toolname") or None,
        related=() if meant is None else (Related(meant.location, "the form"),),
    )


def _nested(page: Page, tools: Collection[Element]) -> Iterator[Finding]:
    dropped = _dropped_form_tags(page.document)
    if not dropped:
        return
    forms = sorted((form for form in page.document.of_name("form") if form.scope.kind == "document"), key=_offset)
    text = page.file.text if page.template is None else page.template.text
    ends = [tag.span.start for tag in scan(text).tokens if isinstance(tag, EndTag) and tag.name == "form"]
    for tag in dropped:
        start = tag.span.start
        before = bisect.bisect_left(forms, start, key=_offset)
        outer = forms[before - 1] if before else None
        if outer is None or bisect.bisect_left(ends, start) != bisect.bisect_left(ends, outer.offset):
            continue
        is_tool = any(tag.attribute(name) for name in _DECLARING)
        if (is_tool or outer in tools) and _stand_together(page, outer, start):
            yield _form_in_form(page, tag, outer, is_tool=is_tool)


def _dropped_form_tags(document: Document) -> list[StartTag]:
    """Return the `<form>` tags of the source that the tree has no element for."""
    tags = [tag for tag in document.start_tags if tag.name == "form"]
    kept = {form.offset for form in document.elements if form.name == "form"}
    if len(tags) > len(kept):
        for scope in (*document.scopes, *document.templates):
            kept.update(node.offset for node in descendants(scope) if isinstance(node, Element) and node.name == "form")
    return [tag for tag in tags if tag.span.start not in kept]


def _offset(element: Element) -> int:
    return element.offset


def _stand_together(page: Page, outer: Element, start: int) -> bool:
    """Whether both forms are written in the same branch of a template, or there is none."""
    template = page.template
    return template is None or template.around(outer.offset) == template.around(start)


def _form_in_form(page: Page, tag: StartTag, outer: Element, *, is_tool: bool) -> Finding:
    joined = outer.value("toolname")
    return Finding(
        "a form inside a form",
        page.file.location(*tag.span),
        label="the browser drops this tag"
        + (", and its tool with it" if is_tool else "")
        + ": its controls join the form around it",
        help="close the form before it first",
        tool=joined or None,
        related=(Related(outer.location, "this form is still open"),),
        level=Level.ERROR if is_tool else None,
    )

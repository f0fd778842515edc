"""autosubmit-false."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.removal import is_written, without
from webmcp_lint.settings import Settings
from webmcp_lint.site.boolean_expressions import BooleanExpression, read_expression
from webmcp_lint.site.declared import documents
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit, Location
from webmcp_lint.syntax.dom import Attribute, Document, Element

MEANS_OFF: Final = frozenset({"false", "0", "no", "off"})
"""Values by which an author means that the attribute is off."""

_BINDINGS: Final = {":{}": "Vue", "v-bind:{}": "Vue", "[attr.{}]": "Angular"}
"""How an attribute is bound to an expression, and by whom."""

_VUE_2: Final = re.compile(r"\bvue[@/]2\b")
"""In the addresses of the common CDNs. Vue 2 leaves out any attribute that is `false`."""

_WRITING_FALSE: Final = frozenset({"Svelte", "Astro", "Solid", "Lit"})
"""Libraries that write `false` as a text for an attribute they do not know, and take the expression in braces."""

_IN_BRACES: Final = re.compile(r"\$?\{(.*)\}", re.DOTALL)
"""An expression as Svelte, Astro and Lit embed it."""

_HELP: Final = "leave `toolautosubmit` out"


@rule(
    level=Level.ERROR,
    summary="a `toolautosubmit` that is meant to be off: its presence switches it on, whatever its value",
    sources=(
        "Chromium 156: J-attr11; the call is submitted at once",
        "Chromium 156 with Vue 3.5.45, Svelte 5.57.3, Solid 1.9.20, Astro 6.0.5, Lit 3.3.3: `false` arrives as a text",
        "Angular 21.2: the same by its source",
    ),
    fix="safe",
)
def autosubmit_false(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the values of `toolautosubmit` that say no, and the bindings that turn `false` into a text."""
    is_vue_2 = _is_vue_2(page.document)
    for rendering in documents(page):
        rendered = rendering.document is not page.document
        forms = [tool.form for tool in page.forms] if not rendered else []
        for form in (*forms, *(rendering.document.of_name("form") if rendered else ())):
            yield from _written(form)
        for form in rendering.document.of_name("form"):
            bound = None if is_vue_2 or (rendered and rendering.library is None) else _bound(form, rendering.library)
            if bound is not None and _declares(form):
                yield from _false(form, bound)


def _declares(form: Element) -> bool:
    return _binding(form, "toolname") is not None or not {"toolname", "tooldescription"}.isdisjoint(form.attributes)


def _written(form: Element) -> Iterator[Finding]:
    attribute = form.get("toolautosubmit")
    if attribute is not None and attribute.value.strip().lower() in MEANS_OFF and _declares(form):
        yield Finding(
            f"`{attribute.location.text}` submits without a person",
            attribute.location,
            label="the attribute's presence switches auto-submit on, whatever its value",
            help=_HELP,
            tool=_name(form),
            fix=Fix("remove it", (without(attribute),), is_safe=True) if is_written(attribute) else None,
        )


class _Bound(NamedTuple):
    """A `toolautosubmit` that an expression gives its value, and what writes it."""

    attribute: Attribute
    library: str
    expression: Location


def _bound(form: Element, library: str | None) -> _Bound | None:
    found = _binding(form, "toolautosubmit")
    if found is not None and not _is_alpine(form):
        attribute, framework = found
        place = attribute.value_location
        return _Bound(attribute, framework, place) if place is not None and attribute.is_static else None
    attribute_ = form.get("toolautosubmit")
    if attribute_ is None or attribute_.value_location is None or attribute_.is_static or library not in _WRITING_FALSE:
        return None
    written = attribute_.value_location
    braces = _IN_BRACES.fullmatch(written.text)
    if braces is None and library != "Solid":
        return None
    start, end = (0, len(written.text)) if braces is None else braces.span(1)
    at = written.span.start
    return _Bound(attribute_, library, written.file.location(at + start, at + end))


def _false(form: Element, bound: _Bound) -> Iterator[Finding]:
    attribute, library, place = bound
    text = attribute.value if attribute.is_static else place.text
    expression = read_expression(text)
    if expression is None:
        return
    is_lit = library == "Lit"
    if not expression.yields_false and not (is_lit and expression.yields_nothing):
        return
    is_constant = expression.is_false
    label = f"{library} writes `false` as the text `false`, and the attribute's presence switches auto-submit on"
    if not expression.yields_false:
        label = f"{library} writes `undefined` as an empty text, and the attribute's presence switches auto-submit on"
    help_ = "write `?toolautosubmit`" if is_lit else "bind `''` to switch it on and `undefined` to leave it out"
    yield Finding(
        f"`{attribute.location.text}` submits without a person, {'set' if not expression.yields_false else 'false'} or not",
        attribute.location,
        label=label,
        help=_HELP if is_constant else help_,
        tool=_name(form),
        fix=Fix("remove it", (without(attribute),), is_safe=True) if is_constant else _choice(bound, expression),
    )


def _name(form: Element) -> str | None:
    name = form.get("toolname")
    return name.value if name is not None and name.is_static else None


def _binding(form: Element, name: str) -> tuple[Attribute, str] | None:
    for pattern, framework in _BINDINGS.items():
        attribute = form.get(pattern.format(name))
        if attribute is not None:
            return attribute, framework
    return None


def _choice(bound: _Bound, expression: BooleanExpression) -> Fix | None:
    """Return the fix that makes `a` of the form `a ? '' : undefined`."""
    attribute, library, place = bound
    file, (start, end) = place.file, place.span
    if library == "Lit":
        if expression.condition is None:
            return None
        at = attribute.name_location.span.start
        edits = [Edit(file.location(at, at), "?"), Edit(place, expression.condition)]
        return Fix("write `?toolautosubmit` with the condition alone", edits, is_safe=False)
    quote = file.text[start - 1]
    empty = '""' if quote == "{" else {'"': "''", "'": '""'}.get(quote)
    if empty is None:
        return None
    edits = [Edit(file.location(end, end), f" ? {empty} : undefined")]
    if expression.is_choice:
        edits = [Edit(file.location(start, start), "("), Edit(file.location(end, end), f") ? {empty} : undefined")]
    return Fix("leave the attribute out where the expression is false", edits, is_safe=False)


def _is_alpine(form: Element) -> bool:
    """Whether the binding is Alpine's, which leaves an attribute out for `false`."""
    return any(element.get("x-data") is not None for element in (form, *form.ancestors))


def _is_vue_2(document: Document) -> bool:
    return any(_VUE_2.search(script.value("src").lower()) for script in document.of_name("script"))

"""autosubmit-false."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.boolean_expression import parse_expression, yields_false
from webmcp_lint.rules.forms.removal import is_written, without
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit
from webmcp_lint.syntax.dom import Attribute, Document, Element
from webmcp_lint.syntax.javascript import Node

MEANS_OFF: Final = frozenset({"false", "0", "no", "off"})
"""Values by which an author means that the attribute is off."""

_BINDINGS: Final = {":{}": "Vue", "v-bind:{}": "Vue", "[attr.{}]": "Angular"}
"""How an attribute is bound to an expression, and by whom."""

_VUE_2: Final = re.compile(r"\bvue[@/]2\b")
"""In the addresses of the common CDNs. Vue 2 leaves out any attribute that is `false`."""

_HELP: Final = "leave `toolautosubmit` out"


@rule(
    level=Level.ERROR,
    summary="a `toolautosubmit` that is meant to be off: its presence switches it on, whatever its value",
    sources=(
        "Chromium 156: J-attr11; the call is submitted at once",
        "Chromium 156 with Vue 3.5.45; Angular 21.2: `false` arrives as the text `false`",
    ),
    fix="safe",
)
def autosubmit_false(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the values of `toolautosubmit` that say no, and the bindings that turn `false` into a text."""
    for tool in page.forms:
        attribute = tool.form.get("toolautosubmit")
        if attribute is not None and attribute.value.strip().lower() in MEANS_OFF:
            fix = Fix("remove it", (without(attribute),), is_safe=True) if is_written(attribute) else None
            yield Finding(
                f"`{attribute.location.text}` submits without a person",
                attribute.location,
                label="the attribute's presence switches auto-submit on, whatever its value",
                help=_HELP,
                tool=tool.name if isinstance(tool.name, str) else None,
                fix=fix,
            )
    if not _is_vue_2(page.document):
        yield from chain.from_iterable(map(_bound, page.document.of_name("form")))


def _bound(form: Element) -> Iterator[Finding]:
    if not (_binding(form, "toolname") or {"toolname", "tooldescription"} & form.attributes.keys()):
        return
    found = _binding(form, "toolautosubmit")
    if found is None or _is_alpine(form):
        return
    attribute, framework = found
    expression = parse_expression(attribute.value) if attribute.is_static else None
    if expression is None or not yields_false(expression):
        return
    name = form.get("toolname")
    is_constant = expression.type == "false"
    yield Finding(
        f"`{attribute.location.text}` submits without a person, false or not",
        attribute.location,
        label=f"{framework} writes `false` as the text `false`, and the attribute's presence switches auto-submit on",
        help=_HELP if is_constant else "bind `''` to switch it on and `undefined` to leave it out",
        tool=name.value if name is not None and name.is_static else None,
        fix=Fix("remove it", (without(attribute),), is_safe=True) if is_constant else _choice(attribute, expression),
    )


def _binding(form: Element, name: str) -> tuple[Attribute, str] | None:
    for pattern, framework in _BINDINGS.items():
        attribute = form.get(pattern.format(name))
        if attribute is not None:
            return attribute, framework
    return None


def _choice(attribute: Attribute, expression: Node) -> Fix | None:
    """Return the fix that makes `a` of the form `a ? '' : undefined`."""
    if attribute.value_location is None:
        return None
    file, (start, end) = attribute.value_location.file, attribute.value_location.span
    empty = {'"': "''", "'": '""'}.get(file.text[start - 1])
    if empty is None:
        return None
    edits = [Edit(file.location(end, end), f" ? {empty} : undefined")]
    if expression.type == "ternary_expression":
        edits = [Edit(file.location(start, start), "("), Edit(file.location(end, end), f") ? {empty} : undefined")]
    return Fix("leave the attribute out where the expression is false", edits, is_safe=False)


def _is_alpine(form: Element) -> bool:
    """Whether the binding is Alpine's, which leaves an attribute out for `false`."""
    return any(element.get("x-data") is not None for element in (form, *form.ancestors))


def _is_vue_2(document: Document) -> bool:
    return any(_VUE_2.search(script.value("src").lower()) for script in document.of_name("script"))

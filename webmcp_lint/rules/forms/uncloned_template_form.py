"""uncloned-template-form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.page import Page
from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import Element, Scope, descendants
from webmcp_lint.syntax.tags import scan

_CLONING: Final = frozenset({"cloneNode", "importNode", "content"})
_FRAMEWORKS: Final = ("v-", "x-", "#", "@", ":", "*", "[", "slot")
"""How the attributes begin by which Vue, Alpine, Angular and others take a template for theirs."""


@rule(
    level=Level.OFF,
    summary="a form tool inside a `<template>` or `<noscript>` that nothing takes it out of",
    sources=("Chromium 156: I-template, I-noscript",),
)
def uncloned_template_form(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the forms that declare a tool in markup of which the browser makes no part of the document."""
    if _CLONING.isdisjoint(script_words(page.document)):
        for template in page.document.templates:
            if not _is_framework_owned(template):
                for form in _forms(template):
                    yield _finding(form.location, "template")
    text = page.file.text
    for tag in page.document.start_tags:
        if tag.name == "noscript" and tag.content is not None:
            for inner in scan(text[tag.content.start : tag.content.end]).start_tags:
                if inner.name == "form" and inner.attribute("toolname") and inner.attribute("tooldescription"):
                    start, end = (tag.content.start + offset for offset in inner.span)
                    yield _finding(page.file.location(start, end), "noscript")


def _is_framework_owned(template: Scope) -> bool:
    host = template.host
    return host is None or host.is_open or any(name.startswith(_FRAMEWORKS) for name in host.attributes)


def _forms(template: Scope) -> Iterator[Element]:
    for node in descendants(template):
        if (
            isinstance(node, Element)
            and node.is_html("form")
            and node.attributes.keys() >= {"toolname", "tooldescription"}
        ):
            yield node


def _finding(location: Location, around: str) -> Finding:
    return Finding(
        f"a form tool inside `<{around}>`",
        location,
        label="the browser makes no tool of it"
        + (" while scripts are on" if around == "noscript" else " until a script clones it"),
        help=f"move the form out of the `<{around}>`",
    )

"""tool-attribute-on-wrong-element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import is_component_name
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.page import Page

_CONTROLS: Final = frozenset({"input", "select", "textarea"})
_NOT_ELEMENTS: Final = frozenset({"slot", "component"})
"""Tags of frameworks that hand their attributes on."""


@rule(
    level=Level.ERROR,
    summary="a `toolname` on something that is no HTML form",
    sources=("Chromium 156: J-div, J-search, J-button, J-a, M-svg-form",),
)
def tool_attribute_on_wrong_element(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the `toolname` attributes that stand on anything but an HTML form."""
    file = page.file
    # The tree has no offsets for formatting elements such as `<a>`, the tags of the source have
    foreign = {element.offset for element in page.document.elements if element.namespace != "html"}
    for tag in page.document.start_tags:
        attribute = tag.attribute("toolname")
        written = file.text[tag.span.start + 1 : tag.span.start + 1 + len(tag.name)]
        is_form = tag.name == "form" and tag.span.start not in foreign
        is_handed_on = tag.name in _NOT_ELEMENTS or is_component_name(written) or tag.attribute("is") is not None
        if attribute is None or is_form or is_handed_on or "toolname" in script_words(page.document):
            continue
        yield Finding(
            f"`toolname` on {_article(tag.name)} `<{written}>`" + (" outside HTML" if tag.name == "form" else ""),
            file.location(*attribute.name_span),
            label="the browser makes tools of HTML forms only",
            help="name a parameter with `name`"
            if tag.name in _CONTROLS
            else "put it on a `<form>`, or register the tool with `document.modelContext.registerTool`",
        )


def _article(name: str) -> str:
    return "an" if name[:1] in "aeio" else "a"

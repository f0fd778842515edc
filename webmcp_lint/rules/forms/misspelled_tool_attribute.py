"""misspelled-tool-attribute."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import Code
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.removal import is_written, without
from webmcp_lint.settings import Settings
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import Misspelling, misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit
from webmcp_lint.syntax.dom import Element


@rule(
    level=Level.ERROR,
    summary="an attribute that is meant for WebMCP and spelled in a way that the browser does not read",
    sources=("Chromium 156: J-attr05, J-attr20, J-attr21, H-name*", "Chromium 156: `toolparamtitle` is no longer read"),
    fix="safe",
)
def misspelled_tool_attribute(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the attributes of forms and controls that miss a WebMCP attribute by a few letters."""
    words = script_words(page.document)
    for element in page.document.elements:
        for misspelling in misspellings(element, words):
            yield _finding(element, misspelling)
    for form in page.forms:
        undescribed = {issue.element for issue in form.issues if issue.code is Code.PARAMETER_MISSING_DESCRIPTION}
        for group in form.groups:
            for control in group.members:
                if control not in undescribed and (title := control.get("toolparamtitle")) and title.certain:
                    yield Finding(
                        "`toolparamtitle` is no longer read",
                        title.name_location,
                        label="the parameters of a form have no titles since mid-2026",
                        help="remove it; what matters belongs in `toolparamdescription`",
                        fix=Fix("remove it", (without(title),), is_safe=True)
                        if not form.frame and is_written(title)
                        else None,
                        level=Level.NOTE,
                    )


def _finding(element: Element, misspelling: Misspelling) -> Finding:
    attribute, meant = misspelling.attribute, misspelling.meant
    return Finding(
        f"`{attribute.name}` is no attribute of WebMCP",
        attribute.name_location,
        label="the browser ignores it" + (": a parameter is called after `name`" if meant == "name" else ""),
        help=f"write `{meant}`" if meant not in element.attributes else "remove it, or change `name`",
        fix=_fix(element, misspelling),
    )


def _fix(element: Element, misspelling: Misspelling) -> Fix | None:
    attribute, meant = misspelling.attribute, misspelling.meant
    written = element.get(meant)
    if not is_written(attribute):
        return None
    if written is not None:
        is_repeated = attribute.is_static and written.value == attribute.value
        return Fix("remove it", (without(attribute),), is_safe=True) if is_repeated else None
    # A name is sent with the form, and `toolautosubmit` takes the person out of each call
    is_safe = meant not in {"name", "toolautosubmit"}
    return Fix(f"rename it to `{meant}`", (Edit(attribute.name_location, meant),), is_safe=is_safe)

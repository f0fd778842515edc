"""missing-tool-name."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import Code
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.tool_keys import meant_for
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import lacks, members_of, native_declarations
from webmcp_lint.syntax.dom import Document, Element


@rule(
    level=Level.ERROR,
    summary="a tool that a script registers without a `name`, or a form that is described and not named",
    sources=(
        "Chromium 156: R-noname (`Required member is undefined`)",
        "Chromium 156: J-attr01, N-iss1, N-iss2 (FormModelContextMissingToolName)",
    ),
    aliases=(Code.MISSING_TOOL_NAME.value,),
)
def missing_tool_name(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the forms and objects that are meant as tools and have no name."""
    yield from _forms(page)
    yield from once(_objects(page))


def _forms(page: Page) -> Iterator[Finding]:
    for form in page.forms:
        element = form.form
        is_missing = any(issue.code is Code.MISSING_TOOL_NAME for issue in form.issues)
        if not is_missing or _may_be_named(element, page.document):
            continue
        empty = element.get("toolname")
        if empty is not None and not empty.certain:
            continue
        yield Finding(
            "a form with a `tooldescription` and no `toolname`" if empty is None else "`toolname` is empty",
            element.location if empty is None else empty.location,
            label="the browser makes no tool of it",
            help='name the tool after what it does: `toolname="search-flights"`'
            + ("" if empty is None else ", and say it in `tooldescription`"),
        )


def _objects(page: Page) -> Iterator[Finding]:
    for tool, declaration in native_declarations(page):
        is_in_options = "name" in members_of(declaration.options)
        if lacks(declaration, "name") and not is_in_options and meant_for(declaration, "name") is None:
            yield Finding(
                "this tool has no `name`",
                tool.location,
                label="registerTool rejects it: Failed to read the 'name' property from 'ModelContextTool': Required member"
                " is undefined",
                help='name the tool after what it does: `name: "search_flights"`',
            )


def _may_be_named(form: Element, document: Document) -> bool:
    if may_have(form, "toolname"):
        return True
    return any(misspelling.meant == "toolname" for misspelling in misspellings(form, script_words(document)))

"""missing-tool-description."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import Code, FormTool
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.tool_keys import meant_for
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import lacks, members_of, native_declarations, place, written_value
from webmcp_lint.syntax.dom import Document, Element

_HELP = "say in `tooldescription` what the tool does and when to use it"


@rule(
    level=Level.ERROR,
    summary="a tool without a description, or with an empty one",
    sources=(
        "Chromium 156: R-nodesc (`Required member is undefined`), R-desc-empty (`Description is required`)",
        "Chromium 156: J-attr00, J-attr26 (FormModelContextMissingToolDescription)",
        "Chromium 156: J-desc00, J-attr03: a form with an empty one is registered",
    ),
    aliases=(Code.MISSING_TOOL_DESCRIPTION.value,),
)
def missing_tool_description(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the forms and objects that are meant as tools and do not describe them."""
    yield from _forms(page)
    yield from once(_objects(page))


def _forms(page: Page) -> Iterator[Finding]:
    for tool, form in declared_forms(page):
        if any(issue.code is Code.MISSING_TOOL_DESCRIPTION for issue in form.issues):
            if not _may_be_described(form.form, page.document) and _is_certain(form.form, "toolname"):
                yield Finding(
                    f"{_named(form)} has no `tooldescription`",
                    form.form.location,
                    label="the browser makes no tool of it: a form needs both attributes",
                    help=_HELP,
                    tool=tool.label,
                )
        elif form.name is not None and form.description == "" and _is_certain(form.form, "tooldescription"):
            yield Finding(
                f"{_named(form)} has an empty `tooldescription`",
                form.form.attributes["tooldescription"].location,
                label="an agent sees a tool that says nothing about itself",
                help=_HELP,
                tool=tool.label,
                level=Level.WARNING,
            )


def _objects(page: Page) -> Iterator[Finding]:
    for tool, declaration in native_declarations(page):
        named = f"`{tool.label}`" if tool.label else "this tool"
        description = declaration.members.get("description")
        if lacks(declaration, "description"):
            is_elsewhere = "description" in members_of(declaration.options)
            if not is_elsewhere and meant_for(declaration, "description") is None:
                yield Finding(
                    f"{named} has no `description`",
                    place(tool, declaration),
                    label="registerTool rejects it: Failed to read the 'description' property from 'ModelContextTool':"
                    " Required member is undefined",
                    help="say in `description` what the tool does and when to use it",
                    tool=tool.label,
                )
        elif description is not None and description.literal == "":
            yield Finding(
                f"the `description` of {named} is empty",
                written_value(description),
                label="registerTool rejects it: Description is required",
                help="say what the tool does and when to use it",
                tool=tool.label,
            )


def _named(form: FormTool) -> str:
    return f"the form tool `{form.name}`" if form.name and isinstance(form.name, str) else "a form tool"


def _is_certain(form: Element, attribute: str) -> bool:
    written = form.get(attribute)
    return written is not None and written.certain


def _may_be_described(form: Element, document: Document) -> bool:
    if may_have(form, "tooldescription") or form.get("toolparamdescription") is not None:
        return True
    return any(misspelling.meant == "tooldescription" for misspelling in misspellings(form, script_words(document)))

"""missing-tool-description."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import Code, FormTool
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Document, Element

_HELP = "say in `tooldescription` what the tool does and when to use it"


@rule(
    level=Level.ERROR,
    summary="a form with a `toolname` and no `tooldescription`, or an empty one",
    sources=(
        "Chromium 156: J-attr00, J-attr26 (FormModelContextMissingToolDescription)",
        "Chromium 156: J-desc00, J-attr03: an empty one is registered",
    ),
    aliases=(Code.MISSING_TOOL_DESCRIPTION.value,),
)
def missing_tool_description(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the forms that name a tool and do not describe it."""
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


def _named(form: FormTool) -> str:
    return f"the form tool `{form.name}`" if form.name and isinstance(form.name, str) else "a form tool"


def _is_certain(form: Element, attribute: str) -> bool:
    written = form.get(attribute)
    return written is not None and written.certain


def _may_be_described(form: Element, document: Document) -> bool:
    if may_have(form, "tooldescription") or form.get("toolparamdescription") is not None:
        return True
    return any(misspelling.meant == "tooldescription" for misspelling in misspellings(form, script_words(document)))

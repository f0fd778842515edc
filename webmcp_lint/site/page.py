"""A page: one document with the tools that an agent finds on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from webmcp_lint.browser.forms import FormTool, form_tools, listed
from webmcp_lint.located import Unknown
from webmcp_lint.site.tool import Text, Tool
from webmcp_lint.source import Location, SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.dom import Document, Element
from webmcp_lint.syntax.templates import Template


@dataclass(frozen=True, eq=False, slots=True)
class Page:
    """A document and its tools.

    `tools` are in the order of `getTools()`; `rejected` are declared and dropped; `forms` are the forms that declare a
    tool, dropped ones too, in the order in which the parser meets them.
    """

    file: SourceFile
    document: Document
    template: Template | None
    forms: Sequence[FormTool]
    tools: Sequence[Tool]
    rejected: Sequence[Tool]

    @property
    def path(self) -> str:
        """The path as reports print it."""
        return self.file.path


def read_page(file: SourceFile, template: Template | None = None) -> Page:
    """Return the page that a markup file, or what is left of a template with its holes masked, gives.

    Raises `html.TooComplexError`.
    """
    document = html.parse(file, None if template is None else template.text)
    forms = form_tools(document) if template is None else form_tools(document, template.exclusive)
    tools = [_tool(form, template) for form in listed(forms)]
    rejected = [_tool(form, template) for form in forms if form.dropped is not None]
    return Page(file, document, template, forms, tools, rejected)


def _tool(form: FormTool, template: Template | None) -> Tool:
    element = form.form
    condition = None if template is None or form.frame else template.condition(element.offset)
    return Tool(
        kind="form",
        name=_text(element, "toolname", form.name),
        title=_text(element, "tooltitle", form.title),
        description=_text(element, "tooldescription", form.description),
        schema=form.schema,
        location=element.location,
        is_autosubmitted=element.get("toolautosubmit") is not None,
        condition=condition,
        registered_at=(element.location,),
        refusal=None if form.dropped is None else form.dropped.value,
        form=form,
    )


def _text(form: Element, attribute: str, value: str | Unknown | None) -> Text:
    return Text(value, _location(form, attribute))


def _location(form: Element, attribute: str) -> Location:
    written = form.get(attribute)
    return form.location if written is None else written.value_or_name

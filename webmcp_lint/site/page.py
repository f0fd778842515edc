"""A page: one document with the tools that an agent finds on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from webmcp_lint.browser.forms import Dropped, FormTool, form_tools, listed
from webmcp_lint.browser.registration import DUPLICATE
from webmcp_lint.located import Unknown
from webmcp_lint.site.living import Lifecycle
from webmcp_lint.site.surroundings import Surroundings
from webmcp_lint.site.tool import Text, Tool, Unread
from webmcp_lint.source import Location, SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.dom import Document, Element, Scope
from webmcp_lint.syntax.templates import Template

if TYPE_CHECKING:
    from webmcp_lint.program.rendering import Rendering
    from webmcp_lint.site.context_uses import ContextUse
    from webmcp_lint.site.handling import Arrival
    from webmcp_lint.site.scripts import Registered
    from webmcp_lint.site.submissions import Submission
    from webmcp_lint.site.tool_access import ToolAccess


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
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
    unread: Sequence[Unread] = ()
    """Registrations of its scripts that cannot be read."""
    is_document: bool = True
    """False for a script that no page loads: a page in name only, with an empty document."""
    context_uses: Sequence[ContextUse] = ()
    """What its scripts do with the model context."""
    rendered: Sequence[Rendering] = ()
    """The documents with tools that its scripts, or a component, render."""
    accesses: Sequence[ToolAccess] = ()
    """What they do with the tools that `getTools()` gives, and with the answers of tools."""
    supplies_context: bool = False
    """Whether they bring a model context of their own, as a polyfill does."""
    replaced_contexts: frozenset[str] = frozenset()
    """Where they put one in any case, `navigator` or `document`, so that the browser hears of no tool there."""
    submissions: Callable[[], Sequence[Submission]] = tuple
    """What its scripts do when one of its form tools is submitted, worked out when a rule asks."""
    filled: Callable[[], Sequence[tuple[Tool, Arrival]]] = tuple
    """Where what its tools fill into its controls arrives, worked out when a rule asks."""
    loaded: Callable[[], Sequence[SourceFile] | None] = lambda: None
    """The scripts and style sheets that it loads, imports included; None where they are not all in the project."""
    surroundings: Surroundings = field(default_factory=Surroundings)
    """The configuration files of its project."""
    key: str = ""
    """Its path among them."""
    lifecycle: Lifecycle = field(default_factory=Lifecycle)
    """How they register and listen while the page lives."""

    @property
    def path(self) -> str:
        """The path as reports print it."""
        return self.file.path


def with_scripts(page: Page, found: Registered) -> Page:
    """Return the page with what its scripts do; a form that took a name before them keeps it (11.8)."""
    taken = {tool.label for tool in page.tools if tool.label is not None}
    listed_, rejected = list(page.tools), list(page.rejected)
    for tool in found.tools:
        if tool.error is not None or (tool.form is not None and tool.form.dropped is not None):
            rejected.append(tool)
        elif tool.kind == "script" and tool.status == "listed" and tool.label in taken:
            rejected.append(replace(tool, error=DUPLICATE, refusal=f"{DUPLICATE.name}: {DUPLICATE.message}"))
        else:
            listed_.append(tool)
    listed_.sort(key=lambda tool: (tool.label or "").encode("utf-16-be", "surrogatepass"))
    return replace(
        page,
        tools=listed_,
        rejected=rejected,
        unread=found.unread,
        context_uses=found.uses,
        accesses=found.accesses,
        rendered=found.rendered,
        supplies_context=found.supplies_context,
        replaced_contexts=found.replaced_contexts,
        lifecycle=found.lifecycle,
    )


def together(page: Page) -> Iterator[Sequence[Tool]]:
    """Yield the tools that an agent may find at once: those of a document; of other scripts, what one file declares.

    A helper that no page is seen to load may register the tools of many pages.
    """
    if page.is_document:
        yield page.tools
        return
    by_file: dict[str, list[Tool]] = {}
    for tool in page.tools:
        by_file.setdefault(tool.location.file.path, []).append(tool)
    yield from by_file.values()


def form_tools_of(document: Document) -> list[Tool]:
    """Return the tools that the forms of a document without a page make, and those dropped for what they lack.

    Which of two forms of one name is dropped cannot be told: a component may render one of them at a time.
    """
    forms = form_tools(document)
    lacking = [
        form
        for form in forms
        if form.dropped is Dropped.INVALID_NAME or (form.dropped is Dropped.NO_DESCRIPTION and form.name)
    ]
    return [_tool(form, None) for form in (*listed(forms), *lacking)]


def script_page(file: SourceFile, found: Registered) -> Page:
    """Return what a script that no page loads does."""
    page = Page(file, Document(file, (Scope("document"),), (), ()), None, (), (), (), is_document=False)
    return with_scripts(page, found)


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

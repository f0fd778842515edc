"""pending-form-tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.controls import control_type
from webmcp_lint.browser.forms import FormTool
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.removal import is_written
from webmcp_lint.rules.forms.submitters import submitters
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import may_have
from webmcp_lint.site.consequences import consequence_of_name, consequence_of_text, only_searches
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Edit


@rule(
    level=Level.NOTE,
    summary="a search or filter form without `toolautosubmit`, on which every call waits for a person",
    sources=(
        "Chromium 156: without `toolautosubmit` a call fills the form, focuses its submit button and stays pending",
    ),
    fix="unsafe",
)
def pending_form_tool(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools of forms that only look something up and still wait for a click."""
    for tool in page.tools:
        form = tool.form
        if form is None or not _waits(form) or not _is_search(tool, form):
            continue
        name = form.form.attributes["toolname"]
        end = name.location.span.end
        edit = Edit(name.location.file.location(end, end), " toolautosubmit")
        yield Finding(
            f"each call of `{tool.label}` waits for a person"
            if tool.label
            else "each call of this form waits for a person",
            tool.name.location,
            label="the browser fills the form and leaves it there; a client without a screen waits for ever",
            help="let a form that only looks something up submit itself: `toolautosubmit`",
            tool=tool.label,
            fix=Fix("add `toolautosubmit`", (edit,), is_safe=False) if is_written(name) else None,
        )


def _waits(form: FormTool) -> bool:
    """Whether a call certainly ends at an enabled submit button; without any it fails, for `unsubmittable-form` to say."""
    element = form.form
    is_silent = element.get("toolautosubmit") is None and not may_have(element, "toolautosubmit")
    return is_silent and bool(submitters(form))


def _is_search(tool: Tool, form: FormTool) -> bool:
    """Whether the form sends a GET request and says in words or roles that it searches or filters."""
    element = form.form
    if any(button.value("formmethod") for button in submitters(form)):
        return False
    if element.value("method", "get").lower() != "get":
        return False
    texts = (tool.name.known or "", tool.description.known or "")
    if consequence_of_name(texts[0]) or consequence_of_text(texts[1]):
        return False
    return any(map(only_searches, texts)) or _has_search_role(form)


def _has_search_role(form: FormTool) -> bool:
    element = form.form
    if any(
        around.is_html("search") or around.value("role").lower() == "search" for around in (element, *element.ancestors)
    ):
        return True
    emitted = [group for group in form.groups if group.is_emitted]
    return len(emitted) == 1 and control_type(emitted[0].members[0]) == "search"

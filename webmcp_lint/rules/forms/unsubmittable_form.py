"""unsubmittable-form."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.forms import FormTool, Skipped
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.skipped import cause
from webmcp_lint.rules.forms.submitters import submitters
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import is_component, may_have, may_hold_more
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Element, descendants


@rule(
    level=Level.ERROR,
    summary="a form without `toolautosubmit` and without an enabled submit button",
    sources=("Chromium 156: executeTool answers `No submit button was found` before any script of the page runs",),
)
def unsubmittable_form(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the form tools that neither submit themselves nor have a button that submits them."""
    for tool, form in declared_forms(page):
        if form.dropped is not None or tool.is_autosubmitted or submitters(form) or _may_change(form):
            continue
        meant = {misspelling.meant for misspelling in misspellings(form.form, script_words(page.document))}
        if "toolautosubmit" in meant:
            continue
        disabled = [control for control, why in form.skipped if why is Skipped.DISABLED and _is_button(control)]
        named = "a form tool" if tool.label is None else f"the form tool `{tool.label}`"
        yield Finding(
            f"{named} has no {'enabled ' if disabled else ''}submit button",
            form.form.location,
            label="every call fails: a form without `toolautosubmit` needs one",
            help="enable the button"
            if disabled
            else "add a submit button, or `toolautosubmit` if no person need look first",
            tool=tool.label,
            related=[Related(button.location, "disabled") for button in disabled],
        )


def _may_change(form: FormTool) -> bool:
    """Whether a template or a component may add a button, enable one, or let the form submit itself."""
    if may_have(form.form, "toolautosubmit") or may_hold_more(form.form):
        return True
    if any(_is_button(control) and cause(control, reason) is None for control, reason in form.skipped):
        return True
    return any(isinstance(node, Element) and is_component(node) for node in descendants(form.form))


def _is_button(control: Element) -> bool:
    kind = control.value("type", "submit" if control.is_html("button") else "text").lower()
    return kind in {"submit", "image"}

"""unreachable-required-control."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.controls import control_type, key_of
from webmcp_lint.browser.forms import FormTool, Skipped
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.constraints import is_validated, starts_empty
from webmcp_lint.rules.forms.filled_in import is_filled_in
from webmcp_lint.rules.forms.skipped import surely_skipped
from webmcp_lint.settings import Settings
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import has_script
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Attribute, Element


@rule(
    level=Level.ERROR,
    summary="a required control that is no parameter, so that no argument of a call satisfies it",
    sources=(
        "Chromium 156: an agent's submit fails with `Form validation failed: … Please select a file.`",
        "HTML standard: read-only and disabled controls are barred from constraint validation",
    ),
)
def unreachable_required_control(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the required controls of form tools that start out empty and that an agent cannot fill."""
    is_scripted = is_filled_in(page) or has_script(page.document)
    for tool, form in declared_forms(page):
        if form.dropped is None:
            yield from _files(form, tool.label)
            yield from _skipped(form, tool.label, is_scripted=is_scripted)


def _files(form: FormTool, tool: str | None) -> Iterator[Finding]:
    files = (member for group in form.groups for member in group.members if control_type(member) == "file")
    autosubmit = form.form.get("toolautosubmit")
    is_alone = autosubmit is not None and autosubmit.certain
    for control in files if is_validated(form) else ():
        if required := _required(control):
            yield Finding(
                "a required file input is no parameter",
                required.location,
                label="every call fails the form's validation"
                if is_alone
                else "a person has to choose the file in each call",
                help="make it optional, or leave this form without tool attributes",
                tool=tool,
                level=Level.ERROR if is_alone else Level.WARNING,
            )


def _skipped(form: FormTool, tool: str | None, *, is_scripted: bool) -> Iterator[Finding]:
    parameters = {group.key for group in form.groups if group.is_emitted}
    for control, reason, cause in surely_skipped(form):
        # A script may enable a control while the form is filled in, which makes a parameter of it
        if reason is Skipped.DISABLED and is_scripted:
            continue
        # The enabled radio buttons of a group stand in for a disabled one
        if _required(control) and starts_empty(control) and key_of(control) not in parameters:
            yield Finding(
                f"a required control is `{reason.value}`",
                cause.location,
                label="an agent cannot fill it, and the browser lets the form go without it",
                help=f"drop `required`, or `{reason.value}`",
                tool=tool,
                level=Level.WARNING,
            )


def _required(control: Element) -> Attribute | None:
    required = control.get("required")
    return required if required is not None and required.certain else None

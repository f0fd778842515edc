"""undescribed-parameter."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import unescape
from typing import Final

from webmcp_lint.browser.controls import control_type, group_fieldset
from webmcp_lint.browser.forms import Code, FormTool, Group
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.removal import is_written
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import is_component, may_have, may_hold_more
from webmcp_lint.site.branches import is_repeated
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import script_words
from webmcp_lint.site.misspellings import misspellings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit
from webmcp_lint.syntax.dom import Element, Scope, descendants

_ATTRIBUTE: Final = "toolparamdescription"
_NOT_READ: Final = ("aria-label", "aria-labelledby", "aria-describedby", "placeholder", "title", "toolparamtitle")


@rule(
    level=Level.WARNING,
    summary="a parameter of a form tool that nothing describes",
    sources=(
        "Chromium 156: FormModelContextParameterMissingTitleAndDescription",
        "Chromium 156: B-label*, C-radio-fs-*: labels describe single controls, fieldsets describe groups",
    ),
    aliases=(Code.PARAMETER_MISSING_DESCRIPTION.value,),
    fix="unsafe",
)
def undescribed_parameter(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the parameters of form tools for which an agent has the name only."""
    open_labels: dict[Scope, bool] = {}
    for tool, form in declared_forms(page):
        undescribed = {issue.element for issue in form.issues if issue.code is Code.PARAMETER_MISSING_DESCRIPTION}
        if not undescribed:
            continue
        is_open = may_hold_more(form.form)
        for group in form.groups:
            control = group.members[0]
            # What has no name is for `unnamed-control` to say
            if not group.is_emitted or control not in undescribed or group.key == "":
                continue
            is_alone = len(group.members) == 1
            if _may_be_described(group, form, script_words(page.document)):
                continue
            if is_alone and (
                _may_be_group(page, form, control) or _may_be_labelled(control, open_labels, is_open=is_open)
            ):
                continue
            unread = [f"`{name}`" for name in _NOT_READ if is_alone and control.value(name).strip()]
            yield Finding(
                f"the parameter `{group.key}` has no description",
                control.location,
                label="an agent sees its name only" + (f": {_listed(unread)} not read" if unread else ""),
                help="add `toolparamdescription` or a `<label>`"
                if is_alone
                else 'put the group into a `<fieldset toolparamdescription="…">`',
                tool=tool.label,
                fix=_fix(control) if is_alone and not form.frame else None,
            )


def _may_be_described(group: Group, form: FormTool, script_words: Collection[str]) -> bool:
    """Whether a description is written where the browser reads none, for another rule to say, or may be supplied."""
    for control in group.members:
        around = list(_up_to(form.form, control))
        if any(element.value(_ATTRIBUTE) for element in (control, *around)) or any(map(is_component, around)):
            return True
    holder = group.members[0] if len(group.members) == 1 else group_fieldset(group.members, form.form)
    if holder is None:
        return False
    if may_have(holder, _ATTRIBUTE) or may_have(holder, "aria-description"):
        return True
    return any(misspelling.meant == _ATTRIBUTE for misspelling in misspellings(holder, script_words))


def _up_to(form: Element, control: Element) -> Iterator[Element]:
    for ancestor in control.ancestors:
        if ancestor is form:
            return
        yield ancestor


def _may_be_group(page: Page, form: FormTool, control: Element) -> bool:
    """Whether a loop of a template may make several choices of one, which a fieldset describes."""
    return control_type(control) in {"radio", "checkbox"} and is_repeated(page, form, control)


def _may_be_labelled(control: Element, open_labels: dict[Scope, bool], *, is_open: bool) -> bool:
    """Whether a template may write a label for the control, or aim one at it."""
    identifier = control.get("id")
    if identifier is None:
        return may_have(control, "id")
    scope = control.scope
    if scope not in open_labels:
        open_labels[scope] = any(_is_open_label(node) for node in descendants(scope) if isinstance(node, Element))
    return not identifier.is_static or open_labels[scope] or is_open


def _is_open_label(element: Element) -> bool:
    reference = element.get("for")
    if not element.is_html("label"):
        return reference is not None and is_component(element)
    return may_have(element, "for") if reference is None else not (reference.is_static and reference.certain)


def _listed(names: list[str]) -> str:
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


def _fix(control: Element) -> Fix | None:
    """Return how to reuse the text that is there for people who cannot see the page."""
    title = control.get("toolparamtitle")
    if title is not None and title.is_static and title.value.strip() and is_written(title):
        return Fix(f"rename it to `{_ATTRIBUTE}`", (Edit(title.name_location, _ATTRIBUTE),), is_safe=False)
    label = control.get("aria-label")
    if label is None or label.value_location is None or not label.is_static or not label.value.strip():
        return None
    written = label.value_location.text
    # In JSX the quotes belong to the value
    plain = next((each for each in (written, written[1:-1]) if unescape(each) == label.value), None)
    if plain is None or not is_written(label):
        return None
    text = plain.replace('"', "&quot;")
    behind = label.location.file.location(label.location.span.end, label.location.span.end)
    return Fix(f"copy `aria-label` into `{_ATTRIBUTE}`", (Edit(behind, f' {_ATTRIBUTE}="{text}"'),), is_safe=False)

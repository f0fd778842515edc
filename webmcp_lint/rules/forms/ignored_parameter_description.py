"""ignored-parameter-description."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from webmcp_lint.browser.controls import READONLY_TYPES, UNSUPPORTED_TYPES, control_type, group_fieldset, is_candidate
from webmcp_lint.browser.forms import FormTool, Group, Skipped
from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.filled_in import is_filled_in
from webmcp_lint.rules.forms.removal import is_written, without
from webmcp_lint.rules.forms.skipped import surely_skipped
from webmcp_lint.rules.forms.wording import in_words
from webmcp_lint.settings import Settings
from webmcp_lint.site.bindings import is_component
from webmcp_lint.site.branches import are_exclusive, is_repeated
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.inline_scripts import has_script
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit
from webmcp_lint.syntax.dom import LISTED, Attribute, Element, descendants

_ATTRIBUTE: Final = "toolparamdescription"
_MOST_COMPARED: Final = 50
_NO_CHOICES: Final = READONLY_TYPES | UNSUPPORTED_TYPES | {"hidden", "range", "color"}


@rule(
    level=Level.WARNING,
    summary="a `toolparamdescription` on something whose description the browser does not read",
    sources=(
        "Chromium 156: C-radio-fs-*, C-cb-group-*, B-cb-fs, M-cb1-fs, L-hid-*",
        "Chromium 156: J-attr22 … J-attr25",
    ),
    fix="safe",
)
def ignored_parameter_description(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the parameter descriptions that stand in a form tool where nothing reads them."""
    is_scripted = is_filled_in(page) or has_script(page.document)
    for tool, form in declared_forms(page):
        for finding in (
            *_on_form(form),
            *_on_groups(page, form),
            *_on_skipped(form, is_scripted=is_scripted),
            *_on_fieldsets(page, form),
            *_elsewhere(form),
        ):
            yield replace(finding, tool=tool.label)


def _written(element: Element) -> Attribute | None:
    attribute = element.get(_ATTRIBUTE)
    return attribute if attribute is not None and attribute.value and attribute.certain else None


def _on_form(form: FormTool) -> Iterator[Finding]:
    attribute = _written(form.form)
    if attribute is not None:
        rename = Fix(
            "rename it to `tooldescription`", (Edit(attribute.name_location, "tooldescription"),), is_safe=True
        )
        yield Finding(
            f"`{_ATTRIBUTE}` on a form",
            attribute.name_location,
            label="the browser reads it on controls only",
            help="describe the tool in `tooldescription`",
            fix=rename if form.description is None and not form.frame else None,
        )


def _on_groups(page: Page, form: FormTool) -> Iterator[Finding]:
    """Yield the choices of a group that carry a description, and the described controls that are no parameters."""
    fieldsets = Counter(fieldset for _, fieldset in _choice_groups(form))
    for group, fieldset in _choice_groups(form):
        described = [member for member in group.members if _written(member) and _has_company(page, form, group, member)]
        if described:
            movable = fieldset if fieldsets[fieldset] == 1 and not form.frame else None
            yield _on_choices(described, fieldset, movable)
    for group in form.groups:
        # What a mixed group is made of is for `mixed-control-group` and `unnamed-control` to say
        if not any(map(is_candidate, group.members)):
            for member in group.members:
                if _written(member) and not member.is_html("fieldset"):
                    yield _finding(member, f"{in_words(member)} is no parameter", "remove it")


def _choice_groups(form: FormTool) -> Iterator[tuple[Group, Element | None]]:
    """Yield the groups that are one parameter of several controls, each with the fieldset that describes it."""
    for group in form.groups:
        if group.is_emitted and len(group.members) > 1:
            yield group, group_fieldset(group.members, form.form)


def _has_company(page: Page, form: FormTool, group: Group, member: Element) -> bool:
    others = (other for other in group.members[:_MOST_COMPARED] if other is not member)
    return any(not are_exclusive(page, form, member, other) for other in others)


def _on_choices(described: Sequence[Element], fieldset: Element | None, movable: Element | None) -> Finding:
    attributes = [attribute for member in described if (attribute := _written(member))]
    finding = _finding(
        described[0],
        "a group of choices is described by the `<fieldset>` around it",
        "move it to the `<fieldset>`" if fieldset else f'put the group into a `<fieldset {_ATTRIBUTE}="…">`',
    )
    related = [Related(attribute.name_location, "nor is this one") for attribute in attributes[1:]]
    is_one = len({attribute.value for attribute in attributes}) == 1
    return replace(finding, related=related, fix=_moving(movable, attributes) if movable and is_one else None)


def _on_skipped(form: FormTool, *, is_scripted: bool) -> Iterator[Finding]:
    for control, reason, _ in surely_skipped(form):
        # A script may enable a control, which makes a parameter of it
        if _written(control) and not (reason is Skipped.DISABLED and is_scripted):
            yield _finding(control, f"a {reason.value} control is no parameter", f"remove it, or `{reason.value}`")


def _on_fieldsets(page: Page, form: FormTool) -> Iterator[Finding]:
    if "/properties" in form.schema.open:
        return
    read = {fieldset for _, fieldset in _choice_groups(form)}
    fieldsets = (member for group in form.groups for member in group.members if member.is_html("fieldset"))
    for fieldset in fieldsets:
        if _written(fieldset) and fieldset not in read and not _may_hold_group(page, form, fieldset):
            yield _finding(
                fieldset,
                "the browser reads it on a fieldset for the radio buttons or checkboxes of one name right in it",
                "describe each control",
            )


def _may_hold_group(page: Page, form: FormTool, fieldset: Element) -> bool:
    """Whether a loop of the template may make several choices of one that stands in the fieldset."""
    nodes = (node for node in descendants(fieldset) if isinstance(node, Element) and node.is_html("input"))
    return any(is_repeated(page, form, node) and control_type(node) not in _NO_CHOICES for node in nodes)


def _elsewhere(form: FormTool) -> Iterator[Finding]:
    targets = _targets(form)
    for element in descendants(form.form):
        # The tree has no offsets for formatting elements
        if not isinstance(element, Element) or element.namespace != "html" or element.offset < 0:
            continue
        if element.name not in LISTED and (attribute := _written(element)) and not is_component(element):
            target = targets.get(element)
            finding = _finding(
                element,
                "the browser reads it on controls, and for a group on its `<fieldset>`",
                f"move it to the `<{target.name}>`" if target else "move it to the control",
            )
            yield replace(finding, fix=_moving(target, [attribute]) if target and not form.frame else None)


def _targets(form: FormTool) -> dict[Element, Element]:
    """Return, for labels and legends, the element that a description on them was evidently meant for."""
    alone = [group.members[0] for group in form.groups if group.is_emitted and len(group.members) == 1]
    targets = {label: control for control in alone for label in control.scope.labels.get(control, ())}
    for fieldset in {fieldset for _, fieldset in _choice_groups(form) if fieldset is not None}:
        children = (child for child in fieldset.children if isinstance(child, Element))
        targets |= {child: fieldset for child in children if child.is_html("legend")}
    return targets


def _moving(target: Element, attributes: Sequence[Attribute]) -> Fix | None:
    is_elsewhere = is_component(target) or not all(map(is_written, attributes))
    if is_elsewhere or target.is_open or target.get(_ATTRIBUTE) is not None:
        return None
    behind_name = target.location.span.start + 1 + len(target.name)
    insertion = Edit(target.location.file.location(behind_name, behind_name), f" {attributes[0].location.text}")
    return Fix(f"move it to the `<{target.name}>`", (insertion, *map(without, attributes)), is_safe=True)


def _finding(element: Element, label: str, help_: str) -> Finding:
    return Finding(
        f"`{_ATTRIBUTE}` on {in_words(element)} is not read",
        element.attributes[_ATTRIBUTE].name_location,
        label=label,
        help=help_,
    )

"""mixed-control-group."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.controls import control_type, is_candidate
from webmcp_lint.browser.forms import FormTool, Group
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.located import Unknown
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.constraints import is_validated, starts_empty
from webmcp_lint.rules.forms.wording import in_words
from webmcp_lint.settings import Settings
from webmcp_lint.site.branches import are_exclusive
from webmcp_lint.site.declared import declared_forms
from webmcp_lint.site.page import Page
from webmcp_lint.syntax.dom import Element

_CHOICES: Final = frozenset({"radio", "checkbox"})
_MOST_COMPARED: Final = 50


@rule(
    level=Level.WARNING,
    summary="controls that share a name and do not make one parameter together",
    sources=("Chromium 156: C-mix-*, C-cb-hidden-pair, C-cb-hidden-pair2",),
)
def mixed_control_group(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the controls that make the browser leave out the parameter they share with others."""
    for tool, form in declared_forms(page):
        validated = is_validated(form)
        for group in form.groups:
            pair = None if group.is_emitted or group.key == "" else _pair(page, form, group)
            if pair is None:
                continue
            first, second = pair
            name = second.attributes["name"]
            yield Finding(
                f"`{group.key}` is the name of {in_words(first)} and of {_other(first, second)}",
                name.value_or_name,
                label="the browser makes no parameter of them" + (_consequence(group) if validated else ""),
                help=_help(first, second),
                tool=tool.label,
                related=(Related(first.attributes["name"].value_or_name, f"the name of {in_words(first)}"),),
            )


def _pair(page: Page, form: FormTool, group: Group) -> tuple[Element, Element] | None:
    """Return two controls that stand on the page at once and make no parameter together, the one to change last."""
    members = [member for member in group.members if _is_certain(member)][:_MOST_COMPARED]
    for index, second in enumerate(members):
        for first in members[:index]:
            if (
                _conflict(first, second)
                and (is_candidate(first) or is_candidate(second))
                and not are_exclusive(page, form, first, second)
            ):
                return (first, second) if _rank(second) >= _rank(first) else (second, first)
    return None


def _is_certain(control: Element) -> bool:
    """Whether no template decides on the control's name or kind."""
    written = [attribute for name in ("name", "type") if (attribute := control.get(name))]
    return all(attribute.certain for attribute in written) and not isinstance(control_type(control), Unknown)


def _conflict(first: Element, second: Element) -> bool:
    if first.is_open and second.is_open:
        # A template may disable one of them
        return False
    kinds = {control_type(first), control_type(second)}
    return len(kinds) > 1 or not kinds <= _CHOICES


def _rank(control: Element) -> int:
    """Return how much a control is in the way: what can be no parameter most, a choice among choices least."""
    if not is_candidate(control):
        return 2
    return 0 if control_type(control) in _CHOICES else 1


def _other(first: Element, second: Element) -> str:
    return "another" if in_words(first) == in_words(second) else in_words(second)


def _consequence(group: Group) -> str:
    stops = any(member.get("required") is not None and starts_empty(member) for member in group.members)
    return ", and the form cannot be submitted without them" if stops else ""


def _help(first: Element, second: Element) -> str:
    kinds = {control_type(first), control_type(second)}
    if kinds == {"checkbox", "hidden"}:
        return "leave the hidden input out and let the server read a missing value as off"
    return "give each a name of its own"

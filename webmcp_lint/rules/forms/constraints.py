"""Whether the browser's own checks keep an agent from submitting a form."""

from __future__ import annotations

from typing import Final

from webmcp_lint.browser.controls import control_type, select_options
from webmcp_lint.browser.forms import FormTool
from webmcp_lint.browser.text import option_text
from webmcp_lint.located import Unknown
from webmcp_lint.rules.forms.submitters import submitters
from webmcp_lint.site.bindings import may_have
from webmcp_lint.syntax.dom import Element, text_content
from webmcp_lint.syntax.templates import HOLE

_NOT_REQUIRABLE: Final = frozenset({"hidden", "range", "color", "submit", "image", "reset", "button"})
"""Input types to which `required` does not apply (4.10.5.3.4)."""

_MODELS: Final = frozenset({"v-model", "x-model", "ng-model", "[(ngmodel)]", "[ngmodel]", "formcontrolname"})
"""What gives a control its value at run time in Vue, Alpine, AngularJS and Angular."""


def is_validated(form: FormTool) -> bool:
    """Whether a submit is sure to check the controls: neither the form nor its first submit button says otherwise.

    An agent's submit has the first submit button as its submitter.
    """
    element, buttons = form.form, submitters(form)[:1]
    skips = [element.get("novalidate"), *(button.get("formnovalidate") for button in buttons)]
    opens = [may_have(element, "novalidate"), *(may_have(button, "formnovalidate") for button in buttons)]
    return not any(opens) and all(each is None for each in skips)


def starts_empty(control: Element) -> bool:
    """Whether a `required` control is sure to have no value at first, so that someone has to give it one."""
    kind = control_type(control)
    if isinstance(kind, Unknown) or kind in _NOT_REQUIRABLE or not _MODELS.isdisjoint(control.attributes):
        return False
    if may_have(control, "value"):
        return False
    match kind:
        case "file":
            return True
        case "checkbox" | "radio":
            return not may_have(control, "checked") and control.get("checked") is None
        case "textarea":
            return text_content(control) == ""
        case "select":
            return _shows_placeholder(control)
        case _:
            return control.value("value") == ""


def _shows_placeholder(select: Element) -> bool:
    """Whether no option of a select is chosen at first, or only its placeholder label option (4.10.7)."""
    options = list(select_options(select))
    if HOLE in text_content(select) or any(option.is_open for option in options):
        return False
    chosen = [option for option in options if option.get("selected") is not None]
    size = select.value("size").strip()
    if select.get("multiple") is not None or (size.isdecimal() and int(size[:9]) > 1):
        return not chosen
    shown = (chosen or [option for option in options if option.get("disabled") is None][:1])[-1:]
    if not shown or shown[0] is not options[0]:
        return not shown
    value = shown[0].get("value")
    text = option_text(shown[0]) if value is None else value.value
    return text == "" and shown[0].parent is select

"""The buttons that submit a form."""

from __future__ import annotations

from webmcp_lint.browser.controls import input_type
from webmcp_lint.browser.forms import FormTool
from webmcp_lint.located import Unknown
from webmcp_lint.syntax.dom import Element, text_content


def submitters(form: FormTool) -> list[Element]:
    """Return the enabled submit buttons of a form in the order of the source; one that a template decides counts."""
    buttons = (member for group in form.groups for member in group.members if _submits(member))
    return sorted(buttons, key=lambda button: button.offset)


def button_text(button: Element) -> str:
    """Return what a person reads on a submit button, white space folded."""
    text = button.value("value") if button.name == "input" else text_content(button)
    return " ".join(text.split())


def _submits(control: Element) -> bool:
    if control.is_html("input"):
        kind = input_type(control)
        return isinstance(kind, Unknown) or kind in {"submit", "image"}
    if not control.is_html("button"):
        return False
    attribute = control.get("type")
    if attribute is not None and not attribute.is_static:
        return True
    # Without a valid type a button submits, unless it is there for a command (4.10.6)
    match None if attribute is None else attribute.value.lower():
        case "submit":
            return True
        case "reset" | "button":
            return False
        case _:
            return not {"command", "commandfor"} & control.attributes.keys()

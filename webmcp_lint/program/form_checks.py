"""What a form has made sure of before its submit event: required fields are filled, and its button is not disabled.

It is said of an agent's call, which sends a form only as its button would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from webmcp_lint.syntax.dom import Document, Element
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, string_value
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_TYPED: Final = frozenset(
    {"text", "search", "tel", "url", "email", "password", "date", "month", "week", "time", "datetime-local", "number"}
)
_TAKEN_OUT: Final = ("disabled", "readonly")
"""What a control has that is not checked."""


def checked(analysis: Analysis, document: Document, form: Element, condition: Node) -> bool | None:
    """Return what the form's own checks make of a condition; None where they say nothing."""
    if condition.type == "call_expression":
        key = _key(analysis, condition)
        return True if key is not None and _is_filled(document, form, key) else None
    return False if _is_disabling(analysis, document, form, condition) else None


def _key(analysis: Analysis, call: Node) -> str | None:
    """Return the key of `data.get("key")` where `data` is a `FormData`."""
    callee, listed = call.field("function"), call.field("arguments")
    owner = callee.field("object") if callee is not None and last_name(callee) == "get" else None
    if owner is None or listed is None or len(listed.children) != 1 or listed.children[0].type != "string":
        return None
    made = unwrapped(owner)
    binding = analysis.tree(made).resolve(made) if made.type == "identifier" else None
    if binding is not None and binding.is_constant and binding.source is not None and not binding.path:
        made = unwrapped(binding.source)
    constructor = made.field("constructor")
    is_data = constructor is not None and constructor.text == "FormData"
    return string_value(listed.children[0]) if is_data else None


def _is_filled(document: Document, form: Element, key: str) -> bool:
    controls = [each for each in document.elements if each.form is form]
    if form.may_have("novalidate") or any(each.may_have("formnovalidate") for each in controls):
        return False
    named = [each for each in controls if each.value("name") == key]
    if any(each.get("novalidate") or each.get("formnovalidate") for each in (form, *controls)) or len(named) != 1:
        return False
    (control,) = named
    is_text = control.is_html("textarea") or (
        control.is_html("input") and control.value("type", "text").lower() in _TYPED
    )
    required = control.get("required")
    is_checked = required is not None and required.is_static
    return is_text and is_checked and not any(control.get(each) or control.may_have(each) for each in _TAKEN_OUT)


def _is_disabling(analysis: Analysis, document: Document, form: Element, condition: Node) -> bool:
    """Whether the only button that sends a form is disabled by the very condition."""
    if form.get("toolautosubmit") is not None or form.is_open:
        return False
    buttons = [each for each in document.elements if each.form is form and _sends(each)]
    disabling = buttons[0].get("disabled") if len(buttons) == 1 else None
    written = disabling.value_location if disabling is not None else None
    if written is None or written.file is not condition.script.file or written.text.strip() != condition.text.strip():
        return False
    tree = analysis.tree(condition)
    names = (tree.resolve(each) for each in condition.walk() if each.type == "identifier")
    return all(each is not None and each.scope.node.start <= written.span.start < each.scope.node.end for each in names)


def _sends(element: Element) -> bool:
    if element.is_html("button"):
        return element.value("type", "submit").lower() not in {"button", "reset"}
    return element.is_html("input") and element.value("type").lower() in {"submit", "image"}

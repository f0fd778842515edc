"""How messages call a control."""

from __future__ import annotations

from webmcp_lint.browser.controls import control_type
from webmcp_lint.syntax.dom import Element


def in_words(element: Element) -> str:
    """Return an element's kind with its article: "a checkbox", "a `text` input", "an `<output>`"."""
    if element.is_html("input"):
        kind = control_type(element)
        match kind:
            case "radio":
                return "a radio button"
            case "checkbox":
                return "a checkbox"
            case "image":
                return "an `image` input"
            case str():
                return f"a `{kind}` input"
            case _:
                return "an `<input>`"
    return f"{'an' if element.name[:1] in 'aeio' else 'a'} `<{element.name}>`"

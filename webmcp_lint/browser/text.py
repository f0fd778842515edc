"""What Chromium takes for white space, and the text it reads off labels and options."""

from __future__ import annotations

from webmcp_lint.located import MAX_TEXT, TOO_LONG, Unknown
from webmcp_lint.source import Location
from webmcp_lint.syntax.dom import LABELABLE, Attribute, Element, Text, descendants, text_content
from webmcp_lint.syntax.templates import HOLE

FROM_TEMPLATE = "a template fills it in"
MAYBE_FROM_TEMPLATE = "a template may add attributes here"

_STRIPPED = "\t\n\v\f\r \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u205f\u3000"
"""WTF `StripWhiteSpace`: ASCII white space and bidi class WS; neither NBSP nor U+0085 (L-strip-*, N-raw-0085)."""

_HTML_SPACE = "\t\n\f\r "


def strip_white_space(text: str) -> str:
    """Strip what Blink's `StripWhiteSpace` strips."""
    return text.strip(_STRIPPED)


def read(attribute: Attribute) -> str | Unknown:
    """Return an attribute's value, unknown where a template fills part of it or it is too long to be looked at."""
    return known_text(attribute.value, attribute.value_or_name)


def known_text(text: str, location: Location) -> str | Unknown:
    """Return `text`, unknown where a template fills part of it or it is too long to be looked at."""
    if len(text) > MAX_TEXT:
        return Unknown(TOO_LONG, location)
    return Unknown(FROM_TEMPLATE, location) if HOLE in text else text


def label_text(labels: list[Element]) -> str:
    """Join the labels of a control; empty ones leave their `; ` behind (B-label05..14)."""
    return "; ".join(strip_white_space(text_content(label, without=LABELABLE)) for label in labels)


def option_text(option: Element) -> str:
    """Return an option's text as its value shows it: no script, white space collapsed (5.2)."""
    texts = (node for node in descendants(option) if isinstance(node, Text))
    return _collapse("".join(text.data for text in texts if not _in_script(text, option)))


def _in_script(text: Text, option: Element) -> bool:
    node = text.parent
    while isinstance(node, Element) and node is not option:
        if node.name == "script" and node.namespace in {"html", "svg"}:
            return True
        node = node.parent
    return False


def _collapse(text: str) -> str:
    for space in _HTML_SPACE[:-1]:
        text = text.replace(space, " ")
    return " ".join(filter(None, text.split(" ")))

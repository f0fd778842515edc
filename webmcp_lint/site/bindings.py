"""What a template or a framework may add to the markup: bound attributes, components in the place of elements, holes."""

from __future__ import annotations

from typing import Final

from webmcp_lint.syntax.dom import Element, Text, descendants
from webmcp_lint.syntax.templates import HOLE

_TEXT_ONLY: Final = frozenset({"select", "textarea", "script", "style", "button"})
"""Elements in which a hole writes text or options."""


def may_have(element: Element, attribute: str) -> bool:
    """Whether a template or a framework may give the element an attribute that is not written as such."""
    return element.may_have(attribute)


def may_hold_more(element: Element) -> bool:
    """Whether a template may write further elements into this one."""
    nodes = descendants(element, without=_TEXT_ONLY)
    return any(HOLE in node.data and not node.is_plain for node in nodes if isinstance(node, Text))


def is_component(element: Element) -> bool:
    """Whether a script gives the element its meaning: a custom element, `<Field>` of a component file, a slot."""
    if element.get("is") is not None or element.is_html("slot"):
        return True
    return element.offset >= 0 and is_component_name(element.location.text[1 : 1 + len(element.name)])


def is_component_name(written: str) -> bool:
    """Whether a tag's name, as written, is that of a custom element or a component."""
    return "-" in written or (written[:1].isupper() and not written.isupper())

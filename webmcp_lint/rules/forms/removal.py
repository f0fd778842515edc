"""Taking an attribute out of its tag."""

from __future__ import annotations

from webmcp_lint.source import Edit
from webmcp_lint.syntax.dom import Attribute

_SPACE = "\t\n\f\r "


def is_written(attribute: Attribute) -> bool:
    """Whether the attribute's places are its own, in a tag.

    One in a `srcdoc` that cannot be traced back has that of the whole, one that an object hands on to an element in JSX
    that of a property.
    """
    behind = attribute.location.text[len(attribute.name) :].lstrip()
    return attribute.name_location.text.lower() == attribute.name and not behind.startswith(":")


def without(attribute: Attribute) -> Edit:
    """Return the edit that deletes an attribute, and the white space before it where nothing needs that."""
    file, (start, end) = attribute.location.file, attribute.location.span
    # Before `/` or another attribute the space still has to part what stands around it
    if file.text.startswith((*_SPACE, ">"), end):
        while file.text[start - 1] in _SPACE:
            start -= 1
    return Edit(file.location(start, end), "")

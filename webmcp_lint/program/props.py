"""What a JSX element hands to its component."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.objects import spread
from webmcp_lint.program.values import Environment, Literal, Object, Property, Slot, Thunk
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


def props_of(analysis: Analysis, element: Node, env: Environment) -> Object:
    """Return the props object that a JSX element hands to its component."""
    props = Object(element)
    for child in element.children:
        if child.type == "jsx_attribute" and child.children:
            name, *rest = child.children
            slot: Slot = Literal(True, child)
            if rest:
                inner = rest[0].children[0] if rest[0].type == "jsx_expression" and rest[0].children else rest[0]
                slot = Thunk(inner, env)
            props.properties[name.text] = Property(slot, name)
        elif child.type == "jsx_expression" and child.children and child.children[0].type == "spread_element":
            spread(analysis, props, analysis.value(child.children[0].children[0], env))
    return props

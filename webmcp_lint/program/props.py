"""What a JSX element hands to its component."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from webmcp_lint.program.objects import spread
from webmcp_lint.program.values import Environment, External, Literal, Object, Property, Slot, Thunk, Value
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_CHILDREN: Final = ("children",)
_TAGS_ALONE: Final = 2


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
    whole = element.parent if element.type == "jsx_opening_element" else None
    if whole is not None and has_children(whole):
        children = External("react", _CHILDREN, element, arguments=(Thunk(element, env),))
        props.properties["children"] = Property(children, None)
    return props


def has_children(element: Node) -> bool:
    """Whether an element has anything between its tags; white space alone that breaks a line is no part of the tree."""
    return len(element.children) > _TAGS_ALONE


def children_of(value: Value) -> Thunk | None:
    """Return the tag between whose opening and end the value stands that a component knows as `children`."""
    is_children = isinstance(value, External) and value.package == "react" and value.path == _CHILDREN
    given = value.arguments[0] if is_children and isinstance(value, External) and value.arguments else None
    return given if isinstance(given, Thunk) else None

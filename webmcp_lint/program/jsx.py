"""Forms that stand in JSX, as the document that they render to; what is computed is a hole in it.

React's rules for attributes: names are lower-cased, `htmlFor` and `className` have their HTML names, a boolean reaches
the document for the attributes that HTML knows as boolean and for no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program.scopes import ScopeTree, string_value
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import External, Literal, Undefined, Value
from webmcp_lint.syntax.dom import Attribute, Document, Element, Scope, Text
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.owners import associate
from webmcp_lint.syntax.templates import HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NAMES = {"htmlfor": "for", "classname": "class", "defaultvalue": "value", "defaultchecked": "checked"}
_BOOLEAN = frozenset({"autofocus", "checked", "disabled", "hidden", "multiple", "novalidate", "readonly", "required"})
_ELEMENTS = frozenset({"jsx_element", "jsx_self_closing_element"})
_FOREIGN = {"svg": "svg", "math": "math"}
_ENTITY = re.compile(r"&[#\w]+;")


def documents(analysis: Analysis, tree: ScopeTree) -> Iterator[Document]:
    """Yield a document for each form in a script's JSX that declares a tool."""
    for opening in (*tree.calls.get("form", ()),):
        if opening.type not in {"jsx_opening_element", "jsx_self_closing_element"}:
            continue
        node = opening.parent if opening.type == "jsx_opening_element" else opening
        if node is None or not any(_is_tool_attribute(child) for child in opening.children):
            continue
        builder = _Builder(analysis)
        builder.add(node, builder.scope)
        associate([builder.scope])
        yield Document(tree.script.file, (builder.scope,), (), tuple(builder.elements))


def _is_tool_attribute(child: Node) -> bool:
    name = child.children[0].text.lower() if child.type == "jsx_attribute" and child.children else ""
    return name in {"toolname", "tooldescription"}


class _Builder:
    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.scope = Scope("document")
        self.elements: list[Element] = []

    def add(self, node: Node, into: Element | Scope) -> None:
        """Add what a JSX node renders to, and all inside it."""
        stack: list[tuple[Node, Element | Scope]] = [(node, into)]
        while stack:
            each, parent = stack.pop()
            inside: Element | Scope = parent
            match each.type:
                case "jsx_element" | "jsx_self_closing_element":
                    inside = self.element(each, parent)
                case "jsx_text":
                    parent.children.append(Text(_text(each.text), parent))
                    continue
                case "jsx_expression":
                    if each.children:
                        parent.children.append(Text(self.text_of(each.children[0]), parent))
                    continue
                case "html_character_reference":
                    parent.children.append(Text(_unescaped(each.text), parent))
                    continue
                case "jsx_opening_element" | "jsx_closing_element":
                    continue
                case _:
                    pass
            if each.type in _ELEMENTS:
                stack += [(child, inside) for child in reversed(each.children)]

    def element(self, node: Node, parent: Element | Scope) -> Element | Scope:
        """Add an element; of a component only its children are known, and that there may be more."""
        opening = node.children[0] if node.type == "jsx_element" else node
        tag = opening.field("name")
        name = tag.text if tag is not None else ""
        if not name or not name[0].islower() or "." in name:
            if name:
                parent.children.append(Text(HOLE, parent))
            return parent
        element = Element(name.lower(), "html", {}, opening.location, parent, node.start, is_open=_has_spread(opening))
        if name in _FOREIGN:
            element.namespace = "svg" if name == "svg" else "math"
        for child in opening.children:
            if child.type == "jsx_attribute" and child.children:
                self.attribute(element, child)
        parent.children.append(element)
        self.elements.append(element)
        identifier = element.value("id")
        if identifier and HOLE not in identifier:
            self.scope.ids.setdefault(identifier, element)
        return element

    def attribute(self, element: Element, node: Node) -> None:
        key = node.children[0]
        name = key.text.lower()
        name = _NAMES.get(name, name)
        value = node.children[1] if len(node.children) > 1 else None
        written = self.written(name, value)
        if written is None or name in element.attributes:
            return
        location = None if value is None else _inner(value)
        element.attributes[name] = Attribute(
            name,
            written,
            key.location,
            None if location is None else location.location,
            node.location,
        )

    def written(self, name: str, value: Node | None) -> str | None:
        """Return the text that reaches the document; None where the attribute does not."""
        if value is None:
            return "" if name in _BOOLEAN else None
        if value.type == "string":
            return _unescaped(string_value(value))
        inner = _inner(value)
        found = self.analysis.value(inner, {})
        match found:
            case Literal(value=bool(flag)):
                return "" if flag and name in _BOOLEAN else None
            case Undefined() | Literal(value=None):
                return None
            case _:
                return _known(found)

    def text_of(self, node: Node) -> str:
        value = self.analysis.value(node, {})
        if isinstance(value, Literal) and (value.value is None or isinstance(value.value, bool)):
            return ""
        return _known(value)


def _known(value: Value) -> str:
    if isinstance(value, External):
        return HOLE
    text = to_string(value)
    return HOLE if text is None else text


def _inner(value: Node) -> Node:
    return value.children[0] if value.type == "jsx_expression" and value.children else value


def _has_spread(opening: Node) -> bool:
    return any(
        child.type == "jsx_expression" and child.children and child.children[0].type == "spread_element"
        for child in opening.children
    )


def _text(text: str) -> str:
    """Return what JSX makes of text: lines are trimmed, blank ones go, the rest is joined by spaces."""
    lines = re.split(r"\r\n|\r|\n", text)
    kept = []
    for index, line in enumerate(lines):
        part = line.replace("\t", " ")
        if index > 0:
            part = part.lstrip(" ")
        if index < len(lines) - 1:
            part = part.rstrip(" ")
        if part:
            kept.append(part)
    return _unescaped(" ".join(kept))


def _unescaped(text: str) -> str:
    import html

    return _ENTITY.sub(lambda match: html.unescape(match[0]), text)

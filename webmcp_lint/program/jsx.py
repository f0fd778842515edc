"""Forms that stand in JSX, as the document that they render to; what is computed is a hole in it.

Names are lower-cased, `htmlFor` and `className` have their HTML names. React writes a boolean for the attributes that HTML
knows as boolean and for no other; Preact, Solid and Vue write `true` as a text, and the last two `false` as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program.libraries import library_of
from webmcp_lint.program.rendering import Library, Rendering
from webmcp_lint.program.scopes import JSX, ScopeTree
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import External, Literal, Undefined, Value
from webmcp_lint.syntax.dom import Attribute, Document, Element, Scope, Text
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.owners import associate
from webmcp_lint.syntax.spelling import string_value
from webmcp_lint.syntax.templates import HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NAMES = {"htmlfor": "for", "classname": "class", "defaultvalue": "value", "defaultchecked": "checked"}
_BOOLEAN = frozenset({"autofocus", "checked", "disabled", "hidden", "multiple", "novalidate", "readonly", "required"})
_ELEMENTS = frozenset({"jsx_element", "jsx_self_closing_element"})
_YIELDING_BOOLEANS = frozenset({"!", "===", "!==", "==", "!=", "<", ">", "<=", ">="})
_FOREIGN = {"svg": "svg", "math": "math"}
_ENTITY = re.compile(r"&[#\w]+;")


def documents(analysis: Analysis, tree: ScopeTree) -> Iterator[Rendering]:
    """Yield a document for each form in a script's JSX that declares a tool."""
    library: Library | None = None
    is_known = False
    for opening in (*tree.calls.get("form", ()),):
        if opening.type not in JSX:
            continue
        node = opening.parent if opening.type == "jsx_opening_element" else opening
        if node is None or not any(_is_tool_attribute(child) for child in opening.children):
            continue
        if not is_known:
            library = library_of(analysis.modules, analysis.globals.path_of(tree.script), tree.script.text)
            is_known = True
        builder = _Builder(analysis, library)
        builder.add(node, builder.scope)
        associate([builder.scope])
        document = Document(tree.script.file, (builder.scope,), (), tuple(builder.elements))
        yield Rendering(document, library, builder.dropped)


def _is_tool_attribute(child: Node) -> bool:
    name = child.children[0].text.lower() if child.type == "jsx_attribute" and child.children else ""
    return name in {"toolname", "tooldescription"}


class _Builder:
    def __init__(self, analysis: Analysis, library: Library | None) -> None:
        self.analysis = analysis
        self.library = library
        self.scope = Scope("document")
        self.elements: list[Element] = []
        self.dropped: list[tuple[Element, Attribute]] = []

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
        if name in element.attributes:
            return
        is_dropped = self.library == "React" and name not in _BOOLEAN and _is_boolean(value)
        written = None if is_dropped else self.written(name, value)
        location = None if value is None else _inner(value).location
        attribute = Attribute(name, written or "", key.location, location, node.location)
        if written is not None:
            element.attributes[name] = attribute
        elif is_dropped:
            self.dropped.append((element, attribute))

    def written(self, name: str, value: Node | None) -> str | None:
        """Return the text that reaches the document; None where the attribute does not."""
        if value is None:
            return "" if name in _BOOLEAN else self.boolean(is_true=True)
        if value.type == "string":
            return _unescaped(string_value(value))
        inner = _inner(value)
        found = self.analysis.value(inner, {})
        match found:
            case Literal(value=bool(flag)):
                return ("" if flag else None) if name in _BOOLEAN else self.boolean(is_true=flag)
            case Undefined() | Literal(value=None):
                return None
            case _:
                return _known(found)

    def boolean(self, *, is_true: bool) -> str | None:
        """Return the text that the library makes of a boolean."""
        writing = {"Preact", "Solid", "Vue"} if is_true else {"Solid", "Vue"}
        return str(is_true).lower() if self.library in writing else None

    def text_of(self, node: Node) -> str:
        value = self.analysis.value(node, {})
        if isinstance(value, Literal) and (value.value is None or isinstance(value.value, bool)):
            return ""
        return _known(value)


def _is_boolean(value: Node | None) -> bool:
    """Whether a value is or may be `true`, and never a text: an attribute alone, `{true}`, `{!x}`, `{a === b}`."""
    inner = None if value is None else _inner(value)
    if inner is None or inner.type == "true":
        return True
    operator = inner.field("operator")
    return operator is not None and operator.type in _YIELDING_BOOLEANS


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

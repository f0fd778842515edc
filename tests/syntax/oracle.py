"""turbohtml's reading of a page in the shape of ours: an independent implementation of the same standard."""

from __future__ import annotations

from typing import Any

import turbohtml

from webmcp_lint.syntax.dom import Document, Element, Scope, Text

Line = tuple[int, str, str, object]
_TOKEN_LISTS = {"class", "rel", "rev", "accept-charset", "headers", "accesskey", "dropzone", "sizes", "sandbox", "for"}


def our_tree(document: Document) -> list[Line]:
    """Return depth, namespace, name and attributes of every element, and every text, in tree order."""
    lines: list[Line] = []
    stack: list[tuple[Element | Text | Scope, int]] = [(document.scopes[0], -1)]
    while stack:
        node, depth = stack.pop()
        match node:
            case Text():
                lines.append((depth, "", "#text", node.data))
                continue
            case Element():
                values = {name: _joined(name, each.value) for name, each in node.attributes.items()}
                lines.append((depth, node.namespace, node.name, values))
            case Scope(kind="shadow"):
                lines.append((depth, "", "#shadow", ""))
        stack += [(child, depth + 1) for child in reversed(node.children)]
        if isinstance(node, Element):
            stack += [(scope, depth + 1) for scope in (node.content, node.shadow) if scope is not None]
    return [line for line in lines if line[2] != "#scope"]


def their_tree(html: str) -> list[Line]:
    """Return the same of turbohtml's tree."""
    lines: list[Line] = []
    document: Any = turbohtml.parse(html, scripting=True, positions=False)
    stack: list[tuple[Any, int]] = [(document, -1)]
    while stack:
        node, depth = stack.pop()
        match node:
            case turbohtml.Text():
                lines.append((depth, "", "#text", node.data))
                continue
            case turbohtml.Element():
                values = {name.lower(): _joined(name, value) for name, value in node.attrs.items()}
                namespace = {"SVG": "svg", "MATHML": "math"}.get(node.namespace.name, "html")
                lines.append((depth, namespace, node.tag.lower(), values))
            case turbohtml.ShadowRoot():
                lines.append((depth, "", "#shadow", ""))
            case turbohtml.Document() | turbohtml.DocumentFragment():
                pass
            case _:
                continue
        stack += [(child, depth + 1) for child in reversed(node.children)]
        if isinstance(node, turbohtml.Element) and node.shadow_root is not None:
            stack.append((node.shadow_root, depth + 1))
    return lines


def _joined(name: str, value: object) -> str:
    """Return an attribute's value; turbohtml splits token lists, so their white space is folded on both sides."""
    if isinstance(value, list):
        value = " ".join(value)
    text = "" if value is None else str(value)
    return " ".join(text.split()) if name in _TOKEN_LISTS else text

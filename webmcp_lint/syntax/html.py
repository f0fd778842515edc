"""HTML text → `Document`: the tree that a browser builds, every tag and attribute with its place in the source.

`selectolax` (lexbor) builds the tree and knows no positions; `tags.scan` knows positions and no tree. Each start tag is
given one extra attribute that holds its offset before the text goes to lexbor, and the tree hands the offsets back.
Formatting elements stay unmarked: the parser compares their attributes when it repairs mis-nested markup.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from webmcp_lint.source import Location, SourceFile
from webmcp_lint.syntax import tags
from webmcp_lint.syntax.dom import Attribute, Document, Element, Namespace, Scope, Text
from webmcp_lint.syntax.owners import associate
from webmcp_lint.syntax.references import decoded_offsets
from webmcp_lint.syntax.templates import HOLE

MAX_DEPTH = 5_000
MAX_ATTRIBUTES = 2_000
MAX_REPAIRS = 20_000_000
MAX_STEPS_UP = 200_000_000
"""Tags times depth: what it may cost to look at everything around every element."""

MAX_FRAME_DEPTH = 8
_MAX_PASSES = 6

UNMARKED = tags.FORMATTING | {"html", "head", "body", "frameset"}
"""Elements that carry no mark; they have no place of their own in the source."""
_SHADOW_HOSTS = frozenset(
    {"article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main"}
    | {"nav", "p", "section", "span"}
)
_RESERVED_CUSTOM = frozenset(
    {"annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format"}
    | {"font-face-name", "missing-glyph"}
)


class TooComplexError(Exception):
    """The markup would take a tree builder quadratic time, or much memory; the message says which bound it passes."""


def parse(file: SourceFile, text: str | None = None) -> Document:
    """Parse a file's text, or `text` in its place: the same text with template holes masked.

    Raises `TooComplexError` beyond the bounds of this module.
    """
    text = file.text if text is None else text
    return _parse(text, file.location, file, _Allowed())


_Locate = Callable[[int, int], Location]


def parse_written(file: SourceFile, text: str, locate: _Locate) -> Document:
    """Parse text that a file's script writes; `locate` says where a part of it stands in the file.

    Raises `TooComplexError`.
    """
    return replace(_parse(text, locate, file, _Allowed()), comments=(), start_tags=())


@dataclass(slots=True)
class _Allowed:
    """What a page may still have, with all the frames in it."""

    parts: int = tags.MAX_PARTS
    depth: int = MAX_FRAME_DEPTH


def _parse(text: str, locate: _Locate, file: SourceFile, allowed: _Allowed) -> Document:
    tree, scan = _joined(text, allowed.parts)
    allowed.parts -= scan.parts
    builder = _Builder(text, tree.mark, scan, locate)
    builder.build(tree.root)
    associate((*builder.scopes, *builder.templates), _FormPointer(builder, scan).at)
    frames = []
    if allowed.depth:
        allowed.depth -= 1
        for frame in builder.elements:
            source = frame.get("srcdoc") if frame.is_html("iframe") else None
            if source is not None and source.is_static:
                frames.append((frame, _parse(source.value, _inside(source), file, allowed)))
        allowed.depth += 1
    return Document(
        file,
        tuple(builder.scopes),
        tuple(builder.templates),
        tuple(builder.elements),
        tuple(frames),
        tuple(token for token in scan.tokens if isinstance(token, tags.Comment)),
        tuple(scan.start_tags),
    )


def _inside(attribute: Attribute) -> _Locate:
    """Return how to find, in the file, the text that stands decoded in an attribute's value."""
    outer = attribute.value_or_name
    offsets = decoded_offsets(outer.text, attribute.value)

    def locate(start: int, end: int) -> Location:
        if offsets is None:
            return outer
        return outer.file.location(outer.span.start + offsets[start], outer.span.start + offsets[end])

    return locate


@dataclass(frozen=True, slots=True)
class _Tree:
    root: LexborNode
    mark: str


def _joined(text: str, max_parts: int) -> tuple[_Tree, tags.Scan]:
    """Return lexbor's tree of the marked text and the scan that agrees with it.

    Where a tag's mark turns up as text, or raw text turns out to be markup, the scan was out of step with the tree
    builder; it is repeated with what the tree has shown.
    """
    mark = "webmcp-lint-at"
    while mark in text:
        mark += "-"
    raw: dict[int, bool] = {}
    ignore: set[int] = set()
    for _ in range(_MAX_PASSES):
        scan = tags.scan(text, raw=raw, ignore=frozenset(ignore))
        _check_bounds(scan, max_parts)
        parser = LexborHTMLParser(_marked(text, scan, mark), options=LexborDocumentOptions.WO_EVENTS, scripting=True)
        if parser.root is None or parser.root.parent is None:
            raise TooComplexError("lexbor could not build a tree")
        root = parser.root.parent
        shown = _shown(root, mark, scan)
        if raw.items() >= shown.raw.items() and ignore >= shown.ignore:
            break
        raw |= shown.raw
        ignore |= shown.ignore
    return _Tree(root, mark), scan


def _check_bounds(scan: tags.Scan, max_parts: int) -> None:
    if scan.parts > max_parts:
        raise TooComplexError(f"more than {tags.MAX_PARTS:,} tags, attributes and comments")
    if scan.max_depth > MAX_DEPTH:
        raise TooComplexError(f"more than {MAX_DEPTH:,} elements inside each other")
    if scan.max_depth * len(scan.tokens) > MAX_STEPS_UP:
        raise TooComplexError("too many elements too deep inside each other")
    if scan.max_attributes > MAX_ATTRIBUTES:
        raise TooComplexError(f"more than {MAX_ATTRIBUTES:,} attributes on one tag")
    if scan.max_formatting * len(scan.tokens) > MAX_REPAIRS:
        raise TooComplexError("too many formatting elements that are never closed")


def _marked(text: str, scan: tags.Scan, mark: str) -> str:
    pieces = []
    done = 0
    for tag in scan.start_tags:
        if tag.name not in UNMARKED:
            behind_name = tag.span.start + 1 + len(tag.name)
            pieces += [text[done:behind_name], f' {mark}="{tag.span.start}"']
            done = behind_name
    pieces.append(text[done:])
    return "".join(pieces)


@dataclass(slots=True)
class _Shown:
    raw: dict[int, bool] = field(default_factory=dict)
    ignore: set[int] = field(default_factory=set)


def _shown(root: LexborNode, mark: str, scan: tags.Scan) -> _Shown:
    """Return what a tree shows of where the scan was out of step with it."""
    shown = _Shown()
    believed = {tag.span.start: tag.content is not None for tag in scan.start_tags if tag.name in tags.RAW_TEXT}
    as_text = re.compile(re.escape(mark) + r'="(\d+)"')
    for node, namespace in _walk(root):
        if node.is_element_node:
            offset = node.attributes.get(mark)
            if offset is not None and believed.get(int(offset), namespace == "html") != (namespace == "html"):
                shown.raw[int(offset)] = namespace == "html"
        elif node.is_text_node or node.is_comment_node:
            data = (node.text_content if node.is_text_node else node.comment_content) or ""
            if mark in data:
                shown.ignore.update(int(offset) for offset in as_text.findall(data))
    return shown


def _walk(root: LexborNode) -> Iterable[tuple[LexborNode, Namespace]]:
    stack: list[tuple[LexborNode, Namespace]] = [(root, "html")]
    while stack:
        node, namespace = stack.pop()
        yield node, namespace
        stack.extend((child, _namespace(child, node, namespace)) for child in _children(node, namespace))


def _children(node: LexborNode, namespace: Namespace) -> list[LexborNode]:
    if namespace == "html" and node.tag == "template":
        fragments = node.template_fragments()
        if fragments:
            node = fragments[0]
    children = []
    child = node.first_child
    while child is not None:
        children.append(child)
        child = child.next
    return children


def _namespace(child: LexborNode, parent: LexborNode, namespace: Namespace) -> Namespace:
    """Return the namespace the parser put `child` in (13.2.6, tree construction dispatcher)."""
    name = (child.tag or "").lower()
    around = (parent.tag or "").lower()
    if namespace == "svg":
        is_html = around in {"foreignobject", "desc", "title"}
    elif namespace == "math":
        is_html = around in {"mi", "mo", "mn", "ms", "mtext"} and name not in {"mglyph", "malignmark"}
        if around == "annotation-xml":
            encoding = (parent.attributes.get("encoding") or "").lower()
            is_html = encoding in {"text/html", "application/xhtml+xml"}
            if name == "svg":
                return "svg"
    else:
        is_html = True
    if not is_html:
        return namespace
    return "svg" if name == "svg" else "math" if name == "math" else "html"


class _Builder:
    """Copies lexbor's tree into ours."""

    def __init__(self, text: str, mark: str, scan: tags.Scan, locate: _Locate) -> None:
        self.text = text
        self.mark = mark
        self.start_tags = {tag.span.start: tag for tag in scan.start_tags}
        self.locate = locate
        self.scopes: list[Scope] = [Scope("document")]
        self.templates: list[Scope] = []
        self.elements: list[Element] = []
        self.template_offsets: set[int] = set()

    def build(self, root: LexborNode) -> None:
        stack: list[tuple[LexborNode, Namespace, Element | Scope, Scope]] = []

        def push(parent: LexborNode, namespace: Namespace, into: Element | Scope, scope: Scope) -> None:
            stack.extend(
                (child, _namespace(child, parent, namespace), into, scope)
                for child in reversed(_children(parent, namespace))
            )

        push(root, "html", self.scopes[0], self.scopes[0])
        while stack:
            node, namespace, into, scope = stack.pop()
            if node.is_text_node:
                into.children.append(Text(node.text_content or "", into))
            elif node.is_element_node:
                element = self.element(node, namespace, into)
                if element.is_html("template"):
                    self.template_offsets.add(element.offset)
                    inner = self.template(element, into, scope)
                    push(node, namespace, inner, inner)
                    continue
                self.insert(element, into, scope)
                if element.is_html(*tags.RAW_TEXT):
                    # lexbor reconstructs formatting elements inside a textarea; the standard has text only
                    element.children += [Text(text, element)] if (text := node.text()) else []
                else:
                    push(node, namespace, element, scope)

    def insert(self, element: Element, into: Element | Scope, scope: Scope) -> None:
        into.children.append(element)
        identifier = element.value("id")
        if identifier:
            scope.ids.setdefault(identifier, element)
        if scope.kind != "template":
            self.elements.append(element)

    def template(self, element: Element, into: Element | Scope, scope: Scope) -> Scope:
        """Place a `<template>`; return the tree that its content goes into."""
        mode = element.value("shadowrootmode").lower()
        if mode in {"open", "closed"} and isinstance(into, Element) and _may_host(into):
            into.shadow = Scope("template" if scope.kind == "template" else "shadow", host=into)
            self.scopes.append(into.shadow)
            return into.shadow
        self.insert(element, into, scope)
        element.content = Scope("template", host=element)
        self.templates.append(element.content)
        return element.content

    def element(self, node: LexborNode, namespace: Namespace, into: Element | Scope) -> Element:
        values = node.attributes
        written = values.pop(self.mark, None)
        name = (node.tag or "").lower()
        tag = None if written is None else self.start_tags.get(int(written))
        if tag is None:
            around = into.location if isinstance(into, Element) else self.locate(0, 0)
            plain = {
                key.lower(): Attribute(key.lower(), value or "", around, None, around) for key, value in values.items()
            }
            return Element(name, namespace, plain, around, into, -1)
        location = self.locate(*tag.span)
        attributes: dict[str, Attribute] = {}
        is_open = False
        places = [index for index, attribute in enumerate(tag.attributes) if HOLE in attribute.name]
        for index, attribute in enumerate(tag.attributes):
            bare = attribute.name.strip(HOLE)
            if HOLE in attribute.name:
                is_open = True
                if not bare or HOLE in bare:
                    continue
            if bare in attributes:
                continue
            lead = len(attribute.name) - len(attribute.name.lstrip(HOLE))
            start = attribute.name_span.start + lead
            attributes[bare] = Attribute(
                bare,
                self.value(values, attribute),
                self.locate(start, start + len(bare)),
                None if attribute.value is None else self.locate(*attribute.value),
                self.locate(start, attribute.span.end),
                certain=not (places and places[0] <= index <= places[-1]),
            )
        return Element(name, namespace, attributes, location, into, tag.span.start, is_open)

    def value(self, values: dict[str, str | None], attribute: tags.TagAttribute) -> str:
        if attribute.name in values:
            return values[attribute.name] or ""
        # SVG and MathML attributes get their case back (`viewBox`)
        return next((value or "" for key, value in values.items() if key.lower() == attribute.name), "")


def _may_host(element: Element) -> bool:
    if element.namespace != "html" or element.shadow is not None:
        return False
    is_custom = "-" in element.name and element.name[0].isalpha() and element.name not in _RESERVED_CUSTOM
    return is_custom or element.name in _SHADOW_HOSTS


class _FormPointer:
    """The parser's form element pointer, by offset: the form that was set there and not yet closed."""

    def __init__(self, builder: _Builder, scan: tags.Scan) -> None:
        forms = {form.offset: form for form in builder.elements if form.is_html("form") and form.offset >= 0}
        forms = {offset: form for offset, form in forms.items() if form.scope.kind == "document"}
        self.offsets = [0]
        self.forms: list[Element | None] = [None]
        depth = 0
        for token in scan.tokens:
            if isinstance(token, tags.Comment):
                continue
            if token.name == "template":
                if isinstance(token, tags.EndTag):
                    depth = max(depth - 1, 0)
                elif token.span.start in builder.template_offsets:
                    depth += 1
            elif token.name == "form" and depth == 0:
                form = forms.get(token.span.start) if isinstance(token, tags.StartTag) else None
                if form is not None or isinstance(token, tags.EndTag):
                    self.offsets.append(token.span.start)
                    self.forms.append(form)

    def at(self, offset: int) -> Element | None:
        return self.forms[bisect.bisect_right(self.offsets, offset) - 1]

"""The tree of a document: elements and text, each with the source it came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from webmcp_lint.source import Location, SourceFile
from webmcp_lint.syntax.tags import Comment, StartTag
from webmcp_lint.syntax.templates import HOLE

Namespace = Literal["html", "svg", "math"]

_BOUND = (":{}", "v-bind:{}", "x-bind:{}", "[attr.{}]", "[{}]", "ng-attr-{}", "th:{}")
"""How Vue, Alpine, Angular, AngularJS and Thymeleaf bind an attribute to an expression."""

_BINDING_ANY = frozenset({"v-bind", "x-bind", "th:attr", "th:attrappend"})

LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})
LISTED = frozenset({"button", "fieldset", "input", "object", "output", "select", "textarea"})
"""Listed elements of the HTML standard (4.10.2); form-associated custom elements need their script."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute with its decoded value; `value_location` is None where no value is written."""

    name: str
    value: str
    name_location: Location
    value_location: Location | None
    location: Location
    certain: bool = True
    """False where a template may leave the attribute out."""

    @property
    def is_static(self) -> bool:
        """Whether the value is known as written, with no template hole in it."""
        return HOLE not in self.value

    @property
    def value_or_name(self) -> Location:
        """Where the value stands, else the bare name."""
        return self.value_location or self.name_location


@dataclass(eq=False, slots=True)
class Text:
    """A text node."""

    data: str
    parent: Element | Scope
    is_plain: bool = False
    """Whether a hole in it stands for text, or for elements that are no controls."""


@dataclass(eq=False, slots=True)
class Element:
    """An element; `location` is its start tag."""

    name: str
    namespace: Namespace
    attributes: dict[str, Attribute]
    location: Location
    parent: Element | Scope
    offset: int
    """Where the start tag stands, comparable within one document; -1 where the parser supplied the element."""
    is_open: bool = False
    """Whether a template may add attributes that are not written."""
    children: list[Element | Text] = field(default_factory=list)
    content: Scope | None = None
    """What a `<template>` holds."""
    shadow: Scope | None = None
    """A declarative shadow tree."""
    form: Element | None = None
    """The form owner, for listed elements."""

    def is_html(self, *names: str) -> bool:
        """Whether this is an HTML element of one of these names."""
        return self.namespace == "html" and self.name in names

    def get(self, name: str) -> Attribute | None:
        """Return an attribute by its lower-case name."""
        return self.attributes.get(name)

    def value(self, name: str, default: str = "") -> str:
        """Return an attribute's value, or `default` where it is absent."""
        attribute = self.attributes.get(name)
        return default if attribute is None else attribute.value

    def may_have(self, name: str) -> bool:
        """Whether a template or a framework may give it an attribute that is not written as such."""
        names = self.attributes.keys()
        return self.is_open or not _BINDING_ANY.isdisjoint(names) or any(each.format(name) in names for each in _BOUND)

    @property
    def scope(self) -> Scope:
        """The tree this element stands in."""
        node: Element | Scope = self
        while isinstance(node, Element):
            node = node.parent
        return node

    @property
    def ancestors(self) -> Iterator[Element]:
        """The elements around this one, nearest first, within its tree."""
        node = self.parent
        while isinstance(node, Element):
            yield node
            node = node.parent

    def closest(self, *names: str) -> Element | None:
        """Return the nearest HTML ancestor of one of these names."""
        return next((ancestor for ancestor in self.ancestors if ancestor.is_html(*names)), None)


@dataclass(eq=False, slots=True)
class Scope:
    """A tree of its own: a document, a shadow tree, or what a template holds. Ids and labels do not cross it."""

    kind: Literal["document", "shadow", "template"]
    host: Element | None = None
    children: list[Element | Text] = field(default_factory=list)
    ids: dict[str, Element] = field(default_factory=dict)
    """The first element of each id in tree order."""
    labels: dict[Element, list[Element]] = field(default_factory=dict)
    """The labels of each labelled control, in tree order."""


@dataclass(frozen=True, eq=False)
class Document:
    """A parsed document.

    `scopes` are the document tree and its shadow trees, outer before inner; template contents stand apart in
    `templates`. `frames` are the documents of `srcdoc` frames, each with its `<iframe>`.
    """

    file: SourceFile
    scopes: tuple[Scope, ...]
    templates: tuple[Scope, ...]
    elements: tuple[Element, ...]
    """All elements of the document and its shadow trees in tree order; a shadow tree follows its host."""
    frames: tuple[tuple[Element, Document], ...] = ()
    comments: tuple[Comment, ...] = ()
    start_tags: tuple[StartTag, ...] = ()
    """All start tags of the source in order, those that the tree has no element for too."""

    def of_name(self, *names: str) -> Iterator[Element]:
        """Yield the HTML elements of these names in tree order."""
        return (element for element in self.elements if element.is_html(*names))


def descendants(root: Element | Scope, *, without: frozenset[str] | None = None) -> Iterator[Element | Text]:
    """Yield the nodes below `root` in tree order; the subtrees of HTML elements named in `without` are left out whole."""
    stack = [iter(root.children)]
    while stack:
        for node in stack[-1]:
            if isinstance(node, Element) and without is not None and node.is_html(*without):
                continue
            yield node
            if isinstance(node, Element):
                stack.append(iter(node.children))
                break
        else:
            stack.pop()


def text_content(root: Element | Scope, *, without: frozenset[str] | None = None) -> str:
    """Return the text below `root`, the subtrees of HTML elements named in `without` left out."""
    return "".join(node.data for node in descendants(root, without=without) if isinstance(node, Text))

"""Which elements of a document a CSS selector means, by the selectors of lexbor."""

from __future__ import annotations

import html
from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from webmcp_lint.syntax import tags
from webmcp_lint.syntax.dom import Document, Element, Scope

_MARK = "webmcp-lint-number"
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
MAX_SELECTORS = 500
"""How many selectors are looked up in one document."""


class Selectors:
    """The elements of a document's own tree by selector; shadow trees, frames and templates stand apart."""

    def __init__(self, document: Document) -> None:
        self._scope = document.scopes[0]
        self._elements: list[Element] = []
        self._known: dict[str, tuple[Element, ...] | None] = {}

    def all(self, selector: str) -> tuple[Element, ...] | None:
        """Return what `querySelectorAll` gives; None for a selector that cannot be read."""
        if selector not in self._known:
            self._known[selector] = self._found(selector) if len(self._known) < MAX_SELECTORS else None
        return self._known[selector]

    def _found(self, selector: str) -> tuple[Element, ...] | None:
        try:
            nodes = self._tree.css(selector)
        except (SelectolaxError, UnicodeError):
            return None
        numbers = dict.fromkeys(int(number) for node in nodes if (number := node.attributes.get(_MARK)))
        return tuple(self._elements[number] for number in sorted(numbers))

    @cached_property
    def _tree(self) -> LexborHTMLParser:
        return LexborHTMLParser("<!doctype html>" + "".join(self._written(self._scope)))

    def _written(self, scope: Scope) -> list[str]:
        """Write the tree out again with a number on each element, so that what is found can be told."""
        pieces: list[str] = []
        stack: list[Element | str] = [each for each in reversed(scope.children) if isinstance(each, Element)]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                pieces.append(node)
                continue
            attributes = "".join(
                f' {name}="{html.escape(each.value)}"' for name, each in node.attributes.items() if name != _MARK
            )
            pieces.append(f'<{node.name} {_MARK}="{len(self._elements)}"{attributes}>')
            self._elements.append(node)
            if node.is_html(*_VOID):
                continue
            stack.append(f"</{node.name}>")
            if not node.is_html(*tags.RAW_TEXT):
                stack.extend(each for each in reversed(node.children) if isinstance(each, Element))
        return pieces

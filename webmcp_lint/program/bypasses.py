"""The calls of a form's own `submit()`, which neither validates nor fires an event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.elements import Dom
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import External
from webmcp_lint.syntax.javascript import Node, Script

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.syntax.dom import Document, Element

MAX_ATTRIBUTES: Final = 100
"""How many event handlers in the markup are read."""


def bypasses(analysis: Analysis, trees: Iterable[ScopeTree], dom: Dom, form: Element) -> Iterator[tuple[Node, Node]]:
    """Yield each call in the scripts that sends the form, with the word `submit` in it."""
    for tree in trees:
        for call, owner, word in _calls(tree):
            analysis.begin_aside()
            value = analysis.value(owner, {})
            is_wrapped = isinstance(value, External) and value.path[:1] in {("$",), ("jQuery",)}
            if not is_wrapped and form in (dom.elements(value) or ()):
                yield call, word


def in_attributes(analysis: Analysis, document: Document, path: str, form: Element) -> Iterator[tuple[Node, Node]]:
    """Yield each call in an event handler of the markup that sends its own form: `onchange="this.form.submit()"`."""
    count = 0
    for element in document.elements:
        owner = "this" if element is form else "this.form" if element.form is form else None
        for attribute in element.attributes.values() if owner is not None else ():
            place = attribute.value_location
            if place is None or not attribute.name.startswith("on") or f"{owner}.submit" not in attribute.value:
                continue
            count += 1
            if count > MAX_ATTRIBUTES:
                return
            tree = ScopeTree(Script(place.file, place.file.text, "javascript", part=place.span))
            analysis.globals.add(tree, path)
            yield from ((call, word) for call, at, word in _calls(tree) if at.text == owner)


def _calls(tree: ScopeTree) -> Iterator[tuple[Node, Node, Node]]:
    """Yield the calls `owner.submit()` with their owners and the word."""
    for call in tree.calls.get("submit", ()):
        callee, listed = call.field("function"), call.field("arguments")
        owner = callee.field("object") if callee is not None else None
        word = callee.field("property") if callee is not None else None
        if owner is not None and word is not None and listed is not None and not listed.children:
            yield call, owner, word

"""The text that JSX puts into a `<script>` of the page: a script of its own, left in its place in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.template_literals import is_masked, masked_literal
from webmcp_lint.syntax.wrapping import unwrapped

_ELEMENTS: Final = frozenset({"script", "Script"})
"""The element, and the component of Next.js that makes one."""
_OPENING: Final = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
_TEXTS: Final = frozenset({"string", "regex", "template_string"})
_MOST: Final = 200
"""How many places of a script may be filled in or escaped."""


def embedded_texts(script: Script, word: str) -> Iterator[Node]:
    """Yield the literals that hold `word` and are the text of a `<script>` in the JSX of a file."""
    if word not in script.text or not _has_elements(script):
        return
    nodes = list(script.root.walk())
    held: dict[str, list[Node]] = {}
    for node in nodes:
        if node.type == "variable_declarator":
            held.setdefault(node.fields["name"].text, []).append(node)
    for opening in _elements(nodes):
        for written in _written(opening):
            literal = _literal(held, written)
            if literal is not None and word in literal.text:
                yield literal


def exported_texts(script: Script, word: str) -> Iterator[tuple[str, Node]]:
    """Yield the template literals that hold `word` and are exported by the name of a variable, with that."""
    for statement in script.root.children if word in script.text else ():
        declared = statement.field("declaration") if statement.type == "export_statement" else None
        for each in declared.children if declared is not None else ():
            value = each.field("value") if each.type == "variable_declarator" else None
            literal = None if value is None else unwrapped(value)
            if literal is not None and literal.type == "template_string" and word in literal.text:
                yield each.fields["name"].text, literal


def writes(script: Script, name: str) -> bool:
    """Whether what a file imports by a name is the text of a `<script>` in its JSX."""
    nodes = list(script.root.walk()) if name in script.text and _has_elements(script) else []
    if any(each.type == "variable_declarator" and each.fields["name"].text == name for each in nodes):
        return False
    return any(unwrapped(written).text == name for opening in _elements(nodes) for written in _written(opening))


def embedded_script(file: SourceFile, literal: Node) -> Script | None:
    """Return the script that a template literal holds, with what is filled into it, or escaped, as unknown.

    None where that leaves no script: what is filled in may be anything but an expression or a part of a text.
    """
    holes = [child for child in literal.children if is_masked(child)]
    if len(holes) > _MOST:
        return None
    part = Span(literal.start + 1, literal.end - 1)
    script = Script(file, masked_literal(literal), "javascript", is_module=False, part=part)
    is_read = all(_is_text(script, hole) or _is_name(script, hole) for hole in holes)
    return script if is_read and not script.has_errors else None


def _is_text(script: Script, hole: Node) -> bool:
    """Whether what is filled in is part of a text, or of a comment."""
    around = _innermost(script.root, hole)
    is_commented = any(each.start <= hole.start < each.end for each in script.comments)
    return is_commented or any(each.type in _TEXTS for each in (around, *around.ancestors))


def _is_name(script: Script, hole: Node) -> bool:
    """Whether what is filled in stands for an expression of its own, or is white space."""
    around = _innermost(script.root, hole)
    is_whole = (around.start, around.end) == (hole.start, hole.end)
    is_blank = not script.between(hole.start, hole.end).strip()
    return is_blank or (around.type == "identifier" and is_whole)


def _has_elements(script: Script) -> bool:
    return any(f"<{name}" in script.text for name in _ELEMENTS)


def _elements(nodes: Sequence[Node]) -> Iterator[Node]:
    """Yield the opening tags of the scripts among the nodes of a file."""
    for node in nodes:
        name = node.field("name") if node.type in _OPENING else None
        if name is not None and name.text in _ELEMENTS and not any(map(_is_other_type, node.children)):
            yield node


def _is_other_type(attribute: Node) -> bool:
    """Whether an attribute makes a script element one that does not run: `type="application/ld+json"`."""
    if attribute.type != "jsx_attribute" or attribute.children[0].text != "type":
        return False
    return attribute.text.partition("=")[2].strip("\"'") not in {"module", "text/javascript", "application/javascript"}


def _written(opening: Node) -> Iterator[Node]:
    """Yield what is written as the content of an element: its one child, or the `__html` of an attribute."""
    for attribute in opening.children:
        if attribute.type == "jsx_attribute" and attribute.text.startswith("dangerouslySetInnerHTML"):
            pairs = (each for each in attribute.walk() if each.type == "pair")
            yield from (pair.fields["value"] for pair in pairs if pair.fields["key"].text == "__html")
    element = opening.parent
    if opening.type == "jsx_opening_element" and element is not None:
        inside = [each for each in element.children if each.type == "jsx_expression"]
        if len(inside) == 1 and len(inside[0].children) == 1:
            yield inside[0].children[0]


def _literal(held: Mapping[str, Sequence[Node]], written: Node) -> Node | None:
    """Return the template literal that an expression is, or that the only variable of its name holds."""
    value = unwrapped(written)
    if value.type == "identifier":
        named = held.get(value.text, ())
        found = named[0].field("value") if len(named) == 1 else None
        if found is None:
            return None
        value = unwrapped(found)
    return value if value.type == "template_string" else None


def _innermost(node: Node, place: Node) -> Node:
    while True:
        inner = node.child_at(place.start)
        if inner is None or inner.end < place.end:
            return node
        node = inner

"""The scripts inside whole pages that a script writes, as servers do: `` `<!doctype html>…<script>…</script>` ``.

Each is left in its place: what the literal escapes or computes is masked. One whose text stands otherwise in the page than
in the literal, such as with an escaped backtick, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from webmcp_lint.source import Span
from webmcp_lint.syntax.components import ScriptElement, script_elements
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.template_literals import masked_literal

_PAGE: Final = re.compile(r"`(?:\s|\\n)*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_CONFUSING: Final = ("\\`", "\\$", "\\/")
"""Escapes of what delimits templates, their holes and tags: the page has another text there."""


def page_literals(script: Script, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, list[ScriptElement]]]:
    """Yield the text of each page that a script writes as one template, in its place in the file, with its scripts.

    Most literals have nothing that anybody wants, and are not looked into.
    """
    if "<script" not in script.text:
        return
    for match in _PAGE.finditer(script.text):
        literal = _template_at(script.root, match.start())
        if literal is None or not is_wanted(literal.text):
            continue
        text = masked_literal(literal)
        elements = [
            each
            for each in script_elements(text)
            if each.content is not None and each.kind != "importmap" and not _is_confusing(script, each.content)
        ]
        if elements:
            yield text, elements


def _is_confusing(script: Script, content: Span) -> bool:
    written = script.between(content.start, content.end)
    return any(each in written for each in _CONFUSING)


def _template_at(root: Node, offset: int) -> Node | None:
    node: Node | None = root
    while node is not None and not (node.type == "template_string" and node.start == offset):
        node = node.child_at(offset)
    return node

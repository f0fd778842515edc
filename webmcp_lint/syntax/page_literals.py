"""The scripts inside whole pages that a script writes, as servers do: `` `<!doctype html>…<script>…</script>` ``.

Each is left in its place: what the literal escapes or computes is masked. One whose text stands otherwise in the page than
in the literal, such as with an escaped backtick, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.source import Span
from webmcp_lint.syntax.components import ScriptElement, script_elements
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.templates import SCRIPT_HOLE

_PAGE: Final = re.compile(r"`(?:\s|\\n)*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_NOT_BREAK: Final = re.compile(r"[^\r\n]")
_BLANK: Final = frozenset({"\\n", "\\r", "\\t"})
_CONFUSING: Final = ("\\`", "\\$", "\\/")
"""Escapes of what delimits templates, their holes and tags: the page has another text there."""


def page_literals(script: Script) -> Iterator[tuple[str, list[ScriptElement]]]:
    """Yield the text of each page that a script writes as one template, in its place in the file, with its scripts."""
    if "<script" not in script.text:
        return
    for match in _PAGE.finditer(script.text):
        literal = _template_at(script.root, match.start())
        if literal is None:
            continue
        text = _masked(script, literal)
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
        node = next((child for child in node.children if child.start <= offset < child.end), None)
    return node


def _masked(script: Script, literal: Node) -> str:
    """Return the text of a template behind as many blanks as stand before it in the file."""
    pieces, done = [" " * (literal.start + 1)], literal.start + 1
    for part in literal.children:
        written = script.between(part.start, part.end)
        pieces.append(script.between(done, part.start))
        pieces.append(" " * len(written) if written in _BLANK else _mask_of(part, written))
        done = part.end
    pieces.append(script.between(done, literal.end - 1))
    return "".join(pieces)


def _mask_of(part: Node, written: str) -> str:
    is_plain = part.type not in {"template_substitution", "escape_sequence"}
    return written if is_plain else _NOT_BREAK.sub(SCRIPT_HOLE, written)

"""The text that a template literal of a script writes, in its place in the file."""

from __future__ import annotations

from typing import Final

from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.templates import SCRIPT_HOLE

_BLANK: Final = {"\\n": "\n ", "\\r": "\r ", "\\t": "\t "}
"""White space that is escaped, and what stands for it in as many characters: a comment may end there."""


def masked_literal(literal: Node) -> str:
    """Return the text of a literal behind as many blanks as stand before it in the file.

    What it computes or escapes is masked, but for white space.
    """
    script, done = literal.script, literal.start + 1
    pieces = [" " * done]
    for part in literal.children:
        written = script.between(part.start, part.end)
        pieces.append(script.between(done, part.start))
        pieces.append(_masked(part, written))
        done = part.end
    pieces.append(script.between(done, literal.end - 1))
    return "".join(pieces)


def is_masked(part: Node) -> bool:
    """Whether a part of a literal is masked in its text."""
    return part.type in {"template_substitution", "escape_sequence"}


def _masked(part: Node, written: str) -> str:
    if written in _BLANK:
        return _BLANK[written]
    return SCRIPT_HOLE * len(written) if is_masked(part) else written

"""Whether a function answers with what it reads off the page behind a place: opened first, and then read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.effect_words import FOUND
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import FUNCTIONS, ScopeTree
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_MAX_NODES: Final = 400


def is_read_behind(analysis: Analysis, place: Node) -> bool:
    """Whether each answer that the function around a place gives behind it holds what was looked up behind it."""
    function = function_around(place)
    if function is None:
        return False
    tree = analysis.tree(place)
    answers = [each for each in analysis.returned(function) if each.start > place.end]
    return bool(answers) and all(_is_read(tree, each, place) for each in answers)


def _is_read(tree: ScopeTree, answer: Node, place: Node) -> bool:
    return any(
        each.type == "call_expression" and each.start > place.end and last_name(each.fields["function"]) in FOUND
        for each in _behind(tree, answer)
    )


def _behind(tree: ScopeTree, expression: Node) -> Iterator[Node]:
    """Yield the nodes of an expression, and those of what its names are set to."""
    pending, seen, count = [expression], {expression}, 0
    while pending:
        for each in pending.pop().walk():
            count += 1
            if count > _MAX_NODES:
                return
            yield each
            binding = tree.resolve(each) if each.type == "identifier" else None
            source = binding.source if binding is not None and binding.kind == "variable" else None
            if source is not None and source not in seen and source.type not in FUNCTIONS:
                seen.add(source)
                pending.append(source)

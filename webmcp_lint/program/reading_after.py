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

_MAX_STEPS: Final = 4
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
        for each in _behind(tree, answer, _MAX_STEPS)
    )


def _behind(tree: ScopeTree, expression: Node, steps: int) -> Iterator[Node]:
    """Yield the nodes of an expression, and those of what its names are set to."""
    for count, each in enumerate(expression.walk()):
        if count > _MAX_NODES:
            return
        yield each
        binding = tree.resolve(each) if each.type == "identifier" and steps else None
        source = binding.source if binding is not None and binding.kind == "variable" else None
        if source is not None and source.type not in FUNCTIONS:
            yield from _behind(tree, source, steps - 1)

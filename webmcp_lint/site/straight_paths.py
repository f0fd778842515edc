"""Which statements run together: those of one block, or of a script's top level, with nothing to decide in between."""

from __future__ import annotations

from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import exits_before
from webmcp_lint.program.functions import function_around, standing_in
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.site.tool import StraightPath
from webmcp_lint.syntax.javascript import Node, grammar_of

_PASSED: Final = frozenset(
    {"expression_statement", "await_expression", "parenthesized_expression", "unary_expression", "return_statement"}
    | {"variable_declarator", "lexical_declaration", "variable_declaration", "assignment_expression"}
    | {"member_expression", "non_null_expression", "as_expression"}
)
"""What a call may stand in and be made all the same."""

_LOOPS: Final = frozenset({"for_in_statement", "for_statement", "while_statement", "do_statement"})
_BLOCKS: Final = frozenset({"statement_block", "program"})
_CLEANUP: Final = ("abort", "unregisterTool", "clearContext", "unregister", "dispose")


def straight_path(analysis: Analysis, call: Node) -> StraightPath | None:
    """Return the statements that a call is made among; None where it hangs on a condition, or a tool is taken back."""
    inside = call
    for around in call.ancestors:
        if around.type in _BLOCKS:
            if _is_bare(around):
                inside = around
                continue
            is_whole = around.parent is None or around.parent.type in _LOOPS | FUNCTIONS
            is_whole = is_whole and not any(exits_before(around, inside))
            is_kept = not _takes_back(analysis, around)
            is_top_level = around.type == "program" and not _is_written_elsewhere(around)
            return StraightPath(around.location, is_top_level, is_whole) if is_kept else None
        if around.type in _LOOPS or (around.type == "arrow_function" and around.field("body") is inside):
            return StraightPath(inside.location, is_top_level=False, is_whole=True)
        # `register(…).catch(…)`: what is called on the result
        is_receiver = around.type == "call_expression" and around.field("function") is inside
        if around.type not in _PASSED and not is_receiver:
            return None
        inside = around
    return None


def _is_written_elsewhere(program: Node) -> bool:
    """Whether a script writes it into a page: into another one than it writes other scripts into, perhaps."""
    return program.script.part is not None and grammar_of(program.script.file.path) is not None


def _is_bare(block: Node) -> bool:
    return block.parent is not None and block.parent.type in _BLOCKS


def _takes_back(analysis: Analysis, block: Node) -> bool:
    """Whether one of the statements themselves, no function in them, calls what removes a tool."""
    tree, function = analysis.tree(block), function_around(block)
    return any(standing_in(tree.calls_in(function, name), block) for name in _CLEANUP)

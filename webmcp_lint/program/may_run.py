"""Whether a statement may run at some time, not only with the values that variables have in the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from webmcp_lint.program.functions import is_reached
from webmcp_lint.program.reaching import Reach
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import Environment
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_BRANCHES = frozenset({"if_statement", "switch_statement"})


def may_run(analysis: Analysis, node: Node, env: Environment) -> bool:
    """Whether control may reach a node of a function: only what never changes may tell that it does not."""
    return is_reached(analysis, node, env) or any(_changes(analysis, each) for each in _conditions(node))


def running_cases(analysis: Analysis, body: Node, env: Environment) -> Sequence[Node]:
    """Return the cases of a switch that may run, by its body; what `may_run` says of each, without asking for each."""
    subject = body.parent.field("value") if body.parent is not None else None
    if subject is None or _changes(analysis, subject):
        return body.children
    return Reach(analysis, env).cases(body)


def _conditions(node: Node) -> Iterator[Node]:
    """Yield the conditions around and before a node of a function."""
    for around in node.ancestors:
        if around.type in FUNCTIONS:
            return
        listed = around.children if around.type == "statement_block" else [around]
        for each in listed:
            condition = each.field("condition") or each.field("value") if each.type in _BRANCHES else None
            if condition is not None and each.start <= node.start:
                yield condition


def _changes(analysis: Analysis, condition: Node) -> bool:
    """Whether a condition hangs on a variable that is written to, or on what lies in an object."""
    for each in condition.walk():
        if each.type in {"member_expression", "subscript_expression", "call_expression"}:
            return True
        if each.type == "identifier":
            binding = analysis.tree(each).resolve(each)
            if binding is not None and binding.kind == "variable" and not binding.is_constant:
                return True
    return False

"""Whether one call of a function reaches a place in it: only what it is called with rules a way out.

What a page's state is when an agent calls is not known, whatever the sources give it at first; so a condition counts only
where the arguments of the call, or what the function closes over, decide it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.leaving import default_place, entered_at, leaves, left_in
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import Environment, Literal, truth
from webmcp_lint.syntax.javascript import Node, once_per_node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NEVER: Final = 1 << 60


class Reach:
    """What calls under one environment reach."""

    def __init__(self, analysis: Analysis, env: Environment) -> None:
        self._analysis = analysis
        self._env = env
        self._left: dict[Node, int] = {}
        self._reached: dict[Node, bool] = {}
        self._cases: dict[Node, tuple[int, int]] = {}

    def __contains__(self, node: Node) -> bool:
        """Whether the place of a node may be reached."""
        inside, passed, is_reached = node, list[Node](), True
        for around in node.ancestors:
            known = self._reached.get(inside)
            if known is not None:
                is_reached = known
                break
            passed.append(inside)
            if around.type in FUNCTIONS or around.type in CLASSES:
                break
            if self._is_ruled_out(around, inside):
                is_reached = False
                break
            inside = around
        self._reached.update(dict.fromkeys(passed, is_reached))
        return is_reached

    def _is_ruled_out(self, around: Node, inside: Node) -> bool:
        """Whether a statement never comes to one of its parts."""
        match around.type:
            case "if_statement" | "ternary_expression":
                condition = around.field("condition")
                decided = None if condition is None or inside is condition else self._decided(condition)
                return decided is not None and inside is not around.field("consequence" if decided else "alternative")
            case "statement_block":
                return inside.start >= self._left_at(around)
            case "switch_body":
                first, last = self._taken(around)
                return not first <= inside.place <= last
        return False

    def _decided(self, condition: Node) -> bool | None:
        known = truth(self._analysis.value(condition, self._env))
        return None if known is None or truth(self._analysis.value(condition, {})) is not None else known

    def _left_at(self, block: Node) -> int:
        """Return from where on a block is not reached, because an earlier statement always leaves it."""
        if block not in self._left:
            self._left[block] = next((end for end, condition in _exits(block) if self._holds(condition)), _NEVER)
        return self._left[block]

    def _holds(self, condition: Node | None) -> bool:
        return condition is None or self._decided(condition) is True

    def cases(self, body: Node) -> Sequence[Node]:
        """Return the cases of a switch that may be reached, by its body."""
        first, last = self._taken(body)
        return body.children[first : last + 1]

    def _taken(self, body: Node) -> tuple[int, int]:
        """Return the first and the last case that may be reached: by its value, by default, or from the case before it."""
        if body not in self._cases:
            entered = self._entered(body)
            self._cases[body] = (0, len(body.children)) if entered is None else (entered, left_in(body, entered))
        return self._cases[body]

    def _entered(self, body: Node) -> int | None:
        """Return the place of the case that a switch enters at; None where that cannot be told."""
        switch = body.parent
        subject = switch.field("value") if switch is not None else None
        value = self._analysis.value(subject, self._env) if subject is not None else None
        if subject is None or not isinstance(value, Literal):
            return None
        if isinstance(self._analysis.value(subject, {}), Literal):
            return None
        entered = entered_at(body, value.value)
        if entered is not None:
            return entered
        for place, case in enumerate(body.children):
            wanted = case.field("value")
            tested = self._analysis.value(wanted, self._env) if wanted is not None else None
            if wanted is not None and not isinstance(tested, Literal):
                return None
            if isinstance(tested, Literal) and tested.value == value.value:
                return place
        return default_place(body)


@once_per_node
def _exits(block: Node) -> Sequence[tuple[int, Node | None]]:
    """Return the ends of the statements that may leave a block, and the condition on which they do."""
    found: list[tuple[int, Node | None]] = []
    for statement in block.children:
        if statement.type in {"return_statement", "throw_statement"}:
            found.append((statement.end, None))
        elif statement.type == "if_statement":
            condition, yes = statement.field("condition"), statement.field("consequence")
            if condition is not None and yes is not None and leaves(yes):
                found.append((statement.end, condition))
    return found

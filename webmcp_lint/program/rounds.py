"""The rounds of a loop: what a `for` counts, and which round is the last because a statement leaves the loop."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webmcp_lint.program.functions import is_surely_reached
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import Environment, Frame
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_COUNT = 10_000

_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!==": operator.ne,
    "!=": operator.ne,
}
_ROUNDS = frozenset({"for_in_statement", "for_statement", "while_statement", "do_statement"})


@dataclass(frozen=True, slots=True)
class Counter:
    """What `for (let name = start; name < limit; name += step)` counts; a `step` of None is one."""

    name: str
    start: Node
    limit: Node
    compared: str
    step: Node | None
    is_downward: bool

    def numbers(self, first: int, last: int, step: int) -> list[int] | None:
        """Return what is counted; None where there is no end in sight."""
        step = -step if self.is_downward else step
        found: list[int] = []
        goes_on = _COMPARED[self.compared]
        while goes_on(first, last):
            if len(found) > MAX_COUNT or step == 0:
                return None
            found.append(first)
            first += step
        return found


def counter(loop: Node) -> Counter | None:
    """Return what a `for` statement counts; None for one of another shape."""
    condition, declaration = loop.field("condition"), loop.field("initializer")
    while condition is not None and condition.type in {"parenthesized_expression", "expression_statement"}:
        condition = condition.children[0] if condition.children else None
    if condition is None or declaration is None or condition.type != "binary_expression":
        return None
    left, compared, limit = (condition.field(name) for name in ("left", "operator", "right"))
    if left is None or compared is None or limit is None or compared.type not in _COMPARED:
        return None
    for declarator in declaration.children:
        name, start = declarator.field("name"), declarator.field("value")
        if name is not None and start is not None and name.text == left.text:
            step = _step(loop.field("increment"), left.text)
            return None if step is None else Counter(left.text, start, limit, compared.type, *step)
    return None


def _step(increment: Node | None, name: str) -> tuple[Node | None, bool] | None:
    """Return what is added to a counter in each round, and whether it is taken away instead."""
    if increment is None:
        return None
    if increment.type == "sequence_expression":
        return next(filter(None, (_step(each, name) for each in increment.children)), None)
    counted = increment.field("argument") or increment.field("left")
    sign, added = increment.field("operator"), increment.field("right")
    if counted is None or counted.text != name or sign is None:
        return None
    if increment.type == "update_expression":
        return None, sign.type == "--"
    if increment.type == "augmented_assignment_expression" and sign.type in {"+=", "-="}:
        return added, sign.type == "-="
    return None


def is_counted_elsewhere(loop: Node, name: str) -> bool:
    """Whether the body of a loop changes its counter."""
    body = loop.field("body")
    return body is not None and any(
        (each.field("argument") if each.type == "update_expression" else each.field("left")) is not None
        and (each.fields.get("argument") or each.fields["left"]).text == name
        for each in body.walk()
        if each.type in {"update_expression", "assignment_expression", "augmented_assignment_expression"}
    )


def until_left(analysis: Analysis, loop: Node, frames: list[Frame], env: Environment) -> list[Frame]:
    """Return the rounds that are run before a statement leaves the loop; what may leave it puts those after in doubt."""
    leaving = analysis.leaving.get(loop)
    if leaving is None:
        leaving = analysis.leaving[loop] = tuple(_leaving(loop))
    if not leaving:
        return frames
    found: list[Frame] = []
    doubt: Node | None = None
    for frame in frames:
        found.append(frame.doubted(doubt) if doubt is not None else frame)
        inside = {**env, loop: frame}
        for statement in leaving if not analysis.work.is_exhausted else ():
            is_left = is_surely_reached(analysis, statement, inside, loop)
            if is_left:
                return found
            doubt = statement if is_left is None else doubt
    return found


def _leaving(loop: Node) -> Iterator[Node]:
    """Yield the statements that leave a loop: `break`, `return`, and what throws out of it."""
    body = loop.field("body")
    stack = [] if body is None else [(body, False, False)]
    while stack:
        node, is_inner, is_caught = stack.pop()
        match node.type:
            case "break_statement" | "continue_statement":
                label = node.field("label")
                if _leads_out(loop, node, label) if label is not None else node.type[0] == "b" and not is_inner:
                    yield node
                continue
            case "return_statement":
                yield node
                continue
            case "throw_statement":
                if not is_caught:
                    yield node
                continue
            case _ if node.type in FUNCTIONS or node.type in CLASSES:
                continue
        within = is_inner or node.type in _ROUNDS or node.type == "switch_statement"
        handler = node.field("handler") if node.type == "try_statement" else None
        stack.extend(
            (each, within, is_caught or (handler is not None and each is node.field("body")))
            for each in reversed(node.children)
        )


def _leads_out(loop: Node, jump: Node, label: Node) -> bool:
    """Whether a labelled jump ends a loop: it is about the loop itself, or something around it."""
    for around in jump.ancestors:
        if around is loop:
            break
        named = around.field("label") if around.type == "labeled_statement" else None
        if named is not None and named.text == label.text:
            return False
    named = loop.parent.field("label") if loop.parent is not None else None
    return not (jump.type == "continue_statement" and named is not None and named.text == label.text)

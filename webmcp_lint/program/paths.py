"""The paths through a submit listener and all that it calls: what is done on each, and when.

Conditions that cannot be told make two paths. The walk is bounded: what lies beyond its bounds is not reported, since a path
that was not walked shows nothing; what may be done in code that is not in sight makes a path unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.acts import Act, ActKind, Path, distinct, with_false
from webmcp_lint.program.elements import Dom, event_of
from webmcp_lint.program.listeners import environment
from webmcp_lint.program.path_statements import block, decided, fork
from webmcp_lint.program.path_tests import Conditions
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import Environment
from webmcp_lint.program.waiting import Phase, wait
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.listeners import Listener

MAX_STEPS: Final = 4_000
"""How many syntax nodes are walked of a listener itself, and of one call that it makes."""


_NAMING: Final = frozenset(
    {"identifier", "member_expression", "as_expression", "parenthesized_expression", "non_null_expression"}
)


class Walker:
    """Walks a listener for one kind of submitter, statement by statement."""

    def __init__(self, analysis: Analysis, dom: Dom, form_refs: frozenset[str], *, is_agent: bool) -> None:
        self.analysis = analysis
        self.dom = dom
        self.form_refs = form_refs
        """The variables that a framework sets to the form (`ref={form}`, `bind:this={form}`)."""
        self.conditions = Conditions(analysis, dom, is_agent)
        self.is_delegated = False
        self.callers: tuple[Node, ...] = ()
        self.entered: tuple[Node, ...] = ()
        self.answering = 0
        self.trying = 0
        self.steps = 0
        self.all_steps = 0

    @property
    def is_exhausted(self) -> bool:
        """Whether what is walked at the moment has used up its share of work."""
        return self.steps > MAX_STEPS

    def paths(self, listener: Listener) -> list[Path]:
        """Return the paths through a listener."""
        self.is_delegated = listener.is_delegated
        start = Path()
        place = listener.place
        if listener.prevents:
            start = replace(start, acts=(Act("prevent", place, Phase.DISPATCH),))
        if listener.body is not None:
            found = block(self, listener.body, {}, [start])
        elif listener.function is None:
            return [replace(start, is_known=False)]
        else:
            found = self.body(listener.function.node, environment(listener), [start])
        if listener.false_prevents:
            found = [with_false(path) for path in found]
        if self.is_exhausted or self.analysis.work.is_exhausted:
            found = [replace(path, is_known=False) for path in found]
        return distinct(found)

    def body(self, function: Node, env: Environment, paths: list[Path]) -> list[Path]:
        """Walk a function's body; a syntax error in it makes every path unknown."""
        body = function.field("body")
        if body is None:
            return paths
        if body.type != "statement_block":
            return self.expression(body, env, paths)
        if any(each.type == "ERROR" for each in body.children):
            paths = [replace(path, is_known=False) for path in paths]
        return block(self, body.children, env, paths)

    def expression(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        """Walk an expression in the order in which it is evaluated."""
        from webmcp_lint.program import path_calls

        self.steps += 1
        if self.is_exhausted or node.type in FUNCTIONS or node.type in CLASSES:
            return paths
        match node.type:
            case "call_expression" | "new_expression":
                return path_calls.call(self, node, env, paths)
            case "await_expression" if node.children:
                return self._await(node, env, paths)
            case "ternary_expression":
                return fork(self, node, env, paths, Walker.expression)
            case "binary_expression" if node.fields.get("operator") is not None:
                operator = node.fields["operator"].type
                if operator in {"&&", "||", "??"}:
                    return self._shortcut(node, operator, env, paths)
                return self.operands((node.fields["left"], node.fields["right"]), env, paths)
            case "unary_expression" if (operand := node.field("argument")) is not None:
                return self.operands((operand,), env, paths)
            case "assignment_expression":
                return self._assignment(node, env, paths)
            case "member_expression" if (owner := node.field("object")) is not None:
                return paths if self.is_event(owner, env) else self.expression(owner, env, paths)
            case "identifier" | "shorthand_property_identifier":
                # The event goes where it cannot be followed
                is_given = self.is_event(node, env)
                return [replace(path, is_known=False) for path in paths] if is_given else paths
            case "variable_declarator":
                value = node.field("value")
                return paths if value is None or self.is_event(value, env) else self.expression(value, env, paths)
        for child in node.children:
            paths = self.expression(child, env, paths)
        return paths

    def operands(self, operands: Iterable[Node], env: Environment, paths: list[Path]) -> list[Path]:
        """Walk operands and arguments; the event itself is none of its own."""
        for operand in operands:
            if not self.is_event(operand, env):
                paths = self.expression(operand, env, paths)
        return paths

    def _await(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        inner = node.children[-1]
        before = self.expression(inner, env, paths)
        waits = wait(self.analysis, inner, env)
        found = []
        for path in before:
            if path.exit is not None:
                found.append(path)
                continue
            took = waits if path.settled is None else path.settled
            goes_with = self.declared(inner) in path.answers
            later = replace(path, phase=max(path.phase, took), rejected=None, settled=None, goes_with_answer=goes_with)
            if path.rejected is not None:
                acts = tuple(act for act in path.acts if act.kind != "reject" or act.node is not path.rejected)
                found.append(replace(later, acts=acts, exit="throw", exit_node=path.rejected))
                continue
            found.append(later)
            if self.trying and took is not Phase.DISPATCH:
                found.append(replace(later, exit="throw", exit_node=node))
        return found

    def _shortcut(self, node: Node, operator: str, env: Environment, paths: list[Path]) -> list[Path]:
        left, right = node.fields["left"], node.fields["right"]
        found = []
        for path in self.expression(left, env, paths):
            if path.exit is not None:
                found.append(path)
                continue
            for holds, chosen in decided(self, left, env, path):
                goes_on = holds if operator == "&&" else not holds
                found += self.expression(right, env, [chosen]) if goes_on else [chosen]
        return found

    def _assignment(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        left, right = node.field("left"), node.field("right")
        if left is None or right is None:
            return paths
        paths = self.expression(right, env, paths)
        owner, name = left.field("object"), left.field("property")
        is_prevented = name is not None and name.text == "returnValue" and right.type == "false"
        if owner is not None and is_prevented and self.is_event(owner, env):
            return self.act(paths, "prevent", node)
        return paths if left.type == "identifier" else self.expression(left, env, paths)

    def declared(self, node: Node) -> Node | None:
        """Return where a name is declared that an expression consists of."""
        binding = self.analysis.tree(node).resolve(node) if node.type == "identifier" else None
        return None if binding is None else binding.node

    def is_event(self, node: Node, env: Environment) -> bool:
        """Whether an expression is the event, or the browser's inside a library's."""
        node = unwrapped(node)
        if node.type == "identifier":
            binding = self.analysis.tree(node).resolve(node)
            source = binding.source if binding is not None and binding.kind == "variable" else None
            if binding is None and node.text not in {"event", "$event"}:
                return False
            # Only what may be another name of the event is worth evaluating
            if binding is not None and binding.kind != "parameter" and (source is None or source.type not in _NAMING):
                return False
        elif node.type != "member_expression" or node.fields["property"].text not in {"nativeEvent", "originalEvent"}:
            return False
        return event_of(self.analysis.value(node, env)) is not None

    def act(self, paths: Sequence[Path], kind: ActKind, node: Node) -> list[Path]:
        """Add an act to the paths that reach it."""
        found = []
        for path in paths:
            in_answer = bool(self.answering) or path.goes_with_answer
            act = Act(kind, node, path.phase, self.callers, in_answer, bool(self.trying))
            found.append(path if path.exit is not None else replace(path, acts=(*path.acts, act)))
        return found

"""The paths through a submit listener and all that it calls: what is done on each, and when.

Conditions that cannot be told make two paths. The walk is bounded: what lies beyond its bounds is not reported, since a path
that was not walked shows nothing; what may be done in code that is not in sight makes a path unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from webmcp_lint.program.elements import Dom, event_of
from webmcp_lint.program.path_tests import Conditions
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import Environment, External, Frame
from webmcp_lint.program.waiting import Phase, wait
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.listeners import Listener

MAX_PATHS: Final = 48
MAX_STEPS: Final = 4_000
"""How many syntax nodes are walked of a listener itself, and of one call that it makes."""


_OF_AGENTS: Final = re.compile(r"(?i)agent|webmcp|model_?context|\bai\b|\bbot\b")
"""Words of a condition that may tell agents from people in a way of its own."""

_ASKED: Final = re.compile(r"\.\s*agentInvoked\b")

ActKind = Literal["prevent", "respond", "reset", "submit", "request-submit", "reject", "check"]
Exit = Literal["return", "throw", "break", "continue"]


@dataclass(frozen=True, slots=True)
class Act:
    """Something that a path does; `callers` are the calls that lead there, outermost first.

    `in_answer` says that the answer given to the agent waits for it.
    """

    kind: ActKind
    node: Node
    phase: Phase
    callers: tuple[Node, ...] = ()
    in_answer: bool = False
    is_caught: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """One path: what it has done, how it was left, and what was assumed of conditions on the way."""

    acts: tuple[Act, ...] = ()
    phase: Phase = Phase.DISPATCH
    is_known: bool = True
    """False where code that is not in sight may do more."""
    exit: Exit | None = None
    exit_node: Node | None = None
    rejected: Node | None = None
    """Where the promise of the call just made is rejected."""
    settled: Phase | None = None
    """When the promise of the call just made is settled, where that is in sight."""
    assumed: tuple[tuple[str, bool], ...] = ()

    def has(self, kind: ActKind, *, until: Phase = Phase.DISPATCH) -> bool:
        """Whether the path does something, up to a phase."""
        return any(act.kind == kind and act.phase <= until for act in self.acts)


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
            found = self.block(listener.body, {}, [start])
        elif listener.function is None:
            return [replace(start, is_known=False)]
        else:
            function = listener.function
            event = External(listener.event, (), function.node)
            this = External(listener.event, ("currentTarget",), function.node, receiver=event)
            receiver = function.this or (this if function.node.type != "method_definition" else None)
            frame = Frame(function.node, arguments=[*function.bound, event], this=receiver)
            found = self.body(function.node, {**function.env, function.node: frame}, [start])
        if listener.false_prevents:
            found = [_with_false(path) for path in found]
        if self.is_exhausted or self.analysis.is_exhausted:
            found = [replace(path, is_known=False) for path in found]
        return _distinct(found)

    def body(self, function: Node, env: Environment, paths: list[Path]) -> list[Path]:
        """Walk a function's body; a syntax error in it makes every path unknown."""
        body = function.field("body")
        if body is None:
            return paths
        if body.type != "statement_block":
            return self.expression(body, env, paths)
        if any(each.type == "ERROR" for each in body.children):
            paths = [replace(path, is_known=False) for path in paths]
        return self.block(body.children, env, paths)

    def block(self, statements: Iterable[Node], env: Environment, paths: list[Path]) -> list[Path]:
        """Walk statements one after the other."""
        for statement in statements:
            if all(path.exit is not None for path in paths):
                break
            paths = self.statement(statement, env, paths)
        return paths

    def statement(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        """Walk a statement on the paths that reach it."""
        left = [path for path in paths if path.exit is not None]
        live = [path for path in paths if path.exit is None]
        self.steps += 1
        if not live or self.is_exhausted:
            return paths
        found = self._statement(node, env, live)
        return _distinct([*left, *(replace(path, rejected=None, settled=None) for path in found)])

    def _statement(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        match node.type:
            case "statement_block" | "else_clause" | "finally_clause":
                return self.block(node.children, env, paths)
            case "return_statement" | "throw_statement":
                kind: Exit = "return" if node.type == "return_statement" else "throw"
                for child in node.children:
                    paths = self.expression(child, env, paths)
                return [replace(path, exit=kind, exit_node=node) if path.exit is None else path for path in paths]
            case "break_statement" | "continue_statement":
                word: Exit = "break" if node.type == "break_statement" else "continue"
                return [replace(path, exit=word) for path in paths]
            case "if_statement":
                return self.fork(node, env, paths, self.statement)
            case "for_in_statement" | "for_statement" | "while_statement" | "do_statement":
                return self._loop(node, env, paths)
            case "switch_statement":
                return self._switch(node, env, paths)
            case "try_statement":
                return self._try(node, env, paths)
            case "labeled_statement" if node.children:
                return self.statement(node.children[-1], env, paths)
            case "function_declaration" | "generator_function_declaration" | "class_declaration":
                return paths
            case "ERROR":
                return [replace(path, is_known=False) for path in paths]
        return self.expression(node, env, paths)

    def fork(
        self,
        node: Node,
        env: Environment,
        paths: list[Path],
        walk: Callable[[Node, Environment, list[Path]], list[Path]],
    ) -> list[Path]:
        """Walk an `if` or `?:`: the branches that its condition may lead to."""
        condition, yes, no = (node.field(name) for name in ("condition", "consequence", "alternative"))
        if condition is None:
            return [replace(path, is_known=False) for path in paths]
        paths = self.expression(condition, env, paths)
        found = [path for path in paths if path.exit is not None]
        for path in paths:
            if path.exit is None:
                for holds, chosen in self.decided(condition, env, path):
                    branch = yes if holds else no
                    found += [chosen] if branch is None else walk(branch, env, [chosen])
        return found

    def decided(self, condition: Node, env: Environment, path: Path) -> list[tuple[bool, Path]]:
        """Return the ways in which a condition may be decided on a path, each with the path that goes on."""
        if "defaultPrevented" in condition.text and self.is_prevention_test(condition):
            known: bool | None = path.has("prevent")
        else:
            known = self.conditions.truth(condition, env)
        if known is not None:
            return [(known, path)]
        text, is_negated = condition.text.strip("() \n"), False
        while text.startswith("!") and not text.startswith("!="):
            text, is_negated = text[1:].strip("() \n"), not is_negated
        assumed = dict(path.assumed).get(text)
        if assumed is not None:
            return [(assumed != is_negated, path)]
        if self.is_delegated or _OF_AGENTS.search(_ASKED.sub("", text)):
            path = replace(path, is_known=False)
        if not _is_asked_again(condition, text):
            return [(True, path), (False, path)]
        return [(holds, replace(path, assumed=(*path.assumed, (text, holds != is_negated)))) for holds in (True, False)]

    def is_prevention_test(self, condition: Node) -> bool:
        """Whether a condition asks whether the default is prevented, and nothing else."""
        return condition.text.strip("() ").endswith(".defaultPrevented") and "!" not in condition.text

    def _loop(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        """Walk a loop: not at all, and once."""
        for name in ("initializer", "right", "condition"):
            part = node.field(name)
            if part is not None:
                paths = self.expression(part, env, paths)
        body = node.field("body")
        once = paths if body is None else self.statement(body, env, paths)
        once = [replace(path, exit=None) if path.exit in {"break", "continue"} else path for path in once]
        return once if node.type == "do_statement" else [*paths, *once]

    def _switch(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        value, body = node.field("value"), node.field("body")
        if value is not None:
            paths = self.expression(value, env, paths)
        cases = list(body.children) if body is not None else []
        found = [] if any(case.type == "switch_default" for case in cases) else list(paths)
        for index in range(len(cases)):
            taken = paths
            for case in cases[index:]:
                taken = self.block([child for child in case.children if child is not case.field("value")], env, taken)
            found += [replace(path, exit=None) if path.exit == "break" else path for path in taken]
        return found

    def _try(self, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
        """Walk a `try`: its handler is reached by what is thrown in sight, and by any await that fails."""
        body, handler, last = (node.field(name) for name in ("body", "handler", "finalizer"))
        self.trying += handler is not None
        found = paths if body is None else self.statement(body, env, paths)
        self.trying -= handler is not None
        if handler is not None:
            caught = handler.field("body")
            thrown = [replace(path, exit=None, exit_node=None) for path in found if path.exit == "throw"]
            found = [path for path in found if path.exit != "throw"]
            found += thrown if caught is None else self.statement(caught, env, thrown)
        if last is not None:
            found = [after for path in found for after in self._finally(last, env, path)]
        return found

    def _finally(self, node: Node, env: Environment, path: Path) -> list[Path]:
        after = self.statement(node, env, [replace(path, exit=None)])
        return [
            replace(each, exit=path.exit, exit_node=path.exit_node) if each.exit is None else each for each in after
        ]

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
                return self.fork(node, env, paths, self.expression)
            case "binary_expression" if node.fields.get("operator") is not None:
                operator = node.fields["operator"].type
                if operator in {"&&", "||", "??"}:
                    return self._shortcut(node, operator, env, paths)
                return self._operands((node.fields["left"], node.fields["right"]), env, paths)
            case "unary_expression" if (operand := node.field("argument")) is not None:
                return self._operands((operand,), env, paths)
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

    def _operands(self, operands: Iterable[Node], env: Environment, paths: list[Path]) -> list[Path]:
        """Walk what an operator asks about; the event goes nowhere by that."""
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
            later = replace(path, phase=max(path.phase, took), rejected=None, settled=None)
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
            for holds, chosen in self.decided(left, env, path):
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

    def is_event(self, node: Node, env: Environment) -> bool:
        """Whether an expression is the event, or the browser's inside a library's."""
        while node.type in {"parenthesized_expression", "as_expression", "non_null_expression"} and node.children:
            node = node.children[0]
        if node.type == "identifier":
            binding = self.analysis.tree(node).resolve(node)
            if binding is None and node.text not in {"event", "$event"}:
                return False
        elif node.type != "member_expression":
            return False
        return event_of(self.analysis.value(node, env)) is not None

    def act(self, paths: Sequence[Path], kind: ActKind, node: Node) -> list[Path]:
        """Add an act to the paths that reach it."""
        found = []
        for path in paths:
            act = Act(kind, node, path.phase, self.callers, bool(self.answering), bool(self.trying))
            found.append(path if path.exit is not None else replace(path, acts=(*path.acts, act)))
        return found


def _is_asked_again(condition: Node, text: str) -> bool:
    """Whether the function around a condition says the same once more, so that it is decided the same way."""
    function = next((each for each in condition.ancestors if each.type in FUNCTIONS), condition.script.root)
    return function.text.count(text) > 1


def _with_false(path: Path) -> Path:
    """Prevent the default where a listener returns false."""
    node = path.exit_node
    is_false = path.exit == "return" and node is not None and any(child.type == "false" for child in node.children)
    if node is None or not is_false:
        return path
    return replace(path, acts=(*path.acts, Act("prevent", node, Phase.DISPATCH)))


def _distinct(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without those that differ in nothing that matters, within the bound."""
    return list(dict.fromkeys(paths))[:MAX_PATHS]

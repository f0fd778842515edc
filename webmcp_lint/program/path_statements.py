"""The statements on the paths through a submit listener: which way they lead, and how they are left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.acts import Exit, Path, distinct
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.values import Environment
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.paths import Walker

_OF_AGENTS: Final = re.compile(r"(?i)agent|webmcp|model_?context|\bai\b|\bbot\b")
"""Words of a condition that may tell agents from people in a way of its own."""

_ASKED: Final = re.compile(r"\.\s*agentInvoked\b")


def block(walker: Walker, statements: Iterable[Node], env: Environment, paths: list[Path]) -> list[Path]:
    """Walk statements one after the other."""
    for each in statements:
        if all(path.exit is not None for path in paths):
            break
        paths = statement(walker, each, env, paths)
    return paths


def statement(walker: Walker, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
    """Walk a statement on the paths that reach it."""
    left = [path for path in paths if path.exit is not None]
    live = [path for path in paths if path.exit is None]
    walker.steps += 1
    if not live or walker.is_exhausted:
        return paths
    found = _walked(walker, node, env, live)
    return distinct([*left, *(replace(path, rejected=None, settled=None) for path in found)])


def _walked(walker: Walker, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
    match node.type:
        case "statement_block" | "else_clause" | "finally_clause":
            return block(walker, node.children, env, paths)
        case "return_statement" | "throw_statement":
            kind: Exit = "return" if node.type == "return_statement" else "throw"
            for child in node.children:
                paths = walker.expression(child, env, paths)
            return [replace(path, exit=kind, exit_node=node) if path.exit is None else path for path in paths]
        case "break_statement" | "continue_statement":
            word: Exit = "break" if node.type == "break_statement" else "continue"
            return [replace(path, exit=word) for path in paths]
        case "if_statement":
            return fork(walker, node, env, paths, statement)
        case "for_in_statement" | "for_statement" | "while_statement" | "do_statement":
            return _loop(walker, node, env, paths)
        case "switch_statement":
            return _switch(walker, node, env, paths)
        case "try_statement":
            return _try(walker, node, env, paths)
        case "labeled_statement" if node.children:
            return statement(walker, node.children[-1], env, paths)
        case "function_declaration" | "generator_function_declaration" | "class_declaration":
            return paths
        case "ERROR":
            return [replace(path, is_known=False) for path in paths]
    return walker.expression(node, env, paths)


def fork(
    walker: Walker,
    node: Node,
    env: Environment,
    paths: list[Path],
    walk: Callable[[Walker, Node, Environment, list[Path]], list[Path]],
) -> list[Path]:
    """Walk an `if` or `?:`: the branches that its condition may lead to."""
    condition, yes, no = (node.field(name) for name in ("condition", "consequence", "alternative"))
    if condition is None:
        return [replace(path, is_known=False) for path in paths]
    paths = walker.expression(condition, env, paths)
    found = [path for path in paths if path.exit is not None]
    for path in paths:
        if path.exit is None:
            for holds, chosen in decided(walker, condition, env, path):
                branch = yes if holds else no
                found += [chosen] if branch is None else walk(walker, branch, env, [chosen])
    return found


def decided(walker: Walker, condition: Node, env: Environment, path: Path) -> list[tuple[bool, Path]]:
    """Return the ways in which a condition may be decided on a path, each with the path that goes on."""
    if "defaultPrevented" in condition.text and _is_prevention_test(condition):
        known: bool | None = path.has("prevent")
    else:
        known = walker.conditions.truth(condition, env)
    if known is not None:
        return [(known, path)]
    text, is_negated = condition.text.strip("() \n"), False
    while text.startswith("!") and not text.startswith("!="):
        text, is_negated = text[1:].strip("() \n"), not is_negated
    assumed = dict(path.assumed).get(text)
    if assumed is not None:
        return [(assumed != is_negated, path)]
    if walker.is_delegated or _OF_AGENTS.search(_ASKED.sub("", text)):
        path = replace(path, is_known=False)
    if not _is_asked_again(condition, text):
        return [(True, path), (False, path)]
    return [(holds, replace(path, assumed=(*path.assumed, (text, holds != is_negated)))) for holds in (True, False)]


def _is_prevention_test(condition: Node) -> bool:
    """Whether a condition asks whether the default is prevented, and nothing else."""
    return condition.text.strip("() ").endswith(".defaultPrevented") and "!" not in condition.text


def _loop(walker: Walker, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
    """Walk a loop: not at all, and once."""
    for name in ("initializer", "right", "condition"):
        part = node.field(name)
        if part is not None:
            paths = walker.expression(part, env, paths)
    body = node.field("body")
    once = paths if body is None else statement(walker, body, env, paths)
    once = [replace(path, exit=None) if path.exit in {"break", "continue"} else path for path in once]
    return once if node.type == "do_statement" else [*paths, *once]


def _switch(walker: Walker, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
    value, body = node.field("value"), node.field("body")
    if value is not None:
        paths = walker.expression(value, env, paths)
    cases = list(body.children) if body is not None else []
    found = [] if any(case.type == "switch_default" for case in cases) else list(paths)
    for index in range(len(cases)):
        taken = paths
        for case in cases[index:]:
            taken = block(walker, [child for child in case.children if child is not case.field("value")], env, taken)
        found += [replace(path, exit=None) if path.exit == "break" else path for path in taken]
    return found


def _try(walker: Walker, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
    """Walk a `try`: its handler is reached by what is thrown in sight, and by any await that fails."""
    body, handler, last = (node.field(name) for name in ("body", "handler", "finalizer"))
    walker.trying += handler is not None
    found = paths if body is None else statement(walker, body, env, paths)
    walker.trying -= handler is not None
    if handler is not None:
        caught = handler.field("body")
        thrown = [replace(path, exit=None, exit_node=None) for path in found if path.exit == "throw"]
        found = [path for path in found if path.exit != "throw"]
        found += thrown if caught is None else statement(walker, caught, env, thrown)
    if last is not None:
        found = [after for path in found for after in _finally(walker, last, env, path)]
    return found


def _finally(walker: Walker, node: Node, env: Environment, path: Path) -> list[Path]:
    after = statement(walker, node, env, [replace(path, exit=None)])
    return [replace(each, exit=path.exit, exit_node=path.exit_node) if each.exit is None else each for each in after]


def _is_asked_again(condition: Node, text: str) -> bool:
    """Whether the function around a condition says the same once more, so that it is decided the same way."""
    function = function_around(condition) or condition.script.root
    return function.text.count(text) > 1

"""What a path does with the event itself: it prevents the default, and answers with a promise that may yet do things."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webmcp_lint.program.acts import Path
from webmcp_lint.program.elements import EVENT, event_of
from webmcp_lint.program.values import Environment, External
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

if TYPE_CHECKING:
    from webmcp_lint.program.paths import Walker


def of_event(walker: Walker, node: Node, given: list[Node], env: Environment, paths: list[Path]) -> list[Path]:
    """Follow `event.preventDefault()` and `event.respondWith(…)`; all that makes the answer is part of it."""
    callee = node.fields["function"]
    name = last_name(callee)
    if name == "preventDefault":
        return walker.act(paths, "prevent", node)
    if name != "respondWith" or not given:
        return walker.operands(given, env, paths)
    walker.answering += 1
    paths = walker.operands(given, env, paths)
    walker.answering -= 1
    found = []
    for path in paths:
        after = replace(path, rejected=None, settled=None)
        if _is_rejection(walker, given[0], env):
            walker.answering += 1
            after = walker.act([after], "reject", given[0])[0]
            walker.answering -= 1
        found.append(_with_answer(walker, given[0], after))
    is_own = event_of(walker.analysis.value(callee.fields["object"], env)) == EVENT
    return walker.act(found, "respond", node) if is_own else found


def _is_rejection(walker: Walker, answer: Node, env: Environment) -> bool:
    callee = answer.field("function")
    value = walker.analysis.value(callee, env) if callee is not None else None
    return isinstance(value, External) and value.package == "" and value.path == ("Promise", "reject")


def _with_answer(walker: Walker, answer: Node, path: Path) -> Path:
    """Mark what a promise does that was made before and is answered with: `const p = save(); e.respondWith(p)`."""
    binding = walker.analysis.tree(answer).resolve(answer) if answer.type == "identifier" else None
    if binding is None or binding.source is None:
        return path
    source = binding.source
    acts = tuple(
        replace(act, in_answer=True) if any(_is_inside(each, source) for each in (act.node, *act.callers)) else act
        for act in path.acts
    )
    return replace(path, acts=acts, answers=path.answers | {binding.node})


def _is_inside(node: Node, source: Node) -> bool:
    return node.script is source.script and source.start <= node.start and node.end <= source.end


def caught(path: Path, owner: Node) -> Path:
    """Forget the rejections of a promise that is caught."""
    acts = tuple(
        act
        for act in path.acts
        if act.kind != "reject" or not any(_is_inside(each, owner) for each in (act.node, *act.callers))
    )
    return replace(path, acts=acts, rejected=None)

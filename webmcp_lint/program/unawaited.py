"""What a function starts and answers for before it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.effect import Effect, Summary
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import FUNCTIONS, ScopeTree
from webmcp_lint.program.values import Function, options
from webmcp_lint.syntax.javascript import Node

_SUCCESS: Final = re.compile(
    r"\b(?:success|ok)\b[\"']?\s*:\s*true\b"
    r"|(?i:\b(?:success(?:ful(?:ly)?)?|submitted|sent|saved|added|created|deleted|updated|removed|booked|placed"
    r"|ordered|published|posted|paid|purchased|cancell?ed|subscribed|registered|completed?|done)\b)"
)
_STARTED: Final = re.compile(
    r"(?i)\b(?:will|started|starting|queued|requested|initiated|submitting|sending|pending|processing|triggered"
    r"|background|check|verify|may|error|failed|not)\b"
)
"""Words of an answer that does not claim to be the end."""
_LATER: Final = re.compile(r"\bawait\b|\bfetch\s*\(|\.then\s*\(|XMLHttpRequest|\$\.(?:post|ajax)|\baxios\b")
MAX_CALLED = 20
_INSIDE: Final = frozenset({"member_expression", "parenthesized_expression", "call_expression", "non_null_expression"})


@dataclass(frozen=True, eq=False, slots=True)
class Unawaited:
    """An effect that may still be under way, or fail, when the function says that it succeeded."""

    effect: Effect
    statement: Node
    answer: Node


def unawaited(analysis: Analysis, function: Node, summary: Summary) -> Iterator[Unawaited]:
    """Yield the requests and submissions of a function that it does not wait for, each with the answer given for it."""
    local = {effect.via for effect in summary.effects if effect.kind in {"state", "storage"}}
    answered: set[Node] = set()
    for effect in summary.effects:
        if effect.via is None or effect.via in local or not _takes_time(effect):
            continue
        statement = _floating(effect.via, function)
        answer = None if statement is None else next(_answers(statement, function), None)
        if statement is None or answer is None or answer in answered or not _claims_success(answer):
            continue
        if effect.kind == "request" or _is_handled_later(analysis, effect.node):
            answered.add(answer)
            yield Unawaited(effect, statement, answer)


def _takes_time(effect: Effect) -> bool:
    if effect.kind == "click":
        return "submit" in effect.subject.lower()
    return effect.kind in {"request", "submit"}


def _is_handled_later(analysis: Analysis, submission: Node) -> bool:
    """Whether a handler of a form in sight goes on after it has returned; one that does not is done in time."""
    own = analysis.tree(submission)
    analysis.begin_aside()
    for tree in (own, *analysis.globals.siblings(submission.script)):
        for handler in _submit_handlers(tree):
            for option in options(analysis.value(handler, {})):
                if isinstance(option, Function) and _goes_on(analysis, option.node):
                    return True
    return False


def _submit_handlers(tree: ScopeTree) -> Iterator[Node]:
    for call in tree.calls.get("addEventListener", ()):
        listed = call.field("arguments")
        given = listed.children if listed is not None else ()
        if len(given) > 1 and given[0].text.strip("\"'`") == "submit":
            yield given[1]
    for member in tree.members.get("onsubmit", ()):
        around = member.parent
        right = around.field("right") if around is not None and around.field("left") is member else None
        if right is not None:
            yield right


def _goes_on(analysis: Analysis, handler: Node) -> bool:
    if _LATER.search(handler.text) is not None:
        return True
    called = [node.field("function") for node in handler.walk() if node.type == "call_expression"]
    names = {node.text: node for node in called if node is not None and node.type == "identifier"}
    return any(
        isinstance(option, Function) and _LATER.search(option.node.text) is not None
        for node in list(names.values())[:MAX_CALLED]
        for option in options(analysis.value(node, {}))
    )


def _floating(call: Node, function: Node) -> Node | None:
    """Return the statement of the function itself that a call is made in, where nothing takes up what it gives."""
    node = call
    while node.parent is not None and node.parent.type in _INSIDE:
        node = node.parent
    around = node.parent
    if around is None or around.type != "expression_statement":
        return None
    return around if function_around(around) is function else None


def _answers(statement: Node, function: Node) -> Iterator[Node]:
    """Yield the return statements that follow a statement with no await on the way."""
    inside: Node = statement
    for around in statement.ancestors:
        if around is function:
            return
        if around.type == "statement_block":
            for each in around.children:
                if each.start < inside.end:
                    continue
                if _has(each, "await_expression"):
                    return
                if each.type == "return_statement":
                    yield each
                    return
        elif around.type in {"catch_clause", "finally_clause", "for_in_statement", "for_statement"}:
            return
        inside = around


def _has(node: Node, kind: str) -> bool:
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type == kind:
            return True
        if each.type not in FUNCTIONS:
            stack.extend(each.children)
    return False


def _claims_success(answer: Node) -> bool:
    text = answer.text
    return _SUCCESS.search(text) is not None and _STARTED.search(text) is None

"""How long a promise takes at least: no task of the event loop, one or more, or nobody can tell.

Chromium takes an answer while the submit event is being dispatched, and the microtasks of a listener still run in that time:
`await null` is in time, `await fetch(…)` is not.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.functions import is_async
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import Environment, External, Frame, Function, Thunk, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_DEPTH: Final = 6


class Phase(IntEnum):
    """When something happens, seen from the dispatch of an event."""

    DISPATCH = 0
    MAYBE_LATER = 1
    LATER = 2


TIMERS: Final = frozenset({"setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"})
_TASKS: Final = frozenset({("fetch",), ("navigator",), ("caches",), ("cookieStore",), ("indexedDB",)})
"""What of the browser never settles a promise in the same task; a longer path begins with one of these."""

_CLIENTS: Final = frozenset({"axios", "ky", "got", "ofetch", "superagent", "node-fetch", "cross-fetch"})
"""Packages that send requests."""

_BODIES: Final = frozenset({"json", "text", "blob", "arrayBuffer", "formData"})
CHAINED: Final = frozenset({"then", "catch", "finally"})
_STEPS: Final = frozenset({"parenthesized_expression", "as_expression", "non_null_expression", "await_expression"})
_ALL: Final = frozenset({"all", "allSettled"})


def wait(analysis: Analysis, node: Node, env: Environment, depth: int = 0) -> Phase:
    """Return when `await node` goes on at the earliest that can be shown."""
    while node.type in _STEPS and node.children:
        node = node.children[-1] if node.type == "await_expression" else node.children[0]
    if depth > MAX_DEPTH:
        return Phase.MAYBE_LATER
    match node.type:
        case "call_expression":
            return _of_call(analysis, node, env, depth)
        case "new_expression":
            return _of_promise(node)
        case "identifier":
            binding = analysis.tree(node).resolve(node)
            if binding is None or binding.source is None or binding.path or not binding.is_constant:
                return Phase.MAYBE_LATER
            return wait(analysis, binding.source, env, depth + 1)
        case "string" | "number" | "null" | "undefined" | "true" | "false" | "object" | "array":
            return Phase.DISPATCH
    return Phase.MAYBE_LATER


def _of_call(analysis: Analysis, node: Node, env: Environment, depth: int) -> Phase:
    callee = node.field("function")
    if callee is None:
        return Phase.MAYBE_LATER
    name, owner = last_name(callee), callee.field("object")
    if owner is not None and name in CHAINED | _BODIES:
        before = wait(analysis, owner, env, depth + 1)
        return before if before is Phase.LATER else Phase.MAYBE_LATER
    found = {_of_function(analysis, option, node, env, depth) for option in options(analysis.value(callee, env))}
    return found.pop() if len(found) == 1 else Phase.MAYBE_LATER


def _of_function(analysis: Analysis, function: object, node: Node, env: Environment, depth: int) -> Phase:
    match function:
        case Function():
            return _of_own(analysis, function, node, env, depth)
        case External(package="", path=("Promise", "resolve" | "reject")):
            return Phase.DISPATCH
        case External(package="", path=("Promise", name)) if name in _ALL:
            return _of_list(analysis, node, env, depth)
        case External(package="", path=path) if path[:1] in _TASKS or path in {("window", "fetch"), ("self", "fetch")}:
            return Phase.LATER
        case External(package=package) if package in _CLIENTS:
            return Phase.LATER
    return Phase.MAYBE_LATER


def _of_list(analysis: Analysis, node: Node, env: Environment, depth: int) -> Phase:
    listed = node.fields["arguments"].children
    items = listed[0].children if listed and listed[0].type == "array" else ()
    waits = [wait(analysis, each, env, depth + 1) for each in items]
    return Phase.LATER if Phase.LATER in waits else Phase.MAYBE_LATER


def _of_own(analysis: Analysis, function: Function, call: Node, env: Environment, depth: int) -> Phase:
    """Return how long the promise takes that a function in sight gives: all its ways out have to take a task."""
    listed = call.field("arguments")
    slots = [Thunk(child, env) for child in listed.children] if listed is not None else []
    inside = {**function.env, function.node: Frame(function.node, arguments=[*function.bound, *slots])}
    if is_async(function.node):
        # A way out may lie before the first await
        return Phase.LATER if _awaits_at_once(analysis, function.node, inside, depth) else Phase.MAYBE_LATER
    waits = {wait(analysis, each, inside, depth + 1) for each in analysis.returned(function.node)}
    return waits.pop() if len(waits) == 1 else Phase.MAYBE_LATER


def _awaits_at_once(analysis: Analysis, function: Node, env: Environment, depth: int) -> bool:
    """Whether an async function comes to an await that takes a task before it decides anything."""
    body = function.field("body")
    if body is None:
        return False
    stack = list(reversed(body.children)) if body.type == "statement_block" else [body]
    while stack:
        node = stack.pop()
        if node.type in _DECIDING or node.type in FUNCTIONS:
            condition = node.field("condition")
            if condition is not None:
                stack = [condition]
                continue
            if node.type in FUNCTIONS:
                continue
            return False
        if node.type == "await_expression" and wait(analysis, node, env, depth + 1) is Phase.LATER:
            return True
        stack.extend(reversed(node.children))
    return False


_DECIDING: Final = frozenset(
    {"if_statement", "return_statement", "throw_statement", "switch_statement", "for_statement", "for_in_statement"}
    | {"while_statement", "ternary_expression"}
)


def _of_promise(node: Node) -> Phase:
    """Return when `new Promise((resolve) => …)` is settled at the earliest: later, if only a timer's callback names it."""
    listed, made = node.field("arguments"), node.field("constructor")
    function = listed.children[0] if listed is not None and listed.children else None
    if made is None or made.text != "Promise" or function is None or function.type not in FUNCTIONS:
        return Phase.MAYBE_LATER
    body = function.field("body")
    is_timer = body is not None and any(
        each.type == "call_expression" and last_name(each.fields["function"]) in TIMERS for each in body.walk()
    )
    return Phase.LATER if is_timer else Phase.MAYBE_LATER

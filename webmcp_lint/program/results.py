"""What a function answers on each of its ways out, and what of it has no JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from webmcp_lint.program.functions import ends, is_async, is_generator
from webmcp_lint.program.holding import agent_input
from webmcp_lint.program.reaching import Reach
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import (
    Array,
    BigInt,
    Class,
    Collection,
    Environment,
    External,
    Frame,
    Function,
    Object,
    Slot,
    Thunk,
    Value,
    options,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

Lost: TypeAlias = Literal["response", "element", "collection", "bigint", "symbol", "function", "error", "promise"]
"""What JSON has no words for."""

_MAX_NODES: Final = 200
_ELEMENTS: Final = frozenset({"querySelector", "querySelectorAll", "getElementById", "createElement", "closest"})
_NO_JSON: Final = {
    "Map",
    "Set",
    "WeakMap",
    "WeakSet",
    "FormData",
    "Headers",
    "URLSearchParams",
    "RegExp",
    "Blob",
    "File",
}
_ERRORS: Final = frozenset({"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError"})


@dataclass(frozen=True, slots=True)
class Answer:
    """A way out of a function: what stands behind `return`, None where nothing does."""

    node: Node
    value: Value | None
    handler: Node | None
    """The `catch` that it stands in."""


@dataclass(frozen=True, slots=True)
class Swallowed:
    """A `catch` that goes on as if nothing had happened, and the answer behind it."""

    handler: Node
    answer: Answer


@dataclass(slots=True)
class Results:
    """What a function answers."""

    answers: list[Answer] = field(default_factory=list)
    throws: list[Node] = field(default_factory=list)
    """Where it throws what it does not catch itself."""
    falls_through: bool = False
    """Whether its end may be reached, which answers undefined."""
    swallowed: list[Swallowed] = field(default_factory=list)
    lost: list[tuple[Lost, Node]] = field(default_factory=list)
    """What of the answers has no JSON."""


def results(analysis: Analysis, function: Function) -> Results | None:
    """Return what a function answers; None for a generator."""
    node, body = function.node, function.node.field("body")
    if body is None or is_generator(node):
        return None
    given = agent_input(node)
    frame = Frame(node, arguments=[*function.bound, given], this=function.this, open_=given.open[0])
    env = {**function.env, node: frame}
    found = Results()
    if body.type != "statement_block":
        found.answers.append(_answer(analysis, body, env))
    else:
        _of_block(analysis, body, env, found)
        found.falls_through = not ends(body)
    for answer in found.answers:
        if answer.value is not None:
            found.lost += lost(analysis, answer.node, answer.value, env)
    return found


def _of_block(analysis: Analysis, body: Node, env: Environment, found: Results) -> None:
    reach = Reach(analysis, env)
    for each in _own(body):
        if each not in reach:
            continue
        if each.type == "return_statement":
            found.answers.append(_answer(analysis, each, env))
        elif each.type == "throw_statement" and not _is_caught(each, body):
            found.throws.append(each)
        elif each.type == "catch_clause" and (answer := _behind(analysis, each, env)) is not None:
            found.swallowed.append(Swallowed(each, answer))


def _own(body: Node) -> Iterator[Node]:
    """Yield the statements of a function that end it, or catch, those of functions inside apart."""
    stack = [body]
    while stack:
        node = stack.pop()
        if node.type in {"return_statement", "throw_statement", "catch_clause"}:
            yield node
        if node.type not in FUNCTIONS and node.type not in CLASSES:
            stack.extend(reversed(node.children))


def _answer(analysis: Analysis, node: Node, env: Environment) -> Answer:
    expression = node
    if node.type == "return_statement":
        if not node.children:
            return Answer(node, None, _handler(node))
        expression = node.children[0]
    while expression.type == "parenthesized_expression" and expression.children:
        expression = expression.children[0]
    return Answer(expression, analysis.value(expression, env), _handler(node))


def _handler(node: Node) -> Node | None:
    for around in node.ancestors:
        if around.type in FUNCTIONS:
            return None
        if around.type == "catch_clause":
            return around
    return None


def _is_caught(thrown: Node, body: Node) -> bool:
    inside = thrown
    for around in thrown.ancestors:
        if around is body:
            return False
        if around.type == "try_statement" and inside is around.field("body"):
            return around.field("handler") is not None
        inside = around
    return False


def _behind(analysis: Analysis, handler: Node, env: Environment) -> Answer | None:
    """Return the answer right behind a `try` that waits for something, where its `catch` only logs."""
    caught, attempt = handler.field("body"), handler.parent
    tried = attempt.field("body") if attempt is not None else None
    block = attempt.parent if attempt is not None else None
    if caught is None or attempt is None or tried is None or block is None or block.type != "statement_block":
        return None
    only_logs = all(
        each.type == "expression_statement" and each.text.startswith("console.") for each in caught.children
    )
    is_work = any(each.type == "await_expression" for each in tried.walk())
    if not only_logs or not is_work or attempt.field("finalizer") is not None:
        return None
    place = attempt.place + 1
    after = block.children[place] if place < len(block.children) else None
    if after is None or after.type != "return_statement" or not after.children:
        return None
    return _answer(analysis, after, env)


def lost(analysis: Analysis, node: Node, value: Value, env: Environment) -> Iterator[tuple[Lost, Node]]:
    """Yield what of an answer has no JSON, and where it is written."""
    for slot, found, is_root in _walk(analysis, Thunk(node, env), value):
        kind: Lost | None = None
        if found is None:
            kind = "error" if _caught_error(analysis, slot.node) else "promise"
        else:
            kind = _kind(found, is_root=is_root)
        if kind is not None:
            yield kind, slot.node


def contents(analysis: Analysis, node: Node, value: Value) -> Iterator[tuple[Value, Node]]:
    """Yield an answer and all that it is made of, as far as it is known, and where each is written."""
    for slot, found, _ in _walk(analysis, Thunk(node, {}), value):
        if found is not None:
            yield found, slot.node


def _walk(analysis: Analysis, root: Thunk, value: Value) -> Iterator[tuple[Slot, Value | None, bool]]:
    """Yield each part of an answer; None in the place of errors that are caught and promises nobody waits for."""
    seen: set[int] = set()
    pending: list[tuple[Slot, bool]] = [(root, True)]
    for _ in range(_MAX_NODES):
        if not pending:
            return
        slot, is_root = pending.pop()
        is_promise = not is_root and isinstance(slot, Thunk) and _is_promise(analysis, slot)
        if is_promise or _caught_error(analysis, slot.node):
            yield slot, None, is_root
            continue
        for option in options(value if is_root else analysis.force(slot)):
            if id(option) not in seen:
                seen.add(id(option))
                yield slot, option, is_root
                pending += _inner(option)


def _inner(value: Value) -> list[tuple[Slot, bool]]:
    match value:
        case Object() if "toJSON" not in value.properties:
            return [(each.value, False) for each in value.properties.values()]
        case Array():
            return [(item, False) for item in value.items]
        case External(package="", path=("JSON", "stringify"), arguments=(slot,) | (slot, _, _)):
            return [(slot, False)]
    return []


def _kind(value: Value, *, is_root: bool) -> Lost | None:
    match value:
        case Collection():
            return "collection"
        case BigInt():
            # Alone it becomes its digits; in an object it throws
            return None if is_root else "bigint"
        case Function() | Class():
            # In an object it is left out, as authors of such objects mean it
            return "function" if is_root else None
        case External(package=""):
            return _external(value, is_root=is_root)
    return None


def _external(value: External, *, is_root: bool) -> Lost | None:
    match value.path:
        case ("fetch",) if value.arguments is not None:
            return "response"
        case ("Symbol",) if value.arguments is not None and is_root:
            return "symbol"
        case ("document", "body" | "documentElement" | "activeElement"):
            return "element"
        case ("document", method) if method in _ELEMENTS and value.arguments is not None:
            return "element"
        case (name, "new") if name in _NO_JSON:
            return "collection"
        case (name, "new") | (name,) if name in _ERRORS and (value.arguments is not None or value.path[-1] == "new"):
            return "error"
    return None


def _caught_error(analysis: Analysis, node: Node) -> bool:
    """Whether an expression is the whole error that a `catch` got, which its handler tells nothing of."""
    node = unwrapped(node)
    if node.type not in {"identifier", "shorthand_property_identifier"}:
        return False
    binding = analysis.tree(node).resolve(node)
    return binding is not None and binding.kind == "catch" and not binding.path


def _is_promise(analysis: Analysis, slot: Thunk) -> bool:
    """Whether an expression calls a function in sight that is async, and nobody waits for it."""
    node = unwrapped(slot.node)
    callee = node.field("function") if node.type == "call_expression" else None
    if callee is None:
        return False
    functions = list(options(analysis.value(callee, slot.env)))
    return bool(functions) and all(isinstance(each, Function) and _is_async(each.node) for each in functions)


def _is_async(function: Node) -> bool:
    return is_async(function) and not is_generator(function)

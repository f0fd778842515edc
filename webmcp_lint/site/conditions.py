"""What a registration hangs on: a condition, a choice, or an earlier end of the loop or function that it stands in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import conditions
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import Alternatives, Environment, External, Method, ModelContext, Value, options, truth
from webmcp_lint.syntax.javascript import Node

_SUPPORT: Final = (
    *("modelContext", "registerTool", "provideContext", "isSupported", "supported", "'in'", "typeof"),
    "isSecureContext",
)
"""What is in a condition that asks whether the browser has the API."""
_LEAVING: Final = frozenset({"break_statement", "continue_statement", "return_statement", "throw_statement"})
_FLAGS: Final = frozenset({"identifier", "member_expression"})
_SIMPLE: Final = _FLAGS | {"call_expression"}


def condition_of(analysis: Analysis, call: Node, given: Value, env: Environment) -> str | None:
    """Return what must hold for a call to register this of all it is given; None where nothing must."""
    found = next(_conditions(analysis, call, given, env), None)
    return None if found is None else " ".join(found.split())


def _conditions(analysis: Analysis, call: Node, given: Value, env: Environment) -> Iterator[str]:
    function = function_around(call)
    for condition, holds in conditions(call):
        if function_around(condition) is not function:
            break
        if _is_open(analysis, condition, env, is_exit=not holds and not _is_branch(call, condition)):
            yield _bare(condition).text if holds else _negated(condition)
    for around in call.ancestors:
        if around.type in FUNCTIONS:
            break
        if around.type == "catch_clause":
            yield "catch"
        elif around.type == "switch_case" and (value := around.field("value")) is not None:
            subject = around.parent.parent.field("value") if around.parent and around.parent.parent else None
            if subject is not None and truth(analysis.value(subject, env)) is None:
                yield f"{subject.text.strip('()')} === {value.text}"
    for frame in env.values():
        if frame.doubt is not None:
            yield _doubt(frame.doubt)
    if isinstance(given, Alternatives):
        yield given.node.text


def _is_branch(call: Node, condition: Node) -> bool:
    return condition.parent is not None and condition.parent.start <= call.start < condition.parent.end


def _bare(node: Node) -> Node:
    while node.type == "parenthesized_expression" and node.children:
        node = node.children[0]
    return node


def _negated(condition: Node) -> str:
    bare = _bare(condition)
    operator, argument = bare.field("operator"), bare.field("argument")
    if bare.type == "unary_expression" and operator is not None and operator.type == "!" and argument is not None:
        return _bare(argument).text
    return f"!{bare.text}" if bare.type in _SIMPLE else f"!({bare.text})"


def _is_open(analysis: Analysis, condition: Node, env: Environment, *, is_exit: bool) -> bool:
    """Whether a condition may fail where the API is there."""
    if any(word in condition.text for word in _SUPPORT):
        return False
    inner = _bare(condition)
    if is_exit and inner.type in _FLAGS:
        # `if (done) return`: the first time it is not
        return False
    value = analysis.value(condition, env)
    return truth(value) is None and not any(_is_api(analysis, each, env) for each in _parts(inner))


def _parts(condition: Node) -> Iterator[Node]:
    stack = [condition]
    while stack:
        node = stack.pop()
        if node.type in {"parenthesized_expression", "unary_expression", "binary_expression"}:
            stack.extend(node.children)
        else:
            yield node


def _is_api(analysis: Analysis, node: Node, env: Environment) -> bool:
    for option in options(analysis.value(node, env)):
        match option:
            case ModelContext() | Method(receiver=ModelContext()):
                return True
            case External(package="", path=("window" | "document" | "navigator" | "globalThis",)):
                return True
    return False


def _doubt(doubt: Node) -> str:
    """Return the condition under which a loop goes on, or a value is the one that is chosen."""
    if doubt.type not in _LEAVING:
        return doubt.text
    for around in doubt.ancestors:
        if around.type == "if_statement" and (condition := around.field("condition")) is not None:
            return _negated(condition)
        if around.type in FUNCTIONS:
            break
    return doubt.text

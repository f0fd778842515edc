"""What an expression is: demand-driven, memoised, bounded, and honest about what it cannot tell.

Evaluation never asks who calls a function. A parameter nobody has bound is `Unknown` with a reference to its binder;
`contexts.py` binds what a consumer needs to know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import calls, classes, names, operators, promises
from webmcp_lint.program.objects import array_literal, object_literal
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.texts import template, to_string
from webmcp_lint.program.values import (
    FILLED_IN,
    TOO_DEEP,
    Array,
    BigInt,
    Class,
    Environment,
    External,
    Function,
    Literal,
    Object,
    Undefined,
    Unknown,
    Value,
    join,
    options,
    refs_of,
)
from webmcp_lint.program.window_writes import WINDOWS, key_of
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import string_value
from webmcp_lint.syntax.templates import SCRIPT_HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_REASONS = {
    "yield_expression": "a generator's input",
    "update_expression": "a counter",
    "jsx_element": "a JSX element",
    "jsx_self_closing_element": "a JSX element",
    "meta_property": "import.meta",
    "too_deep": TOO_DEEP,
    "ERROR": "a syntax error",
}


def evaluate(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what the expression is, by its kind; `Analysis.value` adds memory and bounds."""
    kind = node.type
    match kind:
        case "string":
            return Unknown(FILLED_IN, node) if SCRIPT_HOLE in node.text else Literal(string_value(node), node)
        case "number":
            return _number(node)
        case "true" | "false":
            return Literal(kind == "true", node)
        case "null":
            return Literal(None, node)
        case "undefined":
            return Undefined(node)
        case "template_string":
            return template(analysis, node, env)
        case "identifier" | "shorthand_property_identifier":
            return names.identifier(analysis, node, env)
        case "member_expression":
            return _member_expression(analysis, node, env)
        case "subscript_expression":
            return _subscript(analysis, node, env)
        case "call_expression":
            return calls.call(analysis, node, env)
        case "new_expression":
            return calls.construct(analysis, node, env)
        case "object":
            return object_literal(analysis, node, env)
        case "array":
            return array_literal(analysis, node, env)
        case "this":
            return classes.this_value(analysis, node, env)
        case "ternary_expression":
            return operators.conditional(analysis, node, env)
        case "binary_expression":
            return operators.binary(analysis, node, env)
        case "unary_expression":
            return operators.unary(analysis, node, env)
        case "assignment_expression" if node.field("right") is not None:
            return analysis.value(node.fields["right"], env)
        case "augmented_assignment_expression":
            return operators.fallback(analysis, node, env)
        case "await_expression" if node.children:
            return promises.awaited(analysis, analysis.value(node.children[-1], env), node)
        case "type_assertion" | "sequence_expression" if node.children:
            return analysis.value(node.children[-1], env)
        case (
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
            | "instantiation_expression"
            | "expression_statement"
        ) if node.children:
            return analysis.value(node.children[0], env)
        case "regex":
            return External("", ("RegExp",), node, arguments=())
        case _ if kind in FUNCTIONS:
            return Function(node, analysis.around(node, env))
        case _ if kind in CLASSES:
            return Class(node, analysis.around(node, env))
    return Unknown(_REASONS.get(kind, "an expression that is not followed"), node)


def _number(node: Node) -> Value:
    text = node.text.replace("_", "").lower()
    if text.endswith("n"):
        return BigInt(node)
    try:
        if text[:2] in {"0x", "0o", "0b"}:
            return operators.number(int(text, 0), node)
        if len(text) > 1 and text.startswith("0") and set(text) <= set("01234567"):
            return operators.number(int(text, 8), node)
        return operators.number(float(text), node)
    except (ValueError, OverflowError):
        return Unknown("a number that cannot be read", node)


def _member_expression(analysis: Analysis, node: Node, env: Environment) -> Value:
    owner, name = node.field("object"), node.field("property")
    if owner is None or name is None:
        return Unknown("a syntax error", node)
    if owner.type == "super":
        return classes.super_member(analysis, node, name.text, env)
    return _read(analysis, node, analysis.value(owner, env), name.text)


def _read(analysis: Analysis, node: Node, owner: Value, name: str) -> Value:
    """Return `owner.name`; with `?.`, undefined where the owner may be nothing."""
    if node.field("optional_chain") is None:
        return analysis.member(owner, name, node)
    found = [
        Undefined(node) if _is_missing(option) else analysis.member(option, name, node) for option in options(owner)
    ]
    return join(found, node)


def _is_missing(value: Value) -> bool:
    return isinstance(value, Undefined) or (isinstance(value, Literal) and value.value is None)


def _subscript(analysis: Analysis, node: Node, env: Environment) -> Value:
    owner, index = node.field("object"), node.field("index")
    if owner is None or index is None:
        return Unknown("a syntax error", node)
    key = analysis.value(index, env)
    base = analysis.value(owner, env)
    found = []
    for option in options(key):
        name = key_of(analysis, option) if _is_window(base) else to_string(option)
        found.append(_any_member(analysis, base, option, node) if name is None else _read(analysis, node, base, name))
    return join(found, node)


def _is_window(base: Value) -> bool:
    return any(isinstance(each, External) and each.package == "" and each.path in WINDOWS for each in options(base))


def _any_member(analysis: Analysis, base: Value, key: Value, node: Node) -> Value:
    """Return what a key that is not known may lead to: any member, nothing, or what binding the key would tell."""
    found: list[Value] = []
    is_whole = True
    for option in options(base):
        members: list[Value] = []
        if isinstance(option, Object) and not option.open:
            members = [analysis.force(each.value) for each in option.properties.values()]
        elif isinstance(option, Array) and not option.open:
            members = [analysis.force(item) for item in option.items]
        is_whole = is_whole and bool(members)
        found += members
    refs = refs_of(key, base)
    other = Undefined(node) if is_whole and not refs else Unknown("a computed key", node, refs)
    return join([*found, other], node)

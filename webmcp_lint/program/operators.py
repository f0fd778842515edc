"""What operators give."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from webmcp_lint.program.objects import own_properties
from webmcp_lint.program.texts import concatenate, to_string
from webmcp_lint.program.values import (
    Array,
    Class,
    Collection,
    Environment,
    External,
    Function,
    Instance,
    Literal,
    ModelContext,
    Object,
    Promise,
    Shared,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    join,
    options,
    refs_of,
    truth,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_INTEGER = 2**53
_SYNTAX_ERROR = "a syntax error"
_ARITHMETIC = "arithmetic"
_COMPARISON = "a comparison"

_Number = int | float
_BITS = 2**32


def _signed(number: int) -> int:
    return (number + _BITS // 2) % _BITS - _BITS // 2


_ARITHMETICS: Mapping[str, Callable[[_Number, _Number], _Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": math.fmod,
    "**": math.pow,
}
_BITWISE: Mapping[str, Callable[[int, int], int]] = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": lambda a, b: a << b % 32,
    ">>": lambda a, b: _signed(a) >> b % 32,
}
_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def binary(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a binary expression gives."""
    left, right, sign = node.field("left"), node.field("right"), node.field("operator")
    if left is None or right is None or sign is None:
        return Unknown(_SYNTAX_ERROR, node)
    if sign.type == "+":
        return _sum(analysis, node, env)
    if sign.type in {"||", "??"}:
        name, fallback = shared_name(node)
        if name is not None and analysis.is_global(left):
            return Shared(name, node) if fallback == "object" else analysis.shared_list(name, node)
    first = analysis.value(left, env)
    match sign.type:
        case "&&":
            return _and(analysis, first, right, node, env)
        case "||":
            return _or(analysis, first, right, node, env)
        case "??":
            return _coalesce(analysis, first, right, node, env)
    second = analysis.value(right, env)
    match sign.type:
        case "===" | "!==" | "==" | "!=":
            return _compare(first, sign.type, second, node)
        case _ if sign.type in _ORDER:
            return _order(first, sign.type, second, node)
        case "in":
            return _is_in(analysis, first, second, node)
        case "instanceof":
            return Unknown("a test of what an object is", node, refs_of(first))
        case _:
            return arithmetic(first, sign.type, second, node)


def shared_name(node: Node) -> tuple[str | None, str]:
    """Return `X` of `window.X || {}`, the name of a global that scripts make together: an `object`, or an `array`."""
    left, right = node.field("left"), node.field("right")
    while right is not None and right.type in {"parenthesized_expression", "assignment_expression"}:
        right = right.field("right") or (right.children[0] if right.children else None)
    kind = "" if right is None else right.type
    is_empty = right is not None and kind in {"object", "array"} and not right.children
    if node.type != "binary_expression" or left is None or not is_empty:
        return None, kind
    member = left.field("property")
    if left.type == "member_expression" and member is not None:
        owner = left.field("object")
        return (member.text if owner is not None and owner.type in {"identifier", "this"} else None), kind
    return (left.text if left.type == "identifier" else None), kind


def _sum(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Add up a chain of `+`, which may be long: a text is often written over many lines."""
    operands: list[Node] = []
    at = node
    while at.type == "binary_expression" and (sign := at.field("operator")) is not None and sign.type == "+":
        left, right = at.field("left"), at.field("right")
        if left is None or right is None:
            return Unknown(_SYNTAX_ERROR, node)
        operands.append(right)
        at = left
    operands.append(at)
    return total([analysis.value(each, env) for each in reversed(operands)], node)


def total(values: list[Value], node: Node) -> Value:
    """Return what the values give that are added one after the other."""
    result = values[0]
    for place, value in enumerate(values[1:], start=1):
        if not (_is_number(result) and _is_number(value)):
            rest = [result, *values[place:]]
            if _is_text(result) or _is_text(value):
                return concatenate(rest, node)
            return _unclear_sum(rest, node)
        result = arithmetic(result, "+", value, node)
    return result


def _is_text(value: Value) -> bool:
    return any(isinstance(option, Literal) and isinstance(option.value, str) for option in options(value))


def _unclear_sum(values: list[Value], node: Node) -> Value:
    """Return a sum whose first operands are no texts: its beginning may be a number, but nothing is claimed of it."""
    unknown = next((option for value in values for option in options(value) if isinstance(option, Unknown)), None)
    if unknown is not None:
        return Unknown(unknown.reason, unknown.node, refs_of(*values))
    return Unknown("text that is not a literal" if any(map(_is_text, values)) else _ARITHMETIC, node)


def _is_number(value: Value) -> bool:
    return isinstance(value, Literal) and _is_numeric(value.value)


def _is_numeric(value: object) -> TypeGuard[_Number]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def arithmetic(first: Value, sign: str, second: Value, node: Node) -> Value:
    """Return what an operation with two numbers gives."""
    a = first.value if isinstance(first, Literal) else None
    b = second.value if isinstance(second, Literal) else None
    if not _is_numeric(a) or not _is_numeric(b):
        return Unknown(_ARITHMETIC, node, refs_of(first, second))
    try:
        if sign in _ARITHMETICS:
            return number(_ARITHMETICS[sign](a, b), node)
        if sign in _BITWISE and isinstance(a, int) and isinstance(b, int):
            return number(_signed(_BITWISE[sign](a, b)), node)
    except (ArithmeticError, ValueError):
        pass
    return Unknown(_ARITHMETIC, node)


def number(value: float, node: Node) -> Value:
    """Return a number as JavaScript has it: a double, kept as an integer where it is one exactly."""
    if isinstance(value, float):
        is_exact = math.isfinite(value) and value.is_integer() and abs(value) <= MAX_INTEGER
        return Literal(int(value) if is_exact else value, node)
    return Literal(value if abs(value) <= MAX_INTEGER else float(value), node)


def _and(analysis: Analysis, first: Value, right: Node, node: Node, env: Environment) -> Value:
    known = truth(first)
    if known is False:
        return first
    second = analysis.value(right, env)
    if known or isinstance(first, ModelContext):
        return second
    falsy = [option for option in options(first) if truth(option) is False]
    return join((*falsy, second, Undefined(node)) if len(falsy) != len(tuple(options(first))) else falsy, node)


def _or(analysis: Analysis, first: Value, right: Node, node: Node, env: Environment) -> Value:
    known = truth(first)
    if known is not None:
        return first if known else analysis.value(right, env)
    kept = [option for option in options(first) if truth(option) is not False]
    return join((*kept, analysis.value(right, env)), node)


def _coalesce(analysis: Analysis, first: Value, right: Node, node: Node, env: Environment) -> Value:
    found: list[Value] = []
    needs_right = False
    for option in options(first):
        if is_nothing(option):
            needs_right = True
            continue
        found.append(option)
        # Where the context is missing a polyfill stands on the right: both exist
        needs_right = needs_right or isinstance(option, (Unknown, ModelContext, External))
    if needs_right:
        found.append(analysis.value(right, env))
    return join(found, node)


def fallback(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what `x ??= value` or `x ||= value` gives; other assigning operators count, and are not followed."""
    left, right, sign = node.field("left"), node.field("right"), node.field("operator")
    if left is None or right is None or sign is None or sign.type not in {"??=", "||="}:
        return Unknown("a value that is computed step by step", node)
    kept = [option for option in options(analysis.value(left, env)) if not is_nothing(option)]
    return join((*kept, analysis.value(right, env)), node)


def _compare(first: Value, sign: str, second: Value, node: Node) -> Value:
    if not isinstance(first, (Literal, Undefined)) or not isinstance(second, (Literal, Undefined)):
        return Unknown(_COMPARISON, node, refs_of(first, second))
    is_strict = len(sign) == 3
    if is_nothing(first) or is_nothing(second):
        is_equal = is_nothing(first) and is_nothing(second) and (not is_strict or type(first) is type(second))
    else:
        a = first.value if isinstance(first, Literal) else None
        b = second.value if isinstance(second, Literal) else None
        has_same_type = type(a) is type(b) or (_is_numeric(a) and _is_numeric(b))
        if not has_same_type and not is_strict:
            return Unknown(_COMPARISON, node)
        is_equal = has_same_type and a == b
    return Literal(is_equal is (sign[0] == "="), node)


def _order(first: Value, sign: str, second: Value, node: Node) -> Value:
    a = first.value if isinstance(first, Literal) else None
    b = second.value if isinstance(second, Literal) else None
    if _is_numeric(a) and _is_numeric(b):
        return Literal(_ORDER[sign](a, b), node)
    if isinstance(a, str) and isinstance(b, str):
        # JavaScript compares code units
        return Literal(
            _ORDER[sign](a.encode("utf-16-be", "surrogatepass"), b.encode("utf-16-be", "surrogatepass")), node
        )
    return Unknown(_COMPARISON, node, refs_of(first, second))


def _is_in(analysis: Analysis, key: Value, value: Value, node: Node) -> Value:
    name = to_string(key)
    if name is not None and isinstance(value, (Object, Array)):
        owned = own_properties(analysis, value)
        written = owned.properties.get(name)
        if written is not None and written.is_certain:
            return Literal(True, node)
        if written is None and not owned.open:
            return Literal(False, node)
    return Unknown("a test of what an object is", node, refs_of(key, value))


def unary(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a unary expression gives."""
    sign, argument = node.field("operator"), node.field("argument")
    if sign is None or argument is None:
        return Unknown(_SYNTAX_ERROR, node)
    if sign.type == "void":
        return Undefined(node)
    value = analysis.value(argument, env)
    match sign.type:
        case "!":
            known = truth(value)
            return Unknown("a test", node, refs_of(value)) if known is None else Literal(not known, node)
        case "typeof":
            return _typeof(value, node)
        case "-":
            return arithmetic(Literal(0, node), "-", value, node)
        case "+":
            return arithmetic(Literal(0, node), "+", value, node)
        case "~":
            return arithmetic(value, "^", Literal(-1, node), node)
    return Unknown("an operator that is not followed", node)


def _typeof(value: Value, node: Node) -> Value:
    match value:
        case Literal(value=bool()):
            name = "boolean"
        case Literal(value=str()):
            name = "string"
        case Literal(value=int() | float()):
            name = "number"
        case Undefined():
            name = "undefined"
        case Function() | Class():
            name = "function"
        case Literal() | Object() | Array() | Collection() | Instance() | Promise():
            name = "object"
        case _:
            return Unknown("a test of a type", node, refs_of(value))
    return Literal(name, node)


def conditional(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what `condition ? yes : no` gives: one of the two, or both where the condition cannot be told."""
    condition, yes, no = (node.field(name) for name in ("condition", "consequence", "alternative"))
    if condition is None or yes is None or no is None:
        return Unknown(_SYNTAX_ERROR, node)
    known = truth(analysis.value(condition, env))
    if known is None:
        return join((analysis.value(yes, env), analysis.value(no, env)), node)
    return analysis.value(yes if known else no, env)

"""Whether a condition establishes that there is a model context."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.conditions import conditions_at, exits_before
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.functions import ends
from webmcp_lint.program.meanings import meanings, sources
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import Function, Method, ModelContext, Value, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, string_value
from webmcp_lint.syntax.wrapping import WRAPPING

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_SETTLED: Final = WRAPPING | {"await_expression"}
_EQUAL: Final = frozenset({"===", "=="})
_UNEQUAL: Final = frozenset({"!==", "!="})
_NOTHING: Final = frozenset({"undefined", "null", "false"})
_PROPERTIES: Final = frozenset({"modelContext", "registerTool", "getTools", "executeTool", "ModelContext"})
_DOUBTFUL: Final = re.compile(
    r"(?i)model_?context|web_?mcp|\bmcp|mcp\b|support|avail|capab|polyfill|native|feature|registertool|gettools"
)
"""Words of a condition that may ask for a model context in a way that is not followed."""
_MAX_DEPTH: Final = 5
_MAX_NODES: Final = 400
_MAX_NAMES: Final = 2


def establishes(analysis: Analysis, condition: Node, depth: int = 0, *, holds: bool) -> bool:
    """Whether there is a model context where a condition holds, or where it does not."""
    key = ("test", condition, holds)
    known = analysis.context_tests.get(key)
    if known is None:
        known = _establishes(analysis, condition, depth, holds=holds)
        if depth == 0:
            analysis.context_tests[key] = known
    return known


def _establishes(analysis: Analysis, condition: Node, depth: int, *, holds: bool) -> bool:
    node = condition
    while node.type in _SETTLED and node.children:
        node = node.children[-1] if node.type == "await_expression" else node.children[0]
    if depth > _MAX_DEPTH:
        return False
    match node.type:
        case "unary_expression" if _sign(node) == "!" and (argument := node.field("argument")) is not None:
            return establishes(analysis, argument, depth, holds=not holds)
        case "binary_expression":
            return _of_binary(analysis, node, depth, holds=holds)
        case "ternary_expression":
            return _of_choice(analysis, node, depth, holds=holds)
        case "sequence_expression" if node.children:
            return establishes(analysis, node.children[-1], depth, holds=holds)
        case "call_expression" if last_name(node.fields["function"]) in {"Boolean", "has", "hasOwn"}:
            return _of_known_call(analysis, node, depth, holds=holds)
    if holds and is_context(analysis, node):
        return True
    return _of_meaning(analysis, node, depth, holds=holds)


def _sign(node: Node) -> str:
    operator = node.field("operator")
    return "" if operator is None else operator.type


def _of_binary(analysis: Analysis, node: Node, depth: int, *, holds: bool) -> bool:
    left, right, sign = node.field("left"), node.field("right"), _sign(node)
    if left is None or right is None:
        return False
    match sign:
        case "&&" | "||":
            found = (establishes(analysis, each, depth, holds=holds) for each in (left, right))
            return any(found) if (sign == "&&") == holds else all(found)
        case "??":
            return holds and all(establishes(analysis, each, depth, holds=True) for each in (left, right))
        case "in":
            return holds and (_is_property(left) or is_context(analysis, right))
        case "instanceof":
            return holds and (is_context(analysis, left) or right.text.endswith("ModelContext"))
    if sign not in _EQUAL | _UNEQUAL:
        return False
    is_equal = (sign in _EQUAL) == holds
    return any(
        _of_comparison(analysis, one, other, depth, is_equal=is_equal) for one, other in ((left, right), (right, left))
    )


def _of_comparison(analysis: Analysis, asked: Node, other: Node, depth: int, *, is_equal: bool) -> bool:
    """Whether `asked` being equal to `other`, or not, tells of a model context."""
    text = other.text
    if asked.type == "unary_expression" and _sign(asked) == "typeof" and other.type == "string":
        argument = asked.field("argument")
        is_nothing = string_value(other) == "undefined"
        return is_equal != is_nothing and argument is not None and _is_asked(analysis, argument)
    if text == "true":
        return establishes(analysis, asked, depth, holds=is_equal)
    if text == "false" and not is_context(analysis, asked):
        return establishes(analysis, asked, depth, holds=not is_equal)
    return text in _NOTHING and not is_equal and is_context(analysis, asked)


def _is_asked(analysis: Analysis, node: Node) -> bool:
    return is_context(analysis, node) or (node.type == "identifier" and node.text in {"ModelContext", "modelContext"})


def _is_property(node: Node) -> bool:
    return node.type == "string" and string_value(node) in _PROPERTIES


def _of_choice(analysis: Analysis, node: Node, depth: int, *, holds: bool) -> bool:
    """Whether both ways through `condition ? yes : no` tell of a model context, or cannot have this outcome."""
    condition = node.field("condition")
    for name in ("consequence", "alternative"):
        branch = node.field(name)
        if condition is None or branch is None:
            return False
        is_told = establishes(analysis, condition, depth, holds=name == "consequence")
        if not (is_told or _is_never(branch, holds=holds) or establishes(analysis, branch, depth, holds=holds)):
            return False
    return True


def _is_never(node: Node, *, holds: bool) -> bool:
    """Whether a literal is never true, or never false."""
    return node.text in {"false", "null", "undefined", "0", "''", '""'} if holds else node.text == "true"


def _of_known_call(analysis: Analysis, node: Node, depth: int, *, holds: bool) -> bool:
    listed = node.field("arguments")
    given = listed.children if listed is not None else ()
    if last_name(node.fields["function"]) == "Boolean":
        return bool(given) and establishes(analysis, given[0], depth, holds=holds)
    return holds and len(given) > 1 and _is_property(given[1])


def is_context(analysis: Analysis, node: Node) -> bool:
    """Whether an expression may be the model context, or is read off it, so that it is something only if there is one."""
    if node.type not in {"identifier", "member_expression", "subscript_expression", "call_expression", *_SETTLED}:
        return node.type == "assignment_expression" and is_context(analysis, node.fields["right"])
    if any(_is_of_context(option) for option in options(expanded(analysis, node, {}))):
        return True
    owner = node.field("object") or node.field("function")
    return owner is not None and node.type != "subscript_expression" and is_context(analysis, owner)


def _is_of_context(value: Value) -> bool:
    return isinstance(value, ModelContext) or (isinstance(value, Method) and isinstance(value.receiver, ModelContext))


def _of_meaning(analysis: Analysis, node: Node, depth: int, *, holds: bool) -> bool:
    """Whether what a name, a field or a call stands for tells of a model context."""
    if node.type == "call_expression":
        return _of_call(analysis, node, depth, holds=holds)
    written = meanings(analysis, node)
    return bool(written) and all(_is_told(analysis, each, depth + 1, holds=holds) for each in written)


def _is_told(analysis: Analysis, written: Node, depth: int, *, holds: bool) -> bool:
    """Whether an expression, somewhere, has this outcome only where there is a model context."""
    if _is_never(written, holds=holds):
        return True
    return establishes(analysis, written, depth, holds=holds) or is_behind_test(analysis, written, depth)


def is_tested_at(analysis: Analysis, around: Node, inside: Node, depth: int = 0) -> bool:
    """Whether a node lets one of its children be reached only where there is a model context."""
    if any(establishes(analysis, each, depth, holds=holds) for each, holds in conditions_at(around, inside)):
        return True
    return around.type in {"statement_block", "program"} and _is_asserted_before(analysis, around, inside, depth)


def _is_asserted_before(analysis: Analysis, block: Node, statement: Node, depth: int) -> bool:
    """Whether an earlier statement calls a function that throws, or does not come back, without a model context."""
    if depth > _MAX_DEPTH:
        return False
    if block not in analysis.assertions:
        analysis.assertions[block] = None
        called = (each for each in block.children if each.type == "expression_statement")
        analysis.assertions[block] = next((each for each in called if _asserts(analysis, each, depth)), None)
    first = analysis.assertions[block]
    return first is not None and first.start < statement.start


def _asserts(analysis: Analysis, statement: Node, depth: int) -> bool:
    key = ("assertion", statement, True)
    if key not in analysis.context_tests:
        call = statement.children[0] if statement.children else None
        callee = None if call is None or call.type != "call_expression" else call.field("function")
        is_named = callee is not None and callee.type in {"identifier", "member_expression"}
        functions = list(options(analysis.value(callee, {}))) if callee is not None and is_named else []
        analysis.context_tests[key] = bool(functions) and all(
            isinstance(each, Function) and _throws(analysis, each.node, depth + 1) for each in functions
        )
    return analysis.context_tests[key]


def _throws(analysis: Analysis, function: Node, depth: int) -> bool:
    """Whether a function throws where there is no model context: a test before its end does."""
    body = function.field("body")
    if body is None or body.type != "statement_block":
        return False
    return any(
        establishes(analysis, condition, depth, holds=holds) and _raises(condition)
        for condition, holds in exits_before(body, None)
    )


def _raises(condition: Node) -> bool:
    return condition.parent is not None and any(each.type == "throw_statement" for each in condition.parent.walk())


def is_behind_test(analysis: Analysis, place: Node, depth: int = 0) -> bool:
    """Whether a condition in the same function, before a place, establishes that there is a model context."""
    inside = place
    for around in place.ancestors:
        if is_tested_at(analysis, around, inside, depth + 1):
            return True
        if around.type in FUNCTIONS:
            break
        inside = around
    return False


def _of_call(analysis: Analysis, call: Node, depth: int, *, holds: bool) -> bool:
    """Whether a function gives a true (or false) value only where there is a model context."""
    functions = list(options(expanded(analysis, call.fields["function"], {})))
    if not functions or not all(isinstance(each, Function) for each in functions):
        return False
    return all(
        _of_function(analysis, each.node, depth + 1, holds=holds) for each in functions if isinstance(each, Function)
    )


def _of_function(analysis: Analysis, function: Node, depth: int, *, holds: bool) -> bool:
    body, results = function.field("body"), analysis.returned(function)
    if not results or depth > _MAX_DEPTH:
        return False
    if not holds and body is not None and body.type == "statement_block" and not ends(body):
        return False
    return all(_is_told(analysis, each, depth, holds=holds) for each in results)


def doubts(analysis: Analysis, condition: Node) -> bool:
    """Whether a condition, or a value or function that it names, holds words of a test that is not followed."""
    key = ("doubt", condition, True)
    if key not in analysis.context_tests:
        analysis.context_tests[key] = _doubts(analysis, condition)
    return analysis.context_tests[key]


def _doubts(analysis: Analysis, condition: Node) -> bool:
    stack = [(condition, 0)]
    seen = 0
    while stack and seen < _MAX_NODES:
        node, depth = stack.pop()
        seen += 1
        if not node.children and _DOUBTFUL.search(node.text):
            return True
        if node.type == "identifier" and depth < _MAX_NAMES:
            stack.extend((each, depth + 1) for each in sources(analysis, node))
        stack.extend((child, depth) for child in node.children)
    return False

"""One step of the walk along the input: what the expression around one that holds it makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program import input_calls, input_patterns, input_states
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.holding import ELEMENT, Arrival, Call, Form, Held, is_handed_on
from webmcp_lint.program.input_sinks import assigned
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, property_name, string_value

if TYPE_CHECKING:
    from webmcp_lint.program.inputs import Walk

_COMPARISONS: Final = frozenset({"==", "===", "!=", "!==", "<", ">", "<=", ">="})
_NOTHING: Final = frozenset({"undefined", "null", "''", '""', "``"})


def _return(walk: Walk, node: Node, _parent: Node, held: Held, call: Call) -> None:
    walk.returned(function_around(node), held, call)


def _declared(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    name = parent.field("name")
    if name is not None and node is parent.field("value"):
        input_patterns.bind(walk, name, held, call)


def _assign(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    left = parent.field("left")
    if left is None or node is left:
        return
    is_added = parent.type == "augmented_assignment_expression"
    held = replace(held, form="inside", is_original=False) if is_added and "+=" in _operator(parent) else held
    walk.arrive(assigned(left, held, walk.analysis.tree(left)))
    walk.push(parent, held, call)
    if left.type == "member_expression" and last_name(left) == "value":
        walk.fill(left, held, call)
    if left.type in {"object_pattern", "array_pattern"}:
        input_patterns.bind(walk, left, held, call)
    else:
        input_calls.store(walk, left, held, call)


def _operator(node: Node) -> str:
    operator = node.field("operator")
    return operator.text if operator is not None else ""


def _binary(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    operator, is_left = _operator(parent), node is parent.field("left")
    other = parent.field("right" if is_left else "left")
    if operator in {"||", "??", "&&"}:
        _short_circuit(walk, parent, held, call, operator=operator, is_left=is_left)
    elif operator == "+":
        if held.key is not None or held.form != "itself":
            form: Form = "start" if is_left and held.form != "inside" else "inside"
            walk.push(parent, replace(held, form=form, is_original=False), call)
    elif operator == "in" and not is_left and held.key is None and not held.box and other is not None:
        if other.type == "string":
            walk.test(walk.read(string_value(other), other, held, call, is_test=True))
        else:
            walk.escape(node, held, "dynamic")
    elif operator in _COMPARISONS or operator in {"in", "instanceof"}:
        walk.test(held, is_check=other is not None and other.text not in _NOTHING and operator != "instanceof")


def _short_circuit(walk: Walk, parent: Node, held: Held, call: Call, *, operator: str, is_left: bool) -> None:
    if is_left:
        walk.test(held)
        held = replace(held, is_original=held.is_original and operator == "&&")
    if held.key is not None and operator != "&&":
        top = parent
        while top.parent is not None and top.parent.type in {"binary_expression", "parenthesized_expression"}:
            top = top.parent
        walk.flow.fallbacks[top].add(held.key)
    if not is_left or operator != "&&":
        walk.push(parent, held, call)


def _ternary(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    if node is parent.field("condition"):
        walk.test(held)
    else:
        walk.push(parent, held, call)


def _unary(walk: Walk, _node: Node, parent: Node, held: Held, _call: Call) -> None:
    if _operator(parent) in {"!", "typeof"}:
        walk.test(held)


def _substitution(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    template = parent.parent
    if template is None or template.type != "template_string" or node is not parent.children[0]:
        return
    around = template.parent
    if around is not None and around.type == "call_expression":
        # What a tag makes of it is not known
        walk.escape(node, held, "argument")
        return
    is_first = template.children[0] is parent
    form: Form = "start" if is_first and held.form != "inside" else "inside"
    walk.push(template, replace(held, form=form, box=(), is_original=False), call)


def _spread(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    around = parent.parent
    if held.key is None and not held.box:
        is_whole = around is not None and around.type == "object" and is_handed_on(around)
        walk.escape(node, held, "spread" if is_whole else "copied")
    elif around is not None and around.type == "array":
        walk.dereference(node, held)
        inside = held if held.box[:1] == (ELEMENT,) else walk.boxed(replace(held, is_original=False), ELEMENT)
        walk.push(around, inside, call)
    elif around is not None and around.type == "object" and held.box:
        walk.push(around, held, call)
    else:
        walk.escape(node, held, "spread")


def _pair(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    key, literal = parent.field("key"), parent.parent
    if key is None or literal is None or node is not parent.field("value"):
        return
    name = property_name(key)
    if name == "__html" and not held.box and not held.is_escaped:
        walk.arrive(Arrival("html", held.key, key, is_alone=False, name="dangerouslySetInnerHTML"))
    if name is None:
        walk.escape(node, held, "stored")
    else:
        walk.push(literal, walk.boxed(held, name), call)


def _object(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    if node.type == "shorthand_property_identifier":
        walk.push(parent, walk.boxed(held, node.text), call)


def _array(walk: Walk, _node: Node, parent: Node, held: Held, call: Call) -> None:
    walk.push(parent, walk.boxed(held, ELEMENT), call)


def _loop(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    left = parent.field("left")
    if node is not parent.field("right") or left is None:
        return
    if held.key is None and not held.box:
        walk.escape(node, held, "dynamic")
    elif _operator(parent) == "of":
        walk.dereference(node, held)
        inner = replace(held, box=held.box[1:], is_original=False)
        input_patterns.bind(walk, left, inner, call)


def _default(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    left = parent.field("left")
    if left is not None and node is parent.field("right"):
        input_patterns.bind(walk, left, replace(held, is_original=False), call)


def _sequence(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    if node is parent.children[-1]:
        walk.push(parent, held, call)


_Step = Callable[["Walk", Node, Node, Held, Call], None]

STEPS: Final[dict[str, _Step]] = {
    "return_statement": _return,
    "variable_declarator": _declared,
    "assignment_expression": _assign,
    "augmented_assignment_expression": _assign,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "unary_expression": _unary,
    "template_substitution": _substitution,
    "spread_element": _spread,
    "pair": _pair,
    "object": _object,
    "array": _array,
    "for_in_statement": _loop,
    "assignment_pattern": _default,
    "object_assignment_pattern": _default,
    "sequence_expression": _sequence,
    "member_expression": input_calls.member,
    "subscript_expression": input_calls.subscript,
    "arguments": input_calls.argument,
    "call_expression": input_calls.callee,
    "jsx_attribute": input_states.into_component,
}
IGNORED: Final = frozenset({"expression_statement", "update_expression", "throw_statement", "new_expression"})

"""Patterns that take the input apart: parameters, declarations, assignments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from webmcp_lint.program.holding import ELEMENT, Call, Held
from webmcp_lint.syntax.javascript import HOLE, Node
from webmcp_lint.syntax.spelling import property_name

if TYPE_CHECKING:
    from webmcp_lint.program.inputs import Walk

_MAX_PATTERNS = 500


def bind(walk: Walk, pattern: Node, held: Held, call: Call) -> None:
    """Follow what is taken apart by a pattern to the names it binds."""
    pending = [(pattern, held)]
    for _ in range(_MAX_PATTERNS):
        if not pending:
            return
        pattern, held = pending.pop()
        pending += _inner(walk, pattern, held, call)
    walk.flow.is_complete = False


def _inner(walk: Walk, pattern: Node, held: Held, call: Call) -> list[tuple[Node, Held]]:
    match pattern.type:
        case "identifier" | "shorthand_property_identifier_pattern":
            binding = walk.analysis.tree(pattern).resolve(pattern)
            if binding is not None:
                walk.bind(binding, held, call, since=pattern.end)
            else:
                walk.escape(pattern, held, "stored")
        case "assignment_pattern" | "object_assignment_pattern" if (left := pattern.field("left")) is not None:
            return [(left, _defaulted(walk, held))]
        case "required_parameter" | "optional_parameter" if (inner := pattern.field("pattern")) is not None:
            return [(inner, held if pattern.field("value") is None else _defaulted(walk, held))]
        case "lexical_declaration" | "variable_declaration":
            return [(child, held) for child in pattern.children[-1:]]
        case "object_pattern":
            walk.dereference(pattern, held)
            return [found for child in pattern.children for found in _property(walk, child, held, call)]
        case "array_pattern":
            walk.dereference(pattern, held)
            if not held.box and held.key is None:
                walk.escape(pattern, held, "dynamic")
                return []
            inner_held = replace(held, box=held.box[1:], is_original=False)
            # Of the pairs of `Object.entries` one element holds it
            held_at = int(held.box[0]) if held.box and held.box[0].isdecimal() else None
            children = list(enumerate(pattern.children))
            return [(child, inner_held) for at, child in children if child.type != HOLE and held_at in {None, at}]
        case "rest_pattern" if pattern.children:
            return [(pattern.children[0], walk.boxed(held, ELEMENT))]
        case "member_expression" | "subscript_expression":
            walk.escape(pattern, held, "stored")
    return []


def _defaulted(walk: Walk, held: Held) -> Held:
    walk.test(held)
    return replace(held, is_original=False)


def _property(walk: Walk, child: Node, held: Held, call: Call) -> list[tuple[Node, Held]]:
    match child.type:
        case "shorthand_property_identifier_pattern":
            inner = part(walk, child.text, child, held, call)
            return [] if inner is None else [(child, inner)]
        case "object_assignment_pattern" if (left := child.field("left")) is not None:
            if left.type == "shorthand_property_identifier_pattern":
                inner = part(walk, left.text, left, held, call)
                return [] if inner is None else [(left, _defaulted(walk, inner))]
            return [(child, held)]
        case "pair_pattern" if (key := child.field("key")) and (value := child.field("value")):
            name = property_name(key)
            if name is None:
                walk.escape(child, held, "dynamic")
                return []
            inner = part(walk, name, key, held, call)
            return [] if inner is None else [(value, inner)]
        case "rest_pattern" if child.children:
            return [(child.children[0], held)]
    return []


def part(walk: Walk, name: str, node: Node, held: Held, call: Call) -> Held | None:
    """Return what a member of something holds; None where it holds nothing of the input."""
    if held.box:
        return replace(held, box=held.box[1:]) if held.box[0] == name else None
    if held.key is None:
        return None if held.form != "itself" else walk.read(name, node, held, call)
    return replace(held, is_original=False)

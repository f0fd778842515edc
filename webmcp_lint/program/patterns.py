"""Patterns: the parameters of a function and what is destructured, and the way from a value to each name in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from webmcp_lint.syntax.javascript import HOLE, Node
from webmcp_lint.syntax.spelling import property_name, string_value


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a destructured value to a name: a key, an index, what is left, or a default."""

    kind: Literal["key", "computed", "index", "rest", "default"]
    key: str | int = ""
    node: Node | None = None
    taken: tuple[str | Node, ...] = ()
    """Of a rest: the keys that stand before it, computed ones as their expressions."""


def parameters(function: Node, *, with_modifiers: bool = False) -> list[Node]:
    """Return a function's parameter patterns in order, TypeScript's `this` apart; or what is around the patterns."""
    listed = function.field("parameters")
    found = []
    for child in listed.children if listed is not None else ():
        if child.type in {"required_parameter", "optional_parameter"}:
            pattern = child.field("pattern")
            if pattern is not None and pattern.type != "this":
                found.append(child if with_modifiers or child.field("value") is not None else pattern)
        elif child.type not in {"decorator", HOLE}:
            found.append(child)
    return found


def targets(pattern: Node, path: tuple[Step, ...] = ()) -> Iterator[tuple[Node, tuple[Step, ...]]]:
    """Yield the identifiers that a pattern binds, each with the way to its value."""
    match pattern.type:
        case "identifier" | "shorthand_property_identifier_pattern":
            yield pattern, path
        case "assignment_pattern" | "object_assignment_pattern":
            left, right = pattern.field("left"), pattern.field("right")
            if left is None:
                return
            if left.type == "shorthand_property_identifier_pattern":
                path = (*path, Step("key", left.text))
            yield from targets(left, (*path, Step("default", node=right)))
        case "required_parameter" | "optional_parameter" if (inner := pattern.field("pattern")) is not None:
            yield from targets(inner, (*path, Step("default", node=pattern.field("value"))))
        case "object_pattern":
            yield from _properties(pattern, path)
        case "array_pattern":
            for index, child in enumerate(pattern.children):
                if child.type == "rest_pattern" and child.children:
                    yield from targets(child.children[0], (*path, Step("rest", index)))
                elif child.type != HOLE:
                    yield from targets(child, (*path, Step("index", index)))


def _properties(pattern: Node, path: tuple[Step, ...]) -> Iterator[tuple[Node, tuple[Step, ...]]]:
    taken: list[str | Node] = []
    for child in pattern.children:
        match child.type:
            case "rest_pattern" if child.children:
                yield from targets(child.children[0], (*path, Step("rest", taken=tuple(taken))))
            case "shorthand_property_identifier_pattern":
                taken.append(child.text)
                yield child, (*path, Step("key", child.text))
            case "object_assignment_pattern" if (left := child.field("left")) is not None:
                taken.append(left.text)
                yield from targets(child, path)
            case "pair_pattern":
                key, value = child.field("key"), child.field("value")
                if key is not None and value is not None:
                    step = _key_step(key)
                    taken.append(step.node if step.node is not None else str(step.key))
                    yield from targets(value, (*path, step))


def _key_step(key: Node) -> Step:
    if key.type == "computed_property_name" and key.children:
        inner = key.children[0]
        return Step("key", string_value(inner)) if inner.type == "string" else Step("computed", node=inner)
    return Step("key", property_name(key) or "")

"""What is written through an expression that stands for a variable or field: by assignments and methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal as OneOf

from webmcp_lint.program.patterns import Step, targets
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name
from webmcp_lint.syntax.wrapping import wrapped

MAX_PATH = 4
"""How far into an object a write is followed: `a.b.c.d.push(x)`."""

EACH = "*"
"""Stands in a path for every element or property."""

_APPENDING = frozenset({"push", "unshift", "add"})
_CHANGING = frozenset({"sort", "reverse", "pop", "shift", "splice", "fill", "copyWithin", "delete", "clear"})
_PATTERNS = frozenset(
    {"array_pattern", "object_pattern", "pair_pattern", "assignment_pattern", "object_assignment_pattern"}
    | {"rest_pattern"}
)

Kind = OneOf["assign", "augment", "put", "append", "entry", "merge", "delete", "change", "unseen"]


@dataclass(frozen=True, slots=True)
class Mutation:
    """One write: to the thing itself (`path` empty) or to something in it; `unseen` stands for any in scripts not parsed.

    `steps` lead from the written value to what this variable gets of it, where a pattern is assigned to. `site` is where
    the write happens as seen from the variable, where another name for what it holds is written through: the call that
    hands it on, or the loop over it, which `binder` binds.
    """

    kind: Kind
    node: Node
    path: tuple[str, ...]
    values: tuple[Node, ...]
    key: Node | None = None
    steps: tuple[Step, ...] = ()
    is_opaque: bool = False
    """Whether what is written is not followed."""
    site: Node | None = None
    binder: Node | None = None
    binds: OneOf["elements", "argument", "itself"] = "elements"
    """What the binder binds: each element, what it is called with, or the value as an element of `[a, b]`."""
    is_partial: bool = False
    """Whether it is made for some of the elements only."""
    has_pairs: bool = False
    """Whether the binder binds pairs of keys and elements."""

    @property
    def place(self) -> Node:
        """Where it happens, as seen from the variable."""
        return self.node if self.site is None else self.site

    @property
    def is_of_name(self) -> bool:
        """Whether it is a write to a variable itself, not to what it holds."""
        return self.kind in {"assign", "augment"} and not self.path


def writes_at(use: Node) -> Iterator[Mutation]:
    """Yield what is written through an expression that stands for a variable or field."""
    node = wrapped(use)
    parent = node.parent
    if parent is None:
        return
    match parent.type:
        case "assignment_expression" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("assign", parent, (), (parent.fields["right"],))
        case "augmented_assignment_expression" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("augment", parent, (), (parent.fields["right"],))
        case "update_expression":
            yield Mutation("augment", parent, (), (node,))
        case "for_in_statement" if parent.field("left") is node and "right" in parent.fields:
            yield Mutation("augment", parent, (), (parent.fields["right"],))
        case "arguments" if parent.children[0] is node and parent.parent is not None:
            yield from _by_setter(parent.parent, parent.children[1:])
        case "member_expression" | "subscript_expression" if parent.field("object") is node:
            yield from _through_member(parent)
        case _ if parent.type in _PATTERNS:
            yield from _by_pattern(use)


def _by_pattern(use: Node) -> Iterator[Mutation]:
    """Yield the write of `[a, b] = value` to one of its names."""
    pattern = use
    while pattern.parent is not None and pattern.parent.type in _PATTERNS:
        pattern = pattern.parent
    assignment = pattern.parent
    if assignment is None or assignment.type != "assignment_expression" or assignment.field("left") is not pattern:
        return
    right = assignment.field("right")
    for identifier, steps in targets(pattern) if right is not None else ():
        if identifier is use and right is not None:
            yield Mutation("assign", assignment, (), (right,), steps=steps)


def _by_setter(call: Node, given: Sequence[Node]) -> Iterator[Mutation]:
    """Yield what `Object.assign(x, …)`, `Object.defineProperty(x, …)`, `Reflect.set(x, …)` and their like write."""
    callee = call.field("function")
    name = callee.text if callee is not None and callee.type == "member_expression" else ""
    match name.partition("."):
        case ("Object", _, "assign"):
            yield Mutation("merge", call, (), tuple(given))
        case ("Reflect", _, "set") if len(given) > 1:
            yield Mutation("put", call, (), (given[1],), given[0])
        case ("Object" | "Reflect", _, "defineProperty") if given:
            yield Mutation("put", call, (), (), given[0], is_opaque=True)
        case ("Reflect", _, "deleteProperty") if given:
            yield Mutation("delete", call, (), (), given[0])
        case ("Object", _, "defineProperties") | ("Object" | "Reflect", _, "setPrototypeOf"):
            yield Mutation("change", call, (), tuple(given))


def _through_member(member: Node) -> Iterator[Mutation]:
    key = member.field("property") or member.field("index")
    outer = member.parent
    if key is None or outer is None:
        return
    name = property_name(key) if key.type in {"property_identifier", "string", "number"} else None
    match outer.type:
        case "call_expression" if outer.field("function") is member and name is not None:
            yield from _by_method(outer, name)
        case "assignment_expression" if outer.field("left") is member and "right" in outer.fields:
            yield Mutation("put", outer, (), (outer.fields["right"],), key)
        case "augmented_assignment_expression" if outer.field("left") is member and "right" in outer.fields:
            yield Mutation("put", outer, (), (outer.fields["right"],), key)
        case "update_expression":
            yield Mutation("put", outer, (), (), key)
        case "unary_expression" if (operator := outer.field("operator")) is not None and operator.type == "delete":
            yield Mutation("delete", outer, (), (), key)
        case _ if outer.type in _PATTERNS:
            yield Mutation("put", outer, (), (), key, is_opaque=True)
        case "for_in_statement" if outer.field("left") is member:
            yield Mutation("put", outer, (), (), key, is_opaque=True)
        case _:
            for inner in writes_at(member):
                if not inner.is_of_name and len(inner.path) < MAX_PATH:
                    yield replace(inner, path=(EACH if name is None else name, *inner.path))


def _by_method(call: Node, name: str) -> Iterator[Mutation]:
    """Yield what a method of a list, map or set changes."""
    listed = call.field("arguments")
    values = tuple(listed.children) if listed is not None and listed.type == "arguments" else ()
    if name in _APPENDING:
        yield Mutation("append", call, (), values)
        yield from _chained(call)
    elif name == "set" and len(values) == 2:
        yield Mutation("entry", call, (), values)
        yield from _chained(call)
    elif name in _CHANGING:
        yield Mutation("change", call, (), values)


def _chained(call: Node) -> Iterator[Mutation]:
    """Yield the further writes of `map.set(a, b).set(c, d)`."""
    if call.parent is not None and call.parent.type == "member_expression" and call.parent.field("object") is call:
        yield from _through_member(call.parent)

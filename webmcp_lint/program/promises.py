"""Promises: what they are fulfilled with, and what `await` and their methods make of that."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from webmcp_lint.program import lists
from webmcp_lint.program.values import (
    Array,
    Function,
    Instance,
    Literal,
    Method,
    Object,
    Promise,
    Property,
    Slot,
    Undefined,
    Unknown,
    Value,
    join,
    options,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

METHODS = frozenset({"then", "catch", "finally"})
COMBINATORS = frozenset({"all", "allSettled", "any", "race", "resolve", "reject"})


def awaited(analysis: Analysis, value: Value, node: Node) -> Value:
    """Return what `await value` gives."""
    return join((_awaited(analysis, option, node) for option in options(value)), node)


def _awaited(analysis: Analysis, value: Value, node: Node) -> Value:
    match value:
        case Promise():
            return value.fulfilled
        case Object() if "then" in value.properties:
            return Unknown("an object with a method `then`", node)
        case Instance() if isinstance(analysis.member(value, "then", node), Function):
            return Unknown("an object with a method `then`", node)
    return value


def promise(analysis: Analysis, value: Value, node: Node) -> Promise:
    """Return a promise of a value, which may be one itself."""
    return Promise(awaited(analysis, value, node), node)


def call_method(analysis: Analysis, value: Promise, name: str, slots: list[Slot], node: Node) -> Value:
    """Return what `then`, `catch` or `finally` gives: what is fulfilled passes by `catch` and `finally`."""
    if name != "then" or not slots:
        return value
    function = analysis.force(slots[0])
    if not isinstance(function, (Function, Method)):
        return value if isinstance(function, (Undefined, Literal)) else Promise(Unknown("a callback", node), node)
    return promise(analysis, analysis.invoke(function, [value.fulfilled], node), node)


def combined(analysis: Analysis, name: str, first: Value, node: Node) -> Value:
    """Return what `Promise.resolve`, `Promise.all` and their like give."""
    if name == "resolve":
        return first if isinstance(first, Promise) else promise(analysis, first, node)
    if name == "reject":
        return Promise(Unknown("a promise that is rejected", node), node)
    given = lists.elements(analysis, first)
    if given is None:
        return Promise(Unknown("a list that is not followed", node), node)
    if name in {"any", "race"}:
        found = [awaited(analysis, analysis.force(item), node) for item in given.items]
        return Promise(join([*found, *given.open], node), node)
    make: Callable[[Value], Value] = (lambda value: value) if name == "all" else (lambda value: _settled(value, node))
    items: list[Slot] = [make(awaited(analysis, analysis.force(item), node)) for item in given.items]
    return Promise(Array(node, items, list(given.open)), node)


def _settled(value: Value, node: Node) -> Object:
    status = Property(Unknown("how a promise ends", node), None)
    return Object(node, {"status": status, "value": Property(value, None, is_certain=False)})

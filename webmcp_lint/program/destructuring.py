"""From a destructured value to what one name of the pattern gets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.objects import without
from webmcp_lint.program.patterns import Step
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Collection,
    Environment,
    Literal,
    Object,
    Undefined,
    Unknown,
    Value,
    join,
    options,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


def follow(analysis: Analysis, value: Value, path: tuple[Step, ...], node: Node, env: Environment) -> Value:
    """Return what a destructuring path leads to."""
    for step in path:
        match step.kind:
            case "key":
                value = analysis.member(value, str(step.key), node)
            case "index":
                value = _element(analysis, value, int(step.key), node)
            case "computed":
                value = _computed(analysis, value, step, node, env)
            case "default":
                value = _default(analysis, value, step.node, node, env)
            case "rest":
                value = _rest(analysis, value, step, node, env)
    return value


def _element(analysis: Analysis, value: Value, index: int, node: Node) -> Value:
    if isinstance(value, (Collection, Literal)):
        listed = analysis.elements(value)
        return (
            Unknown("an element of what is no list", node)
            if listed is None
            else analysis.member(listed, str(index), node)
        )
    return analysis.member(value, str(index), node)


def _computed(analysis: Analysis, value: Value, step: Step, node: Node, env: Environment) -> Value:
    key = Undefined(node) if step.node is None else analysis.value(step.node, env)
    text = to_string(key)
    return Unknown("a computed key", node, refs_of(key)) if text is None else analysis.member(value, text, node)


def _default(analysis: Analysis, value: Value, default: Node | None, node: Node, env: Environment) -> Value:
    """Apply a default to the alternatives that are undefined; what is Unknown for good may be."""
    if default is None:
        return value
    kept = [option for option in options(value) if not isinstance(option, Undefined)]
    is_missing = len(kept) < len(tuple(options(value)))
    if is_missing or any(isinstance(option, Unknown) and not option.refs for option in kept):
        return join((*kept, analysis.value(default, env)), node)
    return value


def _rest(analysis: Analysis, value: Value, step: Step, node: Node, env: Environment) -> Value:
    match value:
        case Alternatives():
            return join((_rest(analysis, option, step, node, env) for option in value.options), node)
        case Object():
            taken = {key if isinstance(key, str) else to_string(analysis.value(key, env)) for key in step.taken}
            return without(value, taken, node)
        case Array():
            return Array(value.node, value.items[int(step.key or 0) :], list(value.open))
        case Unknown():
            return value
    return Unknown("the rest of a value that is not followed", node)

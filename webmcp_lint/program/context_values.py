"""What the promises of a model context are fulfilled with: the tools of a page, and the answer of a tool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.values import (
    Array,
    External,
    Literal,
    Object,
    Slot,
    Undefined,
    Unknown,
    Value,
    is_nothing,
    options,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_TOOL: Final = ("modelContext", "getTools", "[]")
_TEXTS: Final = frozenset({"name", "title", "description"})
_ANSWER: Final = ("modelContext", "executeTool")


REST: Final = "a tool of the page"
"""Why the other listed tools are unknown, for which one stands."""


def called(name: str, slots: list[Slot], node: Node) -> Value:
    """Return what a call of a model context's method is fulfilled with."""
    match name:
        case "getTools":
            # One element stands for all of them
            return Array(node, [External("", _TOOL, node)], [Unknown(REST, node)])
        case "executeTool":
            return External("", _ANSWER, node, arguments=tuple(slots))
    return Undefined(node)


def is_listed_tool(value: Value) -> bool:
    """Whether a value may be one of what `getTools()` gives."""
    return any(isinstance(each, External) and each.package == "" and each.path == _TOOL for each in options(value))


def is_answer(value: Value) -> bool:
    """Whether a value is what `executeTool()` gives, and nothing else."""
    return isinstance(value, External) and value.path == _ANSWER and value.arguments is not None


def listed_member(value: Value) -> str | None:
    """Return the name of the member of a listed tool that a value may be."""
    for each in options(value):
        if isinstance(each, External) and each.path[:-1] == _TOOL and each.arguments is None:
            return each.path[-1]
    return None


def is_text_of_tool(value: Value) -> bool:
    """Whether a value is a text of a listed tool, such as its name, or one that is written; or nothing, but no tool."""
    return listed_member(value) in _TEXTS and all(
        isinstance(each.value, str)
        if isinstance(each, Literal)
        else listed_member(each) in _TEXTS or (isinstance(each, Unknown) and each.reason == REST) or is_nothing(each)
        for each in options(value)
    )


def is_made_text(value: Value) -> bool:
    """Whether a value may be what `JSON.stringify` gives."""
    return any(isinstance(each, External) and each.path == ("JSON", "stringify") for each in options(value))


def holds_listed_tool(analysis: Analysis, value: Value) -> bool:
    """Whether a value may be a listed tool, a list of them, or an object that has one or a list of them at hand."""
    return any(is_listed_tool(inner) for each in _inside(analysis, value) for inner in (each, *_items(analysis, each)))


def _inside(analysis: Analysis, value: Value) -> Iterator[Value]:
    for option in options(value):
        yield option
        if isinstance(option, Object):
            yield from (analysis.force(each.value) for each in option.properties.values())


def _items(analysis: Analysis, value: Value) -> Iterator[Value]:
    for option in options(value):
        if isinstance(option, Array):
            yield from map(analysis.force, option.items)

"""Values that an agent sends, and the places where they become markup, code or an address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.located import Json, Unknown
from webmcp_lint.site.handling import Arrival, Sink
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations
from webmcp_lint.site.tool import Tool

_HARMLESS: Final = frozenset({"number", "integer", "boolean"})
_MAX_DEPTH: Final = 8
_ANY: Final = r"(?:\(?(?:\.|\\S|\[\^\\s\])[*+]\)?)?\$?"
_ANY_TEXT: Final = re.compile(rf"\^?{_ANY}")
_ANY_HOST: Final = re.compile(rf"\^\(?(?:\?:)?(?:https?\??|https?\|https?)\)?:(?:\\?/){{2}}{_ANY}")
"""Patterns that ask for a scheme, and let any host follow."""


def arrivals(page: Page, kind: Sink) -> Iterator[tuple[Tool, Arrival]]:
    """Yield the arrivals of one kind whose parameter may be any text."""
    for tool, arrival in _all(page):
        schemas = {each.name: each.schema for each in tool.parameters}
        if arrival.kind == kind and _may_be(None if arrival.key is None else schemas.get(arrival.key), kind):
            yield tool, arrival


def _all(page: Page) -> Iterator[tuple[Tool, Arrival]]:
    for tool, declaration in declarations(page):
        if declaration.handling is not None:
            yield from ((tool, arrival) for arrival in declaration.handling.inputs.arrivals)
    yield from page.filled()


def subject(arrival: Arrival) -> str:
    """Return what arrives, as a sentence calls it."""
    return "the input" if arrival.key is None else f"`{arrival.key}`"


def _may_be(schema: Json, kind: Sink, depth: int = 0) -> bool:
    """Whether a parameter's schema lets a text through that can do harm there."""
    if isinstance(schema, Unknown) or depth > _MAX_DEPTH:
        return False
    if not isinstance(schema, dict):
        return True
    if not {"enum", "const", "$ref"}.isdisjoint(schema) or _restricts(schema.get("pattern"), kind):
        return False
    for name, is_enough in (("anyOf", any), ("oneOf", any), ("allOf", all)):
        branches = schema.get(name)
        if isinstance(branches, list) and not is_enough(_may_be(each, kind, depth + 1) for each in branches):
            return False
    type_ = schema.get("type")
    types = type_ if isinstance(type_, list) else [type_]
    return not all(isinstance(each, str) and each in _HARMLESS for each in types)


def _restricts(pattern: Json, kind: Sink) -> bool:
    """Whether a pattern leaves anything out; of an address, anything of its beginning."""
    if pattern is None:
        return False
    if not isinstance(pattern, str):
        return True
    is_open = kind == "url" and ("^" not in pattern or _ANY_HOST.fullmatch(pattern) is not None)
    return not is_open and _ANY_TEXT.fullmatch(pattern) is None

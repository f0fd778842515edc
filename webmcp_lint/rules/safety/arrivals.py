"""Values that an agent sends, and the places where they become markup, code or an address."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.located import Json
from webmcp_lint.site.handling import Arrival, Sink
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations
from webmcp_lint.site.tool import Tool

_HARMLESS = frozenset({"number", "integer", "boolean"})


def arrivals(page: Page, kind: Sink) -> Iterator[tuple[Tool, Arrival]]:
    """Yield the arrivals of one kind whose parameter may be any text."""
    for tool, declaration in declarations(page):
        if declaration.handling is None:
            continue
        schemas = {each.name: each.schema for each in tool.parameters}
        for arrival in declaration.handling.inputs.arrivals:
            if arrival.kind == kind and _may_be_text(None if arrival.key is None else schemas.get(arrival.key)):
                yield tool, arrival


def subject(arrival: Arrival) -> str:
    """Return what arrives, as a sentence calls it."""
    return "the input" if arrival.key is None else f"`{arrival.key}`"


def _may_be_text(schema: Json) -> bool:
    if not isinstance(schema, dict):
        return True
    if not {"enum", "const", "pattern"}.isdisjoint(schema):
        return False
    type_ = schema.get("type")
    types = type_ if isinstance(type_, list) else [type_]
    return not all(isinstance(each, str) and each in _HARMLESS for each in types)

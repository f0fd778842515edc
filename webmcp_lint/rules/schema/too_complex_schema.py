"""too-complex-schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import Json, Schema, pointer
from webmcp_lint.rules import rule
from webmcp_lint.settings import Option, Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool

PARAMETERS = Option("too-complex-schema", "max-parameters", 12, "how many parameters a tool may take")
DEPTH = Option("too-complex-schema", "max-depth", 3, "how many levels deep a parameter may lie")
"""`order.customer.address` is as deep as that; an array takes no level of its own."""

_MOST_STEPS: Final = 24
"""How many keywords a search goes through to find that deep: arrays of arrays have no names."""


@rule(
    level=Level.NOTE,
    summary="a tool with more parameters, or deeper ones, than an agent fills in reliably",
    options=(PARAMETERS, DEPTH),
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md", "ellmer#671: OpenAI's limit of nesting"),
)
def too_complex_schema(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the tools that take too many parameters, and the first property that lies too deep."""
    most, deepest = settings.value(PARAMETERS), settings.value(DEPTH)
    for tool in page.tools:
        count = sum(1 for _ in tool.parameters)
        if count > most:
            yield Finding(
                f"{_subject(tool)} takes {count} parameters",
                tool.name.location,
                label=f"with more than {most}, agents leave some out and mix others up",
                help="keep what the task needs, and make tools of their own of what belongs to another",
                tool=tool.label,
            )
        found = None if tool.schema is None else _too_deep(tool.schema, deepest)
        if found is None or tool.schema is None:
            continue
        at, path = found
        origin = tool.schema.origin(at)
        yield Finding(
            f"`{'.'.join(path)}` lies {len(path)} levels deep",
            tool.name.location if origin is None else origin.key or origin.value,
            label=f"deeper than {deepest} levels, agents lose track of what belongs where",
            help="flatten the parameters, or split the tool",
            tool=tool.label,
        )


def _subject(tool: Tool) -> str:
    return f"`{tool.label}`" if tool.label else "this tool"


def _too_deep(schema: Schema, deepest: int) -> tuple[str, tuple[str, ...]] | None:
    """Return the pointer and the names on the way to the first property beyond a depth."""
    stack: list[tuple[Json, str, tuple[str, ...], int]] = [(schema.value, "", (), 0)]
    while stack:
        node, at, path, steps = stack.pop()
        if len(path) > deepest:
            return at, path
        if isinstance(node, dict) and steps < _MOST_STEPS:
            below = [(child, at + step, (*path, *names), steps + 1) for child, step, names in _subschemas(node)]
            stack.extend(reversed(below))
    return None


def _subschemas(node: dict[str, Json]) -> Iterator[tuple[Json, str, tuple[str, ...]]]:
    """Yield the schemas inside a schema, each with its pointer and the name that it describes."""
    properties = node.get("properties")
    for name, child in properties.items() if isinstance(properties, dict) else ():
        yield child, pointer("properties", name), (name,)
    for keyword in ("items", "additionalProperties"):
        if isinstance(node.get(keyword), dict):
            yield node[keyword], pointer(keyword), ()
    for keyword in ("allOf", "anyOf", "oneOf", "prefixItems"):
        branches = node.get(keyword)
        for index, child in enumerate(branches) if isinstance(branches, list) else ():
            yield child, pointer(keyword, index), ()

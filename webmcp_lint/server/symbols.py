"""The tools of a document with their parameters, for an editor's outline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from webmcp_lint.reporters.cards import hints, name_of, shape
from webmcp_lint.server.positions import Positions
from webmcp_lint.server.tools import tools_in, whole
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location


def symbols(pages: Iterable[Page], path: str, positions: Positions) -> list[types.DocumentSymbol]:
    """Return the tools that are written in a file, their parameters inside them."""
    return [_symbol(tool, positions) for tool in tools_in(pages, path)]


def flat(symbols_: Iterable[types.DocumentSymbol], uri: str) -> list[types.SymbolInformation]:
    """Return the tools for editors that show no tree."""
    return [types.SymbolInformation(types.Location(uri, each.range), each.name, each.kind) for each in symbols_]


def _symbol(tool: Tool, positions: Positions) -> types.DocumentSymbol:
    around = whole(tool)
    facts = [tool.kind, *hints(tool)]
    if tool.refusal is not None:
        facts.append("not listed")
    return types.DocumentSymbol(
        name=name_of(tool).strip() or '""',
        detail=", ".join(facts),
        kind=types.SymbolKind.Function,
        range=positions.range(around),
        selection_range=positions.range(_within(tool.name.location, around)),
        children=list(_parameters(tool, around, positions)),
    )


def _parameters(tool: Tool, around: Location, positions: Positions) -> Iterator[types.DocumentSymbol]:
    for parameter in tool.parameters:
        origin = parameter.origin
        place = origin.key or origin.value
        # The control of a form stands behind its start tag, and a schema may stand in another file
        shown = place if place.file is around.file else around
        yield types.DocumentSymbol(
            name=parameter.name.strip() or '""',
            detail=shape(parameter),
            kind=types.SymbolKind.Property,
            range=positions.range(shown),
            selection_range=positions.range(shown),
        )


def _within(inner: Location, outer: Location) -> Location:
    is_inside = inner.file is outer.file and outer.span.start <= inner.span.start and inner.span.end <= outer.span.end
    return inner if is_inside else outer

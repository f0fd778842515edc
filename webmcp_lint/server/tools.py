"""The tools of a document: which one stands where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location, Span


def tools_in(pages: Iterable[Page], path: str) -> list[Tool]:
    """Return the tools that are written in a file, refused ones too, in the order of the source."""
    found: dict[tuple[Span, str | None], Tool] = {}
    for page in pages:
        for tool in (*page.tools, *page.rejected):
            if tool.location.file.path == path:
                found.setdefault((tool.location.span, tool.label), tool)
    return sorted(found.values(), key=lambda tool: tool.location.span)


def tool_at(pages: Sequence[Page], path: str, offset: int) -> tuple[Tool, Location] | None:
    """Return the tool that a place belongs to, and the part of it that says so.

    That is a form's start tag, the object that declares a tool without the function in it, or a name.
    """
    best: tuple[Tool, Location] | None = None
    for page in pages:
        for tool in (*page.tools, *page.rejected):
            for place in _places(tool):
                if place.file.path != path or not _holds(place, offset) or _is_in_function(tool, path, offset):
                    continue
                if best is None or _length(place) < _length(best[1]):
                    best = tool, place
    return best


def whole(tool: Tool) -> Location:
    """Return all of a tool that its file holds: the object around a name, else what its location is."""
    around = [place for place in _places(tool) if place.file is tool.location.file and _covers(place, tool.location)]
    return max(around, key=_length, default=tool.location)


def _places(tool: Tool) -> Iterator[Location]:
    yield tool.location
    yield tool.name.location
    for declaration in tool.declarations:
        if declaration.literal is not None:
            yield declaration.literal
            head = Span(declaration.call.span.start, declaration.literal.span.start)
            if head.start <= head.end and declaration.call.file is declaration.literal.file:
                yield Location(declaration.call.file, head)


def _is_in_function(tool: Tool, path: str, offset: int) -> bool:
    bodies = [
        member.value for each in tool.declarations for member in each.members.values() if _is_function(member.kind)
    ]
    return any(body.file.path == path and _holds(body, offset) for body in bodies)


def _is_function(kind: str) -> bool:
    return kind == "function"


def _holds(place: Location, offset: int) -> bool:
    return place.span.start <= offset < place.span.end


def _covers(outer: Location, inner: Location) -> bool:
    return outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


def _length(place: Location) -> int:
    return place.span.end - place.span.start

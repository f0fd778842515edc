"""Tools that a form of a component declares, and that the component has a script register as well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.components import component_around
from webmcp_lint.program.proved_calls import calls_of
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.site.conditions import is_decided
from webmcp_lint.site.sinks import Registration
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Location
from webmcp_lint.syntax.components import COMPONENTS
from webmcp_lint.syntax.javascript import Node

_MAX_CALLERS: Final = 2
"""How many functions may lie between a component and the call that registers."""


def doubles(analysis: Analysis, tools: Iterable[Tool], ways: Iterable[Registration]) -> Iterator[tuple[Tool, Tool]]:
    """Yield each form's tool with the script's tool of the same name that its component registers, come what may."""
    listed = list(tools)
    forms: dict[str, list[Tool]] = {}
    for tool in listed:
        if tool.form is not None and tool.form.dropped is None and tool.label is not None and tool.condition is None:
            forms.setdefault(tool.label, []).append(tool)
    scripts = [tool for tool in listed if tool.form is None and tool.label in forms and tool.condition is None]
    by_place: Mapping[Location, Registration] = {way.call.location: way for way in ways} if scripts else {}
    for script in scripts:
        homes = [home for place in script.registered_at for home in _homes_of(analysis, by_place.get(place))]
        for form in forms[script.label or ""]:
            if any(_stands_in(form.location, home) for home in homes):
                yield form, script


def _homes_of(analysis: Analysis, way: Registration | None) -> Iterator[Node]:
    if way is not None:
        analysis.begin_aside()
        yield from _homes(analysis, way.call, 0)


def _homes(analysis: Analysis, place: Node, depth: int) -> Iterator[Node]:
    """Yield the components that come to a place with nothing to decide on the way: functions, or whole scripts."""
    if is_decided(analysis, place):
        return
    if place.script.file.path.endswith(COMPONENTS):
        yield place.script.root
        return
    component = component_around(place)
    if component is not None:
        yield component
        return
    functions = (each for each in place.ancestors if each.type in FUNCTIONS)
    calls = (
        next(filter(None, (list(calls_of(analysis, each)) for each in functions)), []) if depth < _MAX_CALLERS else []
    )
    for call in calls:
        yield from _homes(analysis, call, depth + 1)


def _stands_in(form: Location, home: Node) -> bool:
    if form.file.path != home.script.file.path:
        return False
    return home is home.script.root or home.start <= form.span.start < home.end

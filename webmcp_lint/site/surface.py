"""From a registering call to the tool that an agent finds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Literal as OneOf

from webmcp_lint import located
from webmcp_lint.browser.registration import (
    RegistrationError,
    exposed_to,
    register,
    reported_annotations,
    reported_text,
)
from webmcp_lint.located import Json, Schema
from webmcp_lint.program import json_values, zod
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.program.registrars import Registrar
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import (
    LIMITS,
    Alternatives,
    External,
    Instance,
    Literal,
    Object,
    Undefined,
    Unknown,
    Value,
    options,
)
from webmcp_lint.site.behaviour import Behaviour
from webmcp_lint.site.declarations import declaration
from webmcp_lint.site.sinks import Registration
from webmcp_lint.site.tool import Declaration, Text, Tool, Unread
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node

_EMPTY: Json = {"type": "object", "properties": {}}


def tools_of(analysis: Analysis, found: Iterable[Registration]) -> tuple[list[Tool], list[Unread]]:
    """Return the tools that registrations make, one for each object and name, and what could not be read.

    The ways of one call that cannot be told are one record where others of the same call can.
    """
    by_call: dict[Node, list[Registration]] = {}
    for registration in found:
        by_call.setdefault(registration.call, []).append(registration)
    tools: dict[tuple[Node, Json], Tool] = {}
    declaring: dict[tuple[Node, Json], list[Registration]] = {}
    unread: list[Unread] = []
    for call, ways in by_call.items():
        analysis.begin()
        read = [way for way in ways if isinstance(way.tool, (Object, Instance))]
        for way in read:
            analysis.at(way.place)
            tool = _tool(analysis, way)
            key = (_identity(way.tool), tool.name.known)
            known = tools.get(key)
            tools[key] = tool if known is None else _merged(known, tool)
            declaring.setdefault(key, []).append(way)
        unread += _unread(call, ways) if not read else _partly_unread(call, ways)
    analysis.at(None)
    declared = [
        replace(tool, declare=cache(partial(_declarations, analysis, declaring[key]))) for key, tool in tools.items()
    ]
    return declared, unread


def _declarations(analysis: Analysis, ways: Sequence[Registration]) -> Sequence[Declaration]:
    found: list[Declaration] = []
    with deep_recursion():
        for way in ways:
            analysis.begin()
            analysis.at(way.place)
            found.append(declaration(analysis, way))
    analysis.at(None)
    return tuple(found)


def _unread(call: Node, ways: list[Registration]) -> list[Unread]:
    for way in ways:
        for option in options(way.tool):
            if isinstance(option, Unknown):
                return [Unread(option.node.location, f"the tool comes from {option.reason}")]
            if isinstance(option, External):
                reason = json_values.external_reason(option).removeprefix("it ")
                return [Unread(call.location, f"the tool {reason}")]
    return [Unread(call.location, "the tool is no object that can be followed")] if ways else []


def _partly_unread(call: Node, ways: list[Registration]) -> list[Unread]:
    """Return one record for all that a call registers beside the tools that can be read."""
    unknown = [way.tool for way in ways if isinstance(way.tool, Unknown)]
    # That the work ran out counts more than what the sources leave open
    found = next((each for each in unknown if each.reason in LIMITS), unknown[0] if unknown else None)
    return [] if found is None else [Unread(call.location, f"further tools come from {found.reason}")]


def _identity(value: Value) -> Node:
    """Return the node that stands for a tool: where its name is written, else the object itself."""
    if isinstance(value, Object):
        name = value.properties.get("name")
        if name is not None and name.key is not None:
            return name.key
    return value.node


def _merged(one: Tool, other: Tool) -> Tool:
    """Return one tool that two calls, or two branches, register."""
    is_listed = "listed" in {one.status, other.status}
    sites = dict.fromkeys((*one.registered_at, *other.registered_at))
    return replace(
        one,
        status="listed" if is_listed else "removed-api",
        registered_at=tuple(sites),
    )


def _tool(analysis: Analysis, way: Registration) -> Tool:
    registrar = way.registrar
    place = _place(analysis, way.tool)
    with analysis.work.part():
        schema, absent = _schema(analysis, way, place)
    is_removed = way.via == "provideContext" or (
        registrar is None and (way.context is not None and way.context.via == "navigator")
    )
    with analysis.work.part():
        error = _error(analysis, way)
    return Tool(
        kind="script",
        name=_text(analysis, way, "name", place),
        title=_text(analysis, way, "title", place),
        description=_text(analysis, way, "description", place),
        schema=None if absent else schema,
        location=place,
        annotations=reported_annotations(analysis, way.tool),
        exposed_to=_exposed_to(analysis, way),
        status="removed-api" if is_removed else "listed",
        condition=way.condition,
        registered_at=(way.call.location,),
        behaviour=Behaviour(analysis, _member(analysis, way, "execute")),
        error=error,
        refusal=None if error is None else f"{error.name}: {error.message}",
    )


def _place(analysis: Analysis, tool: Value) -> Location:
    """Return the object literal that holds the name, which may not be the one that is registered."""
    name = tool.properties.get("name") if isinstance(tool, Object) else None
    if name is not None:
        written = analysis.force(name.value)
        if isinstance(written, Literal):
            around = next((each for each in written.node.ancestors if each.type in {"object", *FUNCTIONS}), None)
            if around is not None and around.type == "object":
                return around.location
    return tool.node.location


def _member(analysis: Analysis, way: Registration, name: str) -> Value:
    key = name if way.registrar is None else way.registrar.keys.get(name, name)
    return analysis.member(way.tool, key, way.call)


def _error(analysis: Analysis, way: Registration) -> RegistrationError | None:
    """Return how the browser refuses the registration, where that is certain."""
    if way.registrar is not None or way.via != "registerTool" or _is_emptied(_member(analysis, way, "name")):
        return None
    given = [way.tool] if way.options is None else [way.tool, way.options]
    outcome = register(analysis, given, is_detached=way.is_detached)
    return outcome.error if outcome.is_certain else None


def _text(analysis: Analysis, way: Registration, name: OneOf["name", "title", "description"], place: Location) -> Text:
    """Return a text as the browser reports it, and where it is written."""
    value = _member(analysis, way, name)
    text = reported_text(analysis, way.tool, name)
    where = place if isinstance(value, Undefined) else value.node.location
    if name == "name" and _is_emptied(value):
        return Text(located.Unknown("it is put together of an empty list or text", where), where)
    if isinstance(text, Unknown):
        return Text(located.Unknown(_reason(value), where), where)
    return Text(text, where)


def _is_emptied(name: Value) -> bool:
    """Whether a name is empty only by what it is put together of: the first state of what the page fills."""
    if not isinstance(name, Literal) or name.value != "":
        return False
    return bool(name.parts) or name.node.type not in {"string", "template_string"}


def _reason(value: Value) -> str:
    match value:
        case Unknown():
            return f"it comes from {value.reason}"
        case Alternatives():
            return "it is one of several values"
        case _:
            return json_values.external_reason(value)


def _schema(analysis: Analysis, way: Registration, place: Location) -> tuple[Schema, bool]:
    """Return the input schema, and whether the browser lists none."""
    value = _member(analysis, way, "inputSchema")
    registrar = way.registrar
    if isinstance(value, Undefined) and registrar is not None:
        # `webmcp-react` takes zod as `input`, and JSON Schema under the browser's name
        value = analysis.member(way.tool, "inputSchema", way.call)
    if isinstance(value, Undefined):
        is_absent = registrar is None or registrar.absent == "null"
        return Schema(_EMPTY, {"": located.Origin(place)}), is_absent
    if registrar is not None and isinstance(value, Object) and _is_shape(analysis, registrar, value):
        value = zod.shape_to_value(analysis, value, _dialect(analysis, registrar, way))
    elif registrar is not None and isinstance(value, External) and zod.is_schema(value):
        value = zod.given_to_library(analysis, registrar.package, analysis.globals.path_of(way.call.script), value)
    schema = json_values.to_schema(analysis, value)
    return schema, schema.value is None and "" not in schema.open


def _is_shape(analysis: Analysis, registrar: Registrar, value: Object) -> bool:
    """Whether a library takes an object for the shape of a zod schema; so it does with an empty one."""
    is_empty = not value.properties and not value.open
    return zod.converts(registrar.package) if is_empty else zod.is_shape(analysis, value)


def _dialect(analysis: Analysis, registrar: Registrar, way: Registration) -> zod.Dialect:
    return zod.dialect(analysis, registrar.package, analysis.globals.path_of(way.call.script))


def _exposed_to(analysis: Analysis, way: Registration) -> tuple[str, ...] | None:
    found = None if way.options is None else exposed_to(analysis, way.options)
    return found if isinstance(found, tuple) else None

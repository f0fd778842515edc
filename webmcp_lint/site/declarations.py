"""What a script hands to the call that registers a tool, member by member, in the terms of the domain."""

from __future__ import annotations

from collections.abc import Mapping

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    BigInt,
    Class,
    Collection,
    External,
    Function,
    Instance,
    Literal,
    ModelContext,
    Object,
    Property,
    Undefined,
    Unknown,
    Value,
)
from webmcp_lint.site.sinks import Registration
from webmcp_lint.site.tool import Declaration, Kind, Member
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node

_MAX_DEPTH = 4


def declaration(analysis: Analysis, way: Registration) -> Declaration:
    """Return what one way of one call hands over."""
    tool = way.tool
    context = way.context
    return Declaration(
        members=_members(analysis, tool, 0) or {},
        is_open=not isinstance(tool, Object) or bool(tool.open),
        options=None if way.options is None else _member(analysis, "", Property(way.options, None), 0),
        call=way.call.location,
        function=way.via,
        context=None if context is None else context.node.location,
        via=None if context is None else context.via,
        library=None if way.registrar is None else way.registrar.package,
        names={} if way.registrar is None else way.registrar.keys,
    )


def _members(analysis: Analysis, value: Value, depth: int) -> Mapping[str, Member] | None:
    if depth > _MAX_DEPTH:
        return None
    match value:
        case Object():
            return {name: _member(analysis, name, each, depth) for name, each in value.properties.items()}
        case Instance():
            return {
                name: _member(analysis, name, Property(analysis.member(value, name, value.node), None), depth)
                for name in analysis.field_names(value)
            }
        case _:
            return None


def _member(analysis: Analysis, name: str, written: Property, depth: int) -> Member:
    value = analysis.force(written.value)
    kind, literal = _kind(value)
    if not written.is_certain:
        kind, literal = "unknown", None
    is_whole = isinstance(value, Object) and not value.open
    return Member(
        name,
        key=None if written.key is None else written.key.location,
        value=value.node.location,
        kind=kind,
        literal=literal,
        members=_members(analysis, value, depth + 1) if is_whole else None,
        whole=_whole(written.key),
    )


def _whole(key: Node | None) -> Location | None:
    """Return the property that a key belongs to, where key and value stand together."""
    if key is None or key.parent is None:
        return None
    if key.type == "shorthand_property_identifier":
        return key.location
    return key.parent.location if key.parent.type in {"pair", "method_definition"} else None


def _kind(value: Value) -> tuple[Kind, str | float | bool | None]:
    match value:
        case Literal(value=None):
            return "null", None
        case Literal(value=bool(flag)):
            return "boolean", flag
        case Literal(value=str(text)):
            return "string", text
        case Literal(value=number):
            return "number", number
        case Undefined():
            return "undefined", None
        case BigInt():
            return "bigint", None
        case Function() | Class():
            return "function", None
        case Array():
            return "array", None
        case Object() | Collection() | Instance():
            return "object", None
        case ModelContext():
            return "context", None
        case External():
            return _external(value), None
        case Unknown() | Alternatives():
            return "unknown", None
        case _:
            return "other", None


def _external(value: External) -> Kind:
    """Return what a value of the browser is, where its type is plain: a controller, a regular expression."""
    if value.package == "" and value.path[-1:] == ("new",):
        return "object"
    return "unknown"

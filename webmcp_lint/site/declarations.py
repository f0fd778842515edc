"""What a script hands to the call that registers a tool, member by member, in the terms of the domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webmcp_lint.browser.serialization import stringify
from webmcp_lint.program import zod
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
    Promise,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
)
from webmcp_lint.site.aborted_signals import aborted
from webmcp_lint.site.feature_tests import is_judged
from webmcp_lint.site.handling import handling
from webmcp_lint.site.runtime_texts import runtime_sources
from webmcp_lint.site.sinks import Registration
from webmcp_lint.site.straight_paths import straight_path
from webmcp_lint.site.tool import Declaration, Kind, Member
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node

_MAX_DEPTH = 4
_MAX_ITEMS = 200
_NO_SCHEMAS = {("toJSONSchema",), ("parse",), ("safeParse",), ("parseAsync",), ("safeParseAsync",)}
"""Functions of zod that give no schema."""
_TEXTS = frozenset({"name", "title", "description"})
_SCHEMAS = frozenset({"inputSchema", "outputSchema"})


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
        literal=_written_in(way.call, tool.node),
        path=straight_path(analysis, way.call),
        array=_array_around(tool),
        aborted=None if way.options is None else aborted(analysis, way.call, way.options),
        is_judged=is_judged(way.call),
        handling=handling(
            analysis, tool, "execute" if way.registrar is None else way.registrar.keys.get("execute", "execute")
        ),
    )


def _written_in(call: Node, tool: Node) -> Location | None:
    """Return an object literal where it is an argument of the call."""
    listed = call.field("arguments")
    return tool.location if tool.type == "object" and tool.parent is not None and tool.parent is listed else None


def _array_around(tool: Value) -> Location | None:
    around = tool.node.parent
    return around.location if isinstance(tool, Object) and around is not None and around.type == "array" else None


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
        expression=written.value.node.location if isinstance(written.value, Thunk) else None,
        removal=_removal(written.key),
        items=_items(analysis, value, depth),
        maker=_maker(value),
        stringified=_stringified(value),
        sources=list(runtime_sources(analysis, written.value))
        if depth == 0 and name in _TEXTS and kind == "unknown"
        else (),
        unserializable=_unserializable(analysis, value) if depth == 0 and name in _SCHEMAS else None,
    )


def member(analysis: Analysis, slot: Slot) -> Member:
    """Return what a value that stands alone, such as an argument, is."""
    return _member(analysis, "", Property(slot, None), 0)


def _items(analysis: Analysis, value: Value, depth: int) -> Sequence[Member] | None:
    if not isinstance(value, Array) or value.open or depth > _MAX_DEPTH or len(value.items) > _MAX_ITEMS:
        return None
    return [_member(analysis, "", Property(item, None), depth + 1) for item in value.items]


def _whole(key: Node | None) -> Location | None:
    """Return the property that a key belongs to, where key and value stand together."""
    written = _property(key)
    return None if written is None else written.location


def _property(key: Node | None) -> Node | None:
    if key is None or key.parent is None or key.type == "shorthand_property_identifier":
        return key
    return key.parent if key.parent.type in {"pair", "method_definition"} else None


def _removal(key: Node | None) -> Location | None:
    """Return what has to go for a property to be gone: up to the next one, or from the end of the one before."""
    written = _property(key)
    if written is None or written.parent is None or written.parent.type != "object":
        return None
    around = written.parent.children
    place, (start, end) = written.place, written.span
    if place + 1 < len(around):
        end = around[place + 1].start
    elif place > 0:
        start = around[place - 1].end
    return written.script.file.location(start, end)


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
        case Object() | Collection() | Instance() | Promise():
            return "object", None
        case ModelContext():
            return "context", None
        case External() if _stringified(value) is not None:
            return "string", None
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


def _maker(value: Value) -> str | None:
    if not isinstance(value, External):
        return None
    if zod.is_schema(value):
        return "zod" if value.path[-1:] not in _NO_SCHEMAS else None
    if value.package:
        return value.package
    match value.path:
        case (name, "new"):
            return name
        case ("AbortController", "new", "()", "signal") | ("AbortSignal", _):
            return "AbortSignal"
    return None


def _stringified(value: Value) -> Location | None:
    match value:
        case External(package="", path=("JSON", "stringify"), arguments=(slot, *_)):
            return slot.node.location
    return None


def _unserializable(analysis: Analysis, value: Value) -> str | None:
    if not isinstance(value, (Object, Array, Instance)):
        return None
    written = stringify(analysis, value)
    if written.thrown is not None:
        return written.thrown.message
    if written.doubt is not None:
        return None
    return {"undefined": "toJSON() returns undefined", "primitive": ""}.get(written.kind)

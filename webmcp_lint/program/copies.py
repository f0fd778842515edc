"""Copies of objects, lists, maps and sets, into which something can be written."""

from __future__ import annotations

from dataclasses import replace

from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Collection,
    Instance,
    Object,
    Value,
)


def copied(value: Value) -> Value:
    """Return a value that can be written into; the parts of it are the same ones."""
    match value:
        case Object():
            return _copied_object(value)
        case Instance():
            return replace(value, written=_copied_object(value.written or Object(value.node)))
        case Array():
            return Array(value.node, list(value.items), list(value.open), value.is_shuffled)
        case Collection():
            return Collection(value.kind, value.node, list(value.entries), list(value.open))
        case Alternatives():
            return Alternatives(tuple(map(copied, value.options)), value.node)
    return value


def _copied_object(value: Object) -> Object:
    return Object(
        value.node, dict(value.properties), list(value.open), list(value.duplicates), prototype=value.prototype
    )

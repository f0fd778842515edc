"""The JSON Schema that schema libraries make: when a value is turned into JSON, or at once where a call converts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from webmcp_lint.program import typebox, valibot, zod
from webmcp_lint.program.contexts import references
from webmcp_lint.program.values import External, Object, Value

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_CONVERTERS: Final = frozenset({"toJSONSchema", "zodToJsonSchema", "toJsonSchema"})


def schema_of(analysis: Analysis, value: External) -> Value | None:
    """Return the JSON Schema that a schema library made; None for what is none of theirs."""
    if typebox.is_schema(value):
        return typebox.to_value(analysis, value)
    if valibot.is_conversion(value):
        return valibot.to_value(analysis, value)
    return zod.to_value(analysis, value)


def converted(analysis: Analysis, value: Value) -> Value:
    """Return what a call gives: an object like any other where it converts a schema of which all is bound."""
    if not isinstance(value, External) or value.path[-1:] == () or value.path[-1] not in _CONVERTERS:
        return value
    made = schema_of(analysis, value)
    return made if isinstance(made, Object) and not references(analysis, [made]) else value

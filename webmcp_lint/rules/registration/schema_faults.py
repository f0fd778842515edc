"""What keeps a schema that a script hands over from being a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from webmcp_lint.findings import Finding, Fix
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import native_declarations, written_value
from webmcp_lint.site.tool import Kind, Member, Tool
from webmcp_lint.source import Edit

_REFUSED: Final[dict[Kind, str]] = {
    "string": "a string", "number": "a number", "boolean": "a boolean", "bigint": "a BigInt", "null": "null",
}  # fmt: skip
_HELP: Final = 'write the schema itself: `{ type: "object", properties: { … } }`'
_ZOD_HELP: Final = "convert it: `z.toJSONSchema(schema)`"


def schema_faults(page: Page, name: Literal["inputSchema", "outputSchema"]) -> Iterator[Finding]:
    """Yield the faults of one schema of each tool that is handed to the browser itself."""
    for tool, declaration in native_declarations(page):
        member = declaration.members.get(name)
        if member is not None:
            yield from _faults(tool, member)


def _faults(tool: Tool, schema: Member) -> Iterator[Finding]:
    name, at = schema.name, written_value(schema)
    if schema.stringified is not None:
        yield Finding(
            f"`{name}` is JSON text",
            at,
            label=_refusal(name),
            help="hand over the object itself",
            tool=tool.label,
            fix=_unwrapped(schema),
        )
    elif schema.kind in _REFUSED:
        help_ = _HELP if schema.kind != "null" else f"{_HELP}, or leave `{name}` out"
        yield Finding(f"`{name}` is {_REFUSED[schema.kind]}", at, label=_refusal(name), help=help_, tool=tool.label)
    elif schema.kind == "function":
        label = "registerTool rejects it: a function has no JSON"
        yield Finding(f"`{name}` is a function", at, label=label, help=_HELP, tool=tool.label)
    elif schema.kind == "array":
        label = "the browser takes it, and an agent reads no parameters in it"
        yield Finding(f"`{name}` is an array", at, label=label, help=_HELP, tool=tool.label)
    elif schema.maker == "zod" or any(each.maker == "zod" for each in (schema.members or {}).values()):
        what = "a zod schema" if schema.maker == "zod" else "an object of zod schemas"
        label = "the browser stores what zod keeps inside, which is no JSON Schema"
        help_ = _ZOD_HELP if schema.maker == "zod" else "convert it: `z.toJSONSchema(z.object({ … }))`"
        yield Finding(f"`{name}` is {what}", at, label=label, help=help_, tool=tool.label)
    elif schema.unserializable is not None:
        yield Finding(
            f"`{name}` cannot be made JSON",
            at,
            label=f"registerTool rejects it: {schema.unserializable.splitlines()[0]}"
            if schema.unserializable
            else "its toJSON() gives no object: getTools() leaves the tool out",
            help="use nothing but objects, arrays, strings, numbers, booleans and null",
            tool=tool.label,
        )


def _refusal(name: str) -> str:
    return (
        f"registerTool rejects it: Failed to read the '{name}' property from 'ModelContextTool': Failed to convert value to"
        " 'object'"
    )


def _unwrapped(schema: Member) -> Fix | None:
    inner, outer = schema.stringified, schema.value
    if inner is None or schema.expression != outer or inner.file is not outer.file:
        return None
    if not (outer.span.start <= inner.span.start and inner.span.end <= outer.span.end):
        return None
    return Fix("hand over the object itself", (Edit(outer, inner.text),), is_safe=True)

"""invalid-register-call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations, is_shapeless
from webmcp_lint.site.tool import Kind, Member
from webmcp_lint.source import Location

_NO_TOOL: Final = "registerTool rejects it: The provided value is not of type 'ModelContextTool'"
_HELP: Final = "register one object: `registerTool({ name, description, inputSchema, execute })`"
_NO_OBJECTS: Final[dict[Kind, str]] = {
    "string": "a text", "number": "a number", "boolean": "a boolean", "bigint": "a BigInt", "null": "null",
    "undefined": "undefined",
}  # fmt: skip


@rule(
    level=Level.ERROR,
    summary="a call of `registerTool` that hands over no tool",
    sources=(
        "Chromium 156: R-noargs, R-null, R-undef, R-num, R-str, R-empty (TypeError)",
        "Chromium 156: RO-signal: a signal is read from the `signal` of the second argument",
    ),
)
def invalid_register_call(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the calls that hand over several tools, a name, nothing, or an object that is no tool."""
    return once(chain(_calls(page), _objects(page)))


def _calls(page: Page) -> Iterator[Finding]:
    for use in page.context_uses:
        if use.member == "registerTool" and use.arguments is not None and not use.is_judged:
            yield from _arguments(page, use.location, use.arguments)


def _arguments(page: Page, name: Location, arguments: Sequence[Member]) -> Iterator[Finding]:
    if not arguments:
        label = "registerTool rejects it: 1 argument required, but only 0 present"
        yield Finding("`registerTool` is called with nothing", name, label=label, help=_HELP)
        return
    first = arguments[0]
    is_positional = len(arguments) > 2 and arguments[2].kind == "function"
    if is_positional and first.kind in {"string", "unknown"}:
        if page.supplies_context:
            # A model context of the page's own may be an older one
            return
        yield Finding(
            "`registerTool` is called with a name, a description and a function",
            name,
            label=f"{_NO_TOOL}: it takes one object, and is no method of an MCP server",
            help=_HELP,
        )
    elif first.kind == "array":
        yield Finding(
            "`registerTool` is called with a list",
            name,
            label="registerTool rejects it: Required member is undefined: it takes one tool at a time",
            help="call it for each: `for (const tool of tools) registerTool(tool)`",
        )
    elif first.kind in _NO_OBJECTS:
        yield Finding(f"`registerTool` is called with {_NO_OBJECTS[first.kind]}", name, label=_NO_TOOL, help=_HELP)
    if len(arguments) == 2 and arguments[1].maker == "AbortSignal":
        yield Finding(
            "the second argument of `registerTool` is a signal",
            name,
            label="the browser looks for `signal` in it and finds none: aborting does not take the tool back",
            help="hand it over in an object: `registerTool(tool, { signal })`",
        )


def _objects(page: Page) -> Iterator[Finding]:
    for tool, declaration in declarations(page):
        if declaration.library is None and is_shapeless(declaration):
            wrapped = declaration.members.get("function")
            is_wrapped = wrapped is not None and "name" in (wrapped.members or {})
            yield Finding(
                "what is registered has no `name`, no `description` and no `execute`",
                tool.location,
                label="registerTool rejects it: Required member is undefined",
                help="register what stands in `function`, with an `execute`" if is_wrapped else _HELP,
            )

"""missing-execute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.renaming import renaming
from webmcp_lint.rules.registration.tool_keys import meant_for
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key, lacks, members_of, native_declarations, place, written_value
from webmcp_lint.site.tool import Declaration, Kind, Tool

_REFUSAL: Final = "registerTool rejects it: Failed to read the 'execute' property from 'ModelContextTool': "
_MISSING: Final = f"{_REFUSAL}Required member is undefined"
_NO_FUNCTION: Final = f"{_REFUSAL}The given value is not a function"
_NO_FUNCTIONS: Final[dict[Kind, str]] = {
    "string": "a string", "number": "a number", "boolean": "a boolean", "bigint": "a BigInt", "null": "null",
    "object": "an object", "array": "an array",
}  # fmt: skip


@rule(
    level=Level.ERROR,
    summary="a tool without an `execute` function",
    sources=(
        "Chromium 156: R-noexec, R-exec-handler (`Required member is undefined`)",
        "Chromium 156: R-exec-str, R-exec-obj, R-exec-null (`The given value is not a function`)",
    ),
    fix="safe",
)
def missing_execute(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools of scripts that have nothing to run, or call it otherwise."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in native_declarations(page):
        execute = declaration.members.get("execute")
        if lacks(declaration, "execute") and "execute" not in members_of(declaration.options):
            yield _missing(page, tool, declaration)
        elif execute is not None and execute.kind in _NO_FUNCTIONS:
            yield Finding(
                f"`execute` is {_NO_FUNCTIONS[execute.kind]}",
                written_value(execute),
                label=_NO_FUNCTION,
                help="write a function: `async execute(input) { … }`",
                tool=tool.label,
            )


def _missing(page: Page, tool: Tool, declaration: Declaration) -> Finding:
    named = f"`{tool.label}`" if tool.label else "this tool"
    other = meant_for(declaration, "execute")
    if other is None:
        return Finding(
            f"{named} has no `execute`",
            place(tool, declaration),
            label=_MISSING,
            help="give it a function that does the work: `async execute(input) { … }`",
            tool=tool.label,
        )
    return Finding(
        f"the function of {named} is called `{other.name}`",
        key(other),
        label=_MISSING,
        help="call it `execute`",
        tool=tool.label,
        fix=renaming(other, "execute", declaration, is_read_elsewhere=page.supplies_context),
    )

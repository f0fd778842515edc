"""unresolved-tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.OFF,
    summary="a tool with a part that is decided at run time, about which the other rules say nothing",
    sources=("what cannot be read from the sources is unknown, and the unknown is no fault",),
)
def unresolved_tool(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield each listed tool that has unknown parts, at the one that stands first in the source."""
    for tool in page.tools:
        unknowns = sorted(
            tool.unknowns(), key=lambda each: (each[1].location.file is not page.file, each[1].location.span)
        )
        if not unknowns:
            continue
        pointer, unknown = unknowns[0]
        more = len({at for at, _ in unknowns}) - 1
        yield Finding(
            f"{_part(pointer)} of {f'`{tool.label}`' if tool.label else 'this tool'} cannot be read",
            unknown.location,
            label=unknown.reason + (f", and so it is with {more} more of its parts" if more else ""),
            help="write a constant where one is meant; what varies is for a test in the browser",
            tool=tool.label,
        )


def _part(pointer: str) -> str:
    """Return what a pointer into a tool's record points at, in words."""
    match pointer.split("/")[1:]:
        case ["input_schema", "properties", name, *_]:
            return f"the parameter `{name.replace('~1', '/').replace('~0', '~')}`"
        case ["input_schema", "properties"]:
            return "the list of parameters"
        case ["input_schema", "required"]:
            return "what is required"
        case ["input_schema", *_]:
            return "the input schema"
        case [key, *_]:
            return f"the {key}"
        case _:
            return "a part"

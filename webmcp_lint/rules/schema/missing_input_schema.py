"""missing-input-schema."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.tool_keys import meant_for
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations, lacks, native_declarations, place
from webmcp_lint.site.tool import Declaration, Tool


@rule(
    level=Level.WARNING,
    summary="a tool that uses its input and has no input schema",
    sources=("WebMCP specification: ModelContextTool", "R-schema-absent: no inputSchema is listed"),
)
def missing_input_schema(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools whose parameters no agent is told of."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    of_libraries = ((tool, each) for tool, each in declarations(page) if each.library is not None)
    for tool, declaration in (*native_declarations(page), *of_libraries):
        keys = _keys(declaration)
        if keys:
            yield _finding(tool, declaration, keys)


def _keys(declaration: Declaration) -> list[str]:
    """Return what is read from the input of a tool that has no schema."""
    name = declaration.names.get("inputSchema", "inputSchema")
    if declaration.handling is None or not lacks(declaration, name):
        return []
    if declaration.library is None and meant_for(declaration, name) is not None:
        # Another rule says that the schema has the wrong name
        return []
    inputs = declaration.handling.inputs
    return list(dict.fromkeys(read.key for read in inputs.reads if read.is_certain and not read.is_test))


def _finding(tool: Tool, declaration: Declaration, keys: list[str]) -> Finding:
    said = ", ".join(f"`{key}`" for key in keys[:3])
    return Finding(
        f"this tool reads {said} from its input and has no `inputSchema`",
        place(tool, declaration),
        label="an agent is told of no parameters, and sends none",
        help="declare them in an `inputSchema`",
        tool=tool.label,
    )

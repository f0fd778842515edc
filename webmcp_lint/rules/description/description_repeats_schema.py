"""description-repeats-schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.repetitions import Repetition, of_parameter, of_tool
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import AgentText, descriptions
from webmcp_lint.site.tool import Parameter, Tool

_SAYS: Final = {
    "enum": "which values there are",
    "format": "how a date is written",
    "maximum": "the limit",
    "minimum": "the limits",
    "properties": "what the parameters are called",
    "required": "which parameters are required",
    "type": "the type",
}


@rule(
    level=Level.NOTE,
    summary="a description that lists what the schema says already: types, choices, limits, names of parameters",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md (no repeated names, types, enums, limits)",),
)
def description_repeats_schema(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the descriptions that say once more what an agent reads in the schema beside them."""
    for tool in page.tools:
        parameters = {f"/input_schema{each.pointer}/description": each for each in tool.parameters}
        for text in descriptions(tool):
            repetition = _repetition(text, tool, parameters.get(text.pointer))
            if repetition is None:
                continue
            yield Finding(
                f"{text.subject} repeats its schema" if text.parameter else f"{text.subject} repeats its parameters",
                text.place(repetition.start, repetition.end) or text.location,
                label=f"the schema says {_SAYS[repetition.keyword]}{_addition(repetition, tool)}",
                help="leave it out; say what the schema cannot: what a value means, when to use it",
                tool=tool.label,
            )


def _addition(repetition: Repetition, tool: Tool) -> str:
    is_added = repetition.keyword == "format" and tool.kind == "form"
    return "; Chromium adds it to the description by itself" if is_added else ""


def _repetition(text: AgentText, tool: Tool, parameter: Parameter | None) -> Repetition | None:
    if text.known is None or text.is_on_page:
        return None
    if text.pointer == "/description":
        return of_tool(text.known, tool)
    if parameter is None or tool.schema is None:
        return None
    return of_parameter(text.known, parameter, may_be_required="/required" in tool.schema.open)

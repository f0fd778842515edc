"""over-parameterized-tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.safety.personal_attributes import attribute, is_needed
from webmcp_lint.rules.safety.subject import subject
from webmcp_lint.settings import Settings
from webmcp_lint.site import names
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool
from webmcp_lint.source import Location


@rule(
    level=Level.NOTE,
    summary="a tool that asks for personal attributes which its action does not need",
    sources=("WebMCP specification: privacy leakage through over-parameterization", "GDPR, articles 5(1)(c) and 9"),
)
def over_parameterized_tool(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools with parameters for two or more attributes of a person that nothing on the page accounts for."""
    about = subject(page)
    for tool in page.tools:
        asked = list(_asked(tool, f"{about} {_said(tool)}"))
        if len({each for each, _ in asked}) < 2:
            continue
        listed = ", ".join(f"`{parameter.name}`" for _, parameter in asked)
        (_, first), *others = asked
        yield Finding(
            f"`{tool.label}` asks for {listed}" if tool.label else f"this tool asks for {listed}",
            _location(first),
            label="an agent that knows these of its user fills them in, whether the action needs them or not",
            help="leave out what the action works without",
            tool=tool.label,
            related=tuple(Related(_location(each), "and for this") for _, each in others),
        )


def _asked(tool: Tool, about: str) -> Iterator[tuple[str, Parameter]]:
    for parameter in tool.parameters:
        asked = attribute(names.words(parameter.name))
        if asked is not None and not is_needed(asked, about):
            yield asked, parameter


def _said(tool: Tool) -> str:
    return " ".join((*names.words(tool.label or ""), tool.title.known or "", tool.description.known or ""))


def _location(parameter: Parameter) -> Location:
    return parameter.origin.key or parameter.origin.value

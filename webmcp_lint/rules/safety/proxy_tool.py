"""proxy-tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.safety.capabilities import capability
from webmcp_lint.rules.safety.subject import subject
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool


@rule(
    level=Level.WARNING,
    summary="a tool that runs any code, SQL or command, or requests any address",
    sources=("WebMCP specification: security considerations", "OWASP LLM06:2025 Excessive Agency (open-ended tools)"),
)
def proxy_tool(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools that hand a general capability to an agent, and with it to whatever the agent has read."""
    about = subject(page)
    for tool in page.tools:
        found = capability(tool, about)
        if found is None:
            continue
        what, parameter = found
        if _is_shown(tool, parameter):
            continue
        taking = parameter.origin.key or parameter.origin.value
        yield Finding(
            f"`{tool.label}` {what.does}" if tool.label else f"this tool {what.does}",
            tool.name.location,
            label="a text that an agent has read anywhere can make it do so in the user's name",
            help="offer the few actions that people need, each a tool with parameters of its own",
            tool=tool.label,
            related=(Related(taking, f"`{parameter.name}` takes it"),),
        )


def _is_shown(tool: Tool, parameter: Parameter) -> bool:
    """Whether another rule shows the very place where the parameter runs, or is requested."""
    behind = [each.handling for each in tool.declarations if each.handling is not None]
    return any(
        arrival.key == parameter.name and arrival.kind in {"code", "url"}
        for each in behind
        for arrival in each.inputs.arrivals
    )

"""client-unsupported-parameter-name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from webmcp_lint.browser.clients import CLIENTS, Client, titles
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool
from webmcp_lint.source import Location


@rule(
    level=Level.NOTE,
    summary="a parameter name for which the client of an agent refuses the whole request",
    sources=CLIENTS["claude"].evidence["parameter_name"],
)
def client_unsupported_parameter_name(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield each name that a configured client does not take as an error, else one note for a whole tool."""
    configured = [client for key, client in CLIENTS.items() if key in settings.clients]
    for tool in page.tools:
        errors = _refused(tool, configured)
        # An unnamed control is a fault for every client, and `unnamed-control` says so
        notes = [each for each in _refused(tool, CLIENTS.values()) if each[0].name or tool.form is None]
        for parameter, clients in errors:
            yield _finding(tool, parameter, clients, Level.ERROR)
        if notes and not errors:
            (first, clients), *others = notes
            related = [Related(_location(parameter), "refused as well") for parameter, _ in others]
            yield _finding(tool, first, clients, None, related)


def _refused(tool: Tool, clients: Iterable[Client]) -> list[tuple[Parameter, list[Client]]]:
    found = (
        (parameter, [client for client in clients if not client.takes_parameter_name(parameter.name)])
        for parameter in tool.parameters
    )
    return [(parameter, refusing) for parameter, refusing in found if refusing]


def _finding(
    tool: Tool, parameter: Parameter, clients: Sequence[Client], level: Level | None, related: Sequence[Related] = ()
) -> Finding:
    syntax = clients[0].parameter_name
    substitute = re.sub(r"[^A-Za-z0-9_.-]+", "_", parameter.name).strip("_")
    return Finding(
        f"`{parameter.name}` is no parameter name for {titles(clients)}",
        _location(parameter),
        label=f"{clients[0].title} takes {syntax.description}, and refuses the whole request otherwise"
        if syntax
        else "",
        help=f"call it `{substitute}`, and map the name where the form is received"
        if substitute and clients[0].takes_parameter_name(substitute)
        else None,
        tool=tool.label,
        related=related,
        level=level,
    )


def _location(parameter: Parameter) -> Location:
    return parameter.origin.key or parameter.origin.value

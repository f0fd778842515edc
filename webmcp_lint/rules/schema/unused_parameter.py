"""unused-parameter."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.handled import Handled, handled
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter


@rule(
    level=Level.WARNING,
    summary="a declared parameter that `execute` never reads",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md",),
)
def unused_parameter(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the parameters whose values go nowhere, where the whole way of the input is in sight."""
    return once(_finding(each, parameter) for each in handled(page) for parameter in _unused(each))


def _unused(each: Handled) -> Iterator[Parameter]:
    if any(inputs.handovers or not inputs.is_complete for inputs in each.inputs):
        return
    if any(each.undeclared()):
        # It may be read by another name
        return
    read = {use.key for inputs in each.inputs for use in inputs.reads}
    yield from (parameter for parameter in each.tool.parameters if parameter.name not in read)


def _finding(each: Handled, parameter: Parameter) -> Finding:
    return Finding(
        f"`{parameter.name}` is declared, and `execute` never reads it",
        parameter.origin.key or parameter.origin.value,
        label="whatever an agent sends here changes nothing, and the answer does not tell it",
        help="use it, or take it out of the schema",
        tool=each.tool.label,
    )

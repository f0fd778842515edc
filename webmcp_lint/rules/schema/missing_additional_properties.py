"""missing-additional-properties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import IN_PLACE, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page

_SAID: Final = IN_PLACE | {"additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"}


@rule(
    level=Level.NOTE,
    summary="an input schema that leaves open whether a call may have further parameters",
    sources=("JSON Schema 2020-12, Core 10.3.2.3", "webmcp#289: Chrome checks no input against the schema"),
    fix="unsafe",
)
def missing_additional_properties(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the schemas with parameters that say nothing of others, one for each tool."""
    return iter(()) if "gemini" in settings.clients else once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for contract in contracts(page):
        root = contract.root.keywords
        properties = root.get("properties")
        is_open = contract.is_open("") or not _SAID.isdisjoint(root)
        if is_open or root.get("type") != "object" or not isinstance(properties, dict) or not properties:
            continue
        yield contract.finding(
            "the input schema does not say whether there may be other parameters",
            contract.key("/properties"),
            label="an agent may send names of its own, and `execute` gets them: no browser checks the input",
            help_="add `additionalProperties: false`",
            fix=contract.insertion("/properties", "additionalProperties", "false", is_safe=False),
        )

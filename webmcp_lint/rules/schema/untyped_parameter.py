"""untyped-parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import IN_PLACE, Contract, Part, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page

_TYPED: Final = IN_PLACE | {"type", "enum", "const"}
_IMPLIED: Final = {
    "properties": "object",
    "items": "array",
    "pattern": "string",
    "format": "string",
    "minLength": "string",
    "maxLength": "string",
    "minimum": "number",
    "maximum": "number",
}
"""The type that a keyword is about; without `type` it binds no other."""
_ANYTHING: Final = re.compile(r"\b(?:any|arbitrary)\b[^.]{0,20}\b(?:json|value|type)", re.IGNORECASE)


@rule(
    level=Level.WARNING,
    summary="a parameter without a type, or an array without one for its items",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md", "JSON Schema 2020-12, Validation 6.1.1"),
)
def untyped_parameter(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the properties of which the schema says nothing that an agent could fill in by."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    for part in contract.parts():
        if part.parameter is None or part.is_branch:
            continue
        if part.role == "property" and _TYPED.isdisjoint(part.keywords) and not _takes_anything(part):
            implied = next((type_ for keyword, type_ in _IMPLIED.items() if keyword in part.keywords), None)
            yield contract.finding(
                f"{part.subject} has no type",
                contract.key(part.at),
                label="an agent has to guess what to send",
                help_=f'add `type: "{implied or "string"}"`' + ("" if implied else ", or what else it takes"),
            )
        elif part.keywords.get("type") == "array" and not {"items", "prefixItems", *IN_PLACE} & part.keywords.keys():
            yield contract.finding(
                f"{part.subject} is an array of nobody knows what",
                contract.key(part.at),
                label="an agent has to guess what to put in; OpenAI and Gemini refuse an array without `items`",
                help_='add `items: { type: "string" }`, or what else it holds',
            )


def _takes_anything(part: Part) -> bool:
    description = part.keywords.get("description")
    return isinstance(description, str) and _ANYTHING.search(description) is not None

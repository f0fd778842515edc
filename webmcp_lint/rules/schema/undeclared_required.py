"""undeclared-required."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import Json
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import IN_PLACE, Contract, Part, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page

_SIMILARITY: Final = 0.75
_LONGEST: Final = 64
_MOST_COMPARISONS: Final = 1_000


@rule(
    level=Level.ERROR,
    summary="a required parameter that the schema does not declare",
    sources=("JSON Schema 2020-12, Validation 6.5.3", "GoogleChromeLabs/webmcp-tools: tool-design.md"),
    fix="unsafe",
)
def undeclared_required(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the names in `required` for which there is no property."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    for part in contract.parts():
        required = part.keywords.get("required")
        declared = _declared(contract, part)
        if declared is None or not isinstance(required, list):
            continue
        demanded = {name: index for index, name in enumerate(required) if isinstance(name, str)}
        missing = [name for name in demanded if name not in declared]
        free = [name for name in declared if name not in demanded]
        comparable = free if len(free) * len(missing) <= _MOST_COMPARISONS else []
        for name in missing:
            yield _finding(contract, part, f"{part.at}/required/{demanded[name]}", name, _nearest(name, comparable))


def _declared(contract: Contract, part: Part) -> Mapping[str, Json] | None:
    """Return the properties that a schema declares; None where others may be declared elsewhere."""
    keywords = part.keywords
    properties = keywords.get("properties", {})
    elsewhere = IN_PLACE | {"patternProperties", "propertyNames"}
    if part.is_branch or not keywords.keys().isdisjoint(elsewhere):
        return None
    if isinstance(keywords.get("additionalProperties", False), dict):
        return None
    if not isinstance(properties, dict) or contract.is_open(f"{part.at}/properties"):
        return None
    return properties


def _finding(contract: Contract, part: Part, at: str, name: str, nearest: str | None) -> Finding:
    closed = part.keywords.get("additionalProperties") is False
    return contract.finding(
        f"`{name}` is required, and no property is called so",
        contract.value(at),
        label="no call can be right: the parameter is demanded, and `additionalProperties: false` forbids it"
        if closed
        else "an agent must send it, and is not told what it is",
        help_=f"write `{nearest}`" if nearest else f"declare `{name}` under `properties`, or do not require it",
        fix=contract.rewriting(at, name, nearest, is_safe=False) if nearest else None,
    )


def _nearest(name: str, declared: Sequence[str]) -> str | None:
    if len(name) > _LONGEST:
        return None
    declared = [each for each in declared if len(each) <= _LONGEST]
    same = [each for each in declared if words(each) == words(name)]
    return next(iter(same or difflib.get_close_matches(name, declared, n=1, cutoff=_SIMILARITY)), None)

"""missing-additional-properties."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import IN_PLACE, Contract, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.handling import Handover, Inputs
from webmcp_lint.site.page import Page

_SAID: Final = IN_PLACE | {"additionalProperties", "unevaluatedProperties", "patternProperties", "propertyNames"}
_WHOLE: Final = frozenset({"spread", "request"})
"""How an input is handed on whole."""


@rule(
    level=Level.NOTE,
    summary="an input schema that leaves open whether a call may have further parameters",
    sources=("JSON Schema 2020-12, Core 10.3.2.3", "webmcp#289: Chrome checks no input against the schema"),
    fix="safe",
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
        inputs = _inputs(contract)
        handed_on = next((each for one in inputs for each in one.handovers if each.way in _WHOLE), None)
        finding = contract.finding(
            f"{_subject(contract)} does not say whether it takes other parameters",
            contract.key("/properties"),
            label="an agent may send names of its own, and `execute` hands them on with the rest: no browser checks the input"
            if handed_on
            else "an agent may send names of its own, and `execute` gets them: no browser checks the input",
            help_="add `additionalProperties: false`",
            fix=contract.insertion(
                "/properties",
                "additionalProperties",
                "false",
                is_safe=_is_for_one(contract) and _reads_only(inputs, properties.keys()),
            ),
            level=Level.WARNING if handed_on else None,
        )
        # The tool is named: advice needs no second place to be understood
        yield replace(finding, related=_related(handed_on))


def _inputs(contract: Contract) -> list[Inputs]:
    """Return what each call does with the input; nothing where that is not in sight for all of them."""
    behind = [each.handling for each in contract.tool.declarations]
    found = [each.inputs for each in behind if each is not None]
    return found if len(found) == len(behind) else []


def _reads_only(inputs: list[Inputs], declared: Collection[str]) -> bool:
    """Whether `execute` is known to read nothing but these names."""
    return bool(inputs) and all(
        one.is_complete and not one.handovers and all(read.key in declared for read in one.reads) for one in inputs
    )


def _is_for_one(contract: Contract) -> bool:
    """Whether the parameters are written right there: what is put together of a variable may serve other tools too."""
    key, value = contract.key("/properties"), contract.value("/properties")
    return key.file is value.file and key.file.text[key.span.end : value.span.start].strip() == ":"


def _subject(contract: Contract) -> str:
    label = contract.tool.label
    return f"`{label}`" if label else "this tool"


def _related(handed_on: Handover | None) -> tuple[Related, ...]:
    return () if handed_on is None else (Related(handed_on.location, "hands the whole input on"),)

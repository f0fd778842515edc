"""prose-enum."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import pointer
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import IN_PLACE, Contract, Part, contracts
from webmcp_lint.rules.schema.enumerations import enumeration
from webmcp_lint.rules.schema.values import NUMBERS
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import descriptions

_SAID: Final = IN_PLACE | {"enum", "const", "pattern", "format"}


@rule(
    level=Level.NOTE,
    summary="allowed values that the description lists and the schema does not",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md", "JSON Schema 2020-12, Validation 6.1.2"),
    fix="unsafe",
)
def prose_enum(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the lists of values in descriptions of parameters that take any string or number."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    parts = {part.at: part for part in contract.parts() if _takes_any(part)}
    for text in descriptions(contract.tool):
        part = parts.get(text.pointer.removeprefix("/input_schema").removesuffix(pointer("description")))
        listed = enumeration(text.known or "") if part is not None else None
        if part is None or listed is None:
            continue
        values = _values(part, listed.values)
        if values is None:
            continue
        place = text.place(listed.start, listed.end)
        shown = ", ".join(json.dumps(value, ensure_ascii=False) for value in values)
        yield contract.finding(
            f"the values of {part.subject} are listed in its description only",
            place or text.location,
            label=f"the schema takes any {part.keywords['type']}: nothing keeps an agent from sending another",
            help_=f"add `enum: [{shown}]`" if place is not None and len(shown) <= 80 else "list them in `enum`",
            # A list that is put together at run time is no list to copy
            fix=None
            if place is None
            else contract.insertion(f"{part.at}/description", "enum", f"[{shown}]", is_safe=False),
        )


def _takes_any(part: Part) -> bool:
    return (
        part.role in {"property", "item"}
        and part.keywords.get("type") in ("string", *NUMBERS)
        and _SAID.isdisjoint(part.keywords)
    )


def _values(part: Part, listed: tuple[str, ...]) -> list[str | int] | None:
    """Return the values as the parameter's type has them; None where they are of another."""
    if part.keywords["type"] == "string":
        return list(listed)
    return [int(each) for each in listed] if all(each.isascii() and each.isdecimal() for each in listed) else None

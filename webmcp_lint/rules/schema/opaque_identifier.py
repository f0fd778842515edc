"""opaque-identifier."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import Json
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import Contract, Part, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page

_CODE: Final = re.compile(r"(?i)(?:^|[a-z0-9_-])(?:id|code|type|kind|status|state|mode|category|priority|method)$")
"""How parameters are called whose numbers stand for something."""
_MEANING: Final = re.compile(r"(?<![\w.\u2013-])\d{1,4}\s*(?:=|:|->|→|means)\s*[\"'`]?[A-Za-z]{2}", re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d{1,4}")


@rule(
    level=Level.OFF,
    summary="a parameter of numbers that stand for something a word would say",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md: names of what is meant, no ids of the implementation",),
)
def opaque_identifier(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the parameters whose numbers are codes: listed as such, or explained in the description."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    for part in contract.parts():
        if part.role != "property" or part.parameter is None or part.is_branch:
            continue
        if _lists_codes(part) or _explains_codes(part):
            yield contract.finding(
                f"the values of {part.subject} are codes",
                contract.key(part.at),
                label="an agent has to know what each number stands for",
                help_='take words: `enum: ["standard", "express"]`, and translate them in `execute`',
            )


def _lists_codes(part: Part) -> bool:
    listed = part.keywords.get("enum")
    if not isinstance(listed, list) or len(listed) < 2 or _CODE.search(part.parameter or "") is None:
        return False
    return all(map(_is_code, listed))


def _is_code(value: Json) -> bool:
    if isinstance(value, str):
        return _DIGITS.fullmatch(value) is not None
    return isinstance(value, int) and not isinstance(value, bool)


def _explains_codes(part: Part) -> bool:
    description = part.keywords.get("description")
    return isinstance(description, str) and sum(1 for _ in _MEANING.finditer(description)) > 1

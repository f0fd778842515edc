"""prose-format."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import pointer
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import IN_PLACE, Contract, Part, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import descriptions

_SAID: Final = IN_PLACE | {"enum", "const", "pattern", "format", "contentMediaType"}
_EMAIL: Final = re.compile(r"\be-?mail address\b|\bvalid e-?mail\b", re.IGNORECASE)
_URL: Final = re.compile(
    r"\b(?:full|absolute|valid|complete|public|https?) (?:URL|URI)\b|\bURL\b[^.]{0,40}\bhttps?://", re.IGNORECASE
)
_ASKED: Final = {"email": "a mail address", "uri": "an absolute URL"}
_ELSE: Final = re.compile(
    r"\bor\b|\bcomma|\bseparated\b|\blist\b|\bplural|\baddresses\b|\bURLs\b|\brelative\b|\bpath\b|\bslug\b|\bpart of\b|\bdomain\b"
    r"|\bpattern\b|\bsubstring\b|\bpartial\b|\bfilter\b|\bsearch\b|\bempty\b",
    re.IGNORECASE,
)
"""What says that the value may be something else as well, or several of them."""


@rule(
    level=Level.NOTE,
    summary="a mail address or a URL that the description asks for and the schema does not",
    sources=("JSON Schema 2020-12, Validation 7.3", "GoogleChromeLabs/webmcp-tools: tool-design.md"),
)
def prose_format(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the descriptions that ask for a mail address or an absolute URL where the schema takes any string."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    parts = {part.at: part for part in contract.parts() if _takes_any_string(part)}
    for text in descriptions(contract.tool):
        part = parts.get(text.pointer.removeprefix("/input_schema").removesuffix(pointer("description")))
        said = text.known
        if part is None or said is None or _ELSE.search(said):
            continue
        format_, found = _asked_for(part, said)
        if found is not None:
            yield contract.finding(
                f"the description of {part.subject} asks for {_ASKED[format_]}, and the schema takes any string",
                text.place(*found.span()) or text.location,
                label="a format stands where agents and validators look for it: in the schema",
                help_=f'add `format: "{format_}"`',
            )


def _takes_any_string(part: Part) -> bool:
    return part.role == "property" and part.keywords.get("type") == "string" and _SAID.isdisjoint(part.keywords)


def _asked_for(part: Part, said: str) -> tuple[str, re.Match[str] | None]:
    """Return the format that name and description agree on, and where the description says so."""
    name = words(part.parameter or "")
    if name[-1:] in (["email"], ["mail"]) or name[-2:] in (["e", "mail"], ["email", "address"], ["mail", "address"]):
        return "email", _EMAIL.search(said)
    if name[-1:] in (["url"], ["uri"], ["link"], ["href"]):
        return "uri", _URL.search(said)
    return "", None

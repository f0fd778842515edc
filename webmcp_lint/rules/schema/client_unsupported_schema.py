"""client-unsupported-schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from webmcp_lint.browser.clients import CLIENTS, Client
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.located import pointer
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import Contract, Part, contracts
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.OFF,
    summary="a keyword of JSON Schema for which the client of an agent refuses the whole request",
    sources=tuple(
        dict.fromkeys(
            source
            for client in CLIENTS.values()
            for limit in ("refused_keywords", "refused_root_keywords", "has_strict_mode")
            for source in client.evidence.get(limit, ())
        )
    ),
)
def client_unsupported_schema(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield each keyword that a configured client refuses as an error, else one note for a whole tool."""
    return once(finding for contract in contracts(page) for finding in _findings(contract, settings))


def _findings(contract: Contract, settings: Settings) -> Iterator[Finding]:
    configured = [client for key, client in CLIENTS.items() if key in settings.clients]
    errors = [_finding(contract, at, client, Level.ERROR) for client in configured for at in _refused(contract, client)]
    strict = [finding for client in configured if client.has_strict_mode for finding in _not_strict(contract, client)]
    if errors or strict:
        yield from (*errors, *strict)
        return
    # `missing-additional-properties` asks for that one, unless Gemini is configured
    notes = [
        (at, client)
        for client in CLIENTS.values()
        for at in _refused(contract, client)
        if not at.endswith("/additionalProperties")
    ]
    if notes:
        (at, client), *others = notes
        found = _finding(contract, at, client, Level.NOTE)
        related = (Related(contract.key(other), f"{each.title} refuses this as well") for other, each in others)
        yield replace(found, related=(*found.related, *related))


def _refused(contract: Contract, client: Client) -> Iterator[str]:
    """Yield where keywords stand that a client refuses."""
    for part in contract.parts():
        refused = client.refused_keywords or frozenset()
        if part.role == "root":
            refused |= client.refused_root_keywords or frozenset()
        yield from (f"{part.at}/{keyword}" for keyword in part.keywords if keyword in refused)


def _finding(contract: Contract, at: str, client: Client, level: Level) -> Finding:
    keyword = at.rpartition("/")[2]
    is_of_root = keyword in (client.refused_root_keywords or ())
    return contract.finding(
        f"{client.title} does not take `{keyword}`" + (" at the root of a schema" if is_of_root else ""),
        contract.key(at),
        label="it refuses the whole request, and with it every other tool",
        help_="describe one object at the root, and say in words which parameters go together"
        if is_of_root
        else "leave it out, and say in the description what it demands",
        level=level,
    )


def _not_strict(contract: Contract, client: Client) -> Iterator[Finding]:
    """Yield the first object that a strict mode refuses: an open one, or one with optional parameters."""
    for part in contract.parts():
        properties, required = part.keywords.get("properties"), part.keywords.get("required", [])
        if not isinstance(properties, dict) or not isinstance(required, list) or _is_half_known(contract, part):
            continue
        optional = next((name for name in properties if name not in required), None)
        if optional is None and part.keywords.get("additionalProperties", True) is not True:
            continue
        yield contract.finding(
            f"the strict mode of {client.title} does not take {part.subject}, "
            + ("which may have other parameters" if optional is None else f"in which `{optional}` is optional"),
            contract.key(part.at + pointer("properties", *([] if optional is None else [optional]))),
            label="with `strict: true` the whole request fails",
            help_="add `additionalProperties: false`"
            if optional is None
            else "require it, and let it be null where it may be left out",
            level=Level.NOTE,
        )
        return


def _is_half_known(contract: Contract, part: Part) -> bool:
    return any(contract.is_open(f"{part.at}/{keyword}") for keyword in ("required", "properties"))

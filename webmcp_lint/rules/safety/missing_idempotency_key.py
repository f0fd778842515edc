"""missing-idempotency-key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.deeds import deed
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import unjudged
from webmcp_lint.site.tool import Tool

_ONCE: Final = frozenset({"order", "pay", "book", "buy", "donate", "transfer"})
_KEY: Final = re.compile(r"(?i)idempot|request[-_]?id|client[-_]?token|nonce|dedup")


@rule(
    level=Level.OFF,
    summary="a request that orders, pays or books, and cannot be told from its repetition",
    sources=("IETF draft-ietf-httpapi-idempotency-key-header", "WebMCP: agents retry calls that fail or time out"),
)
def missing_idempotency_key(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the POST requests that must happen once and carry no key."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool in unjudged(page):
        if tool.behaviour is None or tool.behaviour.mentions(_KEY) or _has_key(tool):
            continue
        for action in actions_of(tool, page):
            done = deed(action)
            if action.method == "POST" and action.is_certain and done in _ONCE:
                yield Finding(
                    f"the request by which `{tool.label}` can {done} carries no key of its own"
                    if tool.label
                    else f"a request that can {done} carries no key of its own",
                    action.location,
                    label=f"an agent that repeats a call after an error may {done} twice",
                    help="send an `Idempotency-Key` header that is the same for every attempt at one action",
                    tool=tool.label,
                )


def _has_key(tool: Tool) -> bool:
    return any(_KEY.search(parameter.name) for parameter in tool.parameters)

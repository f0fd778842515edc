"""invalid-exposed-origin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.origins import is_secure_origin
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import members_of, native_declarations, written_value
from webmcp_lint.site.tool import Member, Tool
from webmcp_lint.source import Edit

_ORIGIN = re.compile(r"(?i)(?P<scheme>https?://)(?P<user>[^/?#@]*@)?(?P<host>[^/?#@]+)(?P<rest>.*)", re.DOTALL)
_NO_SEQUENCE: Final = (
    "registerTool rejects it: Failed to read the 'exposedTo' property from 'ModelContextRegisterToolOptions': The provided"
    " value cannot be converted to a sequence"
)
_INSECURE: Final = "registerTool rejects it: Only secure origins are allowed in the exposedTo list"


@rule(
    level=Level.ERROR,
    summary="an `exposedTo` that is no list of secure origins",
    sources=(
        "Chromium 156: RO-exp-str, RO-exp-num (TypeError)",
        "Chromium 156: RO-exp-http, RO-exp-star, RO-exp-bad, RO-exp-emptystr, RO-exp-nullstr, RO-exp-data (SecurityError)",
        "Chromium 156: RO-exp-path: only the origin of a URL counts",
    ),
    fix="safe",
)
def invalid_exposed_origin(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the origins that the browser refuses, and those that say more than it reads."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in native_declarations(page):
        listed = members_of(declaration.options).get("exposedTo")
        if listed is None:
            continue
        if listed.kind in {"string", "number", "boolean", "bigint", "null"}:
            yield Finding(
                "`exposedTo` is no list",
                written_value(listed),
                label=_NO_SEQUENCE,
                help='list origins: `exposedTo: ["https://agent.example"]`',
                tool=tool.label,
            )
        for item in listed.items or ():
            yield from _of_origin(tool, item)


def _of_origin(tool: Tool, item: Member) -> Iterator[Finding]:
    if item.kind not in {"string", "null"}:
        return
    text = str(item.literal) if item.kind == "string" else "null"
    if is_secure_origin(text) is False:
        yield Finding(
            f"`{text}` is no secure origin" if text else "an empty text is no origin",
            written_value(item),
            label=_INSECURE,
            help="name each origin by itself: `https://agent.example`",
            tool=tool.label,
        )
        return
    parts = _ORIGIN.fullmatch(text)
    if parts is not None and (parts["user"] or parts["rest"] not in {"", "/"}):
        origin = parts["scheme"] + parts["host"]
        yield Finding(
            f"`{text}` is more than an origin",
            written_value(item),
            label=f"the browser exposes the tool to all of `{origin}`",
            help=f"write `{origin}`",
            tool=tool.label,
            level=Level.WARNING,
            fix=_trimmed(item, text, origin),
        )


def _trimmed(item: Member, text: str, origin: str) -> Fix | None:
    written = item.value.text
    if item.expression != item.value or written[1:-1] != text:
        return None
    return Fix(f"write `{origin}`", (Edit(item.value, f"{written[0]}{origin}{written[-1]}"),), is_safe=True)

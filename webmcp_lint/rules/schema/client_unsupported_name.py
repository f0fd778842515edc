"""client-unsupported-name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from webmcp_lint.browser.clients import BRIDGE_NAME, CLIENTS, titles
from webmcp_lint.browser.forms import NAME
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Text
from webmcp_lint.source import Edit

_OTHERS = {name: client for name, client in CLIENTS.items() if name != "chrome"}
"""What Chrome refuses is for `invalid-tool-name` to say."""


@rule(
    level=Level.NOTE,
    summary="a tool name that the browser takes and the client of an agent refuses or cuts",
    sources=(
        *dict.fromkeys(source for client in _OTHERS.values() for source in client.evidence["tool_name"]),
        "playwright#42671",
    ),
    fix="unsafe",
)
def client_unsupported_name(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the names that a client does not take: an error for a configured one, else one note for all of them."""
    taken = {tool.label for tool in page.tools}
    for tool in page.tools:
        name = tool.label
        # What the browser refuses never reaches a client
        if name is None or not NAME.fullmatch(name):
            continue
        refusing = {key: client for key, client in _OTHERS.items() if not client.takes_tool_name(name)}
        configured = [client for key, client in refusing.items() if key in settings.clients]
        if refusing:
            named = configured or list(refusing.values())
            message = f"`{name}` is no tool name for {titles(named)}"
            syntax = named[0].tool_name
            label = f"{named[0].title} takes {syntax.description}; a request with another name fails" if syntax else ""
        elif len(name) > BRIDGE_NAME:
            message = f"`{name}` is too long to pass a bridge: {len(name)} characters of at most {BRIDGE_NAME}"
            label = "a bridge puts its own name before it, up to 24 characters of the 64 that clients take"
        else:
            continue
        substitute = _substitute(name, taken)
        yield Finding(
            message,
            tool.name.location,
            label=label,
            help=f"call it `{substitute}`"
            if substitute
            else f"choose a name of at most {BRIDGE_NAME} letters, digits, `_` and `-`",
            tool=name,
            fix=_renaming(tool.name, name, substitute) if substitute else None,
            level=Level.ERROR if configured else None,
        )


def _substitute(name: str, taken: Collection[str | None]) -> str | None:
    """Return the nearest name that every client takes and no other tool has."""
    substitute = re.sub(r"[^A-Za-z0-9_-]", "_", name)
    if not re.match("[A-Za-z_]", substitute):
        substitute = f"_{substitute}"
    takes_it = all(client.takes_tool_name(substitute) for client in CLIENTS.values())
    return substitute if takes_it and len(substitute) <= BRIDGE_NAME and substitute not in taken else None


def _renaming(written: Text, name: str, substitute: str) -> Fix | None:
    """Return the edit of the one place where the name is written; None where it is put together."""
    if written.location.text.count(name) != 1:
        return None
    file, start = written.location.file, written.location.span.start + written.location.text.index(name)
    return Fix(
        f"rename it to `{substitute}`", (Edit(file.location(start, start + len(name)), substitute),), is_safe=False
    )

"""long-description."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from webmcp_lint.browser.clients import BRIDGE_NAME, CLIENTS
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Option, Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import AgentText, texts

_Verdict = tuple[Level, int, str]
"""How bad it is, from which length on, and what becomes of it."""

_MAX_PARAMETER_NAME: Final = 64

_ADVICE: Final = CLIENTS["chrome"]
TOOL = Option(
    "long-description", "max-tool", _ADVICE.advised_description or 0, "how long the description of a tool may be"
)
PARAMETER = Option(
    "long-description",
    "max-parameter",
    _ADVICE.advised_parameter_description or 0,
    "how long the description of a parameter may be",
)
NAME = Option("long-description", "max-name", _ADVICE.advised_name or 0, "how long a name may be")


@rule(
    level=Level.NOTE,
    options=(TOOL, PARAMETER, NAME),
    summary="a name or description that is longer than a client's budget for it",
    sources=(
        "GoogleChromeLabs/webmcp-tools: tool-design.md (names 30, descriptions 500, parameter texts 150 characters)",
        "modelcontextprotocol/servers#799 (OpenAI refuses descriptions over 1,024 characters)",
        "anthropics/claude-code#41593, #87650 (Claude cuts descriptions at 2,048 characters)",
    ),
)
def long_description(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the texts that a configured client advises against, cuts or refuses for their length."""
    for tool in page.tools:
        for text in texts(tool):
            length = len(text.known or "")
            verdict = max(_verdicts(text, length, settings), default=None)
            if verdict is None:
                continue
            level, limit, consequence = verdict
            yield Finding(
                f"{text.subject} has {length:,} characters",
                text.place(limit, length) or text.location,
                label=consequence,
                help=f"keep it within {limit:,}",
                tool=tool.label,
                level=level,
            )


def _verdicts(text: AgentText, length: int, settings: Settings) -> Iterator[_Verdict]:
    clients = settings.clients
    option = _option(text, length)
    budget = None if option is None else settings.value(option)
    if option is not None and budget is not None and budget != option.default and length > budget:
        yield Level.NOTE, budget, f"past the {budget:,} that this project allows{_beyond(text, length, clients)}"
    for name, client in CLIENTS.items():
        if name not in clients:
            continue
        is_description = text.pointer == "/description"
        if is_description and client.max_description is not None and length > client.max_description:
            yield (
                Level.ERROR,
                client.max_description,
                f"{client.title} refuses the tool beyond {client.max_description:,}",
            )
        if is_description and client.cut_description is not None and length > client.cut_description:
            yield Level.WARNING, client.cut_description, f"{client.title} drops what stands from here on"
        if client is _ADVICE and option is not None and budget == option.default and length > budget:
            yield Level.NOTE, budget, f"past the {budget:,} that {client.title} advises{_beyond(text, length, clients)}"


def _option(text: AgentText, length: int) -> Option | None:
    """Return the option that sets the budget for a text."""
    if text.pointer == "/description":
        return TOOL
    # Longer names are no matter of advice: `client-unsupported-name` and its like for parameters speak of them
    if text.pointer == "/name":
        return NAME if length <= BRIDGE_NAME else None
    if text.kind == "name":
        return NAME if length <= _MAX_PARAMETER_NAME else None
    if text.kind == "description" and text.parameter is not None:
        return PARAMETER
    return None


def _beyond(text: AgentText, length: int, clients: Collection[str]) -> str:
    """Return what clients that are not configured make of it."""
    if text.pointer != "/description":
        return ""
    refusing = (
        client.title
        for name, client in CLIENTS.items()
        if name not in clients and client.max_description is not None and length > client.max_description
    )
    return "".join(f"; {title} would refuse the tool" for title in refusing)

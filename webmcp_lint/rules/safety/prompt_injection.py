"""prompt-injection."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.safety.injections import injection
from webmcp_lint.rules.safety.invisible import visible
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import texts


@rule(
    level=Level.ERROR,
    summary="instructions to the agent in a tool's name, title, description, parameters, options or labels",
    sources=(
        "WebMCP specification: prompt injection (tool poisoning)",
        "OWASP MCP Top 10: MCP03 Tool Poisoning; OWASP LLM01:2025 Prompt Injection",
        "Invariant Labs, Tool Poisoning Attacks (April 2025)",
    ),
)
def prompt_injection(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the phrases by which a tool would take over the agent that reads it."""
    for tool in page.tools:
        for text in texts(tool):
            found = injection(text.known or "")
            if found is None:
                continue
            disguise = ", in a spelling that people read past" if found.is_disguised else ""
            yield Finding(
                f"{visible(text.subject)} {found.what}{disguise}",
                text.place(found.start, found.end) or text.location,
                label="an agent reads it beside its own instructions; clients refuse such tools, or the whole page",
                help="say what the tool does, and nothing about how the agent has to behave",
                tool=tool.label,
            )

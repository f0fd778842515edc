"""secret-in-tool."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.safety.credentials import credentials
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations
from webmcp_lint.site.texts import texts


@rule(
    level=Level.ERROR,
    summary="a key, token or password in what a tool tells every agent, or answers",
    sources=(
        "GitHub secret scanning: supported secrets; gitleaks: default rules",
        "OWASP MCP Top 10: MCP01 Token Mismanagement and Secret Exposure",
    ),
)
def secret_in_tool(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the credentials in the texts of tools, dropped ones too, and in what they answer."""
    yield from _written(page)
    yield from once(_answered(page))


def _written(page: Page) -> Iterator[Finding]:
    """Yield the credentials in texts; the page shows those of dropped tools as well."""
    for tool in (*page.tools, *page.rejected):
        for text in texts(tool):
            stated = list(credentials(text.known or ""))
            for found, place in zip(stated, text.places([(each.start, each.end) for each in stated]), strict=True):
                subject = text.subject if text.kind != "name" else "a name"
                yield Finding(
                    f"{subject} holds {found.title}",
                    place or text.location,
                    label="every visitor, every agent and the logs of its model get to see it",
                    help="revoke it, and let the server use its successor",
                    tool=tool.label,
                )


def _answered(page: Page) -> Iterator[Finding]:
    for tool, declaration in declarations(page):
        found = None if declaration.handling is None else declaration.handling.answers
        for name, place in () if found is None else found.secrets:
            yield Finding(
                f"`{tool.label}` answers {name}" if tool.label else f"this tool answers {name}",
                place,
                label="it gets to the model and its logs, and whoever has it can act as the user",
                help="let the server use it, and answer what an agent has to know",
                tool=tool.label,
            )

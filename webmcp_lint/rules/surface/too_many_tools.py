"""too-many-tools."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webmcp_lint.browser.clients import CLIENTS
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Option, Settings
from webmcp_lint.site.page import Page, together
from webmcp_lint.site.tool import Tool

MAX = Option("too-many-tools", "max", CLIENTS["chrome"].advised_tools or 0, "how many tools a page may offer at once")


@rule(
    level=Level.NOTE,
    summary="a page that offers agents more tools than they choose well among, or than a configured client takes",
    sources=(*CLIENTS["chrome"].evidence["advised_tools"], *CLIENTS["openai"].evidence["max_tools"]),
    options=(MAX,),
)
def too_many_tools(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the first tool beyond the number that a client refuses or that is advised against, once for the page."""
    for tools in together(page):
        yield from _findings(_at_once(page, tools), settings)


def _findings(tools: Sequence[Tool], settings: Settings) -> Iterator[Finding]:
    refusing = [client for name, client in CLIENTS.items() if name in settings.clients]
    refused = [(client.max_tools, f"{client.title} refuses a request with more than") for client in refusing]
    most = settings.value(MAX)
    advised = [(most, "an agent chooses well among at most" if most == MAX.default else "this project allows")]
    for limits, level in ((refused, Level.ERROR), (advised, None)):
        for limit, words in limits:
            if limit is not None and len(tools) > limit:
                first = tools[limit]
                yield Finding(
                    f"this page offers agents {len(tools)} tools",
                    first.name.location,
                    label=f"{words} {limit}, and this is one more",
                    help="register what belongs to the task at hand, or make one tool of several that differ in an argument",
                    tool=first.label,
                    level=level,
                )
                return


def _at_once(page: Page, found: Sequence[Tool]) -> list[Tool]:
    """Return the tools of a page in the order of the source, those of one name in different branches once."""
    tools: dict[object, Tool] = {}
    for tool in sorted(found, key=lambda tool: (tool.location.file is not page.file, tool.location.span)):
        frame = tool.form.frame if tool.form is not None else ()
        tools.setdefault((frame, tool.label) if tool.label is not None else tool, tool)
    return list(tools.values())

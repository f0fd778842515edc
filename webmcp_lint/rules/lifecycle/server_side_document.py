"""server-side-document."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="`document` touched where a module is loaded on the server too",
    sources=(
        "nodejs.org: there is no `document` among the globals",
        "nextjs.org, kit.svelte.dev, nuxt.com, docs.astro.build: pages are rendered on the server first",
    ),
)
def server_side_document(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield where a module that servers load reads `document.modelContext` outside of all functions."""
    for read in page.lifecycle.server_reads:
        yield Finding(
            "there is no `document` on the server",
            read.location,
            label=f"{read.framework} loads this module there too: reading `document` throws a ReferenceError, `?.` or not",
            help="read it in an effect or hook that runs in the browser only",
        )

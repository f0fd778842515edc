"""untyped-model-context."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.OFF,
    summary="a cast to `any` that reaches the model context",
    sources=("npmjs.com/package/@mcp-b/webmcp-types: types of the interface",),
)
def untyped_model_context(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the places of TypeScript where the type of the model context is thrown away."""
    yield from once(
        Finding(
            f"`{access.location.text}` has no types",
            access.location,
            label="a misspelled property of a tool, or one of an older version, goes unseen",
            help="declare `interface Document { modelContext?: … }`, or take the types of a package",
        )
        for access in page.accesses
        if access.kind == "cast"
    )

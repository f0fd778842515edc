"""parsed-input-schema."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.browser.versions import SCHEMA_OBJECTS
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="the schema of a listed tool that is parsed as JSON text",
    sources=(
        "Chromium 156: R-shape: `inputSchema` is an object",
        "web-ai-sdk#223 and #253: it was text up to Chrome 154",
    ),
)
def parsed_input_schema(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the calls of `JSON.parse` for schemas that some target hands out as objects."""
    if page.supplies_context or not settings.targets.reaches(SCHEMA_OBJECTS):
        return
    is_always = settings.targets.wholly(SCHEMA_OBJECTS)
    help_ = "use it as it is" if is_always else 'parse it only where `typeof tool.inputSchema === "string"`'
    yield from once(
        Finding(
            "the schema of a listed tool is no JSON text",
            access.location,
            label=f"it is an object since Chrome {SCHEMA_OBJECTS.since}: `JSON.parse` throws a SyntaxError",
            help=help_,
        )
        for access in page.accesses
        if access.kind == "schema-text"
    )

"""invalid-output-schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from webmcp_lint.browser.versions import OUTPUT_SCHEMA
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.schema_faults import schema_faults
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.WARNING,
    summary="an `outputSchema` that is no JSON Schema object, or cannot be made JSON",
    sources=(
        "developer.chrome.com/docs/ai/webmcp/updates: registerTool reads `outputSchema` from Chrome 159 on",
        "Chromium 156: R-outschema: it is ignored whatever it is",
    ),
    fix="safe",
)
def invalid_output_schema(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the output schemas of scripts with the faults of an invalid input schema."""
    if not settings.targets.reaches(OUTPUT_SCHEMA):
        return
    level = Level.ERROR if settings.targets.wholly(OUTPUT_SCHEMA) else None
    for finding in once(schema_faults(page, "outputSchema")):
        yield replace(finding, level=level)

"""invalid-input-schema."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.schema_faults import schema_faults
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page


@rule(
    level=Level.ERROR,
    summary="an `inputSchema` that is no JSON Schema object, or cannot be made JSON",
    sources=(
        "Chromium 156: R-schema-str, R-schema-num, R-schema-null, R-schema-true (`Failed to convert value to 'object'`)",
        "Chromium 156: R-schema-func, R-schema-bigint, R-schema-circ, R-schema-tojson-undef (TypeError)",
        "Chromium 156: R-schema-tojson-str: the tool is registered, and getTools() leaves it out",
    ),
    fix="safe",
)
def invalid_input_schema(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the input schemas of scripts that the browser refuses, or that no agent can read as such."""
    return once(schema_faults(page, "inputSchema"))

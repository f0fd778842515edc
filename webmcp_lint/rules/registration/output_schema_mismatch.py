"""output-schema-mismatch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.answers import Claim, Root
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations
from webmcp_lint.site.tool import Declaration, Member

_COMPOSED: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf", "if", "not"})
_NUMBERS: Final = frozenset({"integer", "number"})


@rule(
    level=Level.WARNING,
    summary="an answer that is not what the output schema says",
    sources=("WebMCP specification: outputSchema", "JSON Schema 2020-12, Validation 6.1.1 and 6.5.3"),
)
def output_schema_mismatch(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the answers that lack what the output schema requires, or are of another type."""
    return once(
        _finding(claim, fault, member, tool.label)
        for tool, declaration in declarations(page)
        for claim, fault, member in _faults(declaration)
    )


def _faults(declaration: Declaration) -> Iterator[tuple[Claim, str, Member]]:
    member = declaration.members.get("outputSchema")
    found = None if declaration.handling is None else declaration.handling.answers
    schema = None if member is None else member.members
    if member is None or found is None or schema is None or not _COMPOSED.isdisjoint(schema):
        return
    for claim in found.claims:
        fault = None if claim.outcome == "failure" or claim.root is None else _fault(schema, claim.root, claim)
        if fault is not None:
            yield claim, fault, member


def _fault(schema: Mapping[str, Member], root: Root, claim: Claim) -> str | None:
    wanted = schema["type"].literal if "type" in schema else None
    is_text = root == "string"
    if isinstance(wanted, str) and not is_text and wanted != root and not (root == "number" and wanted in _NUMBERS):
        return f"is {_A[root]}, and the output schema says `{wanted}`"
    required = schema["required"].items if "required" in schema else None
    if claim.properties is None or required is None or "content" in claim.properties:
        return None
    missing = [
        str(each.literal) for each in required if isinstance(each.literal, str) and each.literal not in claim.properties
    ]
    return f"has no `{missing[0]}`, which the output schema requires" if missing else None


_A: Final[dict[Root, str]] = {
    "object": "an object",
    "array": "an array",
    "string": "a text",
    "number": "a number",
    "boolean": "a boolean",
    "null": "null",
}


def _finding(claim: Claim, fault: str, member: Member, tool: str | None) -> Finding:
    return Finding(
        f"this answer {fault}",
        claim.location,
        label="an agent that trusts the schema looks for what is not there",
        help="answer what the schema says, or say in it what is answered",
        tool=tool,
        related=(Related(member.key or member.value, "says what is answered"),),
    )

"""schema-not-object."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.located import pointer
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import Contract, contracts, is_parameter_list
from webmcp_lint.rules.schema.invalid_json_schema import TYPES
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit

_LABEL = "a call always passes an object; the APIs of the models refuse another root"


@rule(
    level=Level.ERROR,
    summary='an input schema whose root is not of `type: "object"`',
    sources=(
        "Model Context Protocol 2025-11-25: `inputSchema.type` is the constant `object`",
        "OpenAI and Claude: a tool's schema of another root fails the request",
    ),
    fix="safe",
)
def schema_not_object(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the schemas of another type, of none, and the bare lists of parameters."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    root = contract.root.keywords
    # A library may complete what it is given
    if not root or contract.is_open("") or any(each.library for each in contract.tool.declarations):
        return
    if is_parameter_list(contract):
        yield _bare(contract)
    elif "type" not in root:
        first = next(iter(root))
        yield contract.finding(
            'the input schema lacks `type: "object"`',
            contract.key(f"/{'properties' if 'properties' in root else first}"),
            label=_LABEL,
            help_='add `type: "object"`',
            fix=_with_type(contract),
        )
    elif isinstance(root["type"], str) and root["type"] in TYPES and root["type"] != "object":
        yield contract.finding(
            f"the input schema is of type `{root['type']}`",
            contract.value("/type"),
            label=_LABEL,
            help_='describe an object: `{ type: "object", properties: { … } }`',
        )


def _bare(contract: Contract) -> Finding:
    """Return what is to be said where the parameters stand without a schema around them."""
    root = contract.value("")
    is_literal = root.text.startswith("{") and root.text.endswith("}")
    fix = None
    if is_literal and contract.owns(root):
        start, end = root.span
        edits = (
            Edit(root.file.location(start, start), '{ type: "object", properties: '),
            Edit(root.file.location(end, end), " }"),
        )
        fix = Fix("put a schema around them", edits, is_safe=True)
    name = next(iter(contract.root.keywords))
    return contract.finding(
        f"the input schema is a bare list of parameters, with `{name}` where a keyword belongs",
        contract.key(pointer(name)),
        label="an agent sees no parameters: their names are no keywords of JSON Schema",
        help_='write `{ type: "object", properties: { … } }` around them',
        fix=fix,
    )


def _with_type(contract: Contract) -> Fix | None:
    first = min(
        (at for at in contract.schema.origins if at.count("/") == 1 and contract.owns(contract.key(at))),
        key=lambda at: contract.key(at).span,
        default=None,
    )
    if first is None or not contract.owns(contract.value("")):
        return None
    return contract.insertion(first, "type", '"object"', is_safe=True)

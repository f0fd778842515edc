"""invalid-json-schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.located import Json, pointer
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import Contract, Part, contracts, is_parameter_list, written
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page

TYPES: Final = ("string", "number", "integer", "boolean", "array", "object", "null")
_ALIASES: Final = {
    "int": "integer",
    "long": "integer",
    "float": "number",
    "double": "number",
    "decimal": "number",
    "bool": "boolean",
    "str": "string",
    "text": "string",
    "list": "array",
    "dict": "object",
    "map": "object",
    "none": "null",
    "nil": "null",
}
"""What other languages call the types."""
_FORMATS: Final = {
    "date": "date",
    "datetime": "date-time",
    "date-time": "date-time",
    "time": "time",
    "email": "email",
    "url": "uri",
    "uri": "uri",
    "uuid": "uuid",
}
"""What is a format of strings, by the names of it that stand for types."""
_OTHER_DRAFTS: Final = ("draft-03", "draft-04")
"""Dialects in which `required: true` or `exclusiveMinimum: true` is right."""


@rule(
    level=Level.ERROR,
    summary="an input schema that is no JSON Schema",
    sources=(
        "JSON Schema 2020-12, metaschema",
        "webmcp#122: Chrome checks nothing in it; the APIs of the models refuse the request",
    ),
    fix="safe",
)
def invalid_json_schema(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield what the metaschema refuses, node by node."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    dialect = contract.root.keywords.get("$schema")
    named = dialect if isinstance(dialect, str) else ""
    if is_parameter_list(contract) or any(draft in named for draft in _OTHER_DRAFTS):
        return
    # The validator is worth loading for a schema that there is only
    from webmcp_lint.rules.schema.metaschema import violations

    for part in contract.parts():
        for violation in violations(part.keywords):
            at = part.at + violation.at
            keyword = violation.at.split("/")[1]
            if contract.is_open(at) and isinstance(violation.value, list):
                continue
            if keyword == "type":
                yield from _wrong_types(contract, part)
            elif keyword == "required" and isinstance(violation.value, bool):
                yield _flag(contract, part, required=violation.value)
            elif not (keyword == "items" and isinstance(violation.value, list) and named and "2020-12" not in named):
                yield contract.finding(
                    f"the `{_path(violation.at)}` of {part.subject} is {written(violation.value)}",
                    contract.value(at),
                    label=f"JSON Schema takes {violation.expected} here; a model's API refuses the tool",
                    help_=_help(keyword, violation.value) or f"write {violation.expected}",
                )


def _path(at: str) -> str:
    return at[1:].replace("/", ".").replace("~1", "/").replace("~0", "~")


def _help(keyword: str, value: Json) -> str | None:
    match keyword, value:
        case "items", list():
            return "write one schema for all items, or call the list `prefixItems`"
        case "properties" | "items", str(name):
            return f'write `{{ type: "{name}" }}`' if name in TYPES else None
        case "enum", str():
            return "write a list of values"
        case _:
            return None


def _flag(contract: Contract, part: Part, *, required: bool) -> Finding:
    name = part.parameter or ""
    return contract.finding(
        f"`required` of {part.subject} is `{str(required).lower()}`",
        contract.key(f"{part.at}/required"),
        label="JSON Schema takes a list of names, beside `properties`; a model's API refuses the tool",
        help_=f'write `required: ["{name}"]` beside the `properties` that hold `{name}`'
        if required and name
        else "leave it out",
    )


def _wrong_types(contract: Contract, part: Part) -> Iterator[Finding]:
    value = part.keywords["type"]
    if not isinstance(value, list):
        yield from _wrong_type(contract, part, f"{part.at}/type", value)
        return
    wrong = [(index, each) for index, each in enumerate(value) if each not in TYPES]
    for index, each in wrong:
        yield from _wrong_type(contract, part, f"{part.at}{pointer('type', index)}", each)
    if not wrong:
        yield contract.finding(
            f"the `type` of {part.subject} is {'a list that repeats itself' if value else 'an empty list'}",
            contract.value(f"{part.at}/type"),
            label="JSON Schema takes each type once; a model's API refuses the tool",
            help_="name each type once",
        )


def _wrong_type(contract: Contract, part: Part, at: str, value: Json) -> Iterator[Finding]:
    meant = _meant(value)
    format_ = _FORMATS.get(value.strip().lower()) if isinstance(value, str) else None
    if meant is not None:
        help_ = f'write `"{meant}"`'
    elif format_ is not None:
        help_ = f'write `type: "string", format: "{format_}"`'
    elif value in ("any", "mixed", "*", "unknown"):
        help_ = "leave `type` out where any value will do"
    else:
        help_ = "write one of " + ", ".join(f'`"{each}"`' for each in TYPES)
    yield contract.finding(
        f"the `type` of {part.subject} is {written(value)}",
        contract.value(at),
        label="JSON Schema has no such type; a model's API refuses the tool",
        help_=help_,
        fix=contract.rewriting(at, value, meant, is_safe=True)
        if meant is not None and isinstance(value, str)
        else None,
    )


def _meant(value: Json) -> str | None:
    name = value.strip().lower() if isinstance(value, str) else ""
    return name if name in TYPES else _ALIASES.get(name)

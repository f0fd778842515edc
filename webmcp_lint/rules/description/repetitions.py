"""What a description says that the schema beside it says too: types, choices, limits, formats, names of parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Final, NamedTuple

from webmcp_lint.located import Json
from webmcp_lint.site import names
from webmcp_lint.site.tool import Parameter, Tool

_MAX_ITEMS: Final = 30
_MAX_ITEM_LENGTH: Final = 60

_TYPES: Final = {
    "array": "array",
    "bool": "boolean",
    "boolean": "boolean",
    "float": "number",
    "int": "integer",
    "integer": "integer",
    "number": "number",
    "object": "object",
    "str": "string",
    "string": "string",
}
"""What authors call the types of JSON Schema."""

_DASH: Final = "[-\u2013\u2014]"
_TYPE: Final = re.compile(
    rf"\((?:(?:optional|required),? )?(?P<inner>{'|'.join(_TYPES)})(?:,? (?:optional|required))?\)"
    rf"|\A(?P<first>{'|'.join(_TYPES)})(?=[.:;] |,? (?:optional|required)\b| {_DASH} )",
    re.IGNORECASE,
)
_NEED: Final = re.compile(
    rf"\((?P<inner>optional|required)\)|\A(?P<first>optional|required)(?=[.:;] | {_DASH} )", re.IGNORECASE
)
_TRUTH: Final = re.compile(r"\btrue ?(?:/|\||,|or) ?false\b", re.IGNORECASE)
_DATE: Final = re.compile(r"\(?\b(?:YYYY-MM-DD|yyyy-mm-dd)\b\)?")

_GIVES: Final = r"\b(?:accepts|arguments|args|inputs?|parameters|params|provide|takes)\b:? (?:[a-z]+ ){0,2}?"
_REQUIRES: Final = r"\brequires\b:? (?:[a-z]+ ){0,2}?"
_OPENING: Final = "[\"'`\u2018\u201c]?"
_CLOSING: Final = "[\"'`\u2019\u201d]?"
_AND: Final = rf"{_CLOSING}\s*(?:,\s*and\b|[,/|;、]|\band\b)\s*(?:(?:an?|the|your)\s)?{_OPENING}"
_AND_OR: Final = _AND.replace("and", "(?:and|or)")
"""What stands between the items of a list. An "or" between parameters says something that the schema does not."""


class Repetition(NamedTuple):
    """A stretch of a description, and the keyword of the schema that says the same."""

    start: int
    end: int
    keyword: str


def of_parameter(description: str, parameter: Parameter, *, may_be_required: bool) -> Repetition | None:
    """Return the first thing that a parameter's description repeats of its schema.

    `may_be_required` tells that a template may yet make it required.
    """
    schema = parameter.schema
    if not isinstance(schema, dict):
        return None
    found = chain(
        _choices(description, schema),
        _types(description, schema),
        _limits(description, schema),
        _formats(description, schema),
        () if may_be_required and not parameter.is_required else _needs(description, is_required=parameter.is_required),
    )
    return next(found, None)


def of_tool(description: str, tool: Tool) -> Repetition | None:
    """Return the first thing that a tool's description repeats of the parameters: their names in a row, their choices."""
    parameters = list(tool.parameters)
    required = [parameter for parameter in parameters if parameter.is_required]
    found = chain(
        _listed(description, _spelled(parameters), keyword="properties", before=_GIVES, separator=_AND),
        _listed(description, _spelled(required), keyword="required", before=_REQUIRES, separator=_AND),
        *(_choices(description, each.schema, at_least=3) for each in parameters if isinstance(each.schema, dict)),
    )
    return next(found, None)


def _spelled(parameters: Iterable[Parameter]) -> list[str]:
    """Return the names of parameters as they are and in words: `zip_code`, "zip code"."""
    return [spelled for each in parameters for spelled in (each.name, " ".join(names.words(each.name)))]


def _choices(description: str, schema: Mapping[str, Json], *, at_least: int = 2) -> Iterator[Repetition]:
    """Yield where all choices are listed; a tool may well say that it does one of two things."""
    node = schema.get("items") if schema.get("type") == "array" else schema
    if not isinstance(node, dict):
        return
    enum = node.get("enum")
    values = enum if isinstance(enum, list) else []
    choices = node.get("anyOf")
    titles = [each.get("title") for each in choices if isinstance(each, dict)] if isinstance(choices, list) else []
    for said in (values, titles):
        items = [each.strip() for each in said if isinstance(each, str)]
        count = len({*filter(None, items)})
        if count >= at_least:
            yield from _listed(description, items, keyword="enum", least=count, separator=_AND_OR)


def _listed(
    description: str,
    items: Iterable[str],
    *,
    keyword: str,
    separator: str,
    least: int = 2,
    before: str = r"(?<![^\W_])",
) -> Iterator[Repetition]:
    """Yield where at least so many of the items stand in a row, with nothing but commas and the like between them."""
    items = sorted({item for item in items if 0 < len(item) <= _MAX_ITEM_LENGTH}, key=len, reverse=True)
    folded = description.casefold()
    if least < 2 or len(items) > _MAX_ITEMS or sum(item.casefold() in folded for item in items) < least:
        return
    item = f"(?:{'|'.join(map(re.escape, items))})(?![^\\W_])"
    row = re.compile(
        rf"{before}(?P<row>{_OPENING}{item}(?:{separator}{item})+{_CLOSING})(?!,?\s+or\b|\s*,)", re.IGNORECASE
    )
    for match in row.finditer(description):
        said = {each[0].casefold() for each in re.finditer(item, match["row"], re.IGNORECASE)}
        if len(said) >= least:
            yield Repetition(*match.span("row"), keyword)


def _types(description: str, schema: Mapping[str, Json]) -> Iterator[Repetition]:
    for match in _TYPE.finditer(description):
        if _TYPES[(match["inner"] or match["first"]).lower()] == schema.get("type"):
            yield Repetition(*match.span(), "type")
    if schema.get("type") == "boolean":
        for match in _TRUTH.finditer(description):
            yield Repetition(*match.span(), "type")


def _limits(description: str, schema: Mapping[str, Json]) -> Iterator[Repetition]:
    low, high = _number(schema.get("minimum")), _number(schema.get("maximum"))
    phrases = []
    if low and high:
        phrases.append((rf"{low}\s?(?:{_DASH}|\.\.\.?|…|to|and|through)\s?{high}", "minimum"))
    if low:
        phrases.append((rf"(?:at least|min(?:imum)?(?: is| of|:)?|no less than) {low}", "minimum"))
    if high:
        phrases.append((rf"(?:at most|max(?:imum)?(?: is| of|:)?|no more than|up to) {high}", "maximum"))
    for phrase, keyword in phrases:
        for match in re.finditer(rf"(?<![\w.,-]){phrase}(?![\w%]|[.,]\d)", description, re.IGNORECASE):
            yield Repetition(*match.span(), keyword)


def _number(value: Json) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return re.escape(f"{value:g}")


def _formats(description: str, schema: Mapping[str, Json]) -> Iterator[Repetition]:
    if schema.get("format") == "date":
        for match in _DATE.finditer(description):
            yield Repetition(*match.span(), "format")


def _needs(description: str, *, is_required: bool) -> Iterator[Repetition]:
    for match in _NEED.finditer(description):
        if is_required == ((match["inner"] or match["first"]).lower() == "required"):
            yield Repetition(*match.span(), "required")

"""What the metaschema of JSON Schema 2020-12 has against a schema, one level at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

from webmcp_lint.located import Json, pointer
from webmcp_lint.rules.schema.contract import has_unknown

_VOCABULARIES: Final = (
    "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content",
)  # fmt: skip
_BASE: Final = "https://json-schema.org/draft/2020-12/"
_A_SCHEMA: Final = {"type": ["object", "boolean"]}
_TYPES: Final = {
    "string": "a string",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A node that the metaschema refuses: its pointer below the schema, its value, and what may stand there."""

    at: str
    value: Json
    expected: str


def violations(keywords: Mapping[str, Json]) -> Iterator[Violation]:
    """Yield what is wrong with the keywords of one schema; the schemas inside it only have to be schemas."""
    seen: set[str] = set()
    for error in _validator().iter_errors(keywords):
        at = pointer(*error.absolute_path)
        expected = _expected(error.validator, error.validator_value)
        is_readable = not has_unknown(error.instance) or (
            error.validator == "type" and isinstance(error.instance, (dict, list))
        )
        if at not in seen and is_readable:
            seen.add(at)
            yield Violation(at, error.instance, expected)


@cache
def _validator() -> Validator:
    """Return the validator of a single level: the metaschema with `$dynamicRef` cut off.

    The metaschema itself recurses into every schema below, through some thirty Python frames for each.
    """
    from jsonschema import Draft202012Validator
    from jsonschema_specifications import REGISTRY

    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for name in ("schema", *(f"meta/{vocabulary}" for vocabulary in _VOCABULARIES)):
        content = REGISTRY.contents(_BASE + name)
        properties |= content.get("properties", {})
        definitions |= content.get("$defs", {})
    return Draft202012Validator(_level({"properties": properties, "$defs": definitions}))


def _level(node: Any) -> Any:  # noqa: ANN401  JSON of any kind
    match node:
        case {"$dynamicRef": str()}:
            return _A_SCHEMA
        case {"$ref": str(reference), **rest}:
            return {"$ref": "#" + reference.partition("#")[2], **rest}
        case dict():
            return {key: _level(value) for key, value in node.items()}
        case list():
            return [_level(each) for each in node]
        case _:
            return node


def _expected(keyword: str, limit: Any) -> str:  # noqa: ANN401  JSON of any kind
    match keyword, limit:
        case "type", ["object", "boolean"]:
            return "a schema"
        case "type", str(name):
            return _TYPES[name]
        case "minimum", number:
            return f"a number of at least {number}"
        case "exclusiveMinimum", number:
            return f"a number above {number}"
        case "minItems", _:
            return "a list with an entry"
        case "uniqueItems", _:
            return "a list without repetitions"
        case "pattern", text:
            return f"a string that matches `{text}`"
        case _:
            return "something else"

"""Whether a JSON value is what the keywords beside it allow."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, TypeGuard

from webmcp_lint.located import Json
from webmcp_lint.rules.schema.contract import has_unknown, plain, written

NUMBERS: Final = ("number", "integer")
LOWER: Final = {"minLength": "maxLength", "minItems": "maxItems", "minProperties": "maxProperties"}
"""The bounds of how much there is, lower and upper."""


def mismatch(value: Json, keywords: Mapping[str, Json], *, among: Sequence[Json] | None = None) -> str | None:
    """Say why `value` does not fit `type`, `enum`, `const` (where `among` names them) and the bounds.

    None where it fits, or where that cannot be told. The reason continues "`x` …".
    """
    if has_unknown(value):
        return None
    types = known_types(keywords)
    if types and not any(is_of(value, each) for each in types):
        return "is not of type " + " or ".join(f"`{each}`" for each in types)
    if among is not None and not any(is_same(value, each) for each in among):
        return "is not among the values it lists"
    if is_number(value):
        return _number_mismatch(float(value), keywords)
    count, what = (
        (len(value), "Length")
        if isinstance(value, str)
        else (len(value), "Items")
        if isinstance(value, list)
        else (0, "")
    )
    if what:
        least, most = bound(keywords, f"min{what}"), bound(keywords, f"max{what}")
        if least is not None and count < least:
            return f"is shorter than `min{what}`"
        if most is not None and count > most:
            return f"is longer than `max{what}`"
    return None


def known_types(keywords: Mapping[str, Json]) -> list[str]:
    """Return the types that a schema names; none where they cannot be told or are no types."""
    value = keywords.get("type")
    named = value if isinstance(value, list) else [value]
    known = [each for each in named if isinstance(each, str) and each in _OF]
    return known if len(known) == len(named) else []


def is_of(value: Json, type_: str) -> bool:
    """Whether a value is of a type of JSON Schema, for which `1.0` is an integer."""
    if type_ == "integer":
        return is_number(value) and float(value).is_integer()
    if type_ == "number":
        return is_number(value)
    return isinstance(value, _OF[type_])


def is_number(value: Json) -> TypeGuard[int | float]:
    """Whether a value is a number, which `true` is not."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def is_same(one: Json, other: Json) -> bool:
    """Whether two values are the same JSON; what cannot be told may be."""
    if has_unknown(one) or has_unknown(other):
        return True
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def bound(keywords: Mapping[str, Json], name: str) -> float | None:
    """Return the number under a keyword, None where none is known."""
    value = keywords.get(name)
    return float(value) if is_number(value) else None


def _number_mismatch(number: float, keywords: Mapping[str, Json]) -> str | None:
    for name, is_within in (
        ("minimum", number.__ge__),
        ("exclusiveMinimum", number.__gt__),
        ("maximum", number.__le__),
        ("exclusiveMaximum", number.__lt__),
    ):
        limit = bound(keywords, name)
        if limit is not None and not is_within(limit):
            return f"is outside `{name}: {written(plain(limit)).strip('`')}`"
    return None


_OF: Final[Mapping[str, type | tuple[type, ...]]] = {
    "string": str,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
    "integer": (int, float),
    "number": (int, float),
}

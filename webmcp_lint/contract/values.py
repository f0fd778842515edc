"""What values a schema takes: its types, the values it lists, its limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from webmcp_lint.contract.changes import Severity
from webmcp_lint.contract.plain import shown

LOWEST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
HIGHEST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
REFINING: Final = ("format", "pattern", "multipleOf", "uniqueItems")

_MAX_LISTED = 3


def type_names(node: Mapping[str, object]) -> frozenset[str] | None:
    """Return the types that a schema takes, None for any; those of its choices where it names none."""
    named = node.get("type")
    if isinstance(named, str):
        return frozenset({named})
    if isinstance(named, list):
        return frozenset(each for each in named if isinstance(each, str))
    listed = choices(node)
    return None if listed is None else frozenset(_type_of(each) for each in listed)


def takes(types: frozenset[str] | None, others: frozenset[str] | None) -> bool:
    """Whether `types` hold all of `others`; None stands for every type."""
    if types is None or others is None:
        return types is None
    return all(name in types or (name == "integer" and "number" in types) for name in others)


def choices(node: Mapping[str, object]) -> list[object] | None:
    """Return the values that a schema lists: by `enum`, `const`, or `anyOf` with a constant in each."""
    listed = node.get("enum")
    if isinstance(listed, list):
        return listed
    if "const" in node:
        return [node["const"]]
    for keyword in ("anyOf", "oneOf"):
        branches = node.get(keyword)
        if is_choice_list(branches) and isinstance(branches, list):
            return [branch["const"] for branch in branches]
    return None


def is_choice_list(value: object) -> bool:
    """Whether the branches of an `anyOf` are constants, as Chromium writes the options of a select."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and "const" in each for each in value)


def is_narrower(keyword: str, before: object, after: object) -> bool:
    """Whether a limit leaves out what it let through; one that is no number counts as such."""
    if after is None:
        return False
    if not isinstance(before, int | float) or not isinstance(after, int | float):
        return True
    return after > before if keyword in LOWEST else after < before


def refinement(keyword: str, before: object, after: object) -> Severity:
    """Return what the change of a format, a pattern or a step does."""
    if not after:
        return Severity.HARMLESS
    if not before:
        return Severity.BREAKING
    if keyword == "pattern":  # whether a regular expression takes all that another took cannot be told
        return Severity.RISKY
    return Severity.HARMLESS if keyword == "multipleOf" and _divides(after, before) else Severity.BREAKING


def type_words(types: frozenset[str] | None) -> str:
    """Return types as a person reads them."""
    return "any" if types is None else " or ".join(f"`{name}`" for name in sorted(types)) or "none"


def value_words(values: Sequence[object]) -> str:
    """Return values as a person reads them, the first few."""
    more = f" and {len(values) - _MAX_LISTED} more" if len(values) > _MAX_LISTED else ""
    return ", ".join(shown(each) for each in values[:_MAX_LISTED]) + more


def was(keyword: str, before: object, after: object) -> str:
    """Return what a keyword is now, and what it was."""
    if before is None:
        return f"has the {keyword} {shown(after)} now, there was none"
    if after is None:
        return f"has no {keyword} any more, it was {shown(before)}"
    return f"has the {keyword} {shown(after)} now, it was {shown(before)}"


def _divides(step: object, whole: object) -> bool:
    if not isinstance(step, int | float) or not isinstance(whole, int | float):
        return False
    try:
        return whole % step == 0
    except (OverflowError, ZeroDivisionError):
        return False


def _type_of(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "integer" if value.is_integer() else "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"

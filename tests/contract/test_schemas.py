"""What a change of an input schema does to a caller."""

from __future__ import annotations

from typing import Any

import pytest

from webmcp_lint.contract.differences import Side
from webmcp_lint.contract.schemas import compare_schemas

Json = Any
TEXT = {"type": "string", "description": "What to do."}


def told(old: Json, new: Json, *, before: tuple[str, ...] = (), now: tuple[str, ...] = ()) -> list[str]:
    """Return what differs, a line each; `before` and `now` are pointers of what could not be read."""
    one, other = (
        Side.of(schema, [f"/input_schema{at}" for at in unread]) for schema, unread in ((old, before), (new, now))
    )
    return [
        f"{'unknown' if each.severity is None else each.severity} {each.pointer or '/'}: {each.message}"
        for each in compare_schemas(one, other)
    ]


def of(required: tuple[str, ...] = (), **properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(required)}


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (of(), of(a=TEXT), ["harmless /properties/a: is new, and optional"]),
        (of(), of(("a",), a=TEXT), ["breaking /properties/a: is new, and required"]),
        (of(a=TEXT), of(), ["breaking /properties/a: removed: a value for it is refused or ignored"]),
        (of(a=TEXT), of(b=TEXT), ["breaking /properties/a: renamed to `b`"]),
        (of(a=TEXT), of(("a",), a=TEXT), ["breaking /properties/a: is now required"]),
        (of(("a",), a=TEXT), of(a=TEXT), ["harmless /properties/a: is no longer required"]),
        (of(), of(("a",)), ["breaking /properties/a: is now required"]),
        (None, of(("a",), a=TEXT), ["breaking /properties/a: is new, and required"]),
        (None, {"type": "object", "properties": {}}, []),
        ({"properties": {"a": TEXT}}, of(a=TEXT), []),
    ],
)
def test_parameters(old: Json, new: Json, expected: list[str]) -> None:
    assert told(old, new) == expected


def test_a_parameter_is_renamed_only_where_one_can_be_meant() -> None:
    assert "renamed" not in str(told(of(a=TEXT), of(b=TEXT, c=TEXT)))
    assert "renamed" not in str(told(of(a={"type": "string"}), of(b={"type": "string"})))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"type": "string"}, {"type": "number"}, "breaking /type: has the type `number` now, it was `string`"),
        ({"type": "integer"}, {"type": "number"}, "harmless /type: has the type `number` now, it was `integer`"),
        ({"type": "number"}, {"type": "integer"}, "breaking /type: has the type `integer` now, it was `number`"),
        ({"type": "string"}, {"type": ["string", "null"]}, "harmless /type: has the type `null` or `string` now, it was `string`"),
        ({}, {"type": "string"}, "breaking /type: has the type `string` now, it was any"),
        ({"type": "string"}, True, "harmless /type: has the type any now, it was `string`"),
        ({"enum": ["a"]}, {"type": "string", "enum": ["a"]}, ""),
        ({"enum": ["a", "b"]}, {"enum": ["b"]}, 'breaking /enum: no longer takes `"a"`'),
        ({"enum": ["a"]}, {"enum": ["b", "a"]}, 'harmless /enum: takes `"b"` too'),
        ({"enum": ["a", "b"]}, {"enum": ["b", "a"]}, ""),
        ({"enum": [1]}, {"enum": [1.0]}, ""),
        ({"type": "string"}, {"type": "string", "enum": ["a"]}, 'breaking /enum: takes `"a"` only'),
        ({"type": "string", "enum": ["a"]}, {"type": "string"}, "harmless /enum: takes other values too"),
        ({"const": "a"}, {"anyOf": [{"const": "a"}, {"const": "b"}]}, 'harmless /enum: takes `"b"` too'),
        ({"minimum": 1}, {"minimum": 2}, "breaking /minimum: has the minimum `2` now, it was `1`"),
        ({"minimum": 1}, {"minimum": 0.5}, "harmless /minimum: has the minimum `0.5` now, it was `1`"),
        ({}, {"maxLength": 9}, "breaking /maxLength: has the maxLength `9` now, there was none"),
        ({"maxLength": 9}, {}, "harmless /maxLength: has no maxLength any more, it was `9`"),
        ({}, {"pattern": "a"}, 'breaking /pattern: has the pattern `"a"` now, there was none'),
        ({"pattern": "a"}, {"pattern": "b"}, 'risky /pattern: has the pattern `"b"` now, it was `"a"`'),
        ({"format": "date"}, {"format": "time"}, 'breaking /format: has the format `"time"` now, it was `"date"`'),
        ({"multipleOf": 4}, {"multipleOf": 2}, "harmless /multipleOf: has the multipleOf `2` now, it was `4`"),
        ({"multipleOf": 2}, {"multipleOf": 4}, "breaking /multipleOf: has the multipleOf `4` now, it was `2`"),
        ({"default": 1}, {"default": 2}, "risky /default: has the default `2` now, it was `1`"),
        ({}, {"default": 2}, "harmless /default: has the default `2` now, there was none"),
        ({"description": "A red one."}, {"description": "A blue one."}, "risky /description: description rewritten"),
        ({"description": "A red one"}, {"description": "The red ones."}, "harmless /description: description reworded"),
        ({"description": "x"}, {}, "risky /description: description removed"),
        ({}, {"description": "x"}, "harmless /description: description added"),
        ({}, {"additionalProperties": False}, "breaking /additionalProperties: refuses parameters that it does not name"),
        ({"additionalProperties": False}, {}, "harmless /additionalProperties: takes parameters that it does not name"),
        ({}, {"additionalProperties": {}}, "risky /additionalProperties: has another `additionalProperties`, which may take less than before"),
        ({}, {"not": {}}, "risky /not: has another `not`, which may take less than before"),
        ({"$schema": "a"}, {"$schema": "b"}, ""),
        ({}, False, "risky /: has another schema, which may take less than before"),
        ({"items": {"type": "string"}}, {"items": {"type": "number"}}, "breaking /items/type: has the type `number` now, it was `string`"),
        (
            {"anyOf": [{"type": "string"}]},
            {"anyOf": [{"type": "number"}]},
            "risky /anyOf: has another `anyOf`, which may take less than before",
        ),
    ],
)  # fmt: skip
def test_one_parameter(old: Json, new: Json, expected: str) -> None:
    lines = told({"properties": {"a": old}}, {"properties": {"a": new}})
    assert [line.replace("/properties/a", "", 1).replace(" :", " /:") for line in lines] == [expected] * bool(expected)


A = "/properties/a"


@pytest.mark.parametrize(
    ("old", "new", "before", "now", "expected"),
    [
        (of(a=TEXT), of(a=None), (), (A,), ["unknown /properties/a: the schema could not be read on one side"]),
        (of(a=TEXT), of(), (), ("/properties",), ["unknown /properties/a: whether it is still there could not be read on one side"]),
        (of(), of(("a",), a=TEXT), ("/properties",), (), ["unknown /properties/a: whether it was there could not be read on one side"]),
        (of(a=TEXT), of(("a",), a=TEXT), ("/required",), (), ["unknown /properties/a: whether it was required could not be read on one side"]),
        (of(a=TEXT), of(("a",), a=TEXT), (), ("/required",), ["breaking /properties/a: is now required"]),
        (
            of(a={"enum": ["x", "y"]}),
            of(a={"enum": ["x", None]}),
            (),
            (f"{A}/enum/1",),
            ["unknown /properties/a/enum: its list of values could not be read on one side"],
        ),
        (
            of(a=TEXT | {"minLength": 3}),
            of(a=TEXT | {"minLength": None}),
            (),
            (f"{A}/minLength",),
            ["unknown /properties/a/minLength: its `minLength` could not be read on one side"],
        ),
        (of(a=TEXT), of(a={}), (), (A,), ["unknown /properties/a: all of the schema could not be read on one side"]),
        (of(a=TEXT), None, (), ("",), ["unknown /: the schema could not be read on one side"]),
    ],
)  # fmt: skip
def test_what_could_not_be_read_is_no_change(
    old: Json, new: Json, before: tuple[str, ...], now: tuple[str, ...], expected: list[str]
) -> None:
    assert told(old, new, before=before, now=now) == expected


def test_depth_is_bounded() -> None:
    old: Json = {"type": "string"}
    new: Json = {"type": "number"}
    for _ in range(60):
        old, new = {"items": old}, {"items": new}
    (line,) = told(old, new)
    assert line.endswith("/items: has another schema, which may take less than before")

"""Values beside their constraints, patterns and formats."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings, fixed, messages, properties
from webmcp_lint.findings import Level
from webmcp_lint.located import Json
from webmcp_lint.rules.schema.contradictory_constraint import contradictory_constraint
from webmcp_lint.rules.schema.values import mismatch


@pytest.mark.parametrize(
    ("value", "keywords", "reason"),
    [
        (1.0, {"type": "integer"}, None),
        (1.5, {"type": "integer"}, "is not of type `integer`"),
        (True, {"type": "integer"}, "is not of type `integer`"),
        (True, {"type": ["string", "number"]}, "is not of type `string` or `number`"),
        (None, {"type": ["string", "null"]}, None),
        ("x", {"type": "int"}, None),
        ("x", {"type": ["int", "number"]}, None),
        ("x", {}, None),
        (5, {"minimum": 5, "maximum": 5}, None),
        (5, {"exclusiveMinimum": 5}, "is outside `exclusiveMinimum: 5`"),
        (5, {"maximum": 4.5}, "is outside `maximum: 4.5`"),
        ("x", {"minimum": 5}, None),
        ("𝒳𝒴", {"minLength": 2, "maxLength": 2}, None),
        ("ab", {"minLength": 3}, "is shorter than `minLength`"),
        ([1, 2], {"maxItems": 1}, "is longer than `maxItems`"),
        (True, {"minimum": 5, "minLength": 5}, None),
    ],
)
def test_values(value: Json, keywords: dict[str, Json], reason: str | None) -> None:
    assert mismatch(value, keywords) == reason


@pytest.mark.parametrize("value", [1, "a", None])
def test_values_that_are_listed(value: Json) -> None:
    assert mismatch(value, {}, among=[1.0, "a", None]) is None
    assert mismatch(value, {}, among=[True, "b", False]) == "is not among the values it lists"


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ("minItems: 3, maxItems: 2", "3"),
        ("minimum: 5, exclusiveMaximum: 5", "5"),
        ("exclusiveMinimum: 0, exclusiveMaximum: 0", "0"),
        ("type: 'number', enum: ['1', '2']", "'1'"),
        ("const: 'a', enum: ['b']", "'a'"),
        ("const: 'a', default: 'b'", "'b'"),
        ("type: 'string', maxLength: 2, default: 'abc'", "'abc'"),
        ("type: 'string', pattern: '(?i)abc'", "'(?i)abc'"),
        ("type: 'string', pattern: '[z-a]'", "'[z-a]'"),
        ("patternProperties: { '(': {} }", "'('"),
        ("type: 'array', items: { minLength: 2, maxLength: 1 }", "2"),
    ],
)
def test_contradictions(written: str, place: str) -> None:
    (finding,) = findings(contradictory_constraint, properties(f"a: {{ {written} }}"))
    assert finding.location.text == place
    assert finding.level is None


@pytest.mark.parametrize(
    "written",
    [
        "minimum: 5, maximum: 5",
        "minimum: 5, maximum: await most()",
        "type: await kind(), enum: [1]",
        "enum: [...await all()]",
        "enum: ['a', ...await more()], default: 'b'",
        "type: 'string', maxLength: 1, ...await more(), default: 'abc'",
        "type: 'array', minItems: 2, default: [...await all()]",
        "type: ['array', 'null'], default: null",
        "type: 'string', nullable: true, enum: ['a', null]",
        "type: 'string', format: 'x-own-format'",
        "type: 'string', format: 'YYYY-MM-DD'",
        r"type: 'string', pattern: '^\\p{L}+[\\w.-]*$'",
        "default: 'abc'",
    ],
)
def test_no_contradiction(written: str) -> None:
    assert messages(contradictory_constraint, properties(f"a: {{ {written} }}")) == []


def test_needless_escapes_and_empty_defaults_are_warnings() -> None:
    written = r"a: { pattern: '^a\\-b\\@c$' }, b: { type: 'string', default: null }, c: { enum: ['x'], default: '' }"
    assert [each.level for each in findings(contradictory_constraint, properties(written))] == [Level.WARNING] * 3


def test_a_regular_expression_as_format() -> None:
    found = findings(contradictory_constraint, properties(r"a: { type: 'string', 'format': '\\d+' }"))
    assert r"'pattern': '\\d+'" in fixed(found)
    for written in (r"format: '^\\d+$', pattern: '.'", "format: '^[z-a]$'"):
        (finding,) = findings(contradictory_constraint, properties(f"a: {{ type: 'string', {written} }}"))
        assert finding.fix is None

"""Parameters without a type, keys that are there twice, and what clients refuse."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings, messages, properties, tool
from webmcp_lint.findings import Level
from webmcp_lint.rules import Rule, all_rules
from webmcp_lint.rules.schema.client_unsupported_schema import client_unsupported_schema
from webmcp_lint.rules.schema.duplicate_schema_key import duplicate_schema_key
from webmcp_lint.rules.schema.undeclared_required import undeclared_required
from webmcp_lint.rules.schema.untyped_parameter import untyped_parameter


@pytest.mark.parametrize(
    "written",
    [
        "a: { ...await more() }",
        "a: await one()",
        "items: { type: 'object', properties: { items: { type: 'string' } } }",
        "properties: { type: 'array', items: {} }",
        "a: { allOf: [{ properties: { b: { minLength: 1 } } }] }",
        "a: { type: 'array', prefixItems: [{}] }",
        "a: { type: ['array', 'null'] }",
    ],
)
def test_typed(written: str) -> None:
    assert messages(untyped_parameter, properties(written)) == []


@pytest.mark.parametrize(
    ("written", "message", "help_"),
    [
        ("a: {}", "`a` has no type", 'add `type: "string"`, or what else it takes'),
        ("a: { properties: { b: { type: 'string' } } }", "`a` has no type", 'add `type: "object"`'),
        ("a: { type: 'object', properties: { b: { maximum: 1 } } }", "`b` has no type", 'add `type: "number"`'),
        (
            "a: { type: 'array', items: { type: 'array' } }",
            "an item of `a` is an array of nobody knows what",
            'add `items: { type: "string" }`, or what else it holds',
        ),
    ],
)
def test_untyped(written: str, message: str, help_: str) -> None:
    (finding,) = findings(untyped_parameter, properties(written))
    assert (finding.message, finding.help) == (message, help_)


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ("a: { type: 'string', type: 'number' }", ["type"]),
        ("a: {}, 'a': {}, ['a']: {}", ["'a'", "['a']"]),
        ("'x/y~z': {}, 'x/y~z': {}", ["'x/y~z'"]),
        ("...{ a: {} }, a: {}", []),
        ("a: {}, ...{ a: {} }", []),
        ("a: { type: 'string' }, b: { type: 'string' }", []),
    ],
)
def test_duplicate_keys(written: str, places: list[str]) -> None:
    assert [each.location.text for each in findings(duplicate_schema_key, properties(written))] == places


def test_a_key_that_is_set_again_later_is_no_duplicate() -> None:
    source = "const a = { type: 'string' };\na.type = 'number';\na.type = 'integer';\n" + properties("a")
    assert messages(duplicate_schema_key, source) == []


UNION = tool("{ type: 'object', properties: { a: { const: 1 } }, anyOf: [{ required: ['a'] }] }")


def test_configured_clients_refuse_each_keyword_and_others_are_noted_once() -> None:
    errors = findings(client_unsupported_schema, UNION, clients="claude,gemini")
    assert [(each.location.text, each.level) for each in errors] == [("anyOf", Level.ERROR), ("const", Level.ERROR)]
    (note,) = findings(client_unsupported_schema, UNION)
    assert note.level is Level.NOTE
    assert [each.message for each in note.related] == ["Gemini refuses this as well"]


def test_parameters_with_the_names_of_keywords_are_no_keywords() -> None:
    written = "const: { type: 'string' }, anyOf: { type: 'string' }, examples: { type: 'string', enum: ['const'] }"
    assert findings(client_unsupported_schema, properties(written), clients="claude,gemini") == []


def test_strict_mode_wants_closed_objects_at_every_depth() -> None:
    inner = "{ type: 'object', properties: { b: { type: 'string' } }, required: ['b'] }"
    source = tool(f"{{ type: 'object', properties: {{ a: {inner} }}, required: ['a'], additionalProperties: false }}")
    assert messages(client_unsupported_schema, source, "openai") == [
        "the strict mode of OpenAI does not take `a`, which may have other parameters"
    ]
    closed = source.replace("required: ['b']", "required: ['b'], additionalProperties: false")
    assert messages(client_unsupported_schema, closed, "openai") == []


@pytest.mark.parametrize(
    "rule", [each for each in all_rules() if each.category == "schema"], ids=lambda rule: rule.name
)
@pytest.mark.parametrize("value", ["{}", "[[{}], [], null]", "1n", "NaN", "'\\ud800'", "await one()", "() => 1"])
def test_no_rule_stumbles_over_what_stands_in_the_place_of_a_keyword(rule: Rule, value: str) -> None:
    keywords = ("type", "enum", "required", "properties", "items", "format", "pattern", "default", "minimum", "maximum")
    odd = ", ".join(f"{keyword}: {value}" for keyword in (*keywords, "description", "anyOf", "$schema", "const"))
    found = findings(rule, tool(f"{{ {odd} }}") + properties(f"a: {{ {odd} }}"), "claude,openai")
    assert all(each.location.text for each in found)


def test_many_wrong_names_are_all_named() -> None:
    names = ", ".join(f"p{number}: {{ type: 'string' }}" for number in range(500))
    required = ", ".join(f"'q{number}'" for number in range(500))
    source = tool(f"{{ type: 'object', properties: {{ {names} }}, required: [{required}] }}")
    assert len(messages(undeclared_required, source)) == 500

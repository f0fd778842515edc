"""Level by level, the metaschema refuses what it refuses as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.rules.schema.scripts import findings, messages, page, properties, tool
from webmcp_lint.located import Json, Schema, Unknown
from webmcp_lint.rules.schema.contract import Contract, Part
from webmcp_lint.rules.schema.invalid_json_schema import invalid_json_schema
from webmcp_lint.rules.schema.metaschema import violations
from webmcp_lint.source import SourceFile

UNKNOWN = Unknown("comes from fetch()", SourceFile("main.js", "").location(0, 0))
(TOOL,) = page(main=tool("{}")).tools

VALUES: st.SearchStrategy[Json] = st.one_of(
    st.booleans(),
    st.none(),
    st.integers(-2, 3),
    st.floats(-1, 1),
    st.sampled_from(["string", "int", "a", "#x", ""]),
    st.lists(st.sampled_from(["string", "a", "a", 1]), max_size=3),
)
PLAIN = ("type", "required", "enum", "const", "minLength", "multipleOf", "pattern", "title", "default", "uniqueItems")
OTHER = ("dependentRequired", "$id", "$anchor", "$ref", "examples", "unknown", "format", "deprecated", "minContains")
ONE = ("items", "not", "if", "contains", "propertyNames", "additionalProperties", "unevaluatedItems", "contentSchema")
NAMED = ("properties", "$defs", "patternProperties", "dependentSchemas", "definitions")
LISTED = ("anyOf", "allOf", "oneOf", "prefixItems")


def schemas(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[dict[str, Json]]:
    names = st.sampled_from(["a", "type", "properties", "$ref"])
    return st.builds(
        lambda plain, one, named, listed: {**plain, **one, **named, **listed},
        st.dictionaries(st.sampled_from([*PLAIN, *OTHER]), VALUES, max_size=3),
        st.dictionaries(st.sampled_from(ONE), inner, max_size=1),
        st.dictionaries(st.sampled_from(NAMED), st.dictionaries(names, inner, max_size=2), max_size=1),
        st.dictionaries(st.sampled_from(LISTED), st.lists(inner, max_size=2), max_size=1),
    )


@given(schemas(st.recursive(VALUES, schemas, max_leaves=6)))
@settings(deadline=None)
def test_levels_are_as_strict_as_the_whole(schema: dict[str, Json]) -> None:
    levels = Contract(TOOL, Schema(schema), Part("", schema, "root")).parts()
    found = any(list(violations(level.keywords)) for level in levels)
    assert found != Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)


@pytest.mark.parametrize(
    "keywords",
    [
        {"type": UNKNOWN},
        {"type": ["string", UNKNOWN]},
        {"properties": UNKNOWN},
        {"properties": {"a": UNKNOWN}},
        {"required": ["a", UNKNOWN, "b"]},
        {"minLength": UNKNOWN},
        {"anyOf": [UNKNOWN]},
        {"$id": UNKNOWN},
    ],
)
def test_what_is_unknown_is_not_refused(keywords: dict[str, Json]) -> None:
    assert list(violations(keywords)) == []


def test_a_known_list_of_unknown_things_is_still_a_list() -> None:
    assert [each.at for each in violations({"properties": [UNKNOWN]})] == ["/properties"]


@pytest.mark.parametrize(
    ("written", "message", "help_"),
    [
        ('{ type: "String" }', 'the `type` of `a` is `"String"`', 'write `"string"`'),
        ('{ type: "email" }', 'the `type` of `a` is `"email"`', 'write `type: "string", format: "email"`'),
        ('{ type: "any" }', 'the `type` of `a` is `"any"`', "leave `type` out where any value will do"),
        ("{ type: null }", "the `type` of `a` is `null`", "write one of "),
        ("{ type: [] }", "the `type` of `a` is an empty list", "name each type once"),
        ("{ required: true }", "`required` of `a` is `true`", 'write `required: ["a"]` beside the `properties`'),
        ("{ required: false }", "`required` of `a` is `false`", "leave it out"),
        ('{ items: { type: "int" } }', 'the `type` of an item of `a` is `"int"`', 'write `"integer"`'),
        ("{ minimum: '1' }", 'the `minimum` of `a` is `"1"`', "write a number"),
        ("{ enum: 'x' }", 'the `enum` of `a` is `"x"`', "write a list of values"),
        ("'string'", 'the `properties.a` of the input schema is `"string"`', 'write `{ type: "string" }`'),
    ],
)
def test_messages_name_the_node(written: str, message: str, help_: str) -> None:
    (finding,) = findings(invalid_json_schema, properties(f"a: {written}"))
    assert finding.message == message
    assert finding.help is not None
    assert finding.help.startswith(help_)


def test_another_dialect_is_taken_at_its_word() -> None:
    schema = "{{ $schema: 'http://json-schema.org/draft-{}/schema#', type: 'object', properties: {{ a: {} }} }}"
    assert messages(invalid_json_schema, tool(schema.format("07", "{ items: [{}] }"))) == []
    assert messages(invalid_json_schema, tool(schema.format("04", "{ exclusiveMinimum: true }"))) == []
    assert len(messages(invalid_json_schema, tool(schema.format("07", "{ type: 'int' }")))) == 1


def test_a_list_that_may_go_on_is_not_too_short() -> None:
    assert messages(invalid_json_schema, properties("a: { anyOf: [...await more()] }")) == []
    assert len(messages(invalid_json_schema, properties("a: { anyOf: [] }"))) == 1

"""Where faults of schemas are shown, and where a fix may be offered."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings, fixed, messages, page, properties, tool
from webmcp_lint.rules.schema.contract import contracts
from webmcp_lint.rules.schema.invalid_json_schema import invalid_json_schema
from webmcp_lint.rules.schema.missing_additional_properties import missing_additional_properties
from webmcp_lint.rules.schema.schema_not_object import schema_not_object
from webmcp_lint.rules.schema.undeclared_required import undeclared_required

QUANTITY = '{ type: "int" }'


def test_a_fault_in_another_place_shows_the_call_and_has_no_fix() -> None:
    (finding,) = findings(invalid_json_schema, f"const quantity = {QUANTITY};\n" + properties("quantity"))
    assert finding.location.text == '"int"'
    assert [each.message for each in finding.related] == ["registered here"]
    assert finding.fix is None


def test_a_fault_in_the_call_itself_has_a_fix() -> None:
    (finding,) = findings(invalid_json_schema, properties(f"quantity: {QUANTITY}"))
    assert finding.related == ()
    assert finding.fix is not None


def test_a_part_that_tools_share_is_one_place() -> None:
    shared = f'const schema = {{ type: "object", properties: {{ quantity: {QUANTITY} }} }};\n'
    (finding,) = findings(invalid_json_schema, shared + tool("schema", "one") + tool("schema", "two"))
    assert finding.location.text == '"int"'


def test_a_part_of_another_file_is_shown_there() -> None:
    source = 'import { quantity } from "./other.js";\n' + properties("quantity")
    (finding,) = findings(invalid_json_schema, source, other=f"export const quantity = {QUANTITY};")
    assert finding.location.file.path == "other.js"
    assert finding.fix is None


@pytest.mark.parametrize(
    "context", ["document.modelContext ?? navigator.modelContext", "document.modelContext"], ids=["two ways", "one"]
)
def test_ways_to_the_same_literal_are_one(context: str) -> None:
    source = properties(f"quantity: {QUANTITY}").replace("document.modelContext", "mc")
    (finding,) = findings(invalid_json_schema, f"const mc = {context};\n{source}")
    assert finding.fix is not None


def test_a_text_that_is_put_together_is_not_rewritten() -> None:
    (finding,) = findings(invalid_json_schema, properties('quantity: { type: "in" + "t" }'))
    assert finding.fix is None


def test_what_is_added_looks_like_what_is_there() -> None:
    quoted = tool('{\r\n  "type": "object",\r\n  "properties": { "a": { "type": "string" } }\r\n}')
    assert '\r\n  "additionalProperties": false,\r\n  "properties"' in fixed(
        findings(missing_additional_properties, quoted)
    )
    one_line = properties('a: { type: "string" }')
    assert 'type: "object", additionalProperties: false, properties:' in fixed(
        findings(missing_additional_properties, one_line)
    )


def test_forms_and_converted_schemas_are_not_written_by_hand() -> None:
    zod = 'import { z } from "zod";\nimport { useWebMCP } from "@mcp-b/react-webmcp";\n'
    call = 'useWebMCP({ name: "tool", description: "Does it.", inputSchema: { a: z.string() }, handler: run });'
    assert [each.tool.label for each in contracts(page(main=zod + call))] == []
    assert [each.tool.label for each in contracts(page(main=properties("")))] == ["tool"]


def test_what_a_library_completes_is_left_to_it() -> None:
    source = 'import { useWebMCP } from "@mcp-b/react-webmcp";\n'
    call = 'useWebMCP({ name: "tool", description: "Does it.", inputSchema: { properties: {} }, handler: run });'
    assert messages(schema_not_object, source + call) == []


def test_a_map_of_strings_is_no_list_of_parameters() -> None:
    assert messages(schema_not_object, tool('{ additionalProperties: { type: "string" } }')) == [
        'the input schema lacks `type: "object"`'
    ]
    assert messages(schema_not_object, tool('{ description: { type: "string" } }')) == [
        "the input schema is a bare list of parameters, with `description` where a keyword belongs"
    ]


@pytest.mark.parametrize(
    "rest",
    [
        "...await more()",
        "patternProperties: { '^x': {} }",
        "additionalProperties: { type: 'string' }",
        "allOf: [{ properties: { b: {} } }]",
        "$ref: '#/$defs/more'",
    ],
)
def test_a_name_may_be_declared_elsewhere(rest: str) -> None:
    source = tool(f"{{ type: 'object', properties: {{ a: {{ type: 'string' }} }}, required: ['b'], {rest} }}")
    assert messages(undeclared_required, source) == []


def test_the_nearest_name_is_one_that_is_free() -> None:
    source = tool("{ type: 'object', properties: { userId: {}, userIds: {} }, required: ['userId', 'user_ids'] }")
    assert "required: ['userId', 'userIds']" in fixed(findings(undeclared_required, source))

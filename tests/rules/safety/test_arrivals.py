"""Which parameters may bring what becomes markup or an address, by what the schema lets through."""

from __future__ import annotations

import json

import pytest

from tests.rules.schema.scripts import messages
from webmcp_lint.rules.safety.html_from_input import html_from_input
from webmcp_lint.rules.safety.url_from_input import url_from_input


def source(schema: str, body: str) -> str:
    properties = f'inputSchema: {{ type: "object", properties: {{ a: {schema} }} }}'
    return f'document.modelContext.registerTool({{ name: "t", description: "d", {properties}, execute: ({{ a }}) => {{ {body} }} }});'


@pytest.mark.parametrize(
    ("schema", "is_reported"),
    [
        ('{ type: "string" }', True),
        ("{}", True),
        ('{ type: ["string", "null"] }', True),
        ('{ enum: ["/a", "/b"] }', False),
        ('{ type: "string", enum: PAGES }', False),
        ('{ const: "/a" }', False),
        ('{ anyOf: [{ const: "/a" }, { const: "/b" }] }', False),
        ('{ oneOf: [{ type: "integer" }, { type: "string", enum: ["/a"] }] }', False),
        ('{ anyOf: [{ const: "/a" }, { type: "string" }] }', True),
        ('{ allOf: [{ type: "string" }, { enum: ["/a"] }] }', False),
        ('{ $ref: "#/$defs/page" }', False),
        ("shape", False),
        ('{ type: "integer" }', False),
        ('{ type: "string", pattern: "^[a-z-]+$" }', False),
        ('{ type: "string", pattern: "^/[a-z/]*$" }', False),
        ('{ type: "string", pattern: "^https://example\\\\.com/" }', False),
        ('{ type: "string", pattern: PATTERN }', False),
        ('{ type: "string", pattern: "^https?://" }', True),
        ('{ type: "string", pattern: "^https?:\\\\/\\\\/.+$" }', True),
        ('{ type: "string", pattern: "^(http|https)://\\\\S+$" }', True),
        ('{ type: "string", pattern: ".*" }', True),
        ('{ type: "string", pattern: "^.+$" }', True),
        ('{ type: "string", pattern: "\\\\.example\\\\.com" }', True),
    ],
)
def test_addresses(schema: str, *, is_reported: bool) -> None:
    reported = messages(url_from_input, source(schema, "location.href = a"))
    assert reported == ["`a` is the whole address for `location.href`"] * is_reported


@pytest.mark.parametrize(
    ("pattern", "is_reported"),
    [("^[a-z]+$", False), ("[a-z]", False), ("^https?://", False), (".*", True), ("^(.+)$", True)],
)
def test_markup(pattern: str, *, is_reported: bool) -> None:
    schema = f'{{ type: "string", pattern: {json.dumps(pattern)} }}'
    reported = messages(html_from_input, source(schema, "document.body.innerHTML = a"))
    assert reported == ["`a` becomes HTML by `innerHTML`"] * is_reported

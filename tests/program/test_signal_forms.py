"""The tools that Angular makes of signal forms: names, and the schemas that it infers from the models.

What is expected was read in `inferSchemaFromFieldNode` of @angular/forms 22.2.
"""

from __future__ import annotations

import pytest

from tests.program.reading import documents, tools
from webmcp_lint.located import Json
from webmcp_lint.site.sinks import registrations
from webmcp_lint.site.surface import tools_of
from webmcp_lint.site.tool import Tool

IMPORTS = """
import {signal, linkedSignal, computed} from '@angular/core';
import {form, required, min, apply, applyEach, validate} from '@angular/forms/signals';
"""
TOOL = "{experimentalWebMcpTool: {name: 't', description: 'd'}}"
TEXT: Json = {"type": "string"}
NUMBER: Json = {"type": "number"}
TRUTH: Json = {"type": "boolean"}


def read(source: str) -> Tool:
    project, (path,) = documents({"main.ts": IMPORTS + source})
    found = [each for tree in project.trees(path) for each in registrations(project.analysis, tree)]
    ((tool,), _) = tools_of(project.analysis, found)
    return tool


def an_object(required: list[Json], **properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TOOLS = [
    (f"form(signal({{a: ''}}), {TOOL})", an_object([], a=TEXT)),
    (f"form(signal({{a: 1, b: true, c: -0.5}}), {TOOL})", an_object([], a=NUMBER, b=TRUTH, c=NUMBER)),
    (f"form(signal({{a: ''}}), f => {{ required(f.a) }}, {TOOL})", an_object(["a"], a=TEXT)),
    (f"form(signal({{a: ''}}), f => required(f.a, {{message: 'Say it.'}}), {TOOL})", an_object(["a"], a=TEXT)),
    (f"form(signal({{a: 1}}), (f) => {{ min(f.a, 1); validate(f.a, check) }}, {TOOL})", an_object([], a=NUMBER)),
    (f"class A {{ m = signal({{a: ''}}); f = form(this.m, {TOOL}) }}", an_object([], a=TEXT)),
    (f"form(linkedSignal(() => ({{a: ''}})), {TOOL})", an_object([], a=TEXT)),
    (
        f"form(signal({{a: {{b: ''}}}}), f => {{ required(f.a.b); required(f.a) }}, {TOOL})",
        an_object(["a"], a=an_object(["b"], b=TEXT)),
    ),
    (
        f"form(signal({{a: {{b: ''}}}}), f => {{ apply(f.a, a => {{ required(a.b) }}) }}, {TOOL})",
        an_object([], a=an_object(["b"], b=TEXT)),
    ),
    (
        f"form(signal({{a: [{{b: ''}}]}}), f => {{ applyEach(f.a, a => {{ required(a.b) }}) }}, {TOOL})",
        an_object([], a={"type": "array", "items": an_object(["b"], b=TEXT)}),
    ),
]

PARTLY = [
    (f"form(signal({{a: x}}), {TOOL})", "/properties/a"),
    (f"form(computed(() => 1), {TOOL})", ""),
    (f"form(signal({{a: ''}}), f => {{ required(f.a, {{when: () => x}}) }}, {TOOL})", "/required"),
    (f"form(signal({{a: ''}}), f => {{ if (x) required(f.a) }}, {TOOL})", "/required"),
    (f"form(signal({{a: ''}}), f => {{ mine(f) }}, {TOOL})", "/required"),
    (f"form(signal({{a: ''}}), rules, {TOOL})", "/required"),
]

NONE = [
    "form(signal({a: ''}))",
    "form(signal({a: ''}), {name: 'a'})",
    "const TOOL = 'experimentalWebMcpTool'; form(signal({a: ''}), f => required(f.a), {name: TOOL})",
    f"form(signal({{a: null}}), {TOOL})",
    f"form(signal({{a: []}}), {TOOL})",
    f"form(signal({{a: {{b: undefined}}}}), {TOOL})",
    f"other.form(signal({{a: ''}}), {TOOL})",
]


@pytest.mark.parametrize(("source", "schema"), TOOLS)
def test_a_form_is_a_tool_with_the_fields_of_its_model(source: str, schema: Json) -> None:
    tool = read(source)
    assert (tool.name.known, tool.description.known) == ("t", "d")
    assert tool.schema is not None
    assert tool.schema.value == schema
    assert not [*tool.schema.unknowns()]


@pytest.mark.parametrize(("source", "pointer"), PARTLY)
def test_what_cannot_be_told_of_a_form_is_unknown(source: str, pointer: str) -> None:
    tool = read("import {x, rules} from 'elsewhere'; " + source)
    assert tool.schema is not None
    assert [at for at, _ in tool.schema.unknowns()] == [pointer]


@pytest.mark.parametrize("source", NONE)
def test_a_form_without_a_tool_or_a_schema_is_none(source: str) -> None:
    assert tools({"main.ts": IMPORTS + source}) == []

"""The input contract beside what `execute` does, beyond the examples of the rules' pages."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings, fixed
from webmcp_lint.findings import Level
from webmcp_lint.program import inputs
from webmcp_lint.rules.safety.html_from_input import html_from_input
from webmcp_lint.rules.safety.proxy_tool import proxy_tool
from webmcp_lint.rules.schema.missing_additional_properties import missing_additional_properties
from webmcp_lint.rules.schema.missing_input_schema import missing_input_schema
from webmcp_lint.rules.schema.undeclared_input import undeclared_input
from webmcp_lint.rules.schema.unguarded_optional_input import unguarded_optional_input
from webmcp_lint.rules.schema.unused_parameter import unused_parameter

TAGS = "{ type: 'object', properties: { tags: { type: 'array', items: {}, default: [] } } }"


def tool(execute: str, schema: str = "{ type: 'object', properties: { some_name: { type: 'string' } } }") -> str:
    return (
        'document.modelContext.registerTool({ name: "t", description: "Does it.", '
        f"inputSchema: {schema}, execute: {execute} }});\n"
    )


@pytest.mark.parametrize(
    ("execute", "mended"),
    [
        ("(input) => input.someName", "(input) => input.some_name"),
        ("(input) => input['someName']", "(input) => input['some_name']"),
        ("({ someName }) => someName", "({ some_name: someName }) => someName"),
        ("({ someName: x }) => x", "({ some_name: x }) => x"),
        ("({ someName = 1 }) => someName", "({ some_name: someName = 1 }) => someName"),
    ],
)
def test_reads_are_renamed(execute: str, mended: str) -> None:
    assert fixed(findings(undeclared_input, tool(execute))) == tool(mended)


@pytest.mark.parametrize(
    "execute",
    [
        "(input) => input.some_name",
        "(input) => { input.extra = 1; return input.extra }",
        "(input) => ('other' in input ? 1 : 2)",
        "(input) => input.other ?? input.some_name",
        "(input) => check(input) && input.other",
        "(input) => input.toString()",
        "(input) => runs[kind](input)",
    ],
)
def test_reads_that_are_no_fault(execute: str) -> None:
    source = f"const runs = {{ a: (i) => i.x, b: (i) => i.y }};\n{tool(execute)}"
    assert findings(undeclared_input, source) == []


def test_a_function_that_tools_share() -> None:
    source = """
        const run = (kind) => (input) => (kind.isText ? input.text : input.size);
        const schema = (name) => ({ type: "object", properties: { [name]: { type: "string" } } });
        for (const kind of await kinds()) {
          const add = (name, key) => document.modelContext.registerTool({
            name, description: "Does it.", inputSchema: schema(key), execute: run(kind) });
          add("a", "text");
          add("b", "size");
        }
    """
    assert findings(undeclared_input, source) == []


def test_what_was_not_looked_at_may_test_an_input(monkeypatch: pytest.MonkeyPatch) -> None:
    source = tool("({ tags }) => { const a = tags.join(); if (tags) return [tags, a]; return tags; }", TAGS)
    untested = tool("({ tags }) => tags.join()", TAGS)
    assert [len(findings(unguarded_optional_input, each)) for each in (source, untested)] == [0, 1]
    monkeypatch.setattr(inputs, "MAX_STEPS", 0)
    assert [len(findings(unguarded_optional_input, each)) for each in (source, untested)] == [0, 0]


def test_all_tools_together_are_looked_at_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "LEAST_STEPS", 0)
    monkeypatch.setattr(inputs, "MAX_ALL_STEPS", 2)
    registered = tool("({ tags }) => tags.join()", TAGS)
    assert len(findings(unguarded_optional_input, registered)) == 1
    assert len(findings(unguarded_optional_input, registered + registered.replace("tags.join", "tags.map"))) == 1


def test_mentions_of_a_name_count_as_what_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    source = tool(f"({{ tags }}) => {{ {'tags; ' * 100}return tags.join(); }}", TAGS)
    monkeypatch.setattr(inputs, "MAX_STEPS", 103)
    assert [len(findings(unguarded_optional_input, source))] == [0]


def test_parameters_without_a_function_in_sight() -> None:
    assert findings(unused_parameter, tool("run")) == []
    (finding,) = findings(unused_parameter, tool("() => 1"))
    assert finding.location.text == "some_name"


def test_a_default_of_the_schema_fills_in_nothing() -> None:
    (finding,) = findings(unguarded_optional_input, tool("({ tags }) => tags.join()", TAGS))
    assert finding.location.text == "tags.join"
    required = TAGS[:-1] + ", required: ['tags'] }"
    assert findings(unguarded_optional_input, tool("({ tags }) => tags.join()", required)) == []


@pytest.mark.parametrize(
    ("execute", "count"), [("({ a }) => a", 1), ("() => 1", 0), ("(_, { signal }) => signal.aborted", 0), ("run", 0)]
)
def test_tools_without_a_schema(execute: str, count: int) -> None:
    source = tool(execute).replace(
        "inputSchema: { type: 'object', properties: { some_name: { type: 'string' } } },", ""
    )
    assert len(findings(missing_input_schema, source)) == count


@pytest.mark.parametrize(
    ("execute", "level", "is_safe"),
    [
        ("({ some_name }) => some_name", None, True),
        ("(input) => input.some_name + input.other", None, False),
        ("(input) => run(input)", None, False),
        ("(input) => save({ ...input })", Level.WARNING, False),
        ("(input) => { const copy = { ...input }; log(copy) }", None, False),
        ("(input) => fetch('/x', { body: JSON.stringify(input) })", Level.WARNING, False),
    ],
)
def test_inputs_that_are_handed_on(execute: str, level: Level | None, is_safe: bool) -> None:  # noqa: FBT001
    (finding,) = findings(missing_additional_properties, tool(execute))
    assert finding.level is level
    assert finding.fix is not None
    assert finding.fix.is_safe is is_safe


@pytest.mark.parametrize(
    ("type_", "count"),
    [("type: 'string'", 1), ("type: 'number'", 0), ("enum: ['a', 'b']", 0), ("type: ['string', 'null']", 1)],
)
def test_values_that_cannot_be_markup(type_: str, count: int) -> None:
    schema = f"{{ type: 'object', properties: {{ a: {{ {type_} }} }} }}"
    assert len(findings(html_from_input, tool("({ a }) => { el.innerHTML = a }", schema))) == count


def test_a_tool_that_runs_code_is_shown_once() -> None:
    schema = "{ type: 'object', properties: { code: { type: 'string' } } }"
    for execute, count in (("({ code }) => send(code)", 1), ("({ code }) => eval(code)", 0)):
        source = tool(execute, schema).replace(
            '"t", description: "Does it."', '"run_code", description: "Run any code."'
        )
        assert len(findings(proxy_tool, source)) == count


def test_a_schema_that_is_made_for_many_tools_is_not_closed_for_all_of_them() -> None:
    shared = """
        const schema = (properties) => ({ type: "object", properties });
        document.modelContext.registerTool({ name: "find", description: "Find it.",
          inputSchema: schema({ text: { type: "string" } }), execute: ({ text }) => find(text) });
    """
    (finding,) = findings(missing_additional_properties, shared)
    assert finding.fix is None or not finding.fix.is_safe
    (finding,) = findings(missing_additional_properties, tool("({ some_name }) => some_name"))
    assert finding.fix is not None
    assert finding.fix.is_safe


def test_one_finding_for_one_missing_default() -> None:
    (finding,) = findings(unguarded_optional_input, tool("({ tags }) => [tags.join(), tags.map(String)]", TAGS))
    assert finding.location.text == "tags.join"

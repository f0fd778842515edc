"""Schemas of zod, Valibot and TypeBox, against what the libraries themselves make of them (fixtures/schemas.json)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.program.reading import registered, schemas

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parents[2] / "fixtures/schemas.json").read_text("utf-8"))[
    "answers"
]
SCRIPTS = {
    "zod 4": "import {z} from 'zod'; answer(z.toJSONSchema(%s))",
    "zod 4.2": "import {z} from 'zod'; answer(z.toJSONSchema(%s))",
    "zod 4 input": "import * as z from 'zod'; answer(z.toJSONSchema(%s, {io: 'input'}))",
    "zod 4 draft-7": "import z from 'zod'; answer(z.toJSONSchema(%s, {target: 'draft-7'}))",
    "zod mini": "import * as z from 'zod/mini'; import {toJSONSchema} from 'zod'; answer(toJSONSchema(%s))",
    "zod 3": "import {z} from 'zod'; import {zodToJsonSchema} from 'zod-to-json-schema'; answer(zodToJsonSchema(%s))",
    "valibot": "import * as v from 'valibot'; import {toJsonSchema} from '@valibot/to-json-schema'; answer(toJsonSchema(%s))",
    "typebox": "import {Type} from '@sinclair/typebox'; answer(%s)",
}
PACKAGES = {"zod 4.2": '{"dependencies": {"zod": "~4.2.0"}}'}
OPEN = "…"
"""The key that `schemas` puts into an object that may have more keys than are known."""


def contradicts(told: object, real: object) -> bool:
    """Whether an answer says something that the library does not; what is unknown says nothing."""
    if _is_unknown(told):
        return False
    if isinstance(told, dict) and isinstance(real, dict):
        known = {key: each for key, each in told.items() if not _is_unknown(each)}
        if any(key not in real or contradicts(each, real[key]) for key, each in known.items()):
            return True
        return OPEN not in told and bool(real.keys() - told.keys())
    if isinstance(told, list) and isinstance(real, list):
        return len(told) != len(real) or any(map(contradicts, told, real))
    return type(told) is not type(real) or told != real


def _is_unknown(told: object) -> bool:
    return isinstance(told, str) and told.startswith("⟨")


def _has_unknown(told: object) -> bool:
    if isinstance(told, dict):
        return OPEN in told or any(map(_has_unknown, told.values()))
    return any(map(_has_unknown, told)) if isinstance(told, list) else _is_unknown(told)


@pytest.mark.parametrize("way", SCRIPTS)
def test_answers_of_the_libraries(way: str) -> None:
    rows = [row for row in ROWS if row["way"] == way]
    kinds: Counter[str] = Counter()
    for row in rows:
        (told,) = schemas({"main.js": SCRIPTS[way] % row["source"], "package.json": PACKAGES.get(way, "{}")})
        real = row["answer"]
        if isinstance(real, str):
            assert _has_unknown(told), (row["source"], "throws", told)
            continue
        assert not contradicts(told, real), (row["source"], told, real)
        kinds["told" if json.dumps(told) == json.dumps(real) else "in part"] += 1
        if not _has_unknown(told):
            assert json.dumps(told) == json.dumps(real), (row["source"], "the order of keys")
    assert kinds["told"] >= 0.75 * kinds.total(), kinds


@pytest.mark.parametrize(
    ("told", "real", "expected"),
    [
        ({"type": "string"}, {"type": "string"}, False),
        ({"type": "string"}, {"type": "number"}, True),
        ({"type": "string"}, {"type": "string", "minLength": 1}, True),
        ({"type": "string", OPEN: "⟨x⟩"}, {"type": "string", "minLength": 1}, False),
        ({"type": "⟨x⟩"}, {"type": "number"}, False),
        ({"a": 1, "b": "⟨x⟩"}, {"a": 1}, False),
        ([1], [1, 2], True),
        ({"a": True}, {"a": 1}, True),
    ],
)
def test_what_contradicts(told: object, real: object, *, expected: bool) -> None:
    assert contradicts(told, real) is expected


SCHEMA = "z.object({a: z.string().default('x')})"
HOOK = "import {z} from 'zod'; import {useMcpTool} from 'webmcp-react'; useMcpTool({name: 'n', description: 'd', input: %s, handler})"
DRAFT_2020, DRAFT_7 = "https://json-schema.org/draft/2020-12/schema", "http://json-schema.org/draft-07/schema#"

CLASSIC = "import {z} from 'zod'; import {zodToJsonSchema} from 'zod-to-json-schema';"
TEXT = {"type": "string"}
TWICE = {"type": "object", "required": ["a", "b"], "additionalProperties": False}


@pytest.mark.parametrize(
    ("script", "packages", "expected"),
    [
        # A schema that nothing converts is the object that zod made, which no source shows
        ("import {z} from 'zod'; answer(z.object({a: z.string()}))", {}, "⟨a zod schema that nothing converts⟩"),
        # zod-to-json-schema reads zod 3 only
        (
            "import {z} from 'zod/v4'; import {zodToJsonSchema} from 'zod-to-json-schema'; answer(zodToJsonSchema(z.string()))",
            {},
            {"$schema": DRAFT_7},
        ),
        (
            "import {z} from 'zod'; import {zodToJsonSchema} from 'zod-to-json-schema'; answer(zodToJsonSchema(z.string()))",
            {"zod": "^4.1.0"},
            {"$schema": DRAFT_7},
        ),
        (
            "import {z} from 'zod'; answer(z.string().min(2).toJSONSchema())",
            {},
            {"$schema": DRAFT_2020, "type": "string", "minLength": 2},
        ),
        ("import {z} from 'zod'; answer(z.toJSONSchema(z.string(), options))", {}, "⟨options that are not followed⟩"),
        (
            f"{CLASSIC} const s = z.string(); answer(zodToJsonSchema(z.object({{a: s, b: s}})))",
            {"zod": "^3.24.0"},
            {**TWICE, "properties": {"a": TEXT, "b": {"$ref": "#/properties/a"}}, "$schema": DRAFT_7},
        ),
        (
            f"{CLASSIC} const s = z.string(); answer(zodToJsonSchema(z.object({{a: s, b: s}}), {{$refStrategy: 'none'}}))",
            {"zod": "^3.24.0"},
            {**TWICE, "properties": {"a": TEXT, "b": TEXT}, "$schema": DRAFT_7},
        ),
        (
            f"{CLASSIC} const s = z.object({{a: z.string()}}); answer(zodToJsonSchema(z.object({{...s.shape, b: z.string()}})))",
            {"zod": "^3.24.0"},
            {**TWICE, "properties": {"a": TEXT, "b": TEXT}, "$schema": DRAFT_7},
        ),
        (
            "import {z} from 'zod'; const s = z.object({a: z.string(), b: z.string()}).omit({a: true}); answer(Object.keys(s.shape))",
            {},
            ["b"],
        ),
        (
            "import {z} from 'zod'; answer(z.toJSONSchema(z.object({a: z.string()}).shape.a))",
            {},
            {"$schema": DRAFT_2020, **TEXT},
        ),
        (
            "import {z} from 'zod'; answer(z.object({a: z.string()}).partial().shape.a)",
            {},
            "⟨a member that `partial` or `required` changed⟩",
        ),
        ("import {z} from 'zod'; answer(z.string().shape)", {}, "⟨the shape of a schema that is not followed⟩"),
    ],
)
def test_conversions(script: str, packages: dict[str, str], expected: object) -> None:
    (told,) = schemas({"main.js": script, "package.json": json.dumps({"dependencies": packages})})
    assert told == expected


A_TEXT = {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "additionalProperties": False}


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("const {$schema, ...told} = z.toJSONSchema(s)", A_TEXT),
        ("const told = without(z.toJSONSchema(s)); function without({$schema, ...rest}) { return rest }", A_TEXT),
        ("const told = {...z.toJSONSchema(s), $schema: undefined}", A_TEXT),
        ("const told = s.toJSONSchema(); delete told.$schema", A_TEXT),
        ("const told = Object.assign({}, z.toJSONSchema(s))", {"$schema": DRAFT_2020, **A_TEXT}),
        (
            "const {properties} = z.toJSONSchema(s); const told = {type: 'object', properties}",
            {"type": "object", "properties": {"a": TEXT}},
        ),
        ("const told = {...z.toJSONSchema(s, {target: x})}", {"…": "⟨a spread that is not followed⟩"}),
    ],
)
def test_what_is_converted_is_an_object_like_any_other(statements: str, expected: object) -> None:
    script = f"import {{z}} from 'zod'; const s = z.object({{a: z.string()}}); {statements}; answer(told)"
    (told,) = schemas({"main.js": script, "package.json": json.dumps({"dependencies": {"zod": "^4.1.0"}})})
    assert told == expected


@pytest.mark.parametrize("make", ["z.toJSONSchema(schema)", "{...z.toJSONSchema(schema)}"])
def test_a_schema_that_callers_hand_in_is_converted(make: str) -> None:
    script = f"""
        import {{z}} from 'zod';
        const define = (name, schema, run) => ({{name, description: 'd', inputSchema: {make}, execute: run}});
        for (const tool of [define('n', z.object({{a: z.string()}}), run)]) document.modelContext.registerTool(tool);
    """
    (told,) = registered({"main.js": script, "package.json": json.dumps({"dependencies": {"zod": "^4.1.0"}})})
    assert told == {"$schema": DRAFT_2020, **A_TEXT}


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("^3.24.0", {**TWICE, "properties": {"a": TEXT, "b": {**TEXT, "description": "B."}}}),
        ("^4.1.0", "⟨a zod schema that `webmcp-react` converts⟩"),
    ],
)
def test_a_hook_that_converts_what_it_is_given(version: str, expected: object) -> None:
    script = HOOK % "z.object({a: z.string(), b: z.string().describe('B.')})"
    (told,) = registered({"main.js": script, "package.json": json.dumps({"dependencies": {"zod": version}})})
    assert told == expected


def test_a_hook_that_is_given_the_shape_of_a_schema() -> None:
    hook = "import {useWebMCP} from 'usewebmcp'; import {z} from 'zod'; const s = z.object({a: z.string(), b: z.string()});"
    script = f"{hook} useWebMCP({{name: 'n', description: 'd', inputSchema: s.shape}})"
    assert registered(script) == [
        {"type": "object", "properties": {"a": TEXT, "b": TEXT}, "required": ["a", "b"]},
    ]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        (
            "^4.1.0",
            {
                "$schema": DRAFT_2020,
                "type": "object",
                "properties": {"a": {**TEXT, "default": "x"}},
                "required": ["a"],
                "additionalProperties": False,
            },
        ),
        ("^3.24.0", "⟨a zod schema that `webmcp-kit` converts⟩"),
    ],
)
def test_a_function_that_calls_what_zod_has_for_it(version: str, expected: object) -> None:
    tool = f"{{name: 'n', description: 'd', inputSchema: {SCHEMA}, execute}}"
    script = f"import {{z}} from 'zod'; import {{defineTool}} from 'webmcp-kit'; defineTool({tool}).register()"
    (told,) = registered({"main.js": script, "package.json": json.dumps({"dependencies": {"zod": version}})})
    assert told == expected


def test_a_hook_that_takes_json_schema_under_another_name() -> None:
    script = "import {useMcpTool} from 'webmcp-react'; useMcpTool({name: 'n', description: 'd', inputSchema: {type: 'object'}})"
    assert registered(script) == [{"type": "object"}]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{}", {}),
        ("{type: 'object'}", {"type": "object"}),
        ("{a: z.string()}", "⟨zod schemas that nothing converts⟩"),
        ("undefined", None),
    ],
)
def test_a_hook_that_hands_the_browser_what_it_is_given(schema: str, expected: object) -> None:
    call = f"useWebMCP({{name: 'n', description: 'd', inputSchema: {schema}, execute() {{}}}})"
    script = f"import {{z}} from 'zod'; import {{useWebMCP}} from 'use-webmcp-tool'; {call}"
    assert registered(script) == [expected]


def test_a_schema_that_mentions_itself_ends() -> None:
    (told,) = schemas(
        "import {z} from 'zod'; const node = z.object({next: z.lazy(() => node)}); answer(z.toJSONSchema(node))"
    )
    assert _has_unknown(told)


def test_a_long_chain_is_read_without_recursion() -> None:
    (told,) = schemas("import {z} from 'zod'; answer(z.toJSONSchema(z.string()" + ".trim()" * 300 + ".min(1)))")
    assert told == {"$schema": DRAFT_2020, "type": "string", "minLength": 1} or _has_unknown(told)

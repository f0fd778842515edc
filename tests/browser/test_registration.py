"""What `registerTool` answers, against the recorded answers of Chromium."""

from typing import Any

import pytest

from fixtures.browser.record_registration import load
from tests.browser.registration_answer import agrees, listed, untold
from tests.browser.registration_cases import PRELUDE
from tests.program.reading import documents
from webmcp_lint.browser.origins import is_secure_origin
from webmcp_lint.browser.registration import (
    Outcome,
    exposed_to,
    is_detached,
    register,
    reported_annotations,
    reported_text,
)
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.functions import arguments
from webmcp_lint.program.values import Method, Unknown, Value, options
from webmcp_lint.syntax.javascript import Node

RECORDING = load()

UNTOLD_CALLS = {
    *("R-name-boxed",),
    *("R-desc-obj-tostring-none", "R-desc-obj-tostring-obj", "R-desc-obj-null", "R-desc-obj-tag", "R-desc-obj-prim"),
    *("R-desc-regexp", "R-desc-instance", "R-desc-error", "R-desc-context", "R-exec-proxy", "R-regexp"),
    *("R-schema-stringify-undef", "R-schema-proto", "R-schema-proxy", "R-schema-deep"),
    *("R-schema-circ-instance",),
    *("RO-signal-any", "RO-signal-any-aborted", "RO-signal-aborted-object", "RO-exp-stringobj", "RO-exp-own"),
}
"""The calls of which nothing is said: the browser's own objects, prototypes, and what takes more than a few steps."""
PARTLY_UNTOLD = {
    *("R-desc-function", "R-desc-class"),
    *("R-schema-sym-in", "R-schema-date-in", "R-schema-regexp-in", "R-schema-regexp", "R-schema-error"),
}
"""The calls whose tools are listed with a part that cannot be read."""


def read_call(script: str) -> tuple[Analysis, Node, list[Value]]:
    """Return the last registering call of a script, with its arguments."""
    project, [path] = documents(script)
    [tree] = project.trees(path)
    call = tree.calls["registerTool"][-1]
    slots, _ = arguments(project.analysis, call, {})
    return project.analysis, call, [project.analysis.force(slot) for slot in slots]


def outcome_of(script: str) -> Outcome:
    """Return the outcome of the last registering call of a script."""
    analysis, _, values = read_call(script)
    return register(analysis, values)


def call_of(case: dict[str, Any]) -> str:
    return f"{PRELUDE}\ndocument.modelContext.registerTool({case['arguments']});"


@pytest.mark.parametrize("case", RECORDING["calls"], ids=lambda case: case["id"])
def test_answer_is_chromiums(case: dict[str, Any]) -> None:
    analysis, _, values = read_call(call_of(case))
    outcome = register(analysis, values, taken=case["taken"])
    assert outcome.is_certain == (case["id"] not in UNTOLD_CALLS), outcome.doubt
    if not outcome.is_certain:
        assert outcome.error is None
        return
    error = None if outcome.error is None else {"name": outcome.error.name, "message": outcome.error.message}
    assert error == case["error"]
    if error is None:
        tools = [] if outcome.is_omitted else [listed(analysis, values[0])]
        assert agrees(tools, case["tools"]), tools
        assert any(untold(tools)) == (case["id"] in PARTLY_UNTOLD), tools


@pytest.mark.parametrize("origin", RECORDING["origins"], ids=repr)
def test_origin_is_as_secure_as_chromium_says(origin: str) -> None:
    found = is_secure_origin(origin)
    # IDNA maps and refuses characters by tables of its own
    assert found == (RECORDING["origins"][origin] if origin.isascii() else None)


UNKNOWN = "JSON.parse(localStorage.item)"
BASE = "description: 'd', execute() {}, name: 'a'"


@pytest.mark.parametrize(
    ("arguments_", "error", "is_certain"),
    [
        # A fault that stands before everything unknown is certain
        (f"{{ execute() {{}}, name: {UNKNOWN} }}", "description", True),
        (f"{{ description: 'd', inputSchema: {UNKNOWN} }}", "execute", True),
        (f"{{ {BASE}, inputSchema: 'x', title: {UNKNOWN} }}", "inputSchema", True),
        (f"{{ ...{UNKNOWN}, description: 'd', execute: 1 }}", "execute", False),
        (f"{{ {BASE}, name: 'a b', inputSchema: {{ type: {UNKNOWN} }} }}", "Invalid tool name", True),
        (f"{{ {BASE}, description: '', inputSchema: {{ type: {UNKNOWN} }} }}", "Description is required", True),
        (f"{{ {BASE}, inputSchema: {{ n: 1n, type: {UNKNOWN} }} }}", "BigInt", True),
        (f"{{ {BASE}, annotations: {{ readOnlyHint: {UNKNOWN} }}, name: 'a b' }}", "Invalid tool name", True),
        (f"5, {UNKNOWN}", "not of type 'ModelContextTool'", True),
        # One that stands after it is sure to be met, or an earlier one instead
        (f"{{ annotations: {UNKNOWN}, name: 'a' }}", "description", False),
        (f"{{ execute: {UNKNOWN}, description: 'd' }}", "name", False),
        (f"{{ {BASE}, title: {UNKNOWN}, name: 'a b' }}", "Invalid tool name", False),
        (f"{{ name: {UNKNOWN}, description: '', execute() {{}} }}", "Description is required", False),
        (f"{{ {BASE}, inputSchema: {{ type: {UNKNOWN}, n: 1n }} }}", "BigInt", False),
        (f"{{ {BASE} }}, {{ signal: {UNKNOWN}, exposedTo: ['*'] }}", "secure origins", False),
        (f"{UNKNOWN}, 5", "not of type 'ModelContextRegisterToolOptions'", False),
        # What is unknown may be overridden or missing, so nothing is said
        (f"{{ {BASE}, ...{UNKNOWN} }}", None, False),
        (f"{{ {BASE}, name: 'a b', ...{UNKNOWN} }}", None, False),
        (f"{{ {BASE}, [{UNKNOWN}]: '' }}", None, False),
        (f"{{ {BASE}, execute: {UNKNOWN} }}", None, False),
        (f"{{ {BASE} }}, {UNKNOWN}", None, False),
        (f"{{ {BASE}, name: location.hash ? 'a b' : 'a' }}", None, False),
        (f"{{ {BASE}, description: location.hash ? '' : 'd' }}", None, False),
        (f"{{ {BASE}, inputSchema: location.hash ? {{}} : null }}", None, False),
        (f"{{ {BASE}, inputSchema: {{ n: location.hash ? 1n : 1 }} }}", None, False),
        (f"location.hash ? {{ {BASE} }} : null", None, False),
        # Alternatives that end alike are no doubt
        (f"{{ {BASE}, name: location.hash ? 'a b' : 'c d' }}", "Invalid tool name", True),
        (f"{{ {BASE}, name: location.hash ? 'a' : 'b' }}", None, True),
        (f"{{ {BASE}, execute: location.hash ? 1 : null }}", "not a function", True),
        (f"location.hash ? 5 : null, {UNKNOWN}", "not of type 'ModelContextTool'", True),
    ],
)
def test_unknown_values_make_no_claim(arguments_: str, error: str | None, is_certain: bool) -> None:  # noqa: FBT001
    outcome = outcome_of(f"document.modelContext.registerTool({arguments_});")
    assert outcome.is_certain == is_certain, outcome
    assert outcome.error is None if error is None else outcome.error is not None and error in outcome.error.message


@pytest.mark.parametrize(
    ("script", "error", "is_certain"),
    [
        ("const c = new AbortController(); f(() => c.abort());", None, True),
        ("const c = new AbortController(); c.abort();", None, False),
        ("const c = new AbortController(); if (location.hash) { c.abort(); }", None, False),
        ("let c = old; c?.abort(); c = new AbortController();", None, True),
        ("const c = f();", None, False),
        ("const c = { signal: 5 };", "AbortSignal", True),
    ],
)
def test_a_signal_may_be_aborted_before(script: str, error: str | None, is_certain: bool) -> None:  # noqa: FBT001
    outcome = outcome_of(f"{script} document.modelContext.registerTool({{ {BASE} }}, {{ signal: c.signal }});")
    assert outcome.is_certain == is_certain, outcome
    assert outcome.error is None if error is None else outcome.error is not None and error in outcome.error.message


@pytest.mark.parametrize(
    ("made", "error"),
    [
        ("class T { name = 'a'; description = 'd'; execute() {} }", None),
        ("class T { name = 'a'; execute() {} }", "description"),
        ("class T { constructor() { this.name = 'a'; this.description = 'd'; } execute() {} }", None),
        ("class T { name = 'a'; description = 'd'; execute = 5 }", "execute"),
    ],
)
def test_an_instance_has_what_its_class_says(made: str, error: str | None) -> None:
    outcome = outcome_of(f"{made} document.modelContext.registerTool(new T());")
    assert outcome.is_certain
    assert outcome.error is None if error is None else outcome.error is not None and error in outcome.error.message


@pytest.mark.parametrize(
    "script",
    [
        "class T extends Other { name = 'a'; execute() {} } const t = new T();",
        "class T { name = 'a'; execute() {} } const t = new T(); t.description = 'd';",
        "class T { constructor(o) { Object.assign(this, o); } } const t = new T({ name: 'a' });",
        "class T { constructor(o) { for (const k in o) this[k] = o[k]; } } const t = new T({ name: 'a' });",
    ],
)
def test_an_instance_may_have_what_is_set_elsewhere(script: str) -> None:
    assert not outcome_of(f"{script} document.modelContext.registerTool(t);").is_certain


BARE = "{ name: 'a', execute() {} }"


@pytest.mark.parametrize(
    "script",
    [
        f"const tool = {BARE}; const other = tool; other.description = 'd';",
        f"const tool = {BARE}; describe(tool); function describe(it) {{ it.description = 'd'; }}",
        f"const all = [{BARE}]; all.forEach((it) => {{ it.description = 'd'; }}); const [tool] = all;",
        f"const all = {{ x: {BARE} }}; for (const key in all) all[key].description = 'd'; const tool = all.x;",
        f"const tool = {BARE}; Reflect.set(tool, 'description', 'd');",
        "const tool = { name: 'a', description: '', execute() {} }; tool.description ||= 'd';",
    ],
)
def test_a_member_set_through_another_name_is_there(script: str) -> None:
    outcome = outcome_of(f"{script} document.modelContext.registerTool(tool);")
    assert outcome.error is None
    assert outcome.is_certain


@pytest.mark.parametrize(
    "script",
    [
        f"const tool = {BARE}; ({{ text: tool.description }} = {{ text: 'd' }});",
        f"const tool = {BARE}; Object.defineProperty(tool, 'description', {{ value: 'd' }});",
        f"const tool = Object.setPrototypeOf({BARE}, {{ description: 'd' }});",
        f"const tool = {BARE}; f((it) => {{ it.description = 'd'; }});",
        "const tool = { name: 'a', description: 'd', execute() {} }; later(() => { tool.description = ''; });",
    ],
)
def test_a_member_may_be_set_through_another_name(script: str) -> None:
    outcome = outcome_of(f"{script} document.modelContext.registerTool(tool);")
    assert outcome.error is None
    assert not outcome.is_certain


@pytest.mark.parametrize(
    "script",
    [
        f"const tool = {BARE}; const other = {{}}; other.description = 'd';",
        f"const tool = {BARE}; const input = document.querySelector('input'); input.description = 'd';",
        f"const tool = {BARE}; class T {{ constructor() {{ this.description = 'd'; }} }}",
        f"const tool = {BARE}; for (const it of [{{}}, {{}}]) it.description = 'd';",
        "const tool = { name: 'a', execute() {} }; tool.description = '';",
    ],
)
def test_what_is_set_on_others_is_no_doubt(script: str) -> None:
    outcome = outcome_of(f"{script} document.modelContext.registerTool(tool);")
    assert outcome.error is not None
    assert outcome.is_certain


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("const { registerTool } = document.modelContext; registerTool({});", True),
        ("const { registerTool: registerTool } = document.modelContext; (registerTool)({});", True),
        ("const mc = document.modelContext; const registerTool = mc.registerTool; registerTool({});", True),
        ("const o = { registerTool: document.modelContext.registerTool }; o.registerTool({});", True),
        ("document.modelContext.registerTool({});", False),
        ("document.modelContext?.registerTool?.({});", False),
        ("(document.modelContext.registerTool)({});", False),
        ("const mc = document.modelContext; mc['registerTool']({});", False),
    ],
)
def test_a_method_off_its_object_is_detached(script: str, expected: bool) -> None:  # noqa: FBT001
    analysis, call, values = read_call(script)
    [method] = options(analysis.value(call.fields["function"], {}))
    assert isinstance(method, Method)
    assert is_detached(method, call) is expected
    if expected:
        error = register(analysis, values, is_detached=True).error
        assert error is not None
        assert error.message == "Failed to execute 'registerTool' on 'ModelContext': Illegal invocation"


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("{}", None),
        ("{ annotations: undefined }", None),
        ("{ annotations: {} }", [False, False, False, False]),
        ("{ annotations: { readOnlyHint: 'false' } }", [False, False, True, False]),
        (f"{{ annotations: {{ readOnlyHint: {UNKNOWN}, debugging: 1 }} }}", [False, True, None, False]),
        (f"{{ annotations: {{ debugging: 1, ...{UNKNOWN} }} }}", [None, None, None, None]),
        (f"{{ annotations: {{ ...{UNKNOWN}, debugging: 1 }} }}", [None, True, None, None]),
        (f"{{ annotations: {UNKNOWN} }}", [None, None, None, None]),
        ("{ annotations: location.hash ? {} : undefined }", [None, None, None, None]),
        ("{ annotations: location.hash ? { debugging: 1 } : null }", [False, None, False, False]),
        (f"{UNKNOWN}", [None, None, None, None]),
    ],
)
def test_annotations_are_reported_by_hint(tool: str, expected: list[bool | None] | None) -> None:
    analysis, _, [value] = read_call(f"document.modelContext.registerTool({tool});")
    found = reported_annotations(analysis, value)
    assert (None if found is None else list(found.values())) == expected
    assert found is None or list(found) == ["consequentialHint", "debugging", "readOnlyHint", "untrustedContentHint"]


@pytest.mark.parametrize(
    ("tool", "title", "description"),
    [
        ("{}", "", None),
        ("{ title: null, description: 5 }", "null", "5"),
        (r"{ title: 'a\ud800', description: 'a\ud800' }", "a\ufffd", ""),
        (f"{{ title: {UNKNOWN}, description: {UNKNOWN} }}", Unknown, Unknown),
        ("{ title: Symbol('t'), description: location.hash ? 'a' : 'b' }", Unknown, Unknown),
    ],
)
def test_texts_are_reported_as_strings(tool: str, title: str | type, description: str | type | None) -> None:
    analysis, _, [value] = read_call(f"document.modelContext.registerTool({tool});")
    for member, expected in (("title", title), ("description", description)):
        found = reported_text(analysis, value, "title" if member == "title" else "description")
        assert isinstance(found, expected) if isinstance(expected, type) else found == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("{}", None),
        ("null", None),
        ("{ exposedTo: ['https://a.com', 'b'] }", ("https://a.com", "b")),
        ("{ exposedTo: new Set(['https://a.com']) }", ("https://a.com",)),
        (f"{{ exposedTo: ['https://a.com', {UNKNOWN}] }}", Unknown),
        (f"{{ exposedTo: ['https://a.com', ...{UNKNOWN}] }}", Unknown),
        (f"{UNKNOWN}", Unknown),
    ],
)
def test_origins_are_read(settings: str, expected: tuple[str, ...] | type | None) -> None:
    analysis, _, values = read_call(f"document.modelContext.registerTool({{}}, {settings});")
    found = exposed_to(analysis, values[1])
    assert isinstance(found, expected) if isinstance(expected, type) else found == expected


@pytest.mark.parametrize(
    "script",
    [
        "const list = []; list.push(list); const tool = { name: list };",
        "const l0 = ['a'];"
        + "".join(f"const l{i} = [l{i - 1}, l{i - 1}];" for i in range(1, 30))
        + "const tool = { name: l29 };",
        "const s0 = {};"
        + "".join(f"const s{i} = {{ a: s{i - 1}, b: s{i - 1} }};" for i in range(1, 30))
        + "const tool = { name: 'a', inputSchema: s29 };",
        "const schema = { toJSON() { return { schema }; } }; const tool = { name: 'a', inputSchema: schema };",
        "const text = { toString() { return String(text); } }; const tool = { name: text };",
    ],
)
def test_values_without_end_are_given_up(script: str) -> None:
    outcome = outcome_of(
        f"{script} document.modelContext.registerTool({{ description: 'd', execute() {{}}, ...tool }});"
    )
    assert outcome.error is None
    assert not outcome.is_certain

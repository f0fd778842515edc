"""Rules about schemas, on schemas that no form has."""

from __future__ import annotations

from dataclasses import replace

import pytest

from webmcp_lint.findings import Finding
from webmcp_lint.located import Json, Schema, Unknown
from webmcp_lint.rules import Rule
from webmcp_lint.rules.forms.sensitive_parameter import sensitive_parameter
from webmcp_lint.rules.schema.client_unsupported_parameter_name import client_unsupported_parameter_name
from webmcp_lint.rules.schema.too_complex_schema import DEPTH, PARAMETERS, too_complex_schema
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.site.tool import Text, Tool
from webmcp_lint.source import SourceFile

FILE = SourceFile("tool.js", "document.modelContext.registerTool(tool)")
PLACE = FILE.location(0, 8)
UNKNOWN = Unknown("comes from fetch()", PLACE)
STRING: Json = {"type": "string"}


def findings(rule: Rule, properties: dict[str, Json], clients: str = "chrome") -> list[Finding]:
    schema: Json = {"type": "object", "properties": properties}
    tool = Tool(
        kind="script",
        name=Text("tool", PLACE),
        title=Text("", PLACE),
        description=Text("Does something.", PLACE),
        schema=Schema(schema),
        location=PLACE,
    )
    page = replace(read_page(SourceFile("page.html", "")), tools=[tool])
    assert rule.check is not None
    return list(rule.check(page, Settings(clients=frozenset(clients.split(",")))))


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("password", STRING),
        ("newPassword", {}),
        ("password_confirmation", STRING),
        ("apiKey", STRING),
        ("github_access_token", STRING),
        ("applicantSSN", STRING),
        ("creditCardNumber", STRING),
        ("cardNumber", STRING),
        ("cvv2", {"type": "integer"}),
        ("phrase", {"type": "string", "format": "password"}),
    ],
)
def test_names_of_secrets(name: str, schema: Json) -> None:
    (finding,) = findings(sensitive_parameter, {name: schema})
    assert finding.message.startswith(f"`{name}` asks an agent for ")
    assert finding.level is None


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("pageToken", STRING),
        ("secret", STRING),
        ("pin", STRING),
        ("passwordLength", {"type": "integer"}),
        ("showPassword", STRING),
        ("password", {"type": "boolean"}),
        ("password", {"enum": ["strong", "weak"]}),
        ("password", UNKNOWN),
        ("password", {"type": UNKNOWN}),
        ("libraryCardNumber", STRING),
        ("discardNumber", STRING),
        ("scorecard_number", STRING),
    ],
)
def test_names_of_ordinary_things(name: str, schema: Json) -> None:
    assert findings(sensitive_parameter, {name: schema}) == []


def nested(*names: str) -> dict[str, Json]:
    *outer, last = names
    return {outer[0]: {"type": "object", "properties": nested(*outer[1:], last)}} if outer else {last: STRING}


def test_depth_counts_names() -> None:
    names = ["order", "customer", "address", "street"]
    assert findings(too_complex_schema, nested(*names[: DEPTH.default])) == []
    (finding,) = findings(too_complex_schema, nested(*names))
    assert finding.message == "`order.customer.address.street` lies 4 levels deep"


def test_arrays_and_branches_take_no_level() -> None:
    items: Json = {"type": "array", "items": {"anyOf": [{"type": "object", "properties": nested("a", "b")}, STRING]}}
    assert findings(too_complex_schema, {"list": items}) == []
    items = {"type": "array", "items": {"anyOf": [STRING, {"type": "object", "properties": nested("a", "b", "c")}]}}
    (finding,) = findings(too_complex_schema, {"list": items})
    assert finding.message == "`list.a.b.c` lies 4 levels deep"


def test_endless_arrays_end() -> None:
    nest = STRING
    for _ in range(2_000):
        nest = {"items": nest}
    assert findings(too_complex_schema, {"matrix": nest}) == []


def test_number_of_parameters() -> None:
    names = [f"p{number}" for number in range(PARAMETERS.default + 1)]
    assert findings(too_complex_schema, dict.fromkeys(names[: PARAMETERS.default], STRING)) == []
    (finding,) = findings(too_complex_schema, dict.fromkeys(names, STRING))
    assert finding.message == "`tool` takes 13 parameters"


def test_only_names_at_the_root_count() -> None:
    inner: Json = {"type": "object", "properties": {"$top": STRING}}
    assert findings(client_unsupported_parameter_name, {"options": inner}, clients="claude") == []
    (finding,) = findings(client_unsupported_parameter_name, {"$top": inner}, clients="claude")
    assert finding.message == "`$top` is no parameter name for Claude"
    assert finding.help == "call it `top`, and map the name where the form is received"


def test_an_empty_name_of_a_script_is_no_unnamed_control() -> None:
    (finding,) = findings(client_unsupported_parameter_name, {"": STRING})
    assert finding.level is None

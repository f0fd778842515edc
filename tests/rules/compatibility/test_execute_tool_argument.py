"""What may not stand in the place of a tool, wherever it comes from."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings
from webmcp_lint.rules.compatibility.execute_tool_argument import execute_tool_argument

EACH = "for (const each of await document.modelContext.getTools())"
FIND = "const tools = await document.modelContext.getTools(); const tool = tools.find((t) => t.name === name);"


@pytest.mark.parametrize(
    ("source", "reported"),
    [
        (f"async function run(name, input) {{ {FIND} return document.modelContext.executeTool(tool, input); }}", []),
        (
            f"async function run(name, input) {{ {FIND} return document.modelContext.executeTool(tool.name, input); }}",
            ["tool.name"],
        ),
        (
            f"async function run(name, input) {{ {FIND} return document.modelContext.executeTool(tool?.name, input); }}",
            ["tool?.name"],
        ),
        (
            f"const call = (tool, input) => document.modelContext.executeTool(tool.name, input); {EACH} await call(each, {{}});",
            ["tool.name"],
        ),
        (
            f"const call = (name) => document.modelContext.executeTool(name, {{}}); {EACH} await call(each.name);",
            ["name"],
        ),
        (
            f"const call = (tool) => document.modelContext.executeTool(tool, {{}}); {EACH} {{ call(each); call(each.name); }}",
            [],
        ),
        ("const call = (tool) => document.modelContext.executeTool(tool.name, {}); call(await pick());", []),
        (
            f"const call = (t) => document.modelContext.executeTool(isText(t) ? look(t) : t, {{}}); {EACH} call(each.name);",
            [],
        ),
        ("client.executeTool(tool.name, {}); mine(document.modelContext).executeTool(tool.name, {});", []),
    ],
)
def test_names_in_the_place_of_tools(source: str, reported: list[str]) -> None:
    assert [each.location.text for each in findings(execute_tool_argument, source)] == reported

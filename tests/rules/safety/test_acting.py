"""What tools do beside what they say of it, beyond the examples of the rules' pages."""

from __future__ import annotations

import pytest

from tests.rules.schema.scripts import findings
from webmcp_lint.findings import Level
from webmcp_lint.rules.safety.read_only_tool_mutates import read_only_tool_mutates
from webmcp_lint.rules.safety.undeclared_destructive_tool import undeclared_destructive_tool


def tool(execute: str, name: str = "list_done", description: str = "List what is done.", rest: str = "") -> str:
    return (
        f"document.modelContext.registerTool({{ name: '{name}', description: '{description}', {rest} "
        f"execute: async (input) => {{ {execute} }} }});\n"
    )


@pytest.mark.parametrize(
    ("execute", "level"),
    [
        ("find('#tab').click(); return find('#done').textContent", Level.WARNING),
        ("document.querySelector('#tab').click(); return document.querySelector('#done').textContent", Level.NOTE),
        ("const tab = document.querySelector('#tab'); tab.click(); return tab.textContent", Level.WARNING),
        ("document.querySelector('#tab').click(); return 'opened'", Level.WARNING),
        ("const text = document.querySelector('#done').textContent; show(); return text", Level.WARNING),
        ("show(); const done = document.querySelector('#done'); return { text: done.textContent }", Level.NOTE),
        ("document.querySelector('#buy').click(); return document.querySelector('#done').textContent", Level.ERROR),
    ],
)
def test_a_reader_that_opens_what_it_reads(execute: str, level: Level) -> None:
    show = "const show = () => document.querySelector('#tab').click();\n"
    (found,) = findings(read_only_tool_mutates, show + tool(execute, rest="annotations: { readOnlyHint: true },"))
    assert found.level is level


def test_the_hints_of_tools_that_no_browser_gets() -> None:
    delete = tool("notes.delete(input.id)", "delete_note", "Delete a note.").replace("document.", "navigator.")
    source = f"const notes = new Map();\n{delete}"
    own = "navigator.modelContext = { registerTool({ name, description, execute }) {} };\n"
    assert [len(findings(undeclared_destructive_tool, text)) for text in (source, own + source)] == [1, 0]

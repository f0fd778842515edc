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


@pytest.mark.parametrize(
    ("outside", "execute", "is_told"),
    [
        ("const notes = new Map();", "notes.delete(input.id)", True),
        ("const notes = [];", "notes.splice(notes.indexOf(input.id), 1)", True),
        ("let notes = load();", "notes = notes.filter((note) => note.id !== input.id)", True),
        ("let notes = load();", "notes.length = 0", True),
        ("const all = { notes: load() };", "all.notes = all.notes.filter((x) => x !== input.id); save(all)", True),
        ("const notes = {};", "delete notes[input.id]", True),
        ("", "const notes = new Map(); notes.delete(input.id)", False),
        ("const cart = new Map();", "cart.delete(input.id)", False),
        ("const cache = new Map();", "cache.delete(input.id)", False),
        ("const openTabs = new Set();", "openTabs.delete(input.id)", False),
        ("const notes = [];", "notes.splice(0, 1, input.id)", False),
        ("const done = new Set();", "if (done.has(input.id)) done.delete(input.id); else done.add(input.id)", False),
        ("const open = [], closed = [];", "closed.push(open[0]); open.splice(0, 1)", False),
        ("let notes = [];", "await fetch('/archive', { method: 'PUT' }); notes = notes.filter((x) => x)", False),
        ("let notes = load();", "notes = notes.map((note) => ({ ...note }))", False),
        ("const notes = [];", "notes.sort()", False),
    ],
)
def test_taking_things_away_is_deleting(outside: str, execute: str, *, is_told: bool) -> None:
    source = f"{outside}\n{tool(execute, 'drop_note', 'Drop a note.')}"
    assert [each.message for each in findings(undeclared_destructive_tool, source)] == [
        "`drop_note` can delete and says so in no hint" for _ in range(is_told)
    ]


def test_a_list_that_is_as_easily_filled_again() -> None:
    execute = "items.splice(items.indexOf(input.item), 1)"
    source = f"const items = [];\n{tool(execute, 'drop_item', 'Drop an item of the shopping list.')}"
    assert findings(undeclared_destructive_tool, source) == []


def test_a_reader_that_narrows_what_it_shows() -> None:
    source = f"let notes = load();\n{tool('notes = notes.filter((note) => note.ok)', 'find_notes', 'Find notes.')}"
    assert findings(undeclared_destructive_tool, source) == []


@pytest.mark.parametrize(
    ("value", "is_told"),
    [
        ("(all) => all.filter((task) => task.id !== input.id)", True),
        ("tasks.filter((task) => task.id !== input.id)", True),
        ("(all) => [...all, input.task]", False),
        ("(all) => all.map((task) => task)", False),
        ("others.filter((task) => task.id)", False),
    ],
)
def test_state_of_a_component_that_shrinks(value: str, *, is_told: bool) -> None:
    source = f"""
        import {{ useEffect, useState }} from "react";
        export function Board() {{
          const [tasks, setTasks] = useState([]);
          useEffect(() => {{ {tool(f"setTasks({value})", "drop_task", "Drop a task.")} }}, []);
        }}
    """
    assert len(findings(undeclared_destructive_tool, source)) == is_told

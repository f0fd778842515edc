"""Where a hint may be written in."""

from __future__ import annotations

from tests.rules.schema.scripts import findings
from webmcp_lint.rules.safety.missing_read_only_hint import missing_read_only_hint


def test_an_object_that_is_written_for_many_tools_gets_no_hint() -> None:
    own = "document.modelContext.registerTool({ name: 'list_tasks', description: 'List tasks.', execute: () => [1] })"
    shared = """
        const tools = [{ name: "list_tasks", about: "List the tasks." }, { name: "add_task", about: "Add a task." }];
        for (const { name, about } of tools)
          document.modelContext.registerTool({ name, description: about, execute: () => [1] });
    """
    assert [each.fix is not None for text in (own, shared) for each in findings(missing_read_only_hint, text)] == [
        True,
        False,
    ]

"""A folder to serve, and editors for it that are gone when a test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.client import Client

PAGE = """<!doctype html>
<meta charset=utf-8>
<form toolname="add-task" tooldescription="Add a task to the board."
      toolautosubmit="false">
  <input name="title" required toolparamdescription="What is to be done.">
</form>
<script src="app.js"></script>
"""
CLEAN = PAGE.replace('="false"', "")
SCRIPT = """document.modelContext?.registerTool({
  name: "list-tasks",
  description: "List the tasks on the board, oldest first.",
  inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: "false" },
  execute: async () => ({ tasks: [] }),
});
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A page with a fault and a script with another one."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    (folder / "app.js").write_text(SCRIPT, encoding="utf-8")
    (folder / "webmcp-lint.toml").write_text(
        'select = ["autosubmit-false", "non-boolean-annotation", "duplicate-tool-name"]\n', encoding="utf-8"
    )
    return folder


@pytest.fixture
def edit() -> Iterator[Callable[..., Client]]:
    """Start an editor."""
    started: list[Client] = []

    def start(*folders: Path, **settings: object) -> Client:
        started.append(Client(*folders, **settings))  # type: ignore[arg-type]  # handed on
        return started[-1]

    yield start
    for client in started:
        client.__exit__()

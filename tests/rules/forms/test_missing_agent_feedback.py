"""Which pages show a person that an agent filled a form, and which may, by what they load."""

from __future__ import annotations

from pathlib import Path

import pytest

from webmcp_lint.rules.forms.missing_agent_feedback import missing_agent_feedback
from webmcp_lint.settings import Settings
from webmcp_lint.site.project import read_project

FORM = '<form method="post" toolname="add" tooldescription="Add a task."><input name="a"><button>Add</button></form>'
STYLE = '<link rel="stylesheet" href="site.css">'
SCRIPT = '<script type="module" src="app.js"></script>'
LISTENS = 'document.modelContext?.addEventListener("toolactivated", show);'


@pytest.mark.parametrize(
    ("head", "files", "is_reported"),
    [
        ("", {}, True),
        (STYLE, {"site.css": "form { border: 1px solid }"}, True),
        (STYLE, {"site.css": "form:tool-form-active { outline: 2px solid }"}, False),
        (STYLE, {"site.css": '@import "other.css";'}, False),
        (STYLE, {}, False),
        ('<link rel="icon" href="icon.png">', {}, True),
        ('<link rel="stylesheet" href="https://example.com/site.css">', {}, False),
        (SCRIPT, {"app.js": "start();"}, True),
        (SCRIPT, {"app.js": LISTENS}, False),
        (SCRIPT, {"app.js": "import './show.js';", "show.js": LISTENS}, False),
        (SCRIPT, {"app.js": "import './show.js';", "show.js": "start();"}, True),
        (SCRIPT, {"app.js": "import 'somebody-elses';"}, False),
        (SCRIPT, {}, False),
        ('<script src="https://example.com/app.js"></script>', {}, False),
        ("<script type='module'>import './show.js';</script>", {"show.js": LISTENS}, False),
        ("<script type='module'>import './show.js';</script>", {"show.js": "start();"}, True),
        (f"<script>{LISTENS}</script>", {}, False),
        (STYLE + SCRIPT, {"site.css": "", "app.js": "start();"}, False),
        (STYLE + SCRIPT, {"site.css": "p {}", "app.js": "start();"}, True),
    ],
)
def test_what_a_page_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, files: dict[str, str], *, is_reported: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"index.html": f"<!doctype html>{head}{FORM}", "package.json": "{}", **files}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (page,) = read_project(["index.html"]).pages()
    assert missing_agent_feedback.check is not None
    assert bool(list(missing_agent_feedback.check(page, Settings()))) is is_reported


def test_a_component_is_shown_by_the_pages_around_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    form = '<form toolname="add" tooldescription="Add a task."><button>Add</button></form>'
    (tmp_path / "Add.jsx").write_text(f'import "react"; export const Add = () => {form};', encoding="utf-8")
    (page,) = read_project(["."]).pages()
    assert [tool.label for tool in page.tools] == ["add"]
    assert missing_agent_feedback.check is not None
    assert list(missing_agent_feedback.check(page, Settings())) == []

"""From paths to pages."""

from __future__ import annotations

import gc
import os
import weakref
from pathlib import Path

import pytest

from webmcp_lint.discovery import File, Kind, PathNotFoundError, Skipped
from webmcp_lint.located import Unknown
from webmcp_lint.program import documents
from webmcp_lint.site import files
from webmcp_lint.site.page import Page, read_page
from webmcp_lint.site.project import Project, page_of, read_input, read_project, unnamed
from webmcp_lint.source import SourceFile

SCRIPT = "document.modelContext.registerTool({name: 'two', description: 'Second.', execute() {}})"
FORM = '<form toolname="{}" tooldescription="Do it."></form>'


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, **pages: str) -> None:
    for name, text in pages.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")


def names(project: Project) -> dict[str, list[str | None]]:
    return {page.path: [tool.label for tool in page.tools] for page in project.pages()}


def test_pages_come_in_the_order_of_their_paths(site: Path) -> None:
    write(site, b_html=FORM.format("two"), a_html=FORM.format("one"), c_php=FORM.format("three"))
    assert names(read_project(["."])) == {"a.html": ["one"], "b.html": ["two"], "c.php": ["three"]}


def test_files_without_a_word_of_webmcp_are_not_parsed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site, a_html="<form><input name=q></form>", b_html=FORM.format("one"))
    parsed = []

    def parse(file: SourceFile, _template: object) -> Page:
        parsed.append(file.path)
        return read_page(file)

    monkeypatch.setattr("webmcp_lint.site.page.read_page", parse)
    project = read_project(["."])
    assert names(project) == {"b.html": ["one"]}
    assert parsed == ["b.html"]
    assert (project.read, project.parsed) == (2, 1)


def test_a_text_that_is_too_long_to_be_looked_at_is_unknown() -> None:
    page = (
        f"<form toolname=a tooldescription='{'b' * 200_000}'></form>"
        f"<form toolname=c tooldescription='{'d' * 200_001}'><input name=e aria-description='{'f' * 200_001}'></form>"
    )
    known, unknown = page_of(SourceFile("a.html", page)).tools
    assert known.description.known == "b" * 200_000
    assert isinstance(unknown.description.value, Unknown)
    assert unknown.description.value.reason == "a text that is too long"
    assert unknown.schema is not None
    assert "/properties/e/description" in dict(unknown.schema.unknowns())


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")
def test_nobody_waits_for_a_pipe_that_is_imported(site: Path) -> None:
    write(
        site, app_js=f"import './pipe.js'; {SCRIPT}", a_html="<script src=app.js></script><script src=pipe.js></script>"
    )
    for name in ("pipe.js", "package.json", "tsconfig.json"):
        os.mkfifo(name)
    assert names(read_project(["."])) == {"a.html": ["two"]}


def test_a_script_that_no_page_loads_stands_for_itself(site: Path) -> None:
    write(site, app_js=SCRIPT, a_html=FORM.format("one"))
    assert names(read_project(["."])) == {"a.html": ["one"], "app.js": ["two"]}
    assert [page.is_document for page in read_project(["."]).pages()] == [True, False]


def test_a_script_is_read_with_the_page_that_loads_it(site: Path) -> None:
    write(site, app_js=SCRIPT, a_html="<script src=app.js></script>")
    assert names(read_project(["."])) == {"a.html": ["two"]}
    assert names(read_project(["a.html"])) == {"a.html": ["two"]}
    assert names(read_project(["app.js"])) == {"app.js": ["two"]}


def test_a_script_is_read_without_the_pages_that_load_it(site: Path) -> None:
    (site / ".git").mkdir()
    loaded = SCRIPT.replace("document", "import './offer.js'; document")
    write(
        site, app_js=loaded, offer_js=SCRIPT.replace("two", "three"), a_html="<script type=module src=app.js></script>"
    )
    assert names(read_project(["app.js"])) == {"app.js": ["two"]}
    assert names(read_project(["offer.js"])) == {"offer.js": ["three"]}
    assert names(read_project(["app.js", "a.html"])) == {"a.html": ["three", "two"]}


def test_a_script_that_names_a_tool_is_read_without_the_one_that_registers_it(site: Path) -> None:
    (site / ".git").mkdir()
    write(
        site,
        a_html="<script type=module src=app.js></script>",
        app_js="import { offer } from './offer.js'; offer('two');",
        offer_js="export const offer = (name) => "
        "document.modelContext.registerTool({ name, description: 'Do it.', execute() {} });",
    )
    assert names(read_project(["app.js"])) == {"app.js": ["two"]}
    assert names(read_project(["offer.js"])) == {"offer.js": ["two"]}
    assert names(read_project(["app.js", "offer.js"])) == {"offer.js": ["two"]}


def test_scripts_that_are_too_large_together_are_named(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site, a_js=SCRIPT, b_js=SCRIPT.replace("two", "three"), c_html=f"<script>{SCRIPT}</script>")
    monkeypatch.setattr(documents, "MAX_NODES", 40)
    project = read_project(["."])
    assert names(project) == {"a.js": ["two"], "c.html": ["two"]}
    assert project.skipped == [Skipped("b.js", documents.TOO_MANY)]


def test_what_registers_is_read_before_what_pages_load_beside(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site, a_html="<script src=bundle.js></script><script src=z.js></script>", bundle_js="f(1);" * 20, z_js=SCRIPT)
    monkeypatch.setattr(documents, "MAX_NODES", 60)
    project = read_project(["."])
    assert names(project) == {"a.html": ["two"]}
    assert project.skipped == []


def test_a_script_that_is_too_long_is_named(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site, a_js=SCRIPT, b_js=SCRIPT + " " * 1_000)
    monkeypatch.setattr(documents, "MAX_SCRIPT", 1_000)
    project = read_project(["."])
    assert names(project) == {"a.js": ["two"]}
    assert project.skipped == [Skipped("b.js", documents.TOO_LONG)]


def test_texts_are_let_go_of_where_nobody_holds_them(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(site, a_js="1" * 60, b_js="2" * 60)
    monkeypatch.setattr(files, "MAX_KEPT", 100)
    disk = files.Disk()
    one, other = (File(site / name, name, Kind.SCRIPT, 60) for name in ("a.js", "b.js"))
    held = disk.text(one)
    let_go = weakref.ref(disk.text(other))
    assert disk.text(one) is held
    assert let_go() is None
    assert disk.text(other) is not None


def test_a_tool_belongs_to_the_page_that_names_it(site: Path) -> None:
    write(
        site,
        a_html="<script type=module src=a.js></script>",
        b_html="<script type=module src=b.js></script>",
        a_js="import { offer } from './offer.js'; offer('one');",
        b_js="import { offer } from './offer.js'; offer('two');",
        offer_js="export const offer = (name) => "
        "document.modelContext.registerTool({ name, description: 'Do it.', execute() {} });",
    )
    assert names(read_project(["."])) == {"a.html": ["one"], "b.html": ["two"]}


@pytest.mark.parametrize(
    "source",
    [
        "navigator.modelContext.provideContext({ tools });",
        "navigator.modelContext.provideContext({ tools: tools.map((tool) => ({ name: tool.name })) });",
        "document.modelContext.registerTool(tools);",
    ],
)
def test_tools_from_elsewhere_are_told_of(site: Path, source: str) -> None:
    write(site, a_js=f"import {{ tools }} from 'elsewhere'; {source}")
    (page,) = read_project(["."]).pages()
    assert [each.reason for each in page.unread] == ["the tool comes from the package `elsewhere`"]


def test_what_cannot_be_read_is_told_of_on_each_page_that_loads_it(site: Path) -> None:
    page = '<script type="module" src="tools.js"></script>'
    script = "import { tools } from 'elsewhere'; document.modelContext.registerTool(tools);"
    write(site, tools_js=script, a_html=page, b_html=page)
    assert {each.path: len(each.unread) for each in read_project(["."]).pages()} == {"a.html": 1, "b.html": 1}


def test_templates_are_masked(site: Path) -> None:
    write(site, a_php=FORM.format("<?= $name ?>"), b_html=FORM.format("{{ name }}"))
    project = read_project(["."])
    for page in project.pages():
        assert page.template is not None
        (tool,) = page.tools
        assert tool.label is None
        assert [unknown.location.text for unknown in unnamed(page)] == [tool.name.location.text]


def test_what_is_skipped_is_told_with_the_reason(site: Path) -> None:
    write(site, deep_html="<div>" * 6_000 + FORM.format("one"), good_html=FORM.format("two"))
    (site / "binary.html").write_bytes(b"toolname" + bytes(100))
    project = read_project(["."])
    assert names(project) == {"good.html": ["two"]}
    assert project.skipped == [
        Skipped("binary.html", "binary"),
        Skipped("deep.html", "more than 5,000 elements inside each other"),
    ]


def test_a_file_that_vanishes_is_skipped(site: Path) -> None:
    write(site, a_html=FORM.format("one"))
    project = read_project(["."])
    (site / "a.html").unlink()
    assert names(project) == {}
    assert project.skipped == [Skipped("a.html", "no longer there")]


def test_a_path_that_does_not_exist(site: Path) -> None:
    assert site.exists()
    with pytest.raises(PathNotFoundError, match="no such file or directory: nowhere"):
        read_project(["nowhere"])


def test_standard_input() -> None:
    data = FORM.format("@(Model.Name)").encode()
    (page,) = read_input(data).pages()
    assert (page.path, [tool.label for tool in page.rejected]) == ("<stdin>", ["@(Model.Name)"])
    (page,) = read_input(data, "shop/form.cshtml").pages()
    assert (page.path, [tool.label for tool in page.tools]) == ("shop/form.cshtml", [None])
    assert list(read_input(b"<p>nothing</p>").pages()) == []
    project = read_input(bytes(600) + b"toolname", "x.html")
    assert list(project.pages()) == []
    assert project.skipped == [Skipped("x.html", "binary")]


def test_a_page_without_holes_is_no_template() -> None:
    assert page_of(SourceFile("a.html", "<p>{ }</p>")).template is None
    assert page_of(SourceFile("a.php", "<p>{ }</p>")).template is None
    assert page_of(SourceFile("a.php", "<p><?= 1 ?></p>")).template is not None


def test_no_page_outlives_its_turn(site: Path) -> None:
    for number in range(20):
        write(site, **{f"p{number:02}_html": FORM.format(f"t{number}")})
    alive: list[weakref.ref[SourceFile]] = []
    for page in read_project(["."]).pages():
        alive.append(weakref.ref(page.file))
        del page
        gc.collect()
        assert sum(each() is not None for each in alive) <= 1
    assert len(alive) == 20


@pytest.mark.parametrize(
    ("name", "runner"),
    [
        ("shop.test.ts", ""),
        ("shop.spec.jsx", ""),
        ("__tests__/shop.js", ""),
        ("e2e/shop.js", "import { test } from '@playwright/test';"),
        ("checks.mjs", "const test = require('node:test');"),
        ("drive.cjs", "const { chromium } = require('playwright');"),
    ],
)
def test_what_tests_register_is_not_on_the_site(site: Path, name: str, runner: str) -> None:
    write(site, shop_js="export const add = (tool) => document.modelContext.registerTool(tool);")
    path = site / name
    path.parent.mkdir(exist_ok=True)
    shop = "../shop.js" if "/" in name else "./shop.js"
    path.write_text(f"{runner}\nimport {{ add }} from '{shop}';\nadd({{name: 'one', description: 'x'}});\n{SCRIPT}")
    assert [tool.label for page in read_project(["."]).pages() for tool in page.tools] == []


def test_a_test_that_a_page_loads_is_a_part_of_the_site(site: Path) -> None:
    write(site, a_html='<script src="shop.test.js"></script>')
    (site / "shop.test.js").write_text(SCRIPT)
    assert names(read_project(["."])) == {"a.html": ["two"]}


def test_a_name_that_is_empty_before_the_page_fills_it_is_unknown(site: Path) -> None:
    walk = """function walk(routes, path = []) {
  if (typeof routes === 'function')
    document.modelContext.registerTool({ name: path.join('.'), description: 'Do it.', execute: routes });
  for (const [key, value] of Object.entries(routes)) walk(value, [...path, key]);
}
walk(window.routes);"""
    write(site, app_js=walk)
    (page,) = read_project(["."]).pages()
    assert [tool.label for tool in (*page.tools, *page.rejected)] == [None]

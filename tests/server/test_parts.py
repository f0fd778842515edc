"""The parts of the server that need no editor."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from lsprotocol.types import Position

from tests.server.conftest import PAGE
from webmcp_lint.fixes import changed
from webmcp_lint.linter import Diagnostic, Run
from webmcp_lint.server import hover, suppressing
from webmcp_lint.server.addresses import name_of, path_of, uri_of
from webmcp_lint.server.groups import groups
from webmcp_lint.server.positions import Positions
from webmcp_lint.server.store import Store
from webmcp_lint.server.unit import Unit
from webmcp_lint.server.workspace import Workspace
from webmcp_lint.settings import Settings
from webmcp_lint.site.files import StandardInput
from webmcp_lint.site.project import key_of, read_project
from webmcp_lint.source import SourceFile, Span


class Linted:
    """A document without a file, and what was found in it."""

    def __init__(self, name: str, text: str) -> None:
        store = Store()
        self.key = key_of(StandardInput(b"", name))
        store.put(self.key, text)
        self.unit = Unit(self.key, store, name)
        self.unit.ensure(self.key)

    def found(self, rule: str) -> list[Diagnostic]:
        return [each for each in self.unit.diagnostics(self.key) if each.rule.name == rule]


@pytest.mark.skipif(os.name == "nt", reason="paths of other systems")
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///a/b%20c/%C3%A9.html", "/a/b c/é.html"),
        ("file://localhost/a/../b.html", "/b.html"),
        ("FILE:///a", "/a"),
        ("file://server/share/a.html", None),
        ("untitled:Untitled-1", None),
        ("vscode-notebook-cell:/a.html#1", None),
        ("file:///a%00.html", None),
        ("file:a.html", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_path_of(uri: str, path: str | None) -> None:
    assert path_of(uri) == path


def test_addresses_of_paths() -> None:
    assert uri_of("/a b/é#?.html") == "file:///a%20b/%C3%A9%23%3F.html"
    assert name_of("untitled:Untitled-1", "vue") == "untitled-Untitled-1.vue"
    assert name_of("", "") == "untitled.html"


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [("utf-16", [0, 1, 3, 4, 5]), ("utf-8", [0, 1, 5, 7, 8]), ("utf-32", [0, 1, 2, 3, 4])],
)
def test_positions_there_and_back(encoding: str, columns: list[int]) -> None:
    file = SourceFile("a.html", "x\r\na😀éb\rlast")
    positions = Positions(encoding)
    places = [positions.position(file, offset) for offset in range(3, 8)]
    assert [(place.line, place.character) for place in places] == [(1, column) for column in columns]
    assert [positions.offset(file, place) for place in places] == [3, 4, 5, 6, 7]


def test_positions_beyond_a_line_and_the_text() -> None:
    file = SourceFile("a.html", "ab\ncd")
    assert [Positions().offset(file, Position(*place)) for place in ((0, 99), (1, 99), (9, 0))] == [2, 5, 5]


def test_groups() -> None:
    named = {"a": {"x"}, "b": {"x", "y"}, "c": {"c"}, "y": set[str]()}
    found = groups(named, lambda key: frozenset(named.get(key, ())))
    assert set(found.values()) == {frozenset("abxy"), frozenset("c")}


def test_only_the_group_of_a_file_is_linted_again(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.html").write_text(PAGE.replace("app.js", f"{name}.js"), encoding="utf-8")
        (tmp_path / f"{name}.js").write_text("let x;", encoding="utf-8")
    store = Store()
    unit = Unit(tmp_path.as_posix(), store)
    while not unit.is_done:
        unit.step()
    store.put(f"{tmp_path.as_posix()}/a.js", "let y;")
    unit.touch(f"{tmp_path.as_posix()}/a.js")
    changed_: set[str] = set()
    while not unit.is_done:
        changed_ |= unit.step()
    assert {Path(key).name for key in changed_} == {"a.html", "a.js"}


@pytest.mark.parametrize("site", ["clinic", "document-review", "support-request", "task-board"])
def test_the_same_findings_as_on_the_command_line(site: str) -> None:
    folder = Path("fixtures", site).absolute()
    project = read_project([folder])
    run = Run(Settings())
    for page in project.pages():
        run.add(page)
    listed = run.diagnostics(project.commented, project.shared)
    unit = Unit(folder.as_posix(), Store())
    keys: set[str] = set()
    while not unit.is_done:
        keys |= unit.step()
    found = [each for key in keys for each in unit.diagnostics(key)]
    assert Counter(map(_identity, found)) == Counter(map(_identity, listed))
    assert found


def _identity(diagnostic: Diagnostic) -> tuple[str, str, Span]:
    return diagnostic.fingerprint, diagnostic.location.file.path, diagnostic.location.span


def test_a_configuration_of_a_server_is_read_as_it_is_typed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "_headers").write_text("/*\n  X-Frame-Options: DENY\n", encoding="utf-8")
    workspace = Workspace()
    workspace.add_folder(tmp_path.as_uri())
    [unit] = workspace.units

    def rules(text: str | None = None) -> set[str]:
        if text is not None:
            workspace.change(headers, text)
        while not unit.is_done:
            unit.step()
        return {each.rule.name for each in unit.diagnostics(f"{tmp_path.as_posix()}/_headers")}

    headers = (tmp_path / "_headers").as_uri()
    assert rules() == set()
    workspace.open(headers, "plaintext", "/*\n  X-Frame-Options: DENY\n")
    assert unit.is_done, "it says what it said"
    assert rules("/*\n  Permissions-Policy: tools=()\n") != set()
    workspace.close(headers)
    assert rules() == set()


def test_an_editor_hides_the_bytes() -> None:
    text = f"<meta charset=windows-1252>{PAGE}é"
    assert [each.location.text for each in Linted("page.html", text).found("autosubmit-false")] == [
        'toolautosubmit="false"'
    ]


_JS = (
    'document.modelContext?.registerTool({{ name: "a", description: "Do it.", annotations: {{{}}}, execute() {{}} }});'
)
_TOOL = _JS.format("\n  readOnlyHint: 'no'\n")

SILENCED: Mapping[str, tuple[str, str, str]] = {
    "markup": (
        "a.html",
        '<p>\n  <form toolname=a tooldescription="Do it."\n    toolautosubmit=no></form>',
        (
            '<p>\n  <!-- webmcp-lint-disable-next-line autosubmit-false -->\n  <form toolname=a tooldescription="Do it."\n'
            "    toolautosubmit=no></form>"
        ),
    ),
    "behind other markup": (
        "a.html",
        '<p><form toolname=a tooldescription="Do it." toolautosubmit=no></form>',
        (
            "<p><!-- webmcp-lint-disable-next-line autosubmit-false --> "
            '<form toolname=a tooldescription="Do it." toolautosubmit=no></form>'
        ),
    ),
    "template": (
        "a.php",
        '<?php if ($x): ?>\r\n<form toolname=a tooldescription="Do it." toolautosubmit=no></form>\r\n<?php endif ?>',
        (
            "<?php if ($x): ?>\r\n<!-- webmcp-lint-disable-next-line autosubmit-false -->\r\n"
            '<form toolname=a tooldescription="Do it." toolautosubmit=no></form>\r\n<?php endif ?>'
        ),
    ),
    "script": (
        "a.js",
        _TOOL,
        _JS.format("\n  // webmcp-lint-disable-next-line non-boolean-annotation\n  readOnlyHint: 'no'\n"),
    ),
    "script on a line with others": (
        "a.js",
        f"if (a) {_JS.format(' readOnlyHint: 1 ')}",
        f"// webmcp-lint-disable-next-line non-boolean-annotation\nif (a) {_JS.format(' readOnlyHint: 1 ')}",
    ),
    "script in a page": (
        "a.html",
        f"<script>\n{_TOOL}\n</script>",
        "<script>\n"
        + _JS.format("\n  // webmcp-lint-disable-next-line non-boolean-annotation\n  readOnlyHint: 'no'\n")
        + "\n</script>",
    ),
    "JSX, in a tag": (
        "a.jsx",
        'export const A = () => (\n  <p>\n    <form toolname="a" tooldescription="Do it."\n      toolautosubmit="no" />\n  </p>\n);',
        (
            'export const A = () => (\n  <p>\n    <form toolname="a" tooldescription="Do it."\n'
            '      // webmcp-lint-disable-next-line autosubmit-false\n      toolautosubmit="no" />\n  </p>\n);'
        ),
    ),
    "JSX, between tags": (
        "a.jsx",
        'export const A = () => (\n  <p>\n    <form toolname="a" tooldescription="Do it." toolautosubmit="no" />\n  </p>\n);',
        (
            "export const A = () => (\n  <p>\n    {/* webmcp-lint-disable-next-line autosubmit-false */}\n"
            '    <form toolname="a" tooldescription="Do it." toolautosubmit="no" />\n  </p>\n);'
        ),
    ),
    "Vue": (
        "a.vue",
        '<template>\n  <form toolname="a" tooldescription="Do it." toolautosubmit="no" />\n</template>',
        (
            "<template>\n  <!-- webmcp-lint-disable-next-line autosubmit-false -->\n"
            '  <form toolname="a" tooldescription="Do it." toolautosubmit="no" />\n</template>'
        ),
    ),
    "Svelte": (
        "a.svelte",
        '<form toolname="a" tooldescription="Do it." toolautosubmit="no" />\n',
        (
            "<!-- webmcp-lint-disable-next-line autosubmit-false -->\n"
            '<form toolname="a" tooldescription="Do it." toolautosubmit="no" />\n'
        ),
    ),
}


@pytest.mark.parametrize("case", SILENCED)
def test_comments_that_silence(case: str) -> None:
    name, before, after = SILENCED[case]
    linted = Linted(name, before)
    rule = "non-boolean-annotation" if "readOnlyHint" in before else "autosubmit-false"
    [fault] = linted.found(rule)
    change = suppressing.change(fault)
    assert change is not None
    assert changed(before, [change]) == after
    assert Linted(name, after).found(rule) == []


def test_what_is_said_of_a_tool_means_nothing_but_itself() -> None:
    text = '<form toolname=a tooldescription="**Do** <it> `x`."><input name="`" title="a|b"></form>'
    linted = Linted("a.html", text)
    [page] = linted.unit.pages(linted.key)
    [tool] = page.tools
    told = hover.markdown(tool)
    assert r"\*\*Do\*\* \<it\> `x`." in told
    assert "- `` ` `` string" in told
    assert "**Do** <it> x." in hover.plain(tool)

"""What suppression comments cover in scripts and components, and in the scripts of pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Webmcp

RULES = ("--select", "controller-as-signal,non-boolean-annotation,undescribed-parameter,unused-suppression")
TOOL = 'name: "add-task", description: "Add a task to the board.", execute: () => "done"'
Found = Callable[..., list[str]]
SPEAKS, SILENT = "controller-as-signal", "controller-as-signal (silenced)"


@pytest.fixture
def found(empty_site: Path, webmcp_lint: Webmcp) -> Found:
    """Write a file and lint the folder; return what is found."""

    def run(text: str, name: str = "app.js") -> list[str]:
        (empty_site / name).write_text(text, encoding="utf-8")
        return [each.partition(" ")[2] for each in webmcp_lint(".", "--format", "json", *RULES).rules]

    return run


MISSED = [SPEAKS, "unused-suppression"]
CALL = f"""\
const mc = document.modelContext; if (!mc) throw new Error();
{{0}}
await mc.registerTool({{{{ {TOOL} }}}},
  {{{{ signal: new AbortController() }}}});
"""


@pytest.mark.parametrize(
    "comment",
    [
        "// webmcp-lint-disable-next-line controller-as-signal",
        "// webmcp-lint-disable-next-line registration: a demo",
        "/* webmcp-lint-disable-next-line */",
        "/** webmcp-lint-disable-next-line controller-as-signal: a demo */",
        "/*\n * webmcp-lint-disable-next-line\n * controller-as-signal\n */",
        "// webmcp-lint-disable-next-line controller-as-signal\n\n// what is added\n",
        "// webmcp-lint-disable controller-as-signal",
        "// webmcp-lint-disable-file controller-as-signal",
    ],
)
@pytest.mark.parametrize("name", ["app.js", "app.mjs", "app.ts", "app.jsx", "app.tsx"])
def test_a_comment_silences(found: Found, comment: str, name: str) -> None:
    assert found(CALL.format(comment), name) == [SILENT]


@pytest.mark.parametrize(
    "comment",
    [
        "'// webmcp-lint-disable-file controller-as-signal';",
        "`/* webmcp-lint-disable-file */`;",
        r"/[/*]webmcp-lint-disable-file*\//.test('');",
        "// see webmcp-lint-disable-file",
        "// webmcp-lint-disabled",
    ],
)
def test_what_is_no_directive_silences_nothing(found: Found, comment: str) -> None:
    assert found(CALL.format(comment)) == [SPEAKS]


REGISTERED = "mc.registerTool(tool, { signal: new AbortController() });"


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        # the property, whatever its lines
        (
            "mc.registerTool(tool, {\n// webmcp-lint-disable-next-line\nsignal:\n\nnew AbortController() });",
            [SILENT],
        ),
        ("mc.registerTool(tool, {\n// webmcp-lint-disable-next-line\nx: 1,\nsignal: new AbortController() });", MISSED),
        # the argument
        ("mc.registerTool(tool,\n/* webmcp-lint-disable-next-line */\n{ signal: new AbortController() });", [SILENT]),
        ("mc.registerTool(\n/* webmcp-lint-disable-next-line */ tool, { signal: new AbortController() });", MISSED),
        # the rest of the statement that it stands in
        ("mc\n// webmcp-lint-disable-next-line\n.registerTool(tool, { signal: new AbortController() });", [SILENT]),
        # the next statement, not the one behind which it stands
        (
            "go() // webmcp-lint-disable-next-line\n\nmc.registerTool(tool, { signal: new AbortController() });",
            [SILENT],
        ),
        ("mc.registerTool(tool, { signal: new AbortController() }); // webmcp-lint-disable-next-line", MISSED),
        (
            "if (x) {\n// webmcp-lint-disable-next-line\n}\nmc.registerTool(tool, { signal: new AbortController() });",
            MISSED,
        ),
        # the next statement only
        (
            f"// webmcp-lint-disable-next-line\n{REGISTERED}\n{REGISTERED.replace('tool,', 'other,')}",
            [SILENT, SPEAKS],
        ),
        # its own line
        ("mc.registerTool(tool, { signal: new AbortController() }); // webmcp-lint-disable-line", [SILENT]),
        ("mc.registerTool(tool,\n{ signal: new AbortController() }\n); // webmcp-lint-disable-line", MISSED),
        # a block
        (
            f"/* webmcp-lint-disable */ {REGISTERED}\n/* webmcp-lint-enable */\n{REGISTERED.replace('tool,', 'other,')}",
            [SILENT, SPEAKS],
        ),
    ],
)
def test_what_a_comment_covers(found: Found, script: str, expected: list[str]) -> None:
    text = f"const mc = document.modelContext, tool = {{ {TOOL} }}, other = {{ ...tool, name: 'b' }};\n{script}\n"
    assert sorted(found(text)) == sorted(expected)


FORM = '<form toolname="add-task" tooldescription="Add a task to the board."><input name="title" /></form>'
INPUT = '<form toolname="add-task" tooldescription="Add a task to the board.">{}<input\n name="title" /></form>'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("A.jsx", "export default () => " + INPUT.format("{/* webmcp-lint-disable-next-line */}")),
        ("A.tsx", "export default () => " + INPUT.format("\n{/* webmcp-lint-disable-next-line: a demo */}\n")),
        ("A.jsx", "export default () => " + INPUT.format("{\n// webmcp-lint-disable-next-line\n}")),
        ("A.vue", "<template>" + INPUT.format("<!-- webmcp-lint-disable-next-line -->") + "</template>"),
        ("A.svelte", INPUT.format("<!-- webmcp-lint-disable-next-line -->")),
        ("A.astro", "---\nconst a = 1;\n---\n" + INPUT.format("<!-- webmcp-lint-disable-next-line -->")),
        ("A.astro", "---\nconst a = 1;\n---\n" + INPUT.format("{/* webmcp-lint-disable-next-line */}")),
    ],
)
def test_markup_in_components(found: Found, name: str, text: str) -> None:
    assert found(text, name) == ["undescribed-parameter (silenced)"]


def test_the_script_of_a_component(found: Found) -> None:
    text = (
        f"<script setup lang='ts'>{CALL.format('// webmcp-lint-disable-next-line')}</script><template><p/></template>"
    )
    assert found(text, "A.vue") == [SILENT]


def test_the_script_of_a_page_is_silenced_by_its_comments_and_by_those_around_it(found: Found) -> None:
    script = "<script type=module>" + CALL + "</script>\n"
    page = script.format("// webmcp-lint-disable controller-as-signal") + script.format("").replace("add-task", "b")
    assert found(page, "a.html") == [SILENT, SPEAKS]
    assert found("<!-- webmcp-lint-disable registration -->" + page, "a.html") == [SILENT, SILENT]


def test_a_linked_script_is_silenced_by_its_own_comments(found: Found, empty_site: Path) -> None:
    (empty_site / "app.js").write_text(CALL.format("// webmcp-lint-disable-next-line"), encoding="utf-8")
    assert found("<script type=module src=app.js></script>", "a.html") == [SILENT]
    assert found("<!-- webmcp-lint-disable --><script type=module src=app.js></script>", "a.html") == [
        "unused-suppression",
        SILENT,
    ]


def test_a_comment_in_a_shared_script_is_used_when_any_page_needs_it(empty_site: Path, webmcp_lint: Webmcp) -> None:
    call = f"document.modelContext.registerTool({{ {TOOL} }});\n"
    (empty_site / "app.js").write_text(f"// webmcp-lint-disable-next-line duplicate-tool-name\n{call}")
    (empty_site / "a.html").write_text("<script src=app.js></script>")
    (empty_site / "b.html").write_text("<script src=a.js></script><script src=app.js></script>")
    (empty_site / "a.js").write_text(call)
    (empty_site / "package.json").write_text("{}")
    rules = ("--select", "duplicate-tool-name,unused-suppression", "--format", "json")
    whole = webmcp_lint(".", *rules).rules
    assert whole == ["app.js:2 duplicate-tool-name (silenced)"]
    assert webmcp_lint("app.js", "a.html", *rules).rules == []
    (empty_site / "b.html").unlink()
    assert webmcp_lint(".", *rules).rules == ["app.js:1 unused-suppression"]


def test_an_unused_comment_is_found_where_nothing_registers_anymore(found: Found) -> None:
    assert found("// webmcp-lint-disable-next-line controller-as-signal\nfoo();") == ["unused-suppression"]


def test_a_reason_can_be_asked_for(empty_site: Path, webmcp_lint: Webmcp) -> None:
    (empty_site / "app.js").write_text(CALL.format("// webmcp-lint-disable-next-line registration"))
    run = webmcp_lint(".", "--require-reason", "--format", "json")
    assert [(each["rule"], each["level"]) for each in run.json["findings"] if not each["suppressed"]] == [
        ("unexplained-suppression", "warning")
    ]
    assert webmcp_lint(".").code == 0
    (empty_site / "app.js").write_text(CALL.format("// webmcp-lint-disable-next-line registration: a demo"))
    assert webmcp_lint(".", "--require-reason").code == 0

"""`lock` and `diff` through the command line, in folders and in repositories of git."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.command import Webmcp

FIXTURE = Path(__file__).parent.parent / "fixtures" / "task-board" / "clean"

ADD = (
    '<form toolname="add-task" tooldescription="Add a task to the board." toolautosubmit><input name="task"{}></form>\n'
)


@pytest.fixture
def site(empty_site: Path) -> Path:
    """A folder to stand in, with a page of one tool."""
    (empty_site / "index.html").write_text(ADD.format(""), encoding="utf-8")
    return empty_site


def change() -> None:
    """Make the parameter of the tool required."""
    Path("index.html").write_text(ADD.format(" required"), encoding="utf-8")


REQUIRED = "breaking  index.html  add-task  parameter `task` is now required\n\n1 change: 1 breaking\n"


def git(*arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)


def commit() -> None:
    git("add", "--all")
    git("commit", "--quiet", "--message", "all of it")


@pytest.fixture
def repository(site: Path) -> Path:
    """A repository to stand in, with the page committed."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    git("init", "--quiet")
    commit()
    return site


class TestLock:
    def test_it_is_written_once(self, site: Path, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("lock") == (0, "", "webmcp-lint: webmcp.lock.json: 1 tool on 1 page\n")
        text = (site / "webmcp.lock.json").read_text(encoding="utf-8")
        (tool,) = json.loads(text)["pages"]["index.html"]["tools"]
        assert (tool["name"], tool["autosubmit"], tool["declared_in"]) == ("add-task", True, "index.html")
        assert webmcp_lint("lock") == (0, "", "webmcp-lint: webmcp.lock.json is up to date: 1 tool on 1 page\n")
        assert (site / "webmcp.lock.json").read_text(encoding="utf-8") == text
        assert webmcp_lint("lock", "--output", "-").out == text

    def test_paths_are_those_from_the_lock(
        self, site: Path, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (site / "web").mkdir()
        shutil.move("index.html", "web/index.html")
        webmcp_lint("lock", "web")
        from_above = (site / "webmcp.lock.json").read_text(encoding="utf-8")
        assert '"web/index.html": {' in from_above
        monkeypatch.chdir("web")
        webmcp_lint("lock", "--output", "../webmcp.lock.json", ".")
        assert (site / "webmcp.lock.json").read_text(encoding="utf-8") == from_above
        assert webmcp_lint("diff", "../webmcp.lock.json") == (0, "no change\n", "")

    def test_a_file_that_is_no_lock_stays(self, site: Path, webmcp_lint: Webmcp) -> None:
        (site / "webmcp.lock.json").write_text("<<<<<<< ours\n{}")
        message = "webmcp-lint: webmcp.lock.json: no JSON (line 1, column 1), with the marks of a merge conflict\n"
        assert webmcp_lint("lock") == (2, "", message)
        assert webmcp_lint("diff") == (2, "", message)
        assert (site / "webmcp.lock.json").read_text() == "<<<<<<< ours\n{}"

    def test_what_could_not_be_read_is_told(self, site: Path, webmcp_lint: Webmcp) -> None:
        (site / "app.js").write_text("document.modelContext.registerTool(await (await fetch('/tool')).json());")
        assert webmcp_lint("lock").err.endswith("1 tool on 1 page; 1 registration could not be read\n")

    def test_tools_behind_a_removed_api_are_not_offered(self, site: Path, webmcp_lint: Webmcp) -> None:
        script = "navigator.modelContext.registerTool({name: 'gone', description: 'x', execute() {}});"
        (site / "app.js").write_text(script)
        assert webmcp_lint("lock").err == "webmcp-lint: webmcp.lock.json: 1 tool on 1 page\n"

    def test_what_the_configuration_leaves_out(self, site: Path, webmcp_lint: Webmcp) -> None:
        (site / "webmcp-lint.toml").write_text('exclude = ["*.html"]\n')
        assert webmcp_lint("lock").err == "webmcp-lint: webmcp.lock.json: 0 tools on 0 pages\n"
        assert webmcp_lint("lock", "--no-config").err == "webmcp-lint: webmcp.lock.json: 1 tool on 1 page\n"
        assert webmcp_lint("lock", "--config", "nope.toml").code == 2

    def test_nothing_is_written_where_that_cannot_be(self, site: Path, webmcp_lint: Webmcp) -> None:
        run = webmcp_lint("lock", "--output", "no/such/folder.json")
        assert (run.code, run.err) == (2, "webmcp-lint: cannot write no/such/folder.json: no such file or directory\n")
        assert webmcp_lint("lock", "--output", ".").err == "webmcp-lint: cannot write .: is a directory\n"
        assert webmcp_lint("lock", "-").err == "webmcp-lint: a lock file is made of files, and standard input is none\n"
        assert webmcp_lint("lock", "nope").err == "webmcp-lint: no such file or directory: nope\n"
        assert sorted(path.name for path in site.iterdir()) == ["index.html"]


@pytest.mark.usefixtures("site")
class TestDiff:
    def test_since_the_lock(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        assert webmcp_lint("diff") == (0, "no change\n", "")
        change()
        assert webmcp_lint("diff") == webmcp_lint("diff", "webmcp.lock.json") == (1, REQUIRED, "")

    @pytest.mark.parametrize(("level", "code"), [("breaking", 0), ("risky", 1), ("never", 0)])
    def test_fail_on(self, webmcp_lint: Webmcp, level: str, code: int) -> None:
        webmcp_lint("lock")
        Path("index.html").write_text(ADD.format("").replace("Add a", "Delete a"), encoding="utf-8")
        run = webmcp_lint("diff", "--fail-on", level)
        assert (run.code, run.out.splitlines()[0]) == (code, "risky  index.html  add-task  description rewritten")

    def test_json(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        change()
        assert webmcp_lint("diff", "--format", "json").json == {
            "version": 1,
            "changes": [
                {
                    "class": "breaking",
                    "kind": "parameter-required",
                    "page": "index.html",
                    "tool": "add-task",
                    "message": "parameter `task` is now required",
                    "path": "index.html",
                    "pointer": "/input_schema/properties/task",
                    "before": False,
                    "after": True,
                }
            ],
            "not_comparable": [],
            "summary": {"breaking": 1, "risky": 0, "harmless": 0, "not_comparable": 0},
        }

    def test_markdown(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        change()
        assert webmcp_lint("diff", "--format", "markdown").out == (
            "### WebMCP tools: what changed\n\n1 change: 1 breaking\n\n"
            "|  | page | tool | change |\n|---|---|---|---|\n"
            "| **breaking** | `index.html` | `add-task` | parameter `task` is now required |\n"
        )

    def test_folders_and_lock_files(self, webmcp_lint: Webmcp) -> None:
        for name in ("old", "new"):
            Path(name).mkdir()
        shutil.copy("index.html", "old")
        change()
        shutil.copy("index.html", "new")
        for name in ("old", "new"):
            webmcp_lint("lock", name, "--output", f"{name}/webmcp.lock.json")
        locks = ("old/webmcp.lock.json", "new/webmcp.lock.json")
        expected = (1, REQUIRED, "")
        assert webmcp_lint("diff", "old", "new") == expected
        assert webmcp_lint("diff", *locks) == expected
        assert webmcp_lint("diff", locks[0], "new") == expected
        assert webmcp_lint("diff", "old", locks[1]) == expected
        assert webmcp_lint("diff", "new", "new").out == "no change\n"

    def test_a_tool_that_is_declared_and_not_found(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        Path("index.html").write_text(ADD.format("").replace("add-task", "add task"), encoding="utf-8")
        Path("app.js").write_text(
            "navigator.modelContext.registerTool({name: 'add-task', description: 'x', execute() {}});"
        )
        Path("app.html").write_text("<script src=app.js></script>")
        assert webmcp_lint("diff").out.splitlines()[0] == "breaking  index.html  add-task  removed"
        Path("index.html").write_text("<script src=app.js></script>", encoding="utf-8")
        assert webmcp_lint("diff").out.splitlines()[0] == (
            "breaking  index.html  add-task  removed: it is registered by an API that browsers have removed"
        )

    def test_a_tool_on_many_pages_is_one_line(self, webmcp_lint: Webmcp) -> None:
        script = "document.modelContext.registerTool({name: 'find', description: 'Find.', execute() {}});"
        Path("app.js").write_text(script)
        for name in "abc":
            Path(f"{name}.html").write_text("<script src=app.js></script>")
        webmcp_lint("lock")
        Path("app.js").write_text("")
        lines = webmcp_lint("diff").out.splitlines()
        assert lines == ["breaking  a.html and 2 more  find  removed", "", "3 changes: 3 breaking"]

    def test_a_page_that_cannot_be_read_any_more(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        Path("index.html").write_bytes(b"\0" * 99 + b"toolname")
        assert webmcp_lint("diff") == (
            0,
            "not compared  index.html    the page could not be read now: binary\n\nno change · 1 part could not be compared\n",
            "",
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ((), "no webmcp.lock.json here; `webmcp-lint lock` writes one, or compare OLD and NEW, or use --git REF"),
            (("x.json",), "cannot read x.json: no such file or directory"),
            ((".", "x.json"), "cannot read x.json: no such file or directory"),
            ((".",), "diff of a folder takes two: . and the one to compare it with"),
            (("a", "b", "c"), "diff compares two things, OLD and NEW; more paths go with --git REF"),
            (("index.html", "."), "index.html: no JSON (line 1, column 1)"),
            (("--git", "HEAD"), "--git compares within a git repository, and this folder is in none"),
        ],
    )
    def test_errors_of_use(
        self, webmcp_lint: Webmcp, arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(Path.cwd().parent))
        assert webmcp_lint("diff", *arguments) == (2, "", f"webmcp-lint: {message}\n")


@pytest.mark.usefixtures("site")
class TestCheckLocked:
    def test_the_lock_holds(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        assert webmcp_lint("check", "--locked", "--fail-on", "never")[::2] == (0, "")

    def test_what_differs_is_named(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        change()
        text = Path("webmcp.lock.json").read_text(encoding="utf-8")
        told = (
            "webmcp-lint: webmcp.lock.json: breaking: add-task on index.html: parameter `task` is now required\n"
            "webmcp-lint: the tools are not those of webmcp.lock.json; `webmcp-lint lock` writes it anew\n"
        )
        assert webmcp_lint("check", "--locked", "--fail-on", "never")[::2] == (1, told)
        assert Path("webmcp.lock.json").read_text(encoding="utf-8") == text

    def test_only_what_is_read_is_compared(self, webmcp_lint: Webmcp) -> None:
        Path("other.html").write_text(ADD.format("").replace("add-task", "other"), encoding="utf-8")
        webmcp_lint("lock", "index.html")
        assert webmcp_lint("--locked", "--fail-on", "never").code == 0
        change()
        assert webmcp_lint("--locked", "--fail-on", "never", "other.html").code == 0
        assert webmcp_lint("--locked", "--fail-on", "never").code == 1

    def test_a_lock_above(self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
        Path("package.json").write_text("{}")
        Path("web").mkdir()
        shutil.move("index.html", "web/index.html")
        webmcp_lint("lock")
        monkeypatch.chdir("web")
        assert webmcp_lint("--locked", "--fail-on", "never")[::2] == (0, "")
        change()
        assert webmcp_lint("--locked", "--fail-on", "never").err.startswith(
            "webmcp-lint: ../webmcp.lock.json: breaking: add-task on web/index.html: "
        )

    def test_long_lists_are_cut(self, webmcp_lint: Webmcp) -> None:
        webmcp_lint("lock")
        forms = "".join(ADD.format("").replace("add-task", f"tool-{number}") for number in range(30))
        Path("more.html").write_text(forms, encoding="utf-8")
        lines = webmcp_lint("--locked", "--fail-on", "never").err.splitlines()
        assert len(lines) == 22
        assert lines[-2] == "webmcp-lint: webmcp.lock.json: 10 more (`webmcp-lint diff` shows them)"

    @pytest.mark.parametrize(
        ("content", "arguments", "message"),
        [
            (None, (), "--locked needs webmcp.lock.json, and there is none; `webmcp-lint lock` writes it"),
            ("{", (), "webmcp.lock.json: no JSON (line 1, column 2)"),
            ("{", ("-",), "--locked compares files with a lock file, and standard input is none"),
        ],
    )
    def test_errors_of_use(
        self, webmcp_lint: Webmcp, content: str | None, arguments: tuple[str, ...], message: str
    ) -> None:
        if content is not None:
            Path("webmcp.lock.json").write_text(content)
        assert webmcp_lint("check", "--locked", *arguments) == (2, "", f"webmcp-lint: {message}\n")


@pytest.mark.usefixtures("repository")
class TestDiffGit:
    def test_a_revision(self, webmcp_lint: Webmcp) -> None:
        assert webmcp_lint("diff", "--git", "HEAD") == (0, "no change\n", "")
        change()
        assert webmcp_lint("diff", "--git", "HEAD") == (1, REQUIRED, "")
        commit()
        assert webmcp_lint("diff", "--git", "HEAD") == (0, "no change\n", "")
        assert webmcp_lint("diff", "--git", "HEAD~1") == (1, REQUIRED, "")

    def test_from_a_folder_and_with_paths(self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
        shutil.copytree(FIXTURE, "site/board")
        commit()
        app = Path("site/board/tools.js")
        app.write_text(app.read_text(encoding="utf-8").replace("clear-completed", "clear-done"), encoding="utf-8")
        change()
        renamed = "clear-completed  renamed to `clear-done`"
        assert webmcp_lint("diff", "--git", "HEAD", "site").out.startswith(
            f"breaking  site/board/index.html  {renamed}\n\n1 c"
        )
        monkeypatch.chdir("site")
        assert webmcp_lint("diff", "--git", "HEAD").out.startswith(f"breaking  board/index.html  {renamed}\n\n1 change")
        assert webmcp_lint("diff", "--git", "HEAD", "..").out.endswith("2 changes: 2 breaking\n")
        assert webmcp_lint("diff", "--git", "HEAD", str(Path.cwd() / "board")).code == 1

    def test_paths_that_came_and_went(self, webmcp_lint: Webmcp) -> None:
        shutil.copy("index.html", "new.html")
        Path("index.html").unlink()
        run = webmcp_lint("diff", "--git", "HEAD", "index.html", "new.html")
        assert run.out.splitlines()[:2] == [
            "breaking  index.html  add-task  no longer on this page, still on `new.html`",
            "harmless  new.html    add-task  new",
        ]

    def test_files_are_read_as_they_were_committed(self, webmcp_lint: Webmcp, site: Path) -> None:
        git("config", "filter.empty.smudge", "true")
        (site / ".gitattributes").write_text("*.html export-ignore filter=empty\n")
        commit()
        assert webmcp_lint("diff", "--git", "HEAD").out == "no change\n"

    def test_the_configuration_of_today_holds_on_both_sides(self, webmcp_lint: Webmcp, site: Path) -> None:
        shutil.copytree(FIXTURE, "site/old")
        commit()
        shutil.rmtree("site/old")
        assert webmcp_lint("diff", "--git", "HEAD", ".").code == 1
        (site / "webmcp-lint.toml").write_text('exclude = ["site/old/**"]\n')
        assert webmcp_lint("diff", "--git", "HEAD", ".").out == "no change\n"
        assert webmcp_lint("diff", "--git", "HEAD", "--no-config").code == 1

    def test_links_out_of_the_repository_are_not_followed(self, webmcp_lint: Webmcp, site: Path) -> None:
        (site.parent / "outside.html").write_text(ADD.format("").replace("add-task", "outside"), encoding="utf-8")
        try:
            (site / "inside.html").symlink_to("../outside.html")
        finally:
            commit()
        (site / "inside.html").unlink()
        try:
            assert webmcp_lint("diff", "--git", "HEAD").out == "no change\n"
        finally:
            (site.parent / "outside.html").unlink()

    @pytest.mark.parametrize(
        "revision", ["nope", "--output=x", "-h", "", "HEAD:index.html", "HEAD^{blob}", "a b", "@{99}"]
    )
    def test_unknown_revisions(self, webmcp_lint: Webmcp, site: Path, revision: str) -> None:
        run = webmcp_lint("diff", f"--git={revision}")
        assert (run.code, run.out) == (2, "")
        assert run.err.startswith(f"webmcp-lint: unknown revision: {revision}".rstrip())
        assert sorted(path.name for path in site.iterdir()) == [".git", "index.html"]

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("..", "outside of the repository: .."),
            ("nope", "no such file or directory, neither now nor in HEAD: nope"),
        ],
    )
    def test_paths_that_are_nowhere(self, webmcp_lint: Webmcp, path: str, message: str) -> None:
        assert webmcp_lint("diff", "--git", "HEAD", path) == (2, "", f"webmcp-lint: {message}\n")

    def test_no_git(self, webmcp_lint: Webmcp, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        message = "webmcp-lint: --git needs `git`, which is not installed\n"
        assert webmcp_lint("diff", "--git", "HEAD") == (2, "", message)

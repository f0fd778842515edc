"""The GitHub Action and the pre-commit hook."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from webmcp_lint.cli.check import check

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return loaded


def test_every_input_is_described_and_has_a_default(action: dict[str, Any]) -> None:
    assert set(action["inputs"]) == {
        *("paths", "fail-on", "sarif-file", "upload", "python-version", "working-directory"),
    }
    assert all(isinstance(each["default"], str) and each["description"] for each in action["inputs"].values())


def test_no_expression_stands_in_a_script(action: dict[str, Any]) -> None:
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 2
    assert not any("${{" in script for script in scripts)
    assert all(step["shell"] == "bash" for step in action["runs"]["steps"] if "run" in step)


def test_every_input_is_used(action: dict[str, Any]) -> None:
    text = yaml.safe_dump(action["runs"])
    assert all(f"inputs.{name}" in text for name in action["inputs"])


def test_actions_are_pinned_by_their_major_version(action: dict[str, Any]) -> None:
    used = [step["uses"] for step in action["runs"]["steps"] if "uses" in step]
    assert [each.partition("@")[0] for each in used] == ["actions/setup-python", "github/codeql-action/upload-sarif"]
    assert all(each.partition("@v")[2].isdigit() for each in used)


def run_lint_step(
    action: dict[str, Any], folder: Path, *, status: int = 0, **inputs: str
) -> tuple[int, list[str], str]:
    """Run the script of the step with a stand-in for webmcp-lint; return exit code, its arguments and the outputs."""
    binary = folder / "bin" / "webmcp-lint"
    binary.parent.mkdir()
    binary.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > "{folder}/arguments"\nexit {status}\n')
    binary.chmod(binary.stat().st_mode | stat.S_IXUSR)
    (step,) = (step for step in action["runs"]["steps"] if step.get("id") == "lint")
    defaults = {name: each["default"] for name, each in action["inputs"].items()}
    environment = {
        f"INPUT_{name.upper().replace('-', '_')}": inputs.get(name.replace("-", "_"), default)
        for name, default in defaults.items()
    }
    given = {"BIN": str(binary.parent), "GITHUB_WORKSPACE": str(folder), "GITHUB_OUTPUT": str(folder / "outputs")}
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        env={**os.environ, **environment, **given},
        cwd=folder,
        check=False,
    )
    outputs = folder / "outputs"
    arguments = (folder / "arguments").read_text().split("\0")[:-1]
    return done.returncode, arguments, outputs.read_text() if outputs.exists() else ""


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")


@needs_bash
def test_the_step_lints_once_for_annotations_and_sarif(action: dict[str, Any], tmp_path: Path) -> None:
    code, arguments, outputs = run_lint_step(action, tmp_path)
    assert code == 0
    assert arguments == [
        *("check", "--format", "github", "--output", "sarif=webmcp-lint.sarif", "--fail-on", "warning"),
        *("--", "./."),
    ]
    assert outputs == "written=true\n"


@needs_bash
def test_paths_come_one_per_line_and_are_taken_literally(action: dict[str, Any], tmp_path: Path) -> None:
    paths = "my site/*.html\r\n\n$(touch pwned)\n/abs; touch pwned\n-x\n`touch pwned`"
    _, arguments, _ = run_lint_step(action, tmp_path, paths=paths, working_directory="web app", fail_on='"; exit 7 #')
    assert arguments[arguments.index("--fail-on") + 1] == '"; exit 7 #'
    assert arguments[arguments.index("--") + 1 :] == [
        "web app/my site/*.html",
        "web app/$(touch pwned)",
        "/abs; touch pwned",
        "web app/-x",
        "web app/`touch pwned`",
    ]
    assert not (tmp_path / "pwned").exists()


@needs_bash
def test_without_paths_the_working_directory_is_linted(action: dict[str, Any], tmp_path: Path) -> None:
    _, arguments, _ = run_lint_step(action, tmp_path, paths="\n", working_directory="web")
    assert arguments[arguments.index("--") + 1 :] == ["web"]


@needs_bash
@pytest.mark.parametrize(("status", "outputs"), [(1, "written=true\n"), (2, "")])
def test_the_exit_code_stays(action: dict[str, Any], tmp_path: Path, status: int, outputs: str) -> None:
    assert run_lint_step(action, tmp_path, status=status)[::2] == (status, outputs)


def test_the_options_that_the_step_gives_exist(action: dict[str, Any]) -> None:
    (script,) = (step["run"] for step in action["runs"]["steps"] if step.get("id") == "lint")
    known = {name for parameter in check.params for name in parameter.opts}
    assert {word for word in script.split() if word.startswith("--") and word != "--"} <= known


def test_the_pre_commit_hook() -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert hook["id"] == "webmcp-lint"
    assert hook["language"] == "python"
    assert hook["entry"].split() == ["webmcp-lint", "check"]
    assert {"html", "php", "erb", "jinja"} <= set(hook["types_or"])

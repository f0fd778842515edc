"""What a shell offers on Tab, asked as shells ask."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.command import Webmcp
from webmcp_lint.cli import main


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("che", ["plain,check"]),
        ("to", ["plain,tools"]),
        ("ind", ["file,ind"]),
        ("--sel", ["plain,--select"]),
        ("--vers", ["plain,--version"]),
        ("check --format sa", ["plain,sarif"]),
        ("--format sa", ["plain,sarif"]),
        ("check si", ["file,si"]),
        ("--config w", ["file,w"]),
        ("--baseline w", ["file,w"]),
        ("report --html w", ["file,w"]),
        ("explain vague", ["plain,vague-description"]),
        ("--select forms,vague", ["plain,forms,vague-description"]),
        ("check --ignore surf", ["plain,surface"]),
        ("completion z", ["plain,zsh"]),
    ],
)
def test_offers(
    typed: str, offered: list[str], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_WEBMCP_LINT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", f"webmcp-lint {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    with pytest.raises(SystemExit):
        main([])
    assert capfd.readouterr().out.split() == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(shell: str, webmcp_lint: Webmcp) -> None:
    run = webmcp_lint("completion", shell)
    assert (run.code, run.err) == (0, "")
    assert "_WEBMCP_LINT_COMPLETE" in run.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=run.out.encode(), check=True)


def test_an_unknown_shell(webmcp_lint: Webmcp) -> None:
    run = webmcp_lint("completion", "tcsh")
    assert (run.code, run.out) == (2, "")
    assert run.err == "webmcp-lint: Invalid value for '{bash|zsh|fish}': 'tcsh' is not one of 'bash', 'zsh', 'fish'.\n"

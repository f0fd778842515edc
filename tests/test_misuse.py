"""What cannot be done ends in one line and exit code 2, and no file is written over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Webmcp

PAGE = (
    "<meta charset=utf-8><title>T</title>\n"
    '<form toolname="add" tooldescription="Add a task to the board." toolautosubmit></form>\n'
)
COMMANDS = ("check", "completion", "diff", "explain", "init", "lock", "report", "rules", "server", "tools")


@pytest.fixture(autouse=True)
def site(empty_site: Path) -> Path:
    (empty_site / "site").mkdir()
    (empty_site / "site/index.html").write_text(PAGE, encoding="utf-8")
    return empty_site


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["site", "--select", ""], "--select names no rule"),
        (["site", "--select", ","], "--select names no rule"),
        (["site", "--output", "sarif=site/index.html"], "site/index.html is one of the files that are read"),
        (["site", "--output", "text=site/../site/index.html"], "site/../site/index.html is one of the files that are"),
        (
            ["report", "--html", "site/index.html", "site"],
            "site/index.html is one of the files that are read; it stays",
        ),
        (["report", "--html", "site/index.html", "site/index.html"], "site/index.html is one of the files that are"),
        (["report", "--html", "none/report.html", "site"], "cannot write none/report.html: no such file or directory"),
        (["site", "--output", "sarif=none/log.sarif"], "cannot write none/log.sarif: No such file or directory"),
        (["site", "--output", "sarif=site"], "cannot write site: Is a directory"),
        (["lock", "-o", "site/index.html", "site"], "site/index.html: no JSON"),
        (["site", "--config", "site"], "cannot read site: Is a directory"),
        (["site", "--config", "none.toml"], "cannot read none.toml: No such file or directory"),
        (["site", "--baseline", "site"], "cannot read site: Is a directory"),
        (["site", "--target", "netscape"], '"netscape" is no target: '),
        (["site\\index.html"], "no such file or directory: site\\index.html"),
        (["explain", "forms"], '"forms" is no single rule; `webmcp-lint rules` lists them'),
    ],
)
def test_one_line(arguments: list[str], message: str, webmcp_lint: Webmcp) -> None:
    run = webmcp_lint(*arguments)
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith(f"webmcp-lint: {message}")
    assert run.err.count("\n") == 1
    assert Path("site/index.html").read_text(encoding="utf-8") == PAGE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('exclude = ["a", 1]', "1: an entry of `exclude` is a text, not 1"),
        ("[[overrides]]\nfiles = [[]]", "2: an entry of `files` is a text, not a list"),
    ],
)
def test_configuration(text: str, message: str, webmcp_lint: Webmcp) -> None:
    Path("webmcp-lint.toml").write_text(text, encoding="utf-8")
    assert webmcp_lint("site") == (2, "", f"webmcp-lint: webmcp-lint.toml:{message}\n")


def test_a_report_is_written_over_although_it_lies_in_the_site(webmcp_lint: Webmcp) -> None:
    assert webmcp_lint("report", "--html", "site/report.html", "site").code == 0
    assert webmcp_lint("report", "--html", "site/report.html", "site").code == 0
    assert webmcp_lint("site").out == "nothing wrong · 1 tool on 1 page\n"


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_fits_in_80_columns(command: tuple[str, ...]) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    run = subprocess.run(
        [sys.executable, "-m", "webmcp_lint", *command, "--help"],
        capture_output=True,
        encoding="utf-8",
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        check=True,
    )
    assert [line for line in run.stdout.splitlines() if len(line) > 80] == []
    assert "Examples:\n" in run.stdout
    assert command == () or "Exit codes:\n" in run.stdout


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_a_link_to_itself_is_told(webmcp_lint: Webmcp) -> None:
    for name in ("webmcp.lock.json", "log.sarif", "page.html"):
        Path(name).symlink_to(name)
    loop = "too many levels of symbolic links"
    for arguments in (["lock", "site"], ["site", "--output", "sarif=log.sarif"]):
        run = webmcp_lint(*arguments)
        assert run.code == 2
        assert loop in run.err.lower()
        assert run.err.count("\n") == 1
    assert "skipped page.html: symbolic link loop" in webmcp_lint("page.html", "--fix").out

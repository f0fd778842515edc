"""The fixtures of all tests: the command line, the installed Chromium."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.harness import Chromium, ChromiumPage, find_chromium, start_chromium
from tests.command import Run, Webmcp
from tests.node import do_without
from webmcp_lint.cli import main
from webmcp_lint.faults import DEBUG


@pytest.fixture(autouse=True)
def faults_end_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a fault of the program fail the test that meets it, in subprocesses too."""
    monkeypatch.setenv(DEBUG, "1")


@pytest.fixture
def empty_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def webmcp_lint(capfd: pytest.CaptureFixture[str]) -> Webmcp:
    """Run the program in this process."""

    def run(*arguments: str | Path) -> Run:
        code = main([str(argument) for argument in arguments])
        return Run(code, *capfd.readouterr())

    return run


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """A running Chromium, one for each worker of a test run; see `tests/browser/harness.py`."""
    executable = find_chromium()
    if importlib.util.find_spec("playwright") is None:
        do_without("playwright is not installed (`pip install webmcp-lint[test]`)")
    if executable is None:
        do_without("no Chromium found (install `chromium`, or name a binary in the environment's CHROMIUM)")
    with start_chromium(executable) as browser:
        print(f"Chromium {browser.version} ({executable})")  # noqa: T201 - shown with a failure
        yield browser


@pytest.fixture(scope="session")
def chromium_page(chromium: Chromium) -> ChromiumPage:
    """A tab on an empty page of http://localhost, for scripts."""
    return chromium.open_page()

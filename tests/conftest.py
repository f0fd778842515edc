"""The fixtures of all tests: the installed Chromium."""

import importlib.util
import os
from collections.abc import Iterator
from typing import NoReturn

import pytest

from tests.browser.harness import Chromium, ChromiumPage, find_chromium, start_chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """A running Chromium, one for each worker of a test run; see `tests/browser/harness.py`."""
    executable = find_chromium()
    if importlib.util.find_spec("playwright") is None:
        _do_without("playwright is not installed (`pip install webmcp-lint[test]`)")
    if executable is None:
        _do_without("no Chromium found (install `chromium`, or name a binary in the environment's CHROMIUM)")
    with start_chromium(executable) as browser:
        print(f"Chromium {browser.version} ({executable})")  # noqa: T201 - shown with a failure
        yield browser


@pytest.fixture(scope="session")
def chromium_page(chromium: Chromium) -> ChromiumPage:
    """A tab on an empty page of http://localhost, for scripts."""
    return chromium.open_page()


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"live tests must run here, but {reason}")
    pytest.skip(reason)

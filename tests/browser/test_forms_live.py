"""Form tools, asked of the installed Chromium on pages that nobody has seen before."""

import os
import secrets

import pytest

from tests.browser.harness import Chromium
from tests.browser.page_generator import pages
from tests.browser.shrinker import shrink
from tests.browser.static_answer import disagreements

pytestmark = pytest.mark.browser

PAGES = 500
SHRUNK = 3


def test_chromium_makes_the_same_tools_of_new_pages(chromium: Chromium) -> None:
    seed = os.environ.get("WEBMCP_LINT_SEED") or secrets.token_hex(4)
    print(f"WEBMCP_LINT_SEED={seed}, Chromium {chromium.version}")  # noqa: T201 - shown with a failure
    wrong = disagreements(chromium, list(pages(seed, PAGES)))
    told = [_told(page, chromium) for page, _ in wrong[:SHRUNK]]
    assert not wrong, f"{len(wrong)} of {PAGES} pages differ, such as:\n\n" + "\n\n".join(told)


def _told(page: str, chromium: Chromium) -> str:
    smallest = shrink(page, lambda candidate: bool(disagreements(chromium, [candidate])))
    [(_, found)] = disagreements(chromium, [smallest])
    return "\n".join([repr(smallest), *found])

"""Which files are tests: a runner loads them, or they drive a browser; no visitor loads them."""

from __future__ import annotations

import re
from typing import Final

_NAMES: Final = re.compile(r"\.(?:test|spec|test-d|cy|e2e|bench)\.[cm]?[jt]sx?$|(?:^|/)__(?:tests|mocks)__/")
_RUNNERS: Final = re.compile(
    r"""\b(?:from|import|require)\s*+\(?\s*+["'](?:vitest|node:test|bun:test|@jest/globals|@playwright/test|ava|tape|uvu"""
    r"""|playwright/test|mocha|cypress|@japa/runner|@wdio/globals|jsr:@std/testing[^"']{0,40}"""
    r"""|playwright|playwright-core|puppeteer|puppeteer-core|selenium-webdriver)["']"""
)


def is_test(path: str, text: str) -> bool:
    """Whether a script is a test, by its name or by what it imports, a runner or what drives browsers."""
    return _NAMES.search(path) is not None or _RUNNERS.search(text) is not None

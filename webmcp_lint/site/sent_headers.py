"""The headers that a page is certainly sent with, as far as the project's files say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from webmcp_lint.site.headers.header import Header
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import unjudged
from webmcp_lint.site.surroundings import addresses
from webmcp_lint.site.tool import Tool

_OF_TESTS: Final = re.compile(r"(?i)(?:^|/)(?:tests?|__tests__|e2e|specs?|fixtures)/|[.-](?:test|spec)\.\w+$")


def served_tools(page: Page) -> list[Tool]:
    """Return the tools that visitors of a page get, none for what only tests load."""
    return [] if _OF_TESTS.search(page.path) else list(unjudged(page))


def faulty_headers(page: Page, name: str, is_faulty: Callable[[str], bool]) -> Iterator[Header]:
    """Yield the headers of a name whose value is faulty, and that are sent with the page whatever else is configured."""
    for folder, listed in page.surroundings.headers(page.key):
        named = [each for each in listed if each.name == name]
        faulty = [each for each in named if is_faulty(each.value)]
        at = list(addresses(page.key, folder)) if page.is_document and faulty else []
        if not any(_may_be_sent(each, at) for each in named if not is_faulty(each.value)):
            yield from (each for each in faulty if _is_sent(each, at))


def headers_named(page: Page, name: str) -> Iterator[Header]:
    """Yield all headers of a name in the configurations for a page, whichever of its paths they are for."""
    for _, listed in page.surroundings.headers(page.key):
        yield from (each for each in listed if each.name == name)


def _is_sent(header: Header, at: list[str]) -> bool:
    if header.is_conditional:
        return False
    return header.paths.kind == "all" or any(header.paths.holds(each) for each in at)


def _may_be_sent(header: Header, at: list[str]) -> bool:
    return not at or any(header.paths.holds(each) is not False for each in at)

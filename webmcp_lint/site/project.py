"""From paths to pages, one after the other, so that a site of any size fits in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from webmcp_lint.decoding import decode, looks_binary
from webmcp_lint.discovery import Kind, Skipped, discover, mentions_webmcp, read_bytes
from webmcp_lint.located import Unknown

if TYPE_CHECKING:
    from webmcp_lint.discovery import File
    from webmcp_lint.site.page import Page
    from webmcp_lint.source import SourceFile

STANDARD_INPUT = "<stdin>"

_PAGES = frozenset({Kind.MARKUP, Kind.TEMPLATE})


@dataclass(slots=True)
class Project:
    """The files that may be pages, and how far reading them has come.

    `read` counts the files that were looked into, `parsed` those of them that hold a word of WebMCP; `skipped` grows
    while `pages` is iterated.
    """

    files: Sequence[File | StandardInput]
    skipped: list[Skipped]
    read: int = 0
    parsed: int = 0

    def pages(self) -> Iterator[Page]:
        """Yield each page that holds a word of WebMCP, in the order of the paths."""
        for file in self.files:
            data = file.data if isinstance(file, StandardInput) else read_bytes(file)
            self.read += 1
            if isinstance(data, Skipped):
                self.skipped.append(data)
            elif mentions_webmcp(data):
                self.parsed += 1
                page = _read(data, file.display_path)
                if isinstance(page, Skipped):
                    self.skipped.append(page)
                else:
                    yield page


@dataclass(frozen=True, slots=True)
class StandardInput:
    """What came in on standard input; `display_path` is what it is called."""

    data: bytes | Skipped
    display_path: str = STANDARD_INPUT


def read_project(paths: Sequence[str | Path]) -> Project:
    """Find the pages below `paths`; raises `discovery.PathNotFoundError`."""
    found = discover(paths, kinds=_PAGES)
    return Project([file for file in found.files if file.kind in _PAGES], list(found.skipped))


def read_input(data: bytes, name: str | None = None) -> Project:
    """Take the bytes of one page, called `name`, whose extension says how it is read."""
    path = name or STANDARD_INPUT
    content = Skipped(path, "binary") if looks_binary(data) else data
    return Project([StandardInput(content, path)], [])


def unnamed(page: Page) -> Iterator[Unknown]:
    """Yield what stands in the place of the names that cannot be read."""
    for tool in (*page.tools, *page.rejected):
        if isinstance(tool.name.value, Unknown):
            yield tool.name.value


def page_of(file: SourceFile) -> Page:
    """Return the page in a markup or template file; raises `html.TooComplexError`."""
    # The parsers are worth loading for a page that declares something only
    from webmcp_lint.site.page import read_page
    from webmcp_lint.syntax.templates import Dialect, mask

    template = mask(file.text, Dialect.detect(file.path, file.text))
    return read_page(file, None if template.text == file.text else template)


def _read(data: bytes, path: str) -> Page | Skipped:
    from webmcp_lint.syntax.html import TooComplexError

    try:
        return page_of(decode(data, path=path, markup=True))
    except TooComplexError as error:
        return Skipped(path, str(error))

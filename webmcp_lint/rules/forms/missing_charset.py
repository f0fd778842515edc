"""missing-charset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, takewhile
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.filled_in import is_filled_in
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.sent_headers import headers_named
from webmcp_lint.source import Edit, Span
from webmcp_lint.syntax.dom import Document

_PAGE_SUFFIXES: Final = (".html", ".htm", ".shtml")
"""Not `.xhtml`: XML without a declaration is UTF-8."""

_DOCTYPE: Final = re.compile(r"\s*(<!doctype\b[^>]*>)", re.IGNORECASE)
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f]+")
_LINE_BREAK: Final = re.compile(r"(?:\r\n|\n|\r)[\t ]*")
_CHARSET: Final = re.compile(r"charset\s*=\s*\"?utf-?8", re.IGNORECASE)
_SHOWN: Final = 12
_META: Final = '<meta charset="utf-8">'


@rule(
    level=Level.NOTE,
    summary="a page with tools and text beyond ASCII that does not say its encoding",
    sources=(
        "HTML standard 13.2.3.2: determining the character encoding",
        "Chromium 156: a page of UTF-8 without a declaration was read as windows-1252 and as windows-1257",
    ),
    fix="safe",
)
def missing_charset(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield, once for a whole page, that its texts reach agents garbled unless a header says that they are UTF-8."""
    file = page.file
    if file.encoding_declared or file.encoding != "utf-8" or is_filled_in(page) or not page.tools:
        return
    if any(_CHARSET.search(header.value) for header in headers_named(page, "content-type")):
        return
    place = _place(page.document) if file.path.lower().endswith(_PAGE_SUFFIXES) else None
    sample = _sample(page)
    if place is None or sample is None:
        return
    garbled = sample.encode("utf-8", "replace").decode("windows-1252", "replace")
    line_break = _LINE_BREAK.match(file.text, place.end)
    edit = Edit(file.location(place.end, place.end), (line_break[0] if line_break else "") + _META)
    yield Finding(
        "this page does not say that it is UTF-8",
        file.location(*place),
        label=f"unless a header says so, the browser guesses, and `{sample}` comes out as `{garbled}`",
        help=f"begin the head with `{_META}`",
        fix=Fix("declare the encoding", (edit,), is_safe=True),
    )


def _sample(page: Page) -> str | None:
    """Return some text beyond ASCII, that of a tool if there is any, else the first one outside comments."""
    said = (text.known or "" for tool in page.tools for text in (tool.name, tool.description, tool.title))
    starts = (0, *(comment.span.end for comment in page.document.comments))
    ends = (*(comment.span.start for comment in page.document.comments), len(page.file.text))
    elsewhere = (_BEYOND_ASCII.search(page.file.text, *piece) for piece in zip(starts, ends, strict=True))
    found = next(filter(None, chain(map(_BEYOND_ASCII.search, said), elsewhere)), None)
    return None if found is None else found[0][:_SHOWN]


def _place(document: Document) -> Span | None:
    """Return what the declaration goes behind: the tag that opens the head, else the page, else the doctype.

    None in a fragment, which another page includes.
    """
    opening = list(takewhile(lambda tag: tag.name in {"html", "head"}, document.start_tags))
    if opening:
        return opening[-1].span
    doctype = _DOCTYPE.match(document.file.text)
    return None if doctype is None else Span(doctype.start(1), doctype.end())

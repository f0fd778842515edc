"""The tokens of origin trials that a page brings: in its markup, its scripts, and the headers that it is sent with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webmcp_lint.browser.origin_trials import Token, tokens
from webmcp_lint.site.page import Page
from webmcp_lint.site.sent_headers import headers_named
from webmcp_lint.source import Location


@dataclass(frozen=True, slots=True)
class PlacedToken:
    """A token and where it stands; `is_in_markup` says that the page itself or a header hands it over."""

    token: Token
    location: Location
    is_in_markup: bool


def trial_tokens(page: Page) -> Iterator[PlacedToken]:
    """Yield the tokens of a page, whatever they are for; the markup's first."""
    for meta in page.document.of_name("meta"):
        content = meta.get("content")
        if meta.value("http-equiv").strip().lower() == "origin-trial" and content is not None:
            yield from _placed(content.value_or_name, is_in_markup=True)
    for header in headers_named(page, "origin-trial"):
        yield from _placed(header.location, is_in_markup=True)
    yield from _placed(page.file.location(0, len(page.file.text)), is_in_markup=False)


def _placed(place: Location, *, is_in_markup: bool) -> Iterator[PlacedToken]:
    start = place.span.start
    for token in tokens(place.text):
        yield PlacedToken(token, place.file.location(start + token.start, start + token.end), is_in_markup)

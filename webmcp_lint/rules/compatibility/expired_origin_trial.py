"""expired-origin-trial."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.origin_trials import PlacedToken, trial_tokens
from webmcp_lint.site.page import Page
from webmcp_lint.site.sent_headers import served_tools
from webmcp_lint.source import SourceFile

_MOST: Final = 5
"""How many more places of one token are shown."""


@rule(
    level=Level.ERROR,
    summary="a token of the origin trial of WebMCP that no longer works, or never did",
    sources=(
        "assistant-ui#7652, joby-aviation/noodles.gl#510: the tokens end on 17 November 2026",
        "developer.chrome.com/docs/web-platform/origin-trials: a third-party token works in a script of that party",
    ),
)
def expired_origin_trial(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the tokens whose time is over, and those of third parties in a page's own markup."""
    if not served_tools(page):
        return
    found = [each for each in trial_tokens(page) if each.token.is_for_webmcp]
    valid = {each.token.origin for each in found if not each.token.is_expired(settings.today)}
    ended: dict[tuple[SourceFile, str], list[PlacedToken]] = {}
    for each in found:
        if each.token.is_expired(settings.today) and each.token.origin not in valid:
            ended.setdefault((each.location.file, each.location.text), []).append(each)
    foreign = (each for each in found if each.is_in_markup and each.token.is_third_party)
    yield from once(chain((_ended(*same) for same in ended.values()), map(_foreign, foreign)))


def _ended(found: PlacedToken, *others: PlacedToken) -> Finding:
    return Finding(
        f"the origin trial of `{found.token.origin}` ended on {found.token.last_day}",
        found.location,
        label="Chrome gives its visitors no `document.modelContext` for this token",
        help="take the token away, or put a new one of developer.chrome.com/origintrials in its place",
        related=[
            Related(other.location, "the same token once more")
            for other in others[:_MOST]
            if other.location != found.location
        ],
    )


def _foreign(found: PlacedToken) -> Finding:
    return Finding(
        f"this token is for the scripts of `{found.token.origin}` on other sites",
        found.location,
        label="Chrome does not take it from the markup of a page, nor from its headers",
        help="register the origin of the page itself",
    )

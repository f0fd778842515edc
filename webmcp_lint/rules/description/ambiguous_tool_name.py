"""ambiguous-tool-name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.vague_description import vagueness, without_preamble
from webmcp_lint.rules.description.verbs import SPECIFIC, VAGUE, VAGUE_ALONE
from webmcp_lint.settings import Settings
from webmcp_lint.site import names
from webmcp_lint.site.page import Page
from webmcp_lint.site.wording import ARTICLES, stem, words


@rule(
    level=Level.WARNING,
    summary="a tool name whose verb hides the effect, where the description hides it too",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md (names say what happens)",),
)
def ambiguous_tool_name(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the names such as `process_order` and `finalize` that no verb of the description explains."""
    for tool in page.tools:
        named = names.words(tool.label or "")
        if not named or vagueness(tool) is not None or not _is_vague(named, tool.description.known or ""):
            continue
        yield Finding(
            f"`{tool.label}` does not say what it does",
            tool.name.location,
            label=f"`{named[0]}` may mean to pay, to send, to delete or only to look, and the description does not say which",
            help="name the effect: a verb such as `pay`, `send`, `cancel` or `list`, and what it acts on",
            tool=tool.label,
        )


def _is_vague(named: Sequence[str], description: str) -> bool:
    """Whether a name opens with a vague verb, and an English description too, with no verb behind it that says more."""
    vague = VAGUE if len(named) > 1 else VAGUE | VAGUE_ALONE
    said = words(without_preamble(description))
    if not said or stem(named[0]) not in vague or stem(said[0]) not in VAGUE | VAGUE_ALONE:
        return False
    objects = set(map(stem, named[1:]))
    # Behind an article it is no verb: "the order"
    verbs = {stem(word) for before, word in pairwise(said) if before not in ARTICLES} - objects
    return SPECIFIC.isdisjoint(verbs)

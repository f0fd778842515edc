"""vague-description."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.description.placeholders import is_placeholder, open_part
from webmcp_lint.rules.description.verbs import LOOKS
from webmcp_lint.settings import Settings
from webmcp_lint.site import names
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import texts
from webmcp_lint.site.tool import Tool
from webmcp_lint.site.wording import stem, stems, unspaced_letters, words

_LETTERS_PER_WORD: Final = 3
"""In Chinese, Japanese and Thai: a verb and an object take four letters or five, one more word at least six."""

_PREAMBLE: Final = re.compile(
    r"\s*(?:(?:use )?(?:this|the) (?:tool|form|function) (?:to|for|(?:is|can be) used (?:to|for)|will)|(?:used?|tool|form) (?:to|for)"
    r"|(?:(?:this|the) (?:tool|form|function) )?(?:allows?|lets?|enables?) (?:you |users? |the user |agents? |the agent )?(?:to )?)\b",
    re.IGNORECASE,
)
_SAYS_NOTHING: Final = frozenset(map(stem, ("action", "api", "feature", "form", "function", "new", "tool", "webmcp")))


class Vague(Enum):
    """Why a description helps nobody to choose the tool."""

    PLACEHOLDER = "is a placeholder"
    UNFINISHED = "has a part that is still to be written"
    RESPELLED = "only repeats the name"
    SHORT = "is too short to tell what it is for"


@rule(
    level=Level.WARNING,
    summary="a description that is a placeholder, a re-spelling of the name, or too little to choose the tool by",
    sources=(
        "GoogleChromeLabs/webmcp-tools: tool-design.md (say what and when; no repeated names)",
        "WebMCP specification: `description`, a natural language description of the tool's functionality",
    ),
)
def vague_description(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the descriptions by which an agent cannot tell what a tool is for."""
    for tool in page.tools:
        how = vagueness(tool)
        if how is None:
            continue
        location = tool.description.location
        if how is Vague.UNFINISHED:
            own = next(text for text in texts(tool) if text.pointer == "/description")
            part = open_part(tool.description.known or "")
            location = (part and own.place(*part.span())) or location
        yield Finding(
            f"the description of `{tool.label}` {how.value}" if tool.label else f"this description {how.value}",
            location,
            label="all that an agent has to choose the tool by",
            help="say what it does, to what, and when to use it",
            tool=tool.label,
        )


def vagueness(tool: Tool) -> Vague | None:
    """Return what makes a tool's description vague; None too where there is none to read."""
    description = tool.description.known
    if not description:
        return None
    if is_placeholder(description):
        return Vague.PLACEHOLDER
    if open_part(description):
        return Vague.UNFINISHED
    if _respells(description, tool.name.known):
        return Vague.RESPELLED
    letters = unspaced_letters(description)
    said = [word for word in words(description) if not letters or not unspaced_letters(word)]
    if len(said) + letters // _LETTERS_PER_WORD < 2:
        return Vague.SHORT
    return None


def without_preamble(description: str) -> str:
    """Return a description without an opening such as "Use this tool to"."""
    preamble = _PREAMBLE.match(description)
    return description[preamble.end() :] if preamble else description


def _respells(description: str, name: str | None) -> bool:
    named = names.words(name or "")
    said = words(without_preamble(description))
    content = [each for each in map(_look, stems(said)) if each not in _SAYS_NOTHING]
    if not named or not content:
        return False
    known = {_look(stem(word)) for word in named}
    return known.issuperset(content) or "".join(content) == "".join(map(_look, stems(named)))


def _look(word: str) -> str:
    """Return one word for all verbs that say no more than that something is read."""
    return "get" if word in LOOKS else word

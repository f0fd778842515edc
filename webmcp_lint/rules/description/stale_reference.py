"""stale-reference."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Final

from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site import names
from webmcp_lint.site.page import Page
from webmcp_lint.site.texts import AgentText, descriptions, texts
from webmcp_lint.site.tool import Tool
from webmcp_lint.site.wording import stem
from webmcp_lint.source import Edit

_REFERENCE: Final = re.compile(
    r"`(?P<quoted>[A-Za-z_][A-Za-z0-9_-]{2,127})(?:\(\))?`"
    r"|(?<![\w`./@:#$<>%-])(?P<bare>[a-z][a-z0-9]*(?:(?:_[a-z0-9]+)+|(?:[A-Z][a-z0-9]*)+))(?:\(\))?(?![\w`/@:=<>-]|\.\w)"
)
"""Anything like a name in backticks; elsewhere `snake_case` and `camelCase`, which are no English words."""

_BEFORE_TOOL: Final = re.compile(r"\b(?:call|calling|calls|invoke|invoking|tool) (?:the )?['\"]?\Z", re.IGNORECASE)
_BEHIND_TOOL: Final = re.compile(r"['\"]? tool\b")
_OUTPUT: Final = re.compile(
    r"\b(?:contain|field|includ|output|respon[ds]|result|return)[a-z]*\b[^.;\n]*\Z", re.IGNORECASE
)
"""Before the name of something that a tool gives back, which may be called almost like a parameter."""

_MAX_REFERENCES: Final = 50
"""A description that names more than this is a table of something."""

_MIN_LENGTH: Final = 6
_MIN_RATIO: Final = 0.85


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """The names that a description may mean, and whether these are all there are."""

    tools: Collection[str]
    known: Collection[str]
    is_closed: bool


@rule(
    level=Level.WARNING,
    summary="a description that names a tool or parameter which does not exist",
    sources=("GoogleChromeLabs/webmcp-tools: tool-design.md (tools name each other in their descriptions)",),
    fix="unsafe",
)
def stale_reference(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the names in descriptions that are almost those of a tool or parameter, or that no tool of a whole page has."""
    around = _surroundings(page)
    if around is None:
        return
    scripts = [
        page.file.text[slice(*tag.content)] for tag in page.document.start_tags if tag.name == "script" and tag.content
    ]
    for tool in page.tools:
        own = {parameter.name for parameter in tool.parameters}
        for text in descriptions(tool):
            for reference in islice(_REFERENCE.finditer(text.known or ""), _MAX_REFERENCES):
                name = reference["quoted"] or reference["bare"]
                if name in around.known or name in own or any(name in script for script in scripts):
                    continue
                is_output = _OUTPUT.search(reference.string[max(reference.start() - 200, 0) : reference.start()])
                meant = _nearest(name, around.tools, () if is_output else own)
                if meant is not None or (around.is_closed and _means_tool(reference)):
                    yield _finding(tool, text, reference, name, meant)


def _surroundings(page: Page) -> _Surroundings | None:
    """Return the names of a page, None where some cannot be read: any of them may be the one that is meant."""
    declared = (*page.tools, *page.rejected)
    if any(tool.label is None for tool in page.tools):
        return None
    said = [text for tool in declared for text in texts(tool) if text.kind in {"name", "option"}]
    known = {text.known for text in said if text.known is not None}
    is_open = any(True for _ in page.document.of_name("script")) or (page.template is not None and page.template.holes)
    tools = [tool.label for tool in page.tools if tool.label is not None]
    return _Surroundings(tools, known, is_closed=not is_open)


def _means_tool(reference: re.Match[str]) -> bool:
    before, behind = reference.string[: reference.start()], reference.string[reference.end() :]
    is_name = "_" in reference[0] or "-" in reference[0] or not reference[0].strip("`()").islower()
    return is_name and bool(
        _BEFORE_TOOL.search(before[-30:]) or _BEHIND_TOOL.match(behind) or reference[0].strip("`").endswith("()")
    )


def _nearest(name: str, tools: Iterable[str], parameters: Iterable[str]) -> str | None:
    """Return the tool or parameter whose name a reference spells another way, if only one comes in question.

    Singular and plural of a tool's name are taken for one, of a parameter's for two.
    """
    found = {tool for tool in tools if _is_near(name, tool)}
    found |= {
        each
        for each in parameters
        if _is_near(name, each) and (names.words(name) == names.words(each) or _stemmed(name) != _stemmed(each))
    }
    return found.pop() if len(found) == 1 else None


def _is_near(name: str, other: str) -> bool:
    said, meant = names.words(name), names.words(other)
    if said == meant:
        return True
    if abs(len(name) - len(other)) > 2 or len(name) < _MIN_LENGTH:
        return False
    if re.sub("[0-9]", "", name) == re.sub("[0-9]", "", other):
        return False
    return SequenceMatcher(None, name, other).ratio() >= _MIN_RATIO


def _stemmed(name: str) -> list[str]:
    return [stem(word) for word in names.words(name)]


def _finding(tool: Tool, text: AgentText, reference: re.Match[str], name: str, meant: str | None) -> Finding:
    place = text.place(*reference.span("quoted" if reference["quoted"] else "bare"))
    fix = None
    if meant is not None and place is not None:
        fix = Fix(f"write `{meant}`", (Edit(place, meant),), is_safe=False)
    return Finding(
        f"{text.subject} names `{name}`, which is no tool or parameter here",
        place or text.location,
        label="an agent will look for it in vain",
        help=None if meant is None else f"did you mean `{meant}`?",
        tool=tool.label,
        fix=fix,
    )

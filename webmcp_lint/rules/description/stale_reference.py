"""stale-reference."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
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
_MAX_LENGTH: Final = 64


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """The names that a description may mean.

    `is_closed` says that these are all there are, `has_all_files` that no module that was read by itself has others.
    """

    tools: _Index
    known: Collection[str]
    is_closed: bool
    has_all_files: bool


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
        parameters = _Index(own)
        for text in descriptions(tool):
            for reference in islice(_REFERENCE.finditer(text.known or ""), _MAX_REFERENCES):
                name = reference["quoted"] or reference["bare"]
                if name in around.known or name in own:
                    continue
                is_output = _OUTPUT.search(reference.string[max(reference.start() - 200, 0) : reference.start()])
                meant = _nearest(name, around, None if is_output else parameters)
                if meant is None and not (around.is_closed and _means_tool(reference)):
                    continue
                # What a script names may be a tool that it registers
                if not any(name in script for script in scripts):
                    yield _finding(tool, text, reference, name, meant)


def _surroundings(page: Page) -> _Surroundings | None:
    """Return the names of a page, None where some cannot be read: any of them may be the one that is meant."""
    declared = (*page.tools, *page.rejected)
    if page.unread or any(tool.label is None for tool in page.tools):
        return None
    said = [text for tool in declared for text in texts(tool) if text.kind in {"name", "option"}]
    known = {text.known for text in said if text.known is not None}
    has_scripts = any(True for _ in page.document.of_name("script"))
    is_open = has_scripts or not page.is_document or (page.template is not None and page.template.holes)
    tools = [tool.label for tool in page.tools if tool.label is not None]
    return _Surroundings(_Index(tools), known, is_closed=not is_open, has_all_files=page.is_document)


def _means_tool(reference: re.Match[str]) -> bool:
    """Whether a reference is no plain word, and what stands around it calls it a tool."""
    said, (start, end) = reference.string, reference.span()
    name = reference[0].strip("`")
    if name.removesuffix("()").islower() and not {"_", "-"} & set(name):
        return False
    before, behind = said[max(start - 30, 0) : start], said[end : end + 10]
    return name.endswith("()") or bool(_BEFORE_TOOL.search(before) or _BEHIND_TOOL.match(behind))


class _Index:
    """Names, to be found by another spelling: words joined another way, or one letter too many, too few or other."""

    def __init__(self, known: Iterable[str]) -> None:
        self._by_key: dict[str, set[str]] = {}
        for name in known:
            for key in _keys(name):
                self._by_key.setdefault(key, set()).add(name)

    def near(self, name: str) -> set[str]:
        """Return the names that `name` may be meant for; names that differ in a digit are two."""
        found = set().union(*(self._by_key.get(key, ()) for key in _keys(name)))
        return {each for each in found if re.sub("[0-9]", "", each) != re.sub("[0-9]", "", name)}


def _keys(name: str) -> set[str]:
    keys = {" ".join(names.words(name))}
    if _MIN_LENGTH <= len(name) <= _MAX_LENGTH:
        keys |= {name[:at] + name[at + 1 :] for at in range(len(name))} | {name}
    return keys


def _nearest(name: str, around: _Surroundings, parameters: _Index | None) -> str | None:
    """Return the tool or parameter whose name a reference spells another way, if only one comes in question.

    Singular and plural are taken for one where all tools of the page are in sight, of a parameter's name never.
    """
    tools = around.tools.near(name)
    found = tools if around.has_all_files else {tool for tool in tools if not _differ_in_number(name, tool)}
    if parameters is not None:
        found |= {each for each in parameters.near(name) if not _differ_in_number(name, each)}
    return found.pop() if len(found) == 1 else None


def _differ_in_number(name: str, other: str) -> bool:
    said, meant = names.words(name), names.words(other)
    return said != meant and [stem(word) for word in said] == [stem(word) for word in meant]


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

"""invalid-tool-name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator
from typing import Final

from webmcp_lint.browser.forms import NAME, Dropped
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import unjudged
from webmcp_lint.site.tool import Tool
from webmcp_lint.source import Edit, Location, utf16_length

_FOREIGN = re.compile(r"[^A-Za-z0-9_.-]")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|<[%?]|\[\[|%%")
"""How template languages write a hole; a name with one in it is not known."""
_WORDS: Final = {" ": "a space", "\n": "a line break", "\r": "a line break", "\t": "a tab"}


@rule(
    level=Level.ERROR,
    summary="a tool name that the browser refuses",
    sources=("Chromium 156: J-name00 … J-name23", "Chromium 156: registerTool answers `Invalid tool name`"),
    fix="unsafe",
)
def invalid_tool_name(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tool names that are not made of 1 to 128 of the characters that a name may have."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    names = {tool.name.known for tool in (*page.tools, *page.rejected)}
    for tool in unjudged(page):
        name = tool.name.known
        if name is None or NAME.fullmatch(name) or _PLACEHOLDER.search(name) or _is_said_otherwise(tool):
            continue
        suggestion = _slug(name, names)
        yield Finding(
            f"the tool name {_fault(name)}",
            _location(tool),
            label="the browser drops the form without a word"
            if tool.kind == "form"
            else "registerTool rejects it: Invalid tool name",
            help="use 1 to 128 ASCII letters, digits, `_`, `.` and `-`"
            + (f", such as `{suggestion}`" if suggestion else ""),
            tool=name,
            fix=_renaming(tool, suggestion),
        )


def _is_said_otherwise(tool: Tool) -> bool:
    """Whether the attribute may not be there, or is empty and `missing-tool-name` speaks of it."""
    if tool.form is None:
        return False
    written = tool.form.form.get("toolname")
    is_certain = written is not None and written.certain
    return not is_certain or (tool.name.known == "" and tool.form.dropped is Dropped.NO_DESCRIPTION)


def _location(tool: Tool) -> Location:
    written = None if tool.form is None else tool.form.form.get("toolname")
    return written.location if written is not None and written.value == "" else tool.name.location


def _fault(name: str) -> str:
    if name == "":
        return "is empty"
    foreign = list(dict.fromkeys(_FOREIGN.findall(name)))
    if not foreign:
        return f"is {utf16_length(name)} characters long"
    return f"`{_shortened(name)}` contains {' and '.join(map(_in_words, foreign[:2]))}"


def _shortened(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= 40 else f"{line[:39]}…"


def _in_words(character: str) -> str:
    if character in _WORDS:
        return _WORDS[character]
    return f"`{character}`" if character.isprintable() and character != "`" else f"U+{ord(character):04X}"


def _slug(name: str, taken: Collection[str | None]) -> str | None:
    """Return a valid name nearest to `name`, None where letters would be lost or the name is taken."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name) if not unicodedata.combining(char))
    if not plain.isascii() and any(char.isalnum() and not char.isascii() for char in plain):
        return None
    joint = "_" if "_" in plain else "-"
    slug = re.sub(r"[^A-Za-z0-9_.-]+", joint, plain.strip()).strip(joint)
    slug = slug.lower() if re.search(r"\s", name.strip()) else slug
    return slug if NAME.fullmatch(slug) and slug not in taken else None


def _renaming(tool: Tool, name: str | None) -> Fix | None:
    if name is None:
        return None
    at = tool.name.location
    if tool.form is None:
        quote, written = at.text[:1], at.text[1:-1]
        is_exact, text = written == tool.name.known, f"{quote}{name}{quote}"
    else:
        # What stands in a `srcdoc` cannot always be told apart from the rest of it
        is_exact, text = not tool.form.frame or at.text == tool.name.known, name
    return Fix(f"rename it to `{name}`", (Edit(at, text),), is_safe=False) if is_exact else None

"""The tools that scripts declare: what they hand over, and where a fault of it is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from webmcp_lint.browser.model_context import MEMBERS
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Declaration, Member, Tool
from webmcp_lint.source import Location

_LABELS: Final[WeakKeyDictionary[Page, dict[Location, set[str | None]]]] = WeakKeyDictionary()
"""The names of the tools of pages, by the calls that register them."""
_NATIVE: Final[WeakKeyDictionary[Page, Sequence[tuple[Tool, Declaration]]]] = WeakKeyDictionary()
"""What is handed to the browser itself; many rules ask."""
_MEMBERS: Final = frozenset(MEMBERS)


def declarations(page: Page) -> Iterator[tuple[Tool, Declaration]]:
    """Yield what scripts hand to the browser or to a library, call by call; a test may hand over what it likes."""
    for tool in (*page.tools, *page.rejected):
        for declaration in tool.declarations:
            if not declaration.is_judged:
                yield tool, declaration


def unjudged(page: Page) -> Iterator[Tool]:
    """Yield the tools of forms and scripts, without those that tests alone register to see what comes of it."""
    for tool in (*page.tools, *page.rejected):
        if tool.kind == "form" or not all(each.is_judged for each in tool.declarations):
            yield tool


def native_declarations(page: Page) -> Iterator[tuple[Tool, Declaration]]:
    """Yield what scripts hand to the browser itself, where it looks like a tool at all.

    Where several calls take the name from one place, and one hands over more than another, the poorer one is a second
    try for other browsers.
    """
    if page not in _NATIVE:
        _NATIVE[page] = list(_native(page))
    yield from _NATIVE[page]


def _native(page: Page) -> Iterator[tuple[Tool, Declaration]]:
    found = [(tool, each) for tool, each in declarations(page) if each.library is None and not is_shapeless(each)]
    best: dict[Location, set[frozenset[str]]] = {}
    for _, declaration in found:
        if "name" in declaration.members:
            best.setdefault(declaration.members["name"].value, set()).add(_read(declaration))
    for tool, declaration in found:
        name = declaration.members.get("name")
        if name is None or not any(_read(declaration) < other for other in best[name.value]):
            yield tool, declaration


def _read(declaration: Declaration) -> frozenset[str]:
    return _MEMBERS.intersection(declaration.members)


def is_shapeless(declaration: Declaration) -> bool:
    """Whether an object has nothing that a tool must have."""
    return not declaration.is_open and declaration.members.keys().isdisjoint({"name", "description", "execute"})


def lacks(declaration: Declaration, name: str) -> bool:
    """Whether a declaration certainly leaves out a property, or sets it to undefined."""
    member = declaration.members.get(name)
    return not declaration.is_open if member is None else member.kind == "undefined"


def place(tool: Tool, declaration: Declaration) -> Location:
    """Return where to show that something is missing: the property that names the tool, else the whole object."""
    name = declaration.members.get("name")
    return tool.location if name is None or name.whole is None else name.whole


def key(member: Member) -> Location:
    """Return where a property's name stands, or its value where none is written."""
    return member.key or member.value


def written_value(member: Member) -> Location:
    """Return what stands behind a property's key, or the value where that is written elsewhere."""
    return member.expression or member.value


def members_of(member: Member | None) -> dict[str, Member]:
    """Return the properties of an object as far as they are known."""
    return dict(member.members or {}) if member is not None else {}


def label_at(page: Page, call: Location) -> str | None:
    """Return the name of the tool that a call registers; None where it registers several, or its name is not known."""
    if page not in _LABELS:
        by_call = _LABELS[page] = defaultdict(set)
        for tool in (*page.tools, *page.rejected):
            for each in tool.declarations:
                by_call[each.call].add(tool.label)
    found = _LABELS[page].get(call) or set()
    return next(iter(found)) if len(found) == 1 else None

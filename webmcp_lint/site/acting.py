"""What the tools of a page do, without what all of them do in passing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

from webmcp_lint.site.behaviour import Action, Identity, background
from webmcp_lint.site.consequences import only_looks
from webmcp_lint.site.hints import is_true
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Tool

_MOST_CUT: Final = 0.2
"""How many of a page's tools may have been followed only in part for what they share to be known."""

_SHARED: Final[WeakKeyDictionary[Page, frozenset[Identity] | None]] = WeakKeyDictionary()
"""What all tools of a page do in passing."""


def actions_of(tool: Tool, page: Page) -> Sequence[Action]:
    """Return what a tool does; what (almost) every tool of the page reaches through shared code is left out."""
    behaviour = tool.behaviour
    if behaviour is None:
        return ()
    if all(action.is_own for action in behaviour.actions):
        return behaviour.actions
    if page not in _SHARED:
        _SHARED[page] = _shared(page)
    shared = _SHARED[page]
    if shared is None:
        return [action for action in behaviour.actions if action.is_own]
    return [action for action in behaviour.actions if action.identity not in shared]


def _shared(page: Page) -> frozenset[Identity] | None:
    """Return what (almost) every tool of a page reaches through shared code; None where nobody can tell."""
    every = [each for each in (*page.tools, *page.rejected) if each.behaviour is not None and each.behaviour.has_body]
    cut = sum(each.behaviour.is_cut for each in every if each.behaviour is not None)
    if cut > 1 and cut > _MOST_CUT * len(every):
        return None
    return background(
        (each.behaviour for each in every if each.behaviour is not None),
        (each.behaviour for each in every if each.behaviour is not None and _looks(each)),
    )


def _looks(tool: Tool) -> bool:
    """Whether a tool says that it only looks."""
    return is_true(tool, "readOnlyHint") or any(only_looks(text.known or "") for text in (tool.name, tool.description))

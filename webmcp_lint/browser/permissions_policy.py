"""What the headers of a page say to its tools: `Permissions-Policy` and `Origin-Agent-Cluster`, as Chromium reads them."""

from __future__ import annotations

import re
from typing import Final

_KEY: Final = re.compile(r"[a-z*][a-z0-9_.*-]*")
_ITEM: Final = re.compile(
    r'"(?:[^"\\\x00-\x1f\x7f]|\\["\\])*"|[A-Za-z*][!#$%&\'*+.^_`|~:/A-Za-z0-9-]*|-?\d+(?:\.\d+)?|\?[01]'
)
_SPACE: Final = re.compile(r" *")
_BETWEEN: Final = re.compile(r"[ \t]*,[ \t]*")
_OWN: Final = frozenset({"*", "self"})
_NOT_KEYED: Final = re.compile(r"[ ]*\?0[ ]*(?:;.*)?")


def blocks_tools(policy: str) -> bool:
    """Whether a `Permissions-Policy` takes the tools of the page itself away; one that cannot be read says nothing.

    The header is a dictionary of structured fields (RFC 9651), of which the last entry of a key counts (K-pp-none).
    """
    allowed = _dictionary(policy.strip(" ")) or {}
    return "tools" in allowed and _OWN.isdisjoint(allowed["tools"])


def is_not_keyed(cluster: str) -> bool:
    """Whether an `Origin-Agent-Cluster` shares the page's agent with other origins, which leaves no tools to it (11.2)."""
    return _NOT_KEYED.fullmatch(cluster) is not None


def _dictionary(text: str) -> dict[str, list[str]] | None:
    """Return the items of each key; None where the text is no dictionary."""
    found: dict[str, list[str]] = {}
    at = 0
    while at < len(text):
        key = _KEY.match(text, at)
        if key is None:
            return None
        at = key.end()
        items: list[str] = ["?1"]
        if text.startswith("=", at):
            read = _items(text, at + 1)
            if read is None:
                return None
            items, at = read
        behind = _parameters(text, at)
        if behind is None:
            return None
        found[key[0]] = items
        at = behind
        separator = _BETWEEN.match(text, at)
        if separator is None:
            return found if at == len(text) else None
        at = separator.end()
        if at == len(text):
            return None
    return found


def _items(text: str, at: int) -> tuple[list[str], int] | None:
    """Return an item, or those of a list in parentheses, and where they end."""
    if not text.startswith("(", at):
        item = _ITEM.match(text, at)
        return None if item is None else ([item[0]], item.end())
    at += 1
    found: list[str] = []
    while True:
        at = _skipped(text, at)
        if text.startswith(")", at):
            return found, at + 1
        item = _ITEM.match(text, at)
        behind = None if item is None else _parameters(text, item.end())
        if item is None or behind is None or text[behind : behind + 1] not in {" ", ")"}:
            return None
        found.append(item[0])
        at = behind


def _parameters(text: str, at: int) -> int | None:
    while text.startswith(";", at):
        key = _KEY.match(text, _skipped(text, at + 1))
        if key is None:
            return None
        at = key.end()
        if text.startswith("=", at):
            item = _ITEM.match(text, at + 1)
            if item is None:
                return None
            at = item.end()
    return at


def _skipped(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return at if space is None else space.end()

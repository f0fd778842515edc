"""Which files of a project have to do with each other: a page, what it loads, what that imports, and so on both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Named = Callable[[str], frozenset[str]]
"""Gives the files that a file names."""


def groups(keys: Iterable[str], named: Named) -> Mapping[str, frozenset[str]]:
    """Return the group of each file."""
    around: dict[str, set[str]] = {key: set() for key in keys}
    pending = list(around)
    for key in pending:  # grows by files that are only named
        for other in named(key):
            if other not in around:
                around[other] = set()
                pending.append(other)
            around[key].add(other)
            around[other].add(key)
    found: dict[str, frozenset[str]] = {}
    for key in around:
        if key not in found:
            group = _reached(key, around)
            found |= dict.fromkeys(group, group)
    return found


def _reached(start: str, around: Mapping[str, set[str]]) -> frozenset[str]:
    seen, pending = {start}, [start]
    while pending:
        new = around[pending.pop()] - seen
        seen |= new
        pending += new
    return frozenset(seen)

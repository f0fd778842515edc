"""The scope that tools of one page share before the verb: `vd_get`, `vd_set`, `vd_delete`, or `Console: Delete …`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from webmcp_lint.site.names import words

_FEWEST: Final = 3
_LONGEST: Final = 2
_LONGEST_LABEL: Final = 40
_VERBS: Final = frozenset(
    {
        "add",
        "apply",
        "change",
        "clear",
        "close",
        "copy",
        "create",
        "delete",
        "edit",
        "export",
        "fetch",
        "filter",
        "find",
    }
    | {"get", "import", "list", "load", "move", "next", "open", "read", "remove", "rename", "reset", "restore", "run"}
    | {"save", "search", "select", "set", "show", "sort", "start", "stop", "switch", "toggle", "undo", "update"}
)
"""What mostly stands behind a scope, and not behind a verb."""


@dataclass(frozen=True, slots=True)
class Scopes:
    """What opens the names and the descriptions of several tools, and says nothing of what each does."""

    names: frozenset[tuple[str, ...]]
    labels: frozenset[str]

    def name(self, name: str) -> str:
        """Return a name without its scope."""
        said = words(name)
        for length in range(_LONGEST, 0, -1):
            if tuple(said[:length]) in self.names and len(said) > length:
                return "_".join(said[length:])
        return name

    def text(self, text: str) -> str:
        """Return a description without its scope."""
        label, colon, rest = text.partition(":")
        return rest.strip() if colon and label.strip() in self.labels else text


def scopes_of(names: Iterable[str], descriptions: Iterable[str]) -> Scopes:
    """Return the scopes of tools: what several begin with, and different verbs follow."""
    behind: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for said in map(words, {*names}):
        for length in range(1, _LONGEST + 1):
            if len(said) > length and said[length] in _VERBS:
                behind[tuple(said[:length])].add(said[length])
    labels: dict[str, set[str]] = defaultdict(set)
    for text in descriptions:
        label, colon, _ = text.partition(":")
        if colon and len(label) <= _LONGEST_LABEL:
            labels[label.strip()].add(text)
    return Scopes(
        frozenset(scope for scope, verbs in behind.items() if len(verbs) >= _FEWEST and scope[0] not in _VERBS),
        frozenset(label for label, texts in labels.items() if len(texts) >= _FEWEST),
    )

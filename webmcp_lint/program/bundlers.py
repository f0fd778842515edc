"""The names that a bundler's configuration gives to folders and files: `alias: {"@parts": "./src/parts"}`."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.javascript import Node, Script, grammar_of
from webmcp_lint.syntax.spelling import property_name, string_value
from webmcp_lint.syntax.wrapping import unwrapped

_BUNDLERS: Final = frozenset(
    {
        "astro",
        "babel",
        "electron",
        "farm",
        "next",
        "nuxt",
        "quasar",
        "rolldown",
        "rollup",
        "rsbuild",
        "rspack",
        "svelte",
    }
    | {"vite", "vue", "webpack"}
)
_KEYS: Final = frozenset({"alias", "resolveAlias"})
MAX_NAMES: Final = 8
"""How many names one may lead to, one through the other, in the path of an alias."""


def is_configuration(path: str) -> bool:
    """Whether a file's name says that it sets up a bundler."""
    first, _, rest = posixpath.basename(path).partition(".")
    return first in _BUNDLERS and "config" in rest.split(".") and grammar_of(path) is not None


def aliases(path: str, text: str) -> dict[str, str]:
    """Return the aliases that a bundler's configuration sets, and the paths they stand for, where both are spelled out.

    A path that is put together of strings, as `resolve(__dirname, "src")` does, starts in the configuration's folder.
    """
    grammar = grammar_of(path)
    if grammar is None or not any(key in text for key in _KEYS):
        return {}
    found: dict[str, str] = {}
    nodes = list(Script(SourceFile(path, text), text, grammar).root.walk())
    names = dict(_declared(nodes))
    for node in nodes:
        key, value = node.field("key"), node.field("value")
        if node.type == "pair" and key is not None and value is not None and property_name(key) in _KEYS:
            for name, target in _entries(unwrapped(value)):
                place = _path(target, names)
                if place is not None:
                    found.setdefault(name, posixpath.normpath(posixpath.join(posixpath.dirname(path), place)))
    return found


def _entries(value: Node) -> Iterator[tuple[str, Node]]:
    """Yield the aliases of `{name: path}` and of `[{find: name, replacement: path}]`."""
    if value.type == "object":
        for pair in value.children:
            key, target = pair.field("key"), pair.field("value")
            name = property_name(key) if key is not None else None
            if name is not None and target is not None:
                yield name, target
    elif value.type == "array":
        for each in value.children:
            given = dict(_entries(each)) if each.type == "object" else {}
            name_node, target = given.get("find"), given.get("replacement")
            if name_node is not None and name_node.type == "string" and target is not None:
                yield string_value(name_node), target


def _declared(nodes: Iterable[Node]) -> Iterator[tuple[str, Node]]:
    for node in nodes:
        name, value = node.field("name"), node.field("value")
        if node.type == "variable_declarator" and name is not None and value is not None:
            yield name.text, value


def _path(target: Node, names: Mapping[str, Node]) -> str | None:
    """Return the path that an expression puts together, relative to its file; None where it spells none out."""
    pieces: list[str] = []
    pending, followed = [target], 0
    while pending:
        node = pending.pop()
        if node.type == "string":
            pieces.append(string_value(node))
        elif node.type == "string_fragment" and node.parent is not None and node.parent.type == "template_string":
            pieces.append(node.text)
        elif node.type == "identifier" and node.text in names and followed < MAX_NAMES:
            followed += 1
            pending.append(names[node.text])
        pending.extend(reversed(node.children) if node.type != "string" else ())
    return "/".join(piece.strip("/") for piece in pieces) if pieces else None

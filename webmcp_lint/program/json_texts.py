"""JSON texts as values: strict ones in sources, and files with the comments that TypeScript and editors allow."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from webmcp_lint.program.values import Array, Literal, Object, Property, Unknown, Value
from webmcp_lint.syntax.javascript import Node

MAX_NESTING = 100
_STRING = r'"(?:[^"\\]|\\.)*+"'
_BRACKETS = re.compile(rf"{_STRING}|[\[{{]|[\]}}]", re.DOTALL)
_COMMENT = re.compile(rf"({_STRING})|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?", re.DOTALL)
_TRAILING_COMMA = re.compile(rf"({_STRING})|,(?=\s*+[}}\]])", re.DOTALL)


def parse(text: str) -> object:
    """Return what a JSON text holds; raises `ValueError`, also for what is nested deeper than `MAX_NESTING`."""
    # The standard library's parser recurses in C
    depth = 0
    for match in _BRACKETS.finditer(text):
        depth += 1 if match[0] in "[{" else -1 if match[0] in "]}" else 0
        if depth > MAX_NESTING:
            message = "nested too deeply"
            raise ValueError(message)
    content: object = json.loads(text)
    return content


def parse_lenient(text: str) -> object:
    """Return what a JSON text with comments and trailing commas holds; raises `ValueError`."""
    without = _COMMENT.sub(lambda match: match[1] or "", text.removeprefix("\ufeff"))
    return parse(_TRAILING_COMMA.sub(lambda match: match[1] or "", without))


def quoted(value: object) -> str:
    """Return the JSON text of a plain value as `JSON.stringify` writes it."""
    return json.dumps(value, ensure_ascii=False)


def to_value(content: object, node: Node) -> Value:
    """Return plain JSON as a value; all of it is said to stand at `node`."""
    match content:
        case dict():
            return Object(node, {str(key): Property(to_value(value, node), None) for key, value in content.items()})
        case list():
            return Array(node, [to_value(each, node) for each in content])
        case str() | int() | float() | bool() | None:
            return Literal(content, node)
    return Unknown("a JSON file that cannot be read", node)


def key_order(keys: Iterable[str]) -> list[str]:
    """Return property names as JavaScript lists them: integer-like ones first, ascending."""
    listed = list(keys)
    indexes = [key for key in listed if _is_index(key)]
    if not indexes:
        return listed
    return [*sorted(indexes, key=int), *(key for key in listed if not _is_index(key))]


def _is_index(key: str) -> bool:
    is_canonical = key == "0" or (key.isascii() and key.isdigit() and key[0] != "0")
    return is_canonical and len(key) <= 10 and int(key) < 2**32 - 1

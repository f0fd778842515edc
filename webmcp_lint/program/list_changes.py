"""What methods and assignments make of the elements of a list, a map or a set: cut, sorted, taken out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from webmcp_lint.program.lists import is_same
from webmcp_lint.program.objects import append
from webmcp_lint.program.order import When
from webmcp_lint.program.values import Array, Collection, Environment, Literal, Slot, Thunk, Unknown
from webmcp_lint.program.writes import Mutation
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_DIGITS = 6
"""How many digits an index may have, less one, that is followed."""


def cut(analysis: Analysis, array: Array, write: Mutation, time: When | None, env: Environment) -> None:
    """Set the length of a list."""
    length = analysis.value(write.values[0], env) if write.values else None
    if time is When.BEFORE and isinstance(length, Literal) and isinstance(length.value, int):
        del array.items[length.value :]
        if length.value == 0:
            array.open.clear()
    elif time is not None:
        forget(array, Unknown("a list that is cut", write.node))


def reordered(analysis: Analysis, array: Array, write: Mutation, time: When | None) -> None:
    """Do to a list what a method does that sorts it, or takes elements out."""
    name = method_of(write.node)
    is_sure = time is When.BEFORE and not array.open and not array.is_shuffled
    match name:
        case "sort" | "reverse":
            ordered = _sorted(analysis, array) if name == "sort" and not write.values else None
            if is_sure and (ordered is not None or name == "reverse"):
                array.items[:] = array.items[::-1] if ordered is None else ordered
            else:
                array.is_shuffled = True
        case "pop" | "shift" if is_sure:
            if array.items:
                del array.items[-1 if name == "pop" else 0]
        case _ if time is None:
            # What takes elements out at some other time leaves them in until then
            if name == "splice" and len(write.values) > 2:
                append(array, *(Thunk(node, {}, expand=True) for node in write.values[2:]))
        case "splice" | "fill" | "copyWithin" | "pop" | "shift":
            forget(array, Unknown("a list that is changed", write.node))


def _sorted(analysis: Analysis, array: Array) -> list[Slot] | None:
    """Return the elements in the order of `sort()`; None where that cannot be told."""
    texts: list[tuple[bytes, Slot]] = []
    for item in array.items:
        value = analysis.force(item)
        if not isinstance(value, Literal) or not isinstance(value.value, str):
            return None
        texts.append((value.value.encode("utf-16-be", "surrogatepass"), item))
    return [item for _, item in sorted(texts, key=lambda each: each[0])]


def index_of(name: str | None) -> int:
    """Return the index that a key is, -1 for any other key, or one that is not followed."""
    return int(name) if name is not None and name.isascii() and name.isdigit() and len(name) < MAX_DIGITS else -1


def forget(array: Array, unknown: Unknown) -> None:
    """Leave nothing known of the elements of a list."""
    array.items.clear()
    array.open.append(unknown)


def method_of(call: Node) -> str | None:
    """Return the name of the method that is called."""
    callee = call.field("function")
    member = callee.field("property") if callee is not None else None
    return member.text if member is not None else None


def take_out(analysis: Analysis, value: Collection, keys: Sequence[Slot], write: Mutation, time: When | None) -> None:
    """Take an entry out of a map or set, or all: what was in may be gone."""
    wanted = analysis.force(keys[0]) if keys else None
    known = [analysis.force(key) for key, _ in value.entries]
    is_told = isinstance(wanted, Literal) and all(isinstance(each, Literal) for each in known)
    if time is When.BEFORE and not value.open and (is_told or wanted is None):
        value.entries[:] = [
            entry
            for entry, key in zip(value.entries, known, strict=True)
            if isinstance(wanted, Literal) and isinstance(key, Literal) and not is_same(key.value, wanted.value)
        ]
        return
    value.entries.clear()
    value.open.append(Unknown("a map that entries are taken out of", write.node))

"""The lock file: a surface as JSON that is made to be read in a diff, and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from webmcp_lint.contract.surface import LockedTool, Place, PlainJson, Surface, Unread, ordered

NAME = "webmcp.lock.json"
VERSION = 1

_MAX_BYTES = 64 * 1024 * 1024
_MAX_DEPTH = 100

_Kind = TypeVar("_Kind")


class LockError(Exception):
    """What is wrong with a lock file, in one line that begins with its path."""


def record(surface: Surface) -> dict[str, object]:
    """Return the surface as the lock file has it; the same sources give the same record, in the same order."""
    return {
        "version": VERSION,
        "paths": list(surface.paths),
        "pages": {path: _place_record(place) for path, place in surface.pages.items() if place.tools or place.unread},
        "scripts": _place_record(surface.scripts),
        "skipped": dict(surface.skipped),
    }


def load(path: Path, name: str | None = None) -> Surface:
    """Read a lock file, which messages call `name`; raises `LockError`."""
    shown = name or str(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(_MAX_BYTES + 1)
    except OSError as error:
        raise LockError(f"cannot read {shown}: {(error.strerror or str(error)).lower()}") from None
    if len(data) > _MAX_BYTES:
        raise LockError(f"{shown}: too large for a lock file")
    try:
        return parse(data)
    except LockError as error:
        raise LockError(f"{shown}: {error}") from None


def parse(data: bytes) -> Surface:
    """Return the surface that a lock file holds; raises `LockError`, whose message names no file."""
    try:
        value: object = json.loads(data.decode("utf-8-sig"), parse_constant=_no_constant)
    except RecursionError:
        raise LockError("nested too deeply for a lock file") from None
    except json.JSONDecodeError as error:
        hint = ", with the marks of a merge conflict" if b"<<<<<<<" in data else ""
        raise LockError(f"no JSON (line {error.lineno}, column {error.colno}){hint}") from None
    except ValueError as error:
        raise LockError(f"no JSON in UTF-8 ({error})") from None
    _check_depth(value)
    top = _Reader(value, "the top level")
    version = top.take("version", int)
    if version != VERSION:
        raise LockError(f"version {version} of the format, and this webmcp-lint knows version {VERSION}")
    surface = Surface(
        paths=top.texts("paths"),
        pages={path: _place(each, f"page {path}") for path, each in top.take("pages", dict).items()},
        scripts=_place(top.take("scripts", dict), "scripts"),
        skipped={path: _is(reason, str, path) for path, reason in top.take("skipped", dict).items()},
    )
    return ordered(surface)


def description_hash(description: str) -> str:
    """Return the SHA-256 of a description's UTF-8 bytes."""
    return hashlib.sha256(description.encode("utf-8", "surrogatepass")).hexdigest()


def _place_record(place: Place) -> dict[str, object]:
    return {
        "tools": [_tool_record(tool) for tool in place.tools],
        "unread": [{"path": each.path, "reason": each.reason} for each in place.unread],
    }


def _tool_record(tool: LockedTool) -> dict[str, object]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "description_sha256": None if tool.description is None else description_hash(tool.description),
        "input_schema": tool.input_schema,
        "annotations": None if tool.annotations is None else dict(tool.annotations),
        "autosubmit": tool.autosubmit,
        "exposed_to": None if tool.exposed_to is None else list(tool.exposed_to),
        "declared_in": tool.declared_in,
        "unresolved": list(tool.unresolved),
    }


class _Reader:
    """An object of the file; what it lacks, or holds of another kind, is told with its place."""

    def __init__(self, value: object, where: str) -> None:
        self.where = where
        self.members: Mapping[str, object] = _is(value, dict, where)

    def take(self, key: str, kind: type[_Kind]) -> _Kind:
        if key not in self.members:
            raise LockError(f'no lock file: "{key}" is missing in {self.where}')
        return _is(self.members[key], kind, f'"{key}" of {self.where}')

    def optional(self, key: str, kind: type[_Kind]) -> _Kind | None:
        return None if self.members.get(key, ...) is None else self.take(key, kind)

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(_is(each, str, f'"{key}" of {self.where}') for each in self.take(key, list))

    def json(self, key: str) -> PlainJson:
        self.take(key, object)
        return self.members[key]  # type: ignore[return-value]  # it comes from a JSON parser


def _place(value: object, where: str) -> Place:
    reader = _Reader(value, where)
    unread = [_Reader(each, f"unread of {where}") for each in reader.take("unread", list)]
    return Place(
        [_tool(each, f"a tool of {where}") for each in reader.take("tools", list)],
        [Unread(each.take("path", str), each.take("reason", str)) for each in unread],
    )


def _tool(value: object, where: str) -> LockedTool:
    reader = _Reader(value, where)
    description = reader.optional("description", str)
    digest = reader.optional("description_sha256", str)
    if digest != (None if description is None else description_hash(description)):
        raise LockError(f"edited by hand: description and description_sha256 of {where} do not belong together")
    annotations = reader.optional("annotations", dict)
    return LockedTool(
        name=reader.optional("name", str),
        title=reader.optional("title", str),
        description=description,
        input_schema=reader.json("input_schema"),
        annotations=None if annotations is None else {hint: _hint(each, where) for hint, each in annotations.items()},
        autosubmit=reader.take("autosubmit", bool),
        exposed_to=None if reader.optional("exposed_to", list) is None else reader.texts("exposed_to"),
        declared_in=reader.take("declared_in", str),
        unresolved=reader.texts("unresolved"),
    )


def _hint(value: object, where: str) -> bool | None:
    return None if value is None else _is(value, bool, f"an annotation of {where}")


def _is(value: object, kind: type[_Kind], where: str) -> _Kind:
    # True is an integer to Python, and none to JSON
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        names = {dict: "an object", list: "a list", str: "a text", int: "a number", bool: "true or false"}
        raise LockError(f"no lock file: {where} is not {names.get(kind, kind.__name__)}")
    return value


def _check_depth(value: object) -> None:
    level: list[object] = [value]
    for _ in range(_MAX_DEPTH):
        level = [child for each in level for child in _children(each)]
        if not level:
            return
    raise LockError("nested too deeply for a lock file")


def _children(value: object) -> Sequence[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else ()


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number of JSON")

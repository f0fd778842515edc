"""How the files of a project are read: from the disk, from standard input, or from what stands for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from weakref import WeakValueDictionary

from webmcp_lint.decoding import decode
from webmcp_lint.discovery import File, Kind, Skipped, read_bytes
from webmcp_lint.source import SourceFile

STANDARD_INPUT = "<stdin>"

PAGES = frozenset({Kind.MARKUP, Kind.TEMPLATE})
"""What a browser opens."""


@dataclass(frozen=True, slots=True)
class StandardInput:
    """What came in on standard input; `display_path` is what it is called."""

    data: bytes | Skipped
    display_path: str = STANDARD_INPUT
    kind: Kind = Kind.MARKUP


class Reader(Protocol):
    """Gives the bytes of files, and their texts: the same object as long as a text stays what it is."""

    def data(self, file: File | StandardInput) -> bytes | Skipped:
        """Return the bytes of a file, or why there are none."""

    def text(self, file: File | StandardInput) -> SourceFile | None:
        """Return the text of a file, None where it cannot be read or is empty."""


MAX_KEPT = 8_000_000
"""Characters of texts that are kept although nobody holds them; beyond it files are read again."""


class Disk:
    """Reads from the disk; `contents` stands for the bytes of files, by the paths that are displayed."""

    def __init__(self, contents: Mapping[str, bytes] | None = None) -> None:
        self._contents = contents or {}
        self._held: WeakValueDictionary[str, SourceFile] = WeakValueDictionary()
        self._kept: dict[str, SourceFile | None] = {}
        self._characters = 0

    def data(self, file: File | StandardInput) -> bytes | Skipped:
        """Return the bytes of a file, or why there are none."""
        if file.display_path in self._contents:
            return self._contents[file.display_path]
        return file.data if isinstance(file, StandardInput) else read_bytes(file)

    def text(self, file: File | StandardInput) -> SourceFile | None:
        """Return the text of a file, None where it cannot be read or is empty."""
        path = file.display_path
        if path in self._kept:
            return self._kept[path]
        text = self._held.get(path) or decoded(self.data(file), file)
        self._characters += 0 if text is None else len(text.text)
        if self._characters > MAX_KEPT:
            self._kept.clear()
            self._characters = 0 if text is None else len(text.text)
        self._kept[path] = text
        if text is not None:
            self._held[path] = text
        return text


def decoded(data: bytes | Skipped, file: File | StandardInput) -> SourceFile | None:
    """Return the text of bytes; None where there are none."""
    if isinstance(data, Skipped) or not data:
        return None
    return decode(data, path=file.display_path, markup=file.kind in PAGES)


def path_of(file: File | StandardInput) -> Path:
    """Return where a file lies, or would lie."""
    return Path(file.display_path) if isinstance(file, StandardInput) else file.path

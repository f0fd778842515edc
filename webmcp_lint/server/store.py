"""The texts of files: what is open in an editor wins over what lies on the disk."""

from __future__ import annotations

import os
from dataclasses import dataclass

from webmcp_lint.decoding import decode
from webmcp_lint.discovery import File, Skipped
from webmcp_lint.site.files import PAGES, Disk, StandardInput, decoded
from webmcp_lint.site.project import key_of
from webmcp_lint.source import SourceFile

MAX_KEPT = 64_000_000
"""Characters of files that are not open; beyond it they are read again."""


@dataclass(slots=True)
class _Entry:
    stamp: tuple[int, int] | None
    data: bytes | Skipped
    text: SourceFile | None = None
    is_decoded: bool = False


class Store:
    """Reads files, and gives the same object for a text until it changes."""

    def __init__(self) -> None:
        self._open: dict[str, str] = {}
        self._texts: dict[str, SourceFile] = {}
        self._disk: dict[str, _Entry] = {}
        self._kept = 0

    @property
    def opened(self) -> frozenset[str]:
        """The keys of the files that are open."""
        return frozenset(self._open)

    def put(self, key: str, text: str) -> bool:
        """Take what an editor shows; return whether that is something else than before."""
        is_new = self._open.get(key) != text
        self._open[key] = text
        if is_new:
            self._texts.pop(key, None)
        return is_new

    def close(self, key: str) -> None:
        """Go back to what lies on the disk."""
        self._open.pop(key, None)
        self._texts.pop(key, None)
        self.forget(key)

    def forget(self, key: str) -> None:
        """Read a file anew when it is asked for."""
        self._disk.pop(key, None)

    def version(self, key: str) -> object:
        """Return something that is another thing when a file's text is another."""
        return self._open[key] if key in self._open else _stamp(key)

    def check(self) -> set[str]:
        """Let go of the files whose time or size is another by now; return their keys."""
        changed = {key for key, entry in self._disk.items() if _stamp(key) != entry.stamp}
        for key in changed:
            self.forget(key)
        return changed - self._open.keys()

    def trim(self) -> None:
        """Let go of texts where they have become too many."""
        if self._kept > MAX_KEPT:
            self._disk.clear()
            self._kept = 0

    def data(self, file: File | StandardInput) -> bytes | Skipped:
        """Return the bytes of a file, or why there are none."""
        key = key_of(file)
        if key in self._open:
            return self._open[key].encode("utf-8", "surrogatepass")
        return self._entry(key, file).data

    def text(self, file: File | StandardInput) -> SourceFile | None:
        """Return the text of a file, None where it cannot be read or is empty."""
        key = key_of(file)
        if key in self._open:
            if key not in self._texts:
                self._texts[key] = _shown(self._open[key], file)
            return self._texts[key] if self._open[key] else None
        entry = self._entry(key, file)
        if not entry.is_decoded:
            entry.text = decoded(entry.data, file)
            entry.is_decoded = True
        return entry.text

    def _entry(self, key: str, file: File | StandardInput) -> _Entry:
        if key not in self._disk:
            stamp = _stamp(key)
            self._disk[key] = entry = _Entry(stamp, Disk().data(file))
            self._kept += 0 if isinstance(entry.data, Skipped) else len(entry.data)
        return self._disk[key]


def _shown(text: str, file: File | StandardInput) -> SourceFile:
    """Return the text of an editor as if it came from a file in the encoding that the text declares."""
    read = decode(text.encode("utf-8", "surrogatepass"), path=file.display_path, markup=file.kind in PAGES)
    is_declared = read.encoding_declared
    if not is_declared and not text.isascii() and not isinstance(data := Disk().data(file), Skipped):
        is_declared = decode(data, path=file.display_path, markup=False).encoding_declared  # a BOM, which editors hide
    return SourceFile(file.display_path, text, read.encoding, is_declared)


def _stamp(key: str) -> tuple[int, int] | None:
    try:
        status = os.stat(key)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size

"""Changes of files as unified diffs: the bytes of the files as they are, so that `git apply` and `patch` take them."""

from __future__ import annotations

import bisect
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from webmcp_lint.repairs import Repaired
from webmcp_lint.reporters.terminal import Style, Terminal

_CONTEXT = 3
_NO_END = b"\\ No newline at end of file\n"
_STYLES: dict[bytes, Style] = {b"-": "error", b"+": "name", b"@": "frame"}


@dataclass(slots=True)
class _Block:
    """Lines, from 0 and half-open, that are others before and after."""

    old: tuple[int, int]
    new: tuple[int, int]


def render(repaired: Repaired) -> Iterator[bytes]:
    """Yield the lines of the diff of a file, each with its line end."""
    file = repaired.original
    before, after = file.data, repaired.data
    if file.encoding.startswith("utf-16") or before.count(b"\n") != file.text.count("\n"):
        before, after = (text.encode("utf-8", "replace") for text in (file.text, repaired.text))
    old, new = _lines(before), _lines(after)
    yield _head(b"---", "a", file.path)
    yield _head(b"+++", "b", file.path)
    for blocks in _hunks(_blocks(repaired, old, new)):
        yield from _hunk(blocks, old, new)


def shown(line: bytes, encoding: str, terminal: Terminal) -> str:
    """Return a line of a diff for people."""
    text = terminal.visible(line.rstrip(b"\r\n").decode(encoding, "replace"))
    style = _STYLES.get(line[:1])
    return (text if style is None else terminal.paint(text, style)) + "\n"


def _lines(data: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in data.split(b"\n")]
    last = lines.pop()[:-1]
    return [*lines, last] if last else lines


def _head(mark: bytes, side: str, path: str) -> bytes:
    name = path if path.startswith("/") else f"{side}/{path}"
    if not name.isprintable() or '"' in name:
        name = json.dumps(name)
    return b" ".join((mark, name.encode("utf-8", "surrogateescape"))) + b"\n"


def _blocks(repaired: Repaired, old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[_Block]:
    """Yield what changes, without the lines at its edges that stay."""
    text = repaired.original.text
    starts = [0]
    while (found := text.find("\n", starts[-1])) != -1:
        starts.append(found + 1)
    growth, block = 0, None
    for start, end, inserted in repaired.changes:
        first = bisect.bisect_right(starts, start) - 1
        last = bisect.bisect_right(starts, end)
        grown = growth + inserted.count("\n") - text.count("\n", start, end)
        if block is not None and first < block.old[1]:
            block = _Block((block.old[0], last), (block.new[0], last + grown))
        else:
            if block is not None:
                yield _trimmed(block, old, new)
            block = _Block((first, last), (first + growth, last + grown))
        growth = grown
    if block is not None:
        yield _trimmed(block, old, new)


def _trimmed(block: _Block, old: Sequence[bytes], new: Sequence[bytes]) -> _Block:
    (a, b), (c, d) = block.old, block.new
    b, d = min(b, len(old)), min(d, len(new))
    while a < b and c < d and old[a] == new[c]:
        a, c = a + 1, c + 1
    while a < b and c < d and old[b - 1] == new[d - 1]:
        b, d = b - 1, d - 1
    return _Block((a, b), (c, d))


def _hunks(blocks: Iterator[_Block]) -> Iterator[list[_Block]]:
    hunk: list[_Block] = []
    for block in blocks:
        if hunk and block.old[0] - hunk[-1].old[1] > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _hunk(blocks: list[_Block], old: Sequence[bytes], new: Sequence[bytes]) -> Iterator[bytes]:
    lead = min(_CONTEXT, blocks[0].old[0])
    tail = min(_CONTEXT, len(old) - blocks[-1].old[1])
    old_range = _range(blocks[0].old[0] - lead, blocks[-1].old[1] + tail)
    new_range = _range(blocks[0].new[0] - lead, blocks[-1].new[1] + tail)
    yield f"@@ -{old_range} +{new_range} @@\n".encode()
    done = blocks[0].old[0] - lead
    for block in blocks:
        yield from _marked(b" ", old[done : block.old[0]])
        yield from _marked(b"-", old[slice(*block.old)])
        yield from _marked(b"+", new[slice(*block.new)])
        done = block.old[1]
    yield from _marked(b" ", old[done : done + tail])


def _range(start: int, end: int) -> str:
    count = end - start
    return f"{start + 1}" if count == 1 else f"{start + (count > 0)},{count}"


def _marked(mark: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + (line if line.endswith(b"\n") else line + b"\n")
        if not line.endswith(b"\n"):
            yield _NO_END

"""On which line each key and each element of a TOML or JSON text stands; the standard parsers do not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""(?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
    r"""|(?P<comment>\#[^\n]*)|(?P<number>[+-]?\d[\w.:+-]*)|(?P<mark>\n|[\[\]{},=:.])|(?P<word>[^\s\[\]{},=:."'#]+)""",
    re.DOTALL,
)


class _Token(NamedTuple):
    text: str
    line: int


def places(text: str, *, is_json: bool) -> dict[Path, int]:
    """Return the line, from 1, of every key and element by its path; `text` is known to be valid."""
    reader = _Reader(text)
    if is_json:
        reader.value(())
    else:
        reader.tables()
    return reader.found


class _Reader:
    def __init__(self, text: str) -> None:
        self.found: dict[Path, int] = {}
        self._tokens = list(_tokens(text))
        self._at = 0
        self._counts: dict[Path, int] = {}

    def tables(self) -> None:
        """Read lines of TOML."""
        table: Path = ()
        while (token := self._next()) is not None:
            if token.text == "\n":
                continue
            if token.text == "[":
                is_list = self._peek() == "["
                self._at += is_list
                table = self._header(is_list=is_list)
                self.found.setdefault(table, token.line)
                while self._peek() == "]":
                    self._at += 1
            else:
                self._at -= 1
                self._pair(table)
                while self._peek() not in {"\n", None}:  # a date and its time
                    self._at += 1

    def _header(self, *, is_list: bool) -> Path:
        path: Path = ()
        names = self._key()
        for index, name in enumerate(names):
            path = (*path, name)
            if is_list and index == len(names) - 1:
                self._counts[path] = self._counts.get(path, -1) + 1
            if path in self._counts:
                path = (*path, self._counts[path])
        return path

    def _pair(self, path: Path) -> None:
        """Read a key, what separates it from its value, and the value."""
        token = self._tokens[self._at]
        for name in self._key():
            path = (*path, name)
            self.found.setdefault(path, token.line)
        self._at += 1
        self.value(path)

    def _key(self) -> list[str]:
        names = []
        while (token := self._next()) is not None:
            names.append(_name(token.text))
            if self._peek() != ".":
                break
            self._at += 1
        return names

    def value(self, path: Path) -> None:
        """Read a value, and all inside it."""
        pending: list[tuple[str, Path, int]] = []
        while True:
            token = self._next()
            while token is not None and token.text == "\n":
                token = self._next()
            if token is None:
                return
            if token.text in {"[", "{"}:
                pending.append((token.text, path, 0))
            while not self._is_at_element(pending):
                if not pending:
                    return
                self._at += 1
                pending.pop()
            opening, around, index = pending[-1]
            if opening == "[":
                path = (*around, index)
                pending[-1] = (opening, around, index + 1)
                self.found[path] = self._tokens[self._at].line
            else:
                path = around
                line = self._tokens[self._at].line
                for name in self._key():
                    path = (*path, name)
                    self.found.setdefault(path, line)
                self._at += 1

    def _is_at_element(self, pending: list[tuple[str, Path, int]]) -> bool:
        """Skip to the next element of the innermost list or object; False at its end, or in none."""
        if not pending:
            return False
        while self._peek() in {"\n", ","}:
            self._at += 1
        return self._peek() not in {"]", "}", None}

    def _next(self) -> _Token | None:
        self._at += 1
        return self._tokens[self._at - 1] if self._at <= len(self._tokens) else None

    def _peek(self) -> str | None:
        return self._tokens[self._at].text if self._at < len(self._tokens) else None


def _tokens(text: str) -> Iterator[_Token]:
    line, done = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", done, match.start())
        done = match.start()
        if match.lastgroup != "comment":
            yield _Token(match[0], line)


def _name(written: str) -> str:
    """Return what a key means; TOML's strings are those of JSON, and more."""
    if written[:1] not in {'"', "'"}:
        return written
    try:
        return str(tomllib.loads(f"key = {written}")["key"])
    except tomllib.TOMLDecodeError:  # `\/` and lone surrogates are JSON's own
        return written[1:-1]

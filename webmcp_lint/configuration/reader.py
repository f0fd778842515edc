"""Values of a configuration file, taken as what they have to be; what they are not is told with file and line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from webmcp_lint.configuration.file import ConfigurationFile
from webmcp_lint.configuration.places import Path

_T = TypeVar("_T")
_KINDS = {bool: "true or false", int: "a whole number", str: "a text", list: "a list", dict: "a table"}


@dataclass(frozen=True, slots=True)
class Node:
    """A value with its place; its kind is checked when it is taken."""

    file: ConfigurationFile
    path: Path
    value: object

    def fail(self, message: str) -> None:
        """Raise `ConfigurationError` about this value."""
        self.file.fail(self.path, message)

    def _as(self, kind: type[_T]) -> _T:
        if not isinstance(self.value, kind) or (kind is int and isinstance(self.value, bool)):
            what = f"an entry of `{self.name}`" if self.path and isinstance(self.path[-1], int) else f"`{self.name}`"
            self.file.fail(self.path, f"{what} is {_KINDS[kind]}, not {_shown(self.value)}")
        return self.value

    @property
    def name(self) -> str:
        """The name of the key that it belongs to."""
        return next((str(key) for key in reversed(self.path) if isinstance(key, str)), "the configuration")

    def text(self) -> str:
        """Take it as a text."""
        return self._as(str)

    def flag(self) -> bool:
        """Take it as true or false."""
        return self._as(bool)

    def number(self, least: int) -> int:
        """Take it as a whole number."""
        number = self._as(int)
        if number < least:
            self.file.fail(self.path, f"`{self.name}` is at least {least}, not {number}")
        return number

    def one_of(self, known: Collection[str], what: str) -> str:
        """Take it as one of some words."""
        text = self.text()
        if text not in known:
            self.file.fail_unknown(self.path, what, text, known)
        return text

    def elements(self) -> Iterator[Node]:
        """Take it as a list; yield its elements."""
        for index, value in enumerate(self._as(list)):
            yield Node(self.file, (*self.path, index), value)

    def texts(self) -> list[str]:
        """Take it as a list of texts; a single one may stand for itself."""
        if isinstance(self.value, str):
            return [self.value]
        return [element.text() for element in self.elements()]

    def items(self) -> Iterator[tuple[str, Node]]:
        """Take it as a table; yield its keys and values."""
        for key, value in self._as(dict).items():
            yield key, Node(self.file, (*self.path, key), value)

    def table(self, known: Collection[str], what: str = "key") -> Mapping[str, Node]:
        """Take it as a table of known keys."""
        found = dict(self.items())
        for key, node in found.items():
            if key not in known:
                self.file.fail_unknown(node.path, what, key, known)
        return found

    def each(self, take: Callable[[Node], _T]) -> list[_T]:
        """Take a list of things, or one of them by itself."""
        return [take(node) for node in self.elements()] if isinstance(self.value, list) else [take(self)]


def _shown(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list():
            return "a list"
        case dict():
            return "a table"
        case None:
            return "null"
        case _:
            return str(value)

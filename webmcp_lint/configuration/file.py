"""A configuration file as it is written: its content, and what to say about a place in it."""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NoReturn

from webmcp_lint.configuration import places

PACKAGE_KEY = "webmcpLint"
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)")


class ConfigurationError(ValueError):
    """Something in a configuration file that cannot be; the message names file and line, `reason` does not."""

    def __init__(self, reason: str, shown: str | None = None, line: int = 1) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason if shown is None else f"{shown}:{line}: {reason}")


@dataclass(frozen=True)
class ConfigurationFile:
    """The part of a file that configures this linter; `inside` is the way to it from the file's root."""

    path: Path
    text: str
    inside: places.Path
    content: Mapping[str, object] = field(repr=False)

    @property
    def root(self) -> Path:
        """The folder that patterns and paths in it go out from."""
        return self.path.parent

    @cached_property
    def _lines(self) -> Mapping[places.Path, int]:
        return places.places(self.text, is_json=self.path.suffix == ".json")

    def line(self, path: places.Path) -> int:
        """Return the line of a key or element, or of the nearest thing around it."""
        whole = (*self.inside, *path)
        while whole and whole not in self._lines:
            whole = whole[:-1]
        return self._lines.get(whole, 1)

    def fail(self, path: places.Path, message: str) -> NoReturn:
        """Raise `ConfigurationError` about a place."""
        raise ConfigurationError(message, displayed(self.path), self.line(path))

    def fail_unknown(self, path: places.Path, what: str, name: str, known: Collection[str]) -> NoReturn:
        """Raise `ConfigurationError` about a name that is none of those known, and name the nearest one."""
        self.fail(path, f'unknown {what} "{name}"{suggestion(name, known)}')


def suggestion(name: str, known: Collection[str]) -> str:
    """Return the end of a message about an unknown name: what may have been meant, or what there is."""
    nearest = difflib.get_close_matches(name, known, n=1)
    if nearest:
        return f'; did you mean "{nearest[0]}"?'
    return "; known: " + ", ".join(sorted(known)) if len(known) <= 16 else ""


def displayed(path: Path) -> str:
    """Return a path as messages show it: relative to the working directory where it lies below it."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


def load(path: Path) -> ConfigurationFile:
    """Read a configuration file; raises `ConfigurationError`.

    A `pyproject.toml` holds it in `[tool.webmcp-lint]`, a `package.json` in `"webmcpLint"`; any other file is one as a
    whole.
    """
    path = Path(os.path.abspath(path))  # noqa: PTH100  links stay as they are named
    shown = displayed(path)
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigurationError(f"cannot read {shown}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigurationError("this is not UTF-8", shown) from None
    text = text.replace("\r\n", "\n")
    inside: places.Path
    match path.name:
        case "pyproject.toml":
            inside = ("tool", "webmcp-lint")
        case "package.json":
            inside = (PACKAGE_KEY,)
        case _:
            inside = ()
    content = _parsed(text, shown, is_json=path.suffix == ".json")
    for key in inside:
        content = content.get(str(key)) if isinstance(content, dict) else None
    file = ConfigurationFile(path, text, inside, content if isinstance(content, dict) else {})
    if not isinstance(content, dict):
        if content is None:
            raise ConfigurationError(f"{shown} has no {_part(path)}")
        file.fail((), f"{_part(path)} is no table of settings")
    return file


def _part(path: Path) -> str:
    match path.name:
        case "pyproject.toml":
            return "[tool.webmcp-lint]"
        case "package.json":
            return f'"{PACKAGE_KEY}"'
        case _:
            return "configuration"


def _parsed(text: str, shown: str, *, is_json: bool) -> object:
    try:
        return json.loads(text) if is_json else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise ConfigurationError(error.msg, shown, error.lineno) from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        at = _AT_LINE.search(message)
        line = int(at[1]) if at is not None and at[1] else text.count("\n") + 1
        raise ConfigurationError(_AT_LINE.sub("", message), shown, line) from None
    except RecursionError:
        raise ConfigurationError("tables inside each other without end", shown) from None

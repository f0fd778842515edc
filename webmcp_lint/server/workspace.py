"""The folders and documents of an editor, and which of them is linted with what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from webmcp_lint.discovery import EXCLUDED_FOLDERS, kind_of
from webmcp_lint.server.addresses import name_of, path_of, uri_of
from webmcp_lint.server.store import Store
from webmcp_lint.server.unit import Problem, Unit
from webmcp_lint.site.files import StandardInput
from webmcp_lint.site.project import REPORTED, key_of
from webmcp_lint.source import SourceFile

CONFIGURATIONS = frozenset({"webmcp-lint.toml", "pyproject.toml", "package.json"})


@dataclass(frozen=True, slots=True)
class Opened:
    """A document in the editor: what its files goes by here, and its name where it is no file."""

    key: str
    name: str | None


class Workspace:
    """Takes what an editor tells and answers which unit knows of a document."""

    def __init__(self) -> None:
        self.store = Store()
        self._folders: dict[str, Unit] = {}
        self._alone: dict[str, Unit] = {}
        self._opened: dict[str, Opened] = {}
        self._addresses: dict[str, str] = {}

    @property
    def units(self) -> Iterator[Unit]:
        """What is linted: documents that lie in no folder first, for somebody looks at them."""
        yield from self._alone.values()
        yield from self._folders.values()

    def add_folder(self, uri: str) -> None:
        """Lint a folder from now on; the root of the disk and the home of a person are no projects."""
        path = path_of(uri)
        if path is None or path in self._folders or Path(path) in {Path(Path(path).anchor), Path.home()}:
            return
        if Path(path).is_dir():
            self._folders[path] = Unit(path, self.store)
            self._settle()

    def remove_folder(self, uri: str) -> None:
        """Lint a folder no longer."""
        path = path_of(uri)
        if path is not None and self._folders.pop(path, None) is not None:
            self._settle()

    def open(self, uri: str, language: str, text: str) -> None:
        """Take a document that an editor shows."""
        path = path_of(uri)
        name = None if path is not None else name_of(uri, language)
        key = path or key_of(StandardInput(b"", name or ""))
        is_read = name is not None or kind_of(Path(key).name) in REPORTED
        if path is None and not is_read:
            return
        self._opened[uri] = Opened(key, name)
        self._addresses[key] = uri
        unit = self.unit(key)
        before = None if unit is None else unit.text(key)
        self.store.put(key, text)
        if unit is not None and not unit.knows(key):
            unit.look_again()
        self._settle()
        self._touch(key, before)

    def change(self, uri: str, text: str) -> None:
        """Take a document's new text."""
        opened = self._opened.get(uri)
        if opened is not None and self.store.put(opened.key, text):
            self._touch(opened.key)

    def close(self, uri: str) -> None:
        """Go back to what lies on the disk."""
        opened = self._opened.pop(uri, None)
        if opened is None:
            return
        unit = self.unit(opened.key)
        before = None if unit is None else unit.text(opened.key)
        self.store.close(opened.key)
        self._addresses.pop(opened.key, None)
        self._touch(opened.key, before)
        if unit is not None and not Path(opened.key).exists():
            unit.look_again()
        self._settle()

    def save(self, uri: str) -> None:
        """Take notice that a document lies on the disk now as it is shown."""
        path = path_of(uri)
        if path is not None:
            self.see([path])

    def see(self, paths: Iterable[str]) -> None:
        """Take notice of files that were made, changed or deleted."""
        for path in paths:
            key = Path(path)
            if not EXCLUDED_FOLDERS.isdisjoint(key.parts[:-1]):
                continue
            self.store.forget(path)
            for unit in self.units:
                if _configures(key, unit):
                    unit.reload()
                elif unit.holds(path) and unit.knows(path) and key.exists():
                    unit.touch(path)
                elif unit.holds(path) and (kind_of(key.name) is not None or key.name == ".gitignore"):
                    unit.look_again()

    def unit(self, key: str) -> Unit | None:
        """Return the unit that answers for a file: the innermost folder around it."""
        around = [unit for path, unit in self._folders.items() if unit.holds(key)]
        return max(around, key=lambda unit: len(unit.path), default=None) or self._alone.get(key)

    def key(self, uri: str) -> str | None:
        """Return what an open document goes by."""
        opened = self._opened.get(uri)
        return None if opened is None else opened.key

    def uri(self, key: str) -> str:
        """Return a file's address, as the editor wrote it where it is open."""
        return self._addresses.get(key) or uri_of(key)

    def problems(self) -> dict[str, Problem]:
        """Return what is wrong with the configurations, by the keys of their files."""
        listed = [unit.problem for unit in self.units if unit.problem is not None]
        return {problem.path.as_posix(): problem for problem in listed}

    def _touch(self, key: str, before: SourceFile | None = None) -> None:
        """Tell those that know a file that its text is another; of a configuration, where it really is."""
        for unit in self.units:
            if unit.knows(key):
                now = unit.text(key)
                is_same = before is not None and now is not None and before.text == now.text
                if not is_same or kind_of(Path(key).name) in REPORTED:
                    unit.touch(key)

    def _settle(self) -> None:
        """Give each open document that lies in no folder a unit of its own, and take it from the others."""
        alone = {each.key: each for each in self._opened.values() if not self._is_in_folder(each)}
        self._alone = {
            key: self._alone.get(key) or Unit(key, self.store, each.name)
            for key, each in alone.items()
            if each.name is not None or kind_of(Path(key).name) in REPORTED
        }

    def _is_in_folder(self, opened: Opened) -> bool:
        return opened.name is None and any(unit.holds(opened.key) for unit in self._folders.values())


def _configures(path: Path, unit: Unit) -> bool:
    """Whether a file may be the configuration of a unit, or is its baseline."""
    if unit.configuration.baseline == path:
        return True
    return path.name in CONFIGURATIONS and Path(unit.path).is_relative_to(path.parent) and unit.name is None

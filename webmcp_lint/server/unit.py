"""What is linted together, a folder or a single document, and what was found in it so far."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from webmcp_lint import baseline
from webmcp_lint.configuration import Configuration
from webmcp_lint.configuration.file import ConfigurationError, load
from webmcp_lint.configuration.reading import read
from webmcp_lint.discovery import File, Kind, PathNotFoundError, configuration_file, kind_of
from webmcp_lint.findings import Level
from webmcp_lint.linter import Diagnostic, Run, active_rules
from webmcp_lint.server.groups import groups
from webmcp_lint.server.store import Store
from webmcp_lint.settings import Settings
from webmcp_lint.site.files import StandardInput
from webmcp_lint.site.page import Page
from webmcp_lint.site.project import REPORTED, Project, displayed, key_of, read_project
from webmcp_lint.site.surroundings import is_configuration
from webmcp_lint.source import SourceFile

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a configuration cannot be followed, and where in its file that is."""

    path: Path
    line: int
    reason: str


@dataclass(slots=True)
class Result:
    """What was found in a group of files; `versions` are those of the texts that it is true for.

    The pages are kept as long as one of the files is open.
    """

    versions: Mapping[str, object]
    diagnostics: Mapping[str, Sequence[Diagnostic]] = field(default_factory=dict)
    pages: Sequence[Page] | None = ()


class Unit:
    """A folder of the workspace, or a document that lies in none; `name` is set for one that is no file at all."""

    def __init__(self, path: str, store: Store, name: str | None = None) -> None:
        self.path = path
        self.name = name
        self.configuration = Configuration()
        self.problem: Problem | None = None
        self._store = store
        self._project: Project | None = None
        self._unread: list[str] = []
        self._groups: Mapping[str, frozenset[str]] | None = None
        self._results: dict[frozenset[str], Result] = {}
        self._pending: list[frozenset[str]] = []
        self._dirty: dict[str, None] = {}
        self._baseline = baseline.Baseline(Path())
        self.reload()

    def holds(self, key: str) -> bool:
        """Whether a file lies in it."""
        return key == self.path or key.startswith(self.path.rstrip("/") + "/")

    def reload(self) -> None:
        """Read the configuration anew; while it cannot be followed, the one before holds."""
        file = None if self.name is not None else configuration_file(self.path)
        try:
            self.configuration = Configuration() if file is None else read(load(file))
            self.problem = None
        except ConfigurationError as error:
            self.problem = Problem(file or Path(self.path), error.line, error.reason)
        self._settings = _effective(self.configuration)
        self._baseline = _known(self.configuration.baseline)
        self._results.clear()
        self.look_again()

    def look_again(self) -> None:
        """Look for the files anew before the next step."""
        self._project = None
        self._groups = None
        self._pending = []

    def touch(self, key: str) -> None:
        """Note that a file's text is another one; on what a configuration says, everything may depend."""
        if kind_of(Path(key).name) in REPORTED and not is_configuration(Path(key).name):
            self._dirty[key] = None
        elif self.knows(key):
            self._results.clear()
            self.look_again()

    def knows(self, key: str) -> bool:
        """Whether a file is one of those that were found, or its text can matter to them."""
        return self._project is not None and (key in self._project.known or key in (self._groups or {}))

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do."""
        return self._groups is not None and not self._pending and not self._dirty

    def step(self) -> set[str]:
        """Do a bit of what is left to do; return the keys of the files of which something else is known now."""
        project = self._ready()
        if self._unread:
            project.documents.named(self._unread.pop())
            return set()
        self._regroup(project)
        if not self._pending:
            return set()
        group = self._pending.pop()
        before = self._results.get(group)
        self._results[group] = after = self._linted(project, group)
        return {*after.diagnostics, *(before.diagnostics if before is not None else ()), *group}

    def ensure(self, key: str) -> set[str]:
        """Do what is needed to answer questions about a file; return as `step` does."""
        project = self._ready()
        self._unread.clear()
        self._regroup(project)
        group = (self._groups or {}).get(key)
        if group is None:
            return set()
        result = self._results.get(group)
        if result is not None and result.pages is None:
            self._results.pop(group)
        elif result is not None and group not in self._pending:
            return set()
        if group in self._pending:
            self._pending.remove(group)
        self._pending.append(group)
        return self.step()

    def diagnostics(self, key: str) -> list[Diagnostic]:
        """Return what was found in a file, each fault once."""
        found = {
            (each.rule.name, each.location.span): each
            for result in self._results.values()
            for each in result.diagnostics.get(key, ())
        }
        return sorted(found.values(), key=lambda each: (*each.location.span, each.rule.name))

    def pages(self, key: str) -> Sequence[Page]:
        """Return the pages that a file has to do with."""
        result = self._results.get((self._groups or {}).get(key, frozenset()))
        return (result.pages or ()) if result is not None else ()

    def text(self, key: str) -> SourceFile | None:
        """Return the text of a file."""
        return self._ready().text(key)

    def _ready(self) -> Project:
        """Return the files, looked for if need be."""
        if self._project is None:
            self._project = self._found()
            self._unread = list(self._nodes(self._project))
        return self._project

    def _found(self) -> Project:
        settings = self.configuration.settings
        if self.problem is not None and self.configuration.file is None:
            return Project([], [])  # what a configuration says that cannot be read is not known
        project = Project([], [], registrars=settings.registrars)
        if self.name is None:
            with contextlib.suppress(PathNotFoundError, OSError):
                project = read_project([self.path], registrars=settings.registrars, covers=settings.covers)
        project = replace(project, reader=self._store, parsed_pages={}, parsed_scripts={})
        there = {key_of(file) for file in project.files}
        new = [self._new(key) for key in sorted(self._store.opened) if key not in there and self.holds(key)]
        project.files = [*project.files, *(file for file in new if file is not None)]
        return project

    def _new(self, key: str) -> File | StandardInput | None:
        """Return a document that is no file yet; what lies on the disk and was not found is not meant."""
        if self.name is not None:
            return StandardInput(b"", self.name, kind_of(self.name) or Kind.MARKUP)
        path = Path(key)
        kind = kind_of(path.name)
        if kind not in REPORTED or path.exists() or not self.configuration.settings.covers(displayed(path)):
            return None
        return File(path, displayed(path), kind, 0)

    def _nodes(self, project: Project) -> Collection[str]:
        return [key for key, file in project.known.items() if file.kind in REPORTED]

    def _regroup(self, project: Project) -> None:
        """Bring up to date which files belong together and which results are missing."""
        is_new = self._groups is None
        for key in self._dirty:
            before = project.documents.named(key)
            project.forget(key)
            is_new = is_new or project.documents.named(key) != before
        if is_new:
            self._groups = groups(self._nodes(project), project.documents.named)
        if is_new or self._dirty:
            self._dirty.clear()
            assert self._groups is not None  # noqa: S101  set above, or not new
            reported = {key_of(file) for file in project.files}
            wanted = {group for group in self._groups.values() if not group.isdisjoint(reported)}
            self._results = {group: result for group, result in self._results.items() if group in wanted}
            missing = [group for group in wanted if not self._is_true(group)]
            # The last one is next: what somebody looks at, then by name
            missing.sort(key=lambda group: (not group.isdisjoint(self._store.opened), min(group)))
            self._pending = missing

    def _is_true(self, group: frozenset[str]) -> bool:
        result = self._results.get(group)
        return result is not None and all(self._store.version(key) == was for key, was in result.versions.items())

    def _linted(self, project: Project, group: frozenset[str]) -> Result:
        """Lint a group of files; whatever happens, the server goes on."""
        versions = {key: self._store.version(key) for key in group}
        if not any(project.mentions(key) for key in group):
            return Result(versions)
        try:
            pages, found = self._run(project.part(group))
        except Exception:  # noqa: BLE001  an editor is left with what it knows, not without a server
            _LOG.exception("cannot lint %s", min(group))
            return Result(versions)
        is_open = not group.isdisjoint(self._store.opened)
        by_file: dict[str, list[Diagnostic]] = {}
        for each in found:
            if each.suppressed is None and not each.is_known:
                path = StandardInput(b"", each.location.file.path)
                by_file.setdefault(key_of(path), []).append(each)
        self._let_go(project)
        return Result(versions, by_file, pages if is_open else None)

    def _run(self, part: Project) -> tuple[list[Page], list[Diagnostic]]:
        settings = replace(self._settings, today=date.today())  # noqa: DTZ011  the day where the person is
        run = Run(settings, self._baseline.folder)
        pages = list(part.pages())
        for page in pages:
            run.add(page)
        return pages, baseline.marked(run.diagnostics(part.commented, part.shared), self._baseline)

    def _let_go(self, project: Project) -> None:
        """Keep what was parsed for the files only that belong to what is open."""
        opened = [(self._groups or {}).get(key, frozenset()) for key in self._store.opened if self.holds(key)]
        texts = {project.text(key) for key in frozenset().union(*opened)}
        for kept in (project.parsed_pages, project.parsed_scripts):
            for text in [text for text in kept or () if text not in texts]:
                del kept[text]  # type: ignore[union-attr]  # it holds something
        self._store.trim()


def _effective(configuration: Configuration) -> Settings:
    """Return the settings with the rule that a configuration asks for by another key."""
    settings = configuration.settings
    if not configuration.requires_reason:
        return settings
    active = {rule.name for rule in active_rules(replace(settings, overrides=()))}
    selected = frozenset(active | {"unexplained-suppression"})
    levels = {name: level for name, level in settings.levels.items() if name in selected and level is not Level.OFF}
    return replace(settings, selected=selected, levels=levels)


def _known(path: Path | None) -> baseline.Baseline:
    nothing = baseline.Baseline(Path())
    if path is None:
        return nothing
    try:
        return baseline.read(path)
    except (OSError, baseline.BaselineError) as error:
        _LOG.warning("%s", error)
        return nothing

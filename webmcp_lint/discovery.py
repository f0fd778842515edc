"""Finds the files that may hold WebMCP declarations: a walk, and a look at the bytes."""

from __future__ import annotations

import codecs
import enum
import errno
import os
import re
import stat
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from webmcp_lint.decoding import decode, looks_binary
from webmcp_lint.gitignore import IgnoreFile, holds_repository, ignore_files_above, ignore_files_in, is_ignored
from webmcp_lint.source import SourceFile

MAX_BYTES = 20_000_000
_TOO_LARGE = "larger than 20 MB"
_NOT_REGULAR = "not a regular file"

# Version control, dependencies, caches, what a build makes, and what coding agents are taught, with examples.
EXCLUDED_FOLDERS = frozenset({
    ".agents", ".astro", ".bzr", ".cache", ".claude", ".codex", ".cursor", ".eggs", ".gemini", ".git", ".hg", ".jj",
    ".kiro", ".mypy_cache", ".next", ".nox", ".nuxt", ".opencode", ".output", ".parcel-cache", ".pnpm-store",
    ".pytest_cache", ".ruff_cache", ".rulesync", ".svelte-kit", ".svn", ".tox", ".turbo", ".venv", ".vercel", ".vite",
    ".windsurf", ".yarn", "__pycache__", "bower_components", "build", "coverage", "dist", "jspm_packages",
    "node_modules", "site-packages", "vendor", "venv",
})  # fmt: skip
_MINIFIED = re.compile(r"[.-]min\.\w+$", re.IGNORECASE)


class Kind(enum.Enum):
    """How a file is read."""

    MARKUP = "markup"
    TEMPLATE = "template"
    SCRIPT = "script"
    COMPONENT = "component"
    DATA = "data"
    """JSON: what scripts import, and how a project says what its imports mean."""
    SERVER = "server"
    """The configuration of a server or a host, in a format of its own."""


_KINDS = {
    extension: kind
    for kind, extensions in {
        Kind.MARKUP: "html htm xhtml xht shtml",
        Kind.TEMPLATE: "php phtml erb ejs jsp jinja jinja2 j2 njk twig liquid hbs handlebars mustache tmpl gohtml cshtml",
        Kind.SCRIPT: "js mjs cjs jsx ts mts cts tsx",
        Kind.COMPONENT: "vue svelte astro",
        Kind.DATA: "json",
        Kind.SERVER: "conf",
    }.items()
    for extension in extensions.split()
}
_NAMES = dict.fromkeys(("_headers", ".htaccess", "caddyfile", "netlify.toml"), Kind.SERVER)
# A template whose name says that it makes one of these (`app.js.erb`, `nginx.conf.j2`) makes no page.
_OTHER_PRODUCTS = frozenset({
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "json", "css", "scss", "sass", "less", "xml", "rss", "atom",
    "svg", "txt", "text", "md", "csv", "sql", "sh", "py", "rb", "go", "yml", "yaml", "toml", "ini", "cfg", "conf",
    "env", "service", "tf",
})  # fmt: skip

_API_WORDS = (
    *(b"modelcontext", b"registertool", b"executetool", b"gettools", b"providecontext", b"requestuserinteraction"),
    *(b"agentinvoked", b"respondwith", b"webmcp"),
)
# Misspellings (`tool-name`, `data_toolDesc`) make a candidate too: a rule corrects them.
_ATTRIBUTE = re.compile(rb"tool[-_]?(?:name|desc|param|auto|activated|cancel|change)")


class PathNotFoundError(Exception):
    """A path that was named and doesn't exist."""


@dataclass(frozen=True, slots=True)
class File:
    """A candidate; `display_path` is relative to the working directory, with `/`, or absolute outside it."""

    path: Path
    display_path: str
    kind: Kind
    size: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that would have been read; `path` is what `File.display_path` is."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Discovery:
    """What a walk found, in the order of the displayed paths."""

    files: tuple[File, ...]
    skipped: tuple[Skipped, ...]


def discover(paths: Sequence[str | Path], *, kinds: Collection[Kind] = frozenset(Kind)) -> Discovery:
    """Find the files of certain kinds in `paths`, each once; raises `PathNotFoundError`.

    A file that is named is taken whatever its extension and whatever ignores it; a folder that is named is walked
    even if its name or an ignore file above would exclude it. What only links lead to is taken under a link's name.
    """
    walk = _Walk(frozenset(kinds))
    for path in paths:
        walk.add(path)
    walk.follow_links()
    return Discovery(
        tuple(sorted(walk.files.values(), key=lambda file: file.display_path)),
        tuple(sorted(walk.skipped.values(), key=lambda skipped: skipped.path)),
    )


def kind_of(name: str) -> Kind | None:
    """Return the kind that a file's name says, None if it says none."""
    if (named := _NAMES.get(name.lower())) is not None:
        return named
    *stem, extension = name.lower().split(".")
    kind = _KINDS.get(extension) if stem else None
    if kind is Kind.TEMPLATE and len(stem) > 1 and stem[-1] in _OTHER_PRODUCTS:
        return None
    return kind


def read(file: File) -> SourceFile | Skipped:
    """Read and decode a file."""
    data = read_bytes(file)
    if isinstance(data, Skipped):
        return data
    return decode(data, path=file.display_path, markup=file.kind in {Kind.MARKUP, Kind.TEMPLATE})


def read_bytes(file: File) -> bytes | Skipped:
    """Read a file, unless it has vanished, can't be read, has grown too large or is binary."""
    try:
        mode = file.path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe would keep us waiting for somebody who writes
            return Skipped(file.display_path, _NOT_REGULAR)
        with file.path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        return Skipped(file.display_path, _reason(error))
    if len(data) > MAX_BYTES:
        return Skipped(file.display_path, _TOO_LARGE)
    return Skipped(file.display_path, "binary") if looks_binary(data) else data


def mentions_webmcp(data: bytes) -> bool:
    """Say whether the bytes hold a word of WebMCP, in any letter case: its API, its attributes or a misspelling."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = data.replace(b"\0", b"")
    data = data.lower()
    return any(word in data for word in _API_WORDS) or _ATTRIBUTE.search(data) is not None


def project_root(path: str | Path) -> Path:
    """Return the folder of the project that `path` belongs to.

    It is the nearest ancestor that holds a configuration, else a `.git`, else a `package.json`, else the path itself.
    """
    absolute = _absolute(path)
    folders = absolute.parents if _is_file(absolute) else (absolute, *absolute.parents)
    for holds in (_holds_configuration, holds_repository, _holds_package):
        for folder in folders:
            if holds(folder):
                return folder
    return absolute


class _Walk:
    def __init__(self, kinds: frozenset[Kind]) -> None:
        self.files: dict[Path, File] = {}
        self.skipped: dict[Path, Skipped] = {}
        self._kinds = kinds
        self._working_directory = Path.cwd()
        self._roots: list[Path] = []
        self._seen: set[tuple[int, int]] = set()
        self._links: list[tuple[Path, tuple[IgnoreFile, ...]]] = []

    def add(self, path: str | Path) -> None:
        absolute = _absolute(path)
        try:
            status = os.stat(path)  # noqa: PTH116  Path("") is the working directory
        except OSError as error:
            if error.errno not in {errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG}:
                self._skip(absolute, _reason(error))
                return
            raise PathNotFoundError(f"no such file or directory: {path}") from error
        except ValueError as error:  # a NUL
            raise PathNotFoundError(f"no such file or directory: {path}") from error
        if stat.S_ISDIR(status.st_mode):
            self._roots.append(absolute.resolve())
            self._descend(absolute, ignore_files_above(absolute))
        else:
            self._take(absolute, status, kind_of(absolute.name) or Kind.MARKUP)

    def follow_links(self) -> None:
        for path, ignore_files in self._links:  # grows meanwhile
            try:
                status = path.stat()
                target = path.resolve()
            except OSError as error:
                self._skip(path, "broken symbolic link" if error.errno == errno.ENOENT else _reason(error))
                continue
            if _identity(status) in self._seen:
                continue
            if not stat.S_ISDIR(status.st_mode):
                self._take(path, status, kind_of(path.name) or Kind.MARKUP)
            elif any(root.is_relative_to(target) for root in self._roots):
                self._skip(path, "symbolic link to a folder above")
            else:
                self._descend(path, ignore_files)

    def _descend(self, root: Path, ignore_files: tuple[IgnoreFile, ...]) -> None:
        pending = [(root, ignore_files)]
        while pending:
            folder, above = pending.pop()
            try:
                identity = _identity(folder.stat())
                if identity in self._seen:
                    continue
                self._seen.add(identity)
                with os.scandir(folder) as entries:
                    found = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                self._skip(folder, _reason(error))
                continue
            here = ignore_files_in(folder, {entry.name for entry in found}, above)
            for entry in found:
                pending += self._meet(entry, here)

    def _meet(
        self, entry: os.DirEntry[str], ignore_files: tuple[IgnoreFile, ...]
    ) -> list[tuple[Path, tuple[IgnoreFile, ...]]]:
        """Take an entry of a folder, or return it if it is a folder to walk."""
        kind = kind_of(entry.name)
        try:
            is_folder = entry.is_dir()
            if is_folder:
                if entry.name in EXCLUDED_FOLDERS:
                    return []
            elif kind not in self._kinds or _MINIFIED.search(entry.name):
                return []
            if is_ignored(entry.path, is_folder=is_folder, ignore_files=ignore_files):
                return []
            path = Path(entry.path)
            if entry.is_symlink():
                self._links.append((path, ignore_files))
            elif is_folder:
                return [(path, ignore_files)]
            elif kind:
                self._take(path, path.stat(), kind)
        except OSError as error:
            if kind in self._kinds:
                self._skip(Path(entry.path), _reason(error))
        return []

    def _take(self, path: Path, status: os.stat_result, kind: Kind) -> None:
        self._seen.add(_identity(status))
        if not stat.S_ISREG(status.st_mode):
            self._skip(path, _NOT_REGULAR)
        elif status.st_size > MAX_BYTES:
            self._skip(path, _TOO_LARGE)
        elif kind in self._kinds:
            self.files[path] = File(path, self._display(path), kind, status.st_size)

    def _skip(self, path: Path, reason: str) -> None:
        self.skipped[path] = Skipped(self._display(path), reason)

    def _display(self, path: Path) -> str:
        if path.is_relative_to(self._working_directory):
            path = path.relative_to(self._working_directory)
        return path.as_posix()


def _absolute(path: str | Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  a link keeps its name


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _holds_package(folder: Path) -> bool:
    return _is_file(folder / "package.json")


def configuration_file(path: str | Path) -> Path | None:
    """Return the file that configures this linter for `path`: the nearest one, in a folder of its own or above."""
    absolute = _absolute(path)
    folders = absolute.parents if _is_file(absolute) else (absolute, *absolute.parents)
    return next(filter(None, map(_configuration_in, folders)), None)


def _holds_configuration(folder: Path) -> bool:
    return _configuration_in(folder) is not None


def _configuration_in(folder: Path) -> Path | None:
    """Return the file of a folder that configures this linter; one that mentions it and can't be parsed is to be reported."""
    if _is_file(own := folder / "webmcp-lint.toml"):
        return own
    if b"webmcp-lint" in (data := _contents(project := folder / "pyproject.toml")):
        import tomllib

        try:
            tool = tomllib.loads(data.decode()).get("tool")
        except (ValueError, RecursionError):
            return project
        if isinstance(tool, dict) and "webmcp-lint" in tool:
            return project
    if b'"webmcpLint"' in (data := _contents(package := folder / "package.json")):
        import json

        try:
            content = json.loads(data)
        except (ValueError, RecursionError):
            return package
        if isinstance(content, dict) and "webmcpLint" in content:
            return package
    return None


def _contents(path: Path) -> bytes:
    try:
        return path.read_bytes() if _is_file(path) else b""
    except OSError:
        return b""


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.EACCES | errno.EPERM:
            return "permission denied"
        case errno.ENOENT:
            return "no longer there"
        case errno.ELOOP:
            return "symbolic link loop"
        case _:
            return (error.strerror or str(error)).lower()

"""Which file of the project a module specifier means: relative ones, tsconfig paths, package.json, aliases of bundlers."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from webmcp_lint.program import json_texts
from webmcp_lint.program.bundlers import aliases, is_configuration
from webmcp_lint.program.import_maps import REMOTE, ImportMap, Mapped, Package, package_at

SCRIPTS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts", ".cjs", ".cts")
_EXTENSIONS = (*SCRIPTS, ".json", ".vue", ".svelte")
_REWRITTEN = {".js": (".ts", ".tsx", ".jsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}
_CONDITIONS = ("source", "development", "import", "module", "browser", "default", "require", "types")
ASKING = ("dependencies", "devDependencies", "peerDependencies")
"""What asks for packages in a package.json."""
_PUBLIC = ("", "public", "static")
"""Where below a project's root lies what a server sends for its own root."""
_CONFIGS = ("tsconfig.json", "jsconfig.json", "tsconfig.app.json", "tsconfig.base.json")
_ENTRIES = ("source", "module", "main", "browser")
_BUILD = re.compile(r"(?<![^/])(dist|lib|build|out)/")
_SUFFIX = re.compile(r"(\.d)?\.[cm]?[jt]s$")
MAX_EXTENDS = 16
"""How many configurations one may extend, one through the other."""


class Resolver:
    """The project's files by path (with `/`), and what specifiers mean among them."""

    def __init__(
        self,
        files: Iterable[str],
        text: Callable[[str], str | None],
        exists: Callable[[str], bool] = lambda _path: False,
    ) -> None:
        self.files = frozenset(files)
        self._exists = exists
        self._text = text
        self.maps: dict[str, dict[ImportMap | None, None]] = {}
        """The import maps under which the pages of the project load each file; None for a page that has none."""
        self.locked: dict[tuple[str, str], tuple[str, ...]] = {}
        """The versions of a package that a lock file has, once they were looked for."""
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._json: dict[str, object] = {}
        self._configs: dict[str, tuple[str, Mapping[str, list[str]]]] = {}
        self._configured: dict[str, Mapping[str, str]] = {}

    @cached_property
    def _folders(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self.files):
            found[posixpath.dirname(path)].append(path)
        return found

    @cached_property
    def _every_folder(self) -> frozenset[str]:
        return frozenset(above for folder in self._folders for above in upwards(folder))

    def text_of(self, path: str) -> str | None:
        """Return the text of a file that is there, whether it was looked for or not."""
        return self._text(path) if path in self.files or self._exists(path) else None

    def folder(self, folder: str) -> list[str]:
        """Return the files that lie in a folder, in order."""
        return self._folders.get(folder, [])

    def json(self, path: str) -> object:
        """Return what a JSON file holds; None where it cannot be read. Comments and trailing commas are accepted."""
        if path not in self._json:
            text = self._text(path) if path in self.files else None
            try:
                self._json[path] = None if text is None else json_texts.parse_lenient(text)
            except ValueError:
                self._json[path] = None
        return self._json[path]

    def resolve(self, specifier: str, importer: str) -> str | None:
        """Return the project's file that a specifier means in `importer`; None for what lies outside.

        So it is too where the pages that load the importer do not agree; `obstacle` says so.
        """
        found = self.meanings(specifier, importer)
        return found[0] if len(found) == 1 else None

    def meanings(self, specifier: str, importer: str) -> list[str | None]:
        """Return what a specifier means in `importer`, on one page or another."""
        maps = self.maps.get(importer) or (None,)
        return list(dict.fromkeys(self.resolve_under(each, specifier, importer) for each in maps))

    def resolve_under(self, map_: ImportMap | None, specifier: str, importer: str) -> str | None:
        """Return what a specifier means in `importer` on a page with this import map."""
        mapped = self._mapped(map_, specifier, importer)
        if mapped is None:
            key = (specifier, posixpath.dirname(importer))
            if key not in self._resolved:
                self._resolved[key] = self._resolve(*key)
            return self._resolved[key]
        if mapped.address is None or REMOTE.match(mapped.address):
            return None
        return self._file(re.split("[?#]", mapped.address)[0])

    def obstacle(self, specifier: str, importer: str) -> str | None:
        """Return why it cannot be told what a specifier means, by the import maps of the pages; None where it can."""
        maps = self.maps.get(importer) or (None,)
        if len(self.meanings(specifier, importer)) > 1:
            return "an import that pages map differently"
        if any((found := self._mapped(each, specifier, importer)) and found.address is None for each in maps):
            return "an import that an import map blocks"
        return None

    def mapped_package(self, specifier: str, importer: str) -> Package | None:
        """Return the package of a content-delivery network that a specifier is mapped to, or names itself."""
        for each in self.maps.get(importer, ()):
            found = self._mapped(each, specifier, importer)
            if found is not None:
                return None if found.address is None else package_at(found.address)
        return package_at(specifier)

    def is_mapped(self, specifier: str, importer: str) -> bool:
        """Whether the import map of a page says what a specifier means in `importer`."""
        return any(self._mapped(each, specifier, importer) for each in self.maps.get(importer, ()))

    def _mapped(self, map_: ImportMap | None, specifier: str, importer: str) -> Mapped | None:
        return None if map_ is None else map_.mapped(specifier, importer, self.url)

    def url(self, specifier: str, folder: str) -> str | None:
        """Return the address of a URL-like specifier as a path of the project, or of another origin; else None."""
        if specifier.startswith(("./", "../")):
            path = posixpath.normpath(posixpath.join(folder, specifier))
            return path.rstrip("/") + "/" if specifier.endswith(("/", "/.", "/..")) else path
        if REMOTE.match(specifier):
            return specifier
        return self._rooted(specifier, folder) if specifier.startswith("/") else None

    def _rooted(self, path: str, folder: str) -> str:
        """Return the path of what a server sends for `/path`: below the nearest root that has it, or the folder above."""
        whole = re.split("[?#]", path)[0].strip("/")
        for wanted in (whole, whole.partition("/")[0]):
            for root in upwards(folder):
                for public in _PUBLIC:
                    known = posixpath.normpath(posixpath.join(root, public, wanted))
                    if known in self.files or known in self._every_folder:
                        return posixpath.join(root, public, path.lstrip("/"))
        return posixpath.join(folder, path.lstrip("/"))

    def _resolve(self, specifier: str, folder: str) -> str | None:
        specifier = specifier.partition("?")[0]
        if specifier.startswith("."):
            return self._file(posixpath.normpath(posixpath.join(folder, specifier)))
        if specifier.startswith("/"):
            return self.served(specifier, folder)
        if re.match("[a-z][a-z0-9+.-]*:", specifier):
            return None
        return (
            self._by_paths(specifier, folder)
            or self._by_imports(specifier, folder)
            or self._by_workspace(specifier)
            or self._by_configuration(specifier, folder)
            or self._by_alias(specifier, folder)
        )

    def served(self, path: str, folder: str) -> str | None:
        """Return the file that a server would send for `/path` to a page in `folder`: nearest root first."""
        relative = path.lstrip("/")
        for root in upwards(folder):
            for public in _PUBLIC:
                found = self._file(posixpath.join(root, public, relative))
                if found is not None:
                    return found
        return None

    def _file(self, path: str) -> str | None:
        found = self._walked(path)
        if found is None and self._exists(path):
            # A folder that is not walked (`dist`, `vendor`) may hold what a page names by its full name
            return path
        return found

    def _walked(self, path: str) -> str | None:
        stem, extension = posixpath.splitext(path)
        candidates = [path, *(stem + other for other in _REWRITTEN.get(extension, ()))]
        candidates += [path + each for each in _EXTENSIONS]
        candidates += [f"{path}/index{each}" for each in _EXTENSIONS]
        return next((each for each in candidates if each in self.files), None)

    def _source(self, root: str, entry: str) -> str | None:
        """Return the file that an entry of a package in `root` means, or is built from, among those that are walked.

        A build that lies beside its sources says the same in a form that nobody wrote.
        """
        if found := self._walked(posixpath.normpath(posixpath.join(root, entry))):
            return found
        source = _BUILD.sub("src/", posixpath.normpath(entry), count=1)
        return self._walked(posixpath.normpath(posixpath.join(root, _SUFFIX.sub("", source))))

    def _by_paths(self, specifier: str, folder: str) -> str | None:
        for root in upwards(folder):
            for name in _CONFIGS:
                config = posixpath.join(root, name)
                if config not in self.files:
                    continue
                base, patterns = self._paths(config)
                for pattern, replacements in patterns.items():
                    rest = _matched(pattern, specifier)
                    if rest is None:
                        continue
                    for replacement in replacements:
                        path = posixpath.normpath(posixpath.join(base, replacement.replace("*", rest, 1)))
                        if found := self._file(path):
                            return found
                if found := self._file(posixpath.normpath(posixpath.join(base, specifier))):
                    return found
        return None

    def _paths(self, config: str) -> tuple[str, Mapping[str, list[str]]]:
        """Return the folder that a tsconfig's paths are relative to, and the paths, inherited ones too."""
        if config not in self._configs:
            self._configs[config] = (posixpath.dirname(config), {})
            for each in reversed(self._extended(config)):
                self._configs[config] = self._own_paths(each, *self._configs[config])
        return self._configs[config]

    def _extended(self, config: str) -> list[str]:
        """Return a configuration and those it extends, the nearest first."""
        order = [config]
        for path in order:
            content = self.json(path)
            extended = content.get("extends") if isinstance(content, dict) else None
            named = extended if isinstance(extended, list) else [extended]
            for each in reversed(named):
                if isinstance(each, str) and each.startswith("."):
                    parent = posixpath.normpath(posixpath.join(posixpath.dirname(path), each))
                    parent = parent if parent in self.files else parent + ".json"
                    if parent in self.files and parent not in order and len(order) < MAX_EXTENDS:
                        order.append(parent)
        return order

    def _own_paths(
        self, config: str, base: str, patterns: Mapping[str, list[str]]
    ) -> tuple[str, Mapping[str, list[str]]]:
        content = self.json(config)
        options = content.get("compilerOptions") if isinstance(content, dict) else None
        if not isinstance(options, dict):
            return base, patterns
        folder, written = options.get("baseUrl"), options.get("paths")
        if isinstance(folder, str):
            base = posixpath.normpath(posixpath.join(posixpath.dirname(config), folder))
        if isinstance(written, dict):
            base = base if isinstance(folder, str) else posixpath.dirname(config)
            patterns = {
                key: [each for each in value if isinstance(each, str)]
                for key, value in written.items()
                if isinstance(value, list)
            }
        return base, patterns

    def _by_imports(self, specifier: str, folder: str) -> str | None:
        if not specifier.startswith("#"):
            return None
        for root in upwards(folder):
            content = self.json(posixpath.join(root, "package.json"))
            imports = content.get("imports") if isinstance(content, dict) else None
            if isinstance(imports, dict):
                return self._by_conditions(imports, specifier, root)
        return None

    def _by_workspace(self, specifier: str) -> str | None:
        parts = specifier.split("/")
        size = 2 if specifier.startswith("@") else 1
        root = self._packages.get("/".join(parts[:size]))
        if root is None:
            return None
        rest = "/".join(parts[size:])
        content = self.json(posixpath.join(root, "package.json"))
        if not isinstance(content, dict):
            return None
        exports = content.get("exports")
        if isinstance(exports, (dict, str)):
            table = exports if isinstance(exports, dict) and any(k.startswith(".") for k in exports) else {".": exports}
            if found := self._by_conditions(table, f"./{rest}" if rest else ".", root):
                return found
        if rest:
            return self._file(posixpath.join(root, rest)) or self._file(posixpath.join(root, "src", rest))
        entries = [entry for key in _ENTRIES if isinstance(entry := content.get(key), str)]
        # What is published is built from what lies in `src`
        sources = (*(self._source(root, entry) for entry in entries), self._walked(posixpath.join(root, "src")))
        built = (self._file(posixpath.normpath(posixpath.join(root, entry))) for entry in entries)
        return next(filter(None, (*sources, self._walked(root), *built)), None)

    def _by_conditions(self, table: Mapping[str, object], key: str, root: str) -> str | None:
        for pattern, target in table.items():
            rest = _matched(pattern, key)
            if rest is None:
                continue
            for path in _targets(target):
                entry = path.replace("*", rest)
                if found := self._source(root, entry) or self._file(posixpath.normpath(posixpath.join(root, entry))):
                    return found
        return None

    def _by_configuration(self, specifier: str, folder: str) -> str | None:
        """Try the aliases that the configurations of bundlers set, nearest first."""
        for root in upwards(folder):
            for config in filter(is_configuration, self.folder(root)):
                for name, place in self._aliases(config).items():
                    prefix = name.removesuffix("/*").removesuffix("/")
                    if specifier == prefix and (found := self._file(place)):
                        return found
                    rest = specifier.removeprefix(f"{prefix}/")
                    inside = posixpath.normpath(posixpath.join(place.removesuffix("*"), rest))
                    if rest != specifier and (found := self._file(inside)):
                        return found
        return None

    def _aliases(self, config: str) -> Mapping[str, str]:
        if config not in self._configured:
            self._configured[config] = aliases(config, self._text(config) or "")
        return self._configured[config]

    def _by_alias(self, specifier: str, folder: str) -> str | None:
        """Try the aliases that frameworks bring: `@/x`, `~/x` and `$lib/x` below a source folder, `@site/x` below a site."""
        match = re.match(r"(?:@@?|~~?|\$lib|@site)/(.+)", specifier)
        if match is None:
            return None
        for root in upwards(folder):
            for source in ("src", "app", "src/lib", ""):
                if found := self._file(posixpath.join(root, source, match[1])):
                    return found
        return None

    def required(self, path: str) -> frozenset[str]:
        """Return the packages that the nearest package.json above a file asks for."""
        for root in upwards(posixpath.dirname(path)):
            content = self.json(posixpath.join(root, "package.json"))
            if isinstance(content, dict):
                asked = [content.get(key) for key in ASKING]
                return frozenset(name for each in asked if isinstance(each, dict) for name in each)
        return frozenset()

    def compiler_option(self, path: str, name: str) -> object:
        """Return an option of the nearest tsconfig above a file that sets it."""
        for root in upwards(posixpath.dirname(path)):
            for config in _CONFIGS:
                content = self.json(posixpath.join(root, config))
                options = content.get("compilerOptions") if isinstance(content, dict) else None
                if isinstance(options, dict) and name in options:
                    return options[name]
        return None

    @cached_property
    def _packages(self) -> dict[str, str]:
        """The packages of the project by name."""
        found: dict[str, str] = {}
        for path in sorted(self.files):
            if posixpath.basename(path) == "package.json":
                content = self.json(path)
                name = content.get("name") if isinstance(content, dict) else None
                if isinstance(name, str):
                    found.setdefault(name, posixpath.dirname(path))
        return found


def _matched(pattern: str, specifier: str) -> str | None:
    """Return what `*` stands for where a pattern matches; "" where there is no star."""
    head, star, tail = pattern.partition("*")
    if not star:
        return "" if pattern == specifier else None
    if specifier.startswith(head) and specifier.endswith(tail) and len(specifier) >= len(head) + len(tail):
        return specifier[len(head) : len(specifier) - len(tail)]
    return None


def _targets(target: object, depth: int = 0) -> Iterator[str]:
    if isinstance(target, str):
        yield target
    elif isinstance(target, list) and depth < 8:
        for each in target:
            yield from _targets(each, depth + 1)
    elif isinstance(target, dict) and depth < 8:
        for condition in dict.fromkeys((*_CONDITIONS, *target)):
            if condition in target:
                yield from _targets(target[condition], depth + 1)


def upwards(folder: str) -> Iterator[str]:
    """Yield a folder and those above it, the nearest first."""
    while True:
        yield folder
        parent = posixpath.dirname(folder)
        if parent == folder:
            return
        folder = parent

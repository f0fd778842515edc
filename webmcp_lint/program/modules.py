"""The files of a project as modules: what a specifier means, what a module exports, who imports whom.

Files are parsed when a value is asked of them, and only then; who imports a file is answered from an index of specifiers
read by a regular expression.
"""

from __future__ import annotations

import json
import os
import posixpath
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from webmcp_lint.program.scopes import ScopeTree, property_name, string_value
from webmcp_lint.syntax.javascript import Node

_EXTENSIONS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts", ".cjs", ".cts", ".json", ".vue", ".svelte")
_REWRITTEN = {".js": (".ts", ".tsx", ".jsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}
_CONDITIONS = ("source", "development", "import", "module", "browser", "default", "require", "types")

_SPECIFIER = re.compile(
    r"""(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*|\bexport\s*\*\s*from\s*)(["'`])([^"'`\n]{1,400})\1"""
)

Trees = Callable[[str], Sequence[ScopeTree]]


@dataclass(frozen=True, slots=True)
class Export:
    """What a module gives under a name: a node of its own, or a name of another module."""

    node: Node | None = None
    source: Node | None = None
    name: str = ""


@dataclass(slots=True)
class Exports:
    """The exports of one module; `stars` are the specifiers of `export * from`."""

    named: dict[str, Export] = field(default_factory=dict)
    stars: list[Node] = field(default_factory=list)
    assigned: Node | None = None
    """What `module.exports =` sets."""


class Modules:
    """The project's files by path (with `/`), and the graph between them."""

    def __init__(
        self,
        files: Iterable[str],
        text: Callable[[str], str | None],
        trees: Trees,
        exists: Callable[[str], bool] = lambda _path: False,
    ) -> None:
        self.files = frozenset(files)
        self._exists = exists
        self._text = text
        self.trees = trees
        """The scripts of a file: its own text's, or those inside a page or component."""
        self._exports: dict[str, Exports] = {}
        self._resolved: dict[tuple[str, str], str | None] = {}
        self._json: dict[str, object] = {}
        self._imports: dict[str, frozenset[str]] = {}

    def tree(self, path: str) -> ScopeTree | None:
        """Return the scopes of a script file; None where there is no readable script."""
        return next(iter(self.trees(path)), None)

    def json(self, path: str) -> object:
        """Return what a JSON file holds; None where it cannot be read. Comments and trailing commas are accepted."""
        if path not in self._json:
            text = self._text(path)
            try:
                self._json[path] = None if text is None else json.loads(_strict(text))
            except (ValueError, RecursionError):
                self._json[path] = None
        return self._json[path]

    def resolve(self, specifier: str, importer: str) -> str | None:
        """Return the project's file that a specifier means in `importer`; None for what lies outside."""
        key = (specifier, posixpath.dirname(importer))
        if key not in self._resolved:
            self._resolved[key] = self._resolve(specifier, key[1])
        return self._resolved[key]

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
            or self._by_alias(specifier, folder)
        )

    def served(self, path: str, folder: str) -> str | None:
        """Return the file that a server would send for `/path` to a page in `folder`: nearest root first."""
        relative = path.lstrip("/")
        for root in _upwards(folder):
            for public in ("", "public", "static"):
                found = self._file(posixpath.join(root, public, relative))
                if found is not None:
                    return found
        return None

    def _file(self, path: str) -> str | None:
        stem, extension = posixpath.splitext(path)
        candidates = [path, *(stem + other for other in _REWRITTEN.get(extension, ()))]
        candidates += [path + each for each in _EXTENSIONS]
        candidates += [f"{path}/index{each}" for each in _EXTENSIONS]
        found = next((each for each in candidates if each in self.files), None)
        if found is None and self._exists(path):
            # A folder that is not walked (`dist`, `vendor`) may hold what a page names by its full name
            return path
        return found

    def _by_paths(self, specifier: str, folder: str) -> str | None:
        for root in _upwards(folder):
            for name in ("tsconfig.json", "jsconfig.json", "tsconfig.app.json", "tsconfig.base.json"):
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

    def _paths(self, config: str, depth: int = 0) -> tuple[str, Mapping[str, list[str]]]:
        """Return the folder that a tsconfig's paths are relative to, and the paths, inherited ones too."""
        base, patterns = posixpath.dirname(config), dict[str, list[str]]()
        content = self.json(config)
        if not isinstance(content, dict) or depth > 8:
            return base, patterns
        extended = content.get("extends")
        for each in extended if isinstance(extended, list) else [extended]:
            if isinstance(each, str) and each.startswith("."):
                parent = posixpath.normpath(posixpath.join(base, each))
                parent = parent if parent in self.files else parent + ".json"
                if parent in self.files:
                    base, inherited = self._paths(parent, depth + 1)
                    patterns = dict(inherited)
        options = content.get("compilerOptions")
        if isinstance(options, dict):
            if isinstance(options.get("baseUrl"), str):
                base = posixpath.normpath(posixpath.join(posixpath.dirname(config), options["baseUrl"]))
            written = options.get("paths")
            if isinstance(written, dict):
                if not isinstance(options.get("baseUrl"), str):
                    base = posixpath.dirname(config)
                patterns = {
                    key: [each for each in value if isinstance(each, str)]
                    for key, value in written.items()
                    if isinstance(value, list)
                }
        return base, patterns

    def _by_imports(self, specifier: str, folder: str) -> str | None:
        if not specifier.startswith("#"):
            return None
        for root in _upwards(folder):
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
        for key in ("source", "module", "main", "browser"):
            entry = content.get(key)
            if isinstance(entry, str) and (found := self._file(posixpath.normpath(posixpath.join(root, entry)))):
                return found
        # What is published is built from these
        return self._file(posixpath.join(root, "src")) or self._file(root)

    def _by_conditions(self, table: Mapping[str, object], key: str, root: str) -> str | None:
        for pattern, target in table.items():
            rest = _matched(pattern, key)
            if rest is None:
                continue
            for path in _targets(target):
                name = posixpath.normpath(posixpath.join(root, path.replace("*", rest)))
                source = re.sub(r"/(dist|lib|build|out)/", "/src/", f"/{name}").lstrip("/")
                source = f"/{source}" if name.startswith("/") else source
                stem = re.sub(r"(\.d)?\.[cm]?[jt]s$", "", source)
                if found := self._file(name) or self._file(stem):
                    return found
        return None

    def _by_alias(self, specifier: str, folder: str) -> str | None:
        """Try the aliases that bundlers are set up with: `@/x`, `~/x` and `$lib/x` below a source folder."""
        match = re.match(r"(?:@|~|\$lib)/(.+)", specifier)
        if match is None:
            return None
        for root in _upwards(folder):
            for source in ("src", "app", "src/lib", ""):
                if found := self._file(posixpath.join(root, source, match[1])):
                    return found
        return None

    def required_major(self, package: str, path: str) -> int | None:
        """Return the major version of a package that the nearest package.json above a file asks for."""
        for root in _upwards(posixpath.dirname(path)):
            content = self.json(posixpath.join(root, "package.json"))
            for key in ("dependencies", "devDependencies", "peerDependencies"):
                asked = content.get(key) if isinstance(content, dict) else None
                version = asked.get(package) if isinstance(asked, dict) else None
                match = re.search(r"\d+", version) if isinstance(version, str) else None
                if match is not None:
                    return int(match[0])
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

    @cached_property
    def importers(self) -> Mapping[str, frozenset[str]]:
        """Which files import each file, by specifiers alone."""
        found: dict[str, set[str]] = defaultdict(set)
        for path in self.files:
            for target in self.imports(path):
                found[target].add(path)
        return {path: frozenset(paths) for path, paths in found.items()}

    def imports(self, path: str) -> frozenset[str]:
        """Return the project's files that a file names as modules."""
        if path not in self._imports:
            found: set[str] = set()
            if path.endswith((*_EXTENSIONS[:8], ".vue", ".svelte", ".astro", ".html", ".htm")):
                for match in _SPECIFIER.finditer(self._text(path) or ""):
                    target = self.resolve(match[2], path)
                    if target is not None and target != path:
                        found.add(target)
            self._imports[path] = frozenset(found)
        return self._imports[path]

    def closure(self, path: str) -> list[str]:
        """Return the file and all that import it, directly or not, nearest first."""
        order, seen = [path], {path}
        for each in order:
            for importer in sorted(self.importers.get(each, ())):
                if importer not in seen:
                    seen.add(importer)
                    order.append(importer)
        return order

    def exports(self, path: str) -> Exports:
        """Return the export table of a script file."""
        if path not in self._exports:
            tree = self.tree(path)
            self._exports[path] = Exports() if tree is None else _exports(tree)
        return self._exports[path]

    def export_names(self, path: str, seen: frozenset[str] = frozenset()) -> list[str]:
        """Return the names a module exports, `export *` included."""
        table = self.exports(path)
        names = list(table.named)
        for star in table.stars:
            target = self.resolve(string_value(star), path)
            if target is not None and target not in seen and len(seen) < 50:
                names += [name for name in self.export_names(target, seen | {path}) if name != "default"]
        return list(dict.fromkeys(names))

    def find_export(self, path: str, name: str) -> tuple[str, Export] | None:
        """Return the module that really defines an export, following re-exports; None where nothing does."""
        pending = [(path, name)]
        seen = set(pending)
        while pending:
            at, wanted = pending.pop(0)
            table = self.exports(at)
            export = table.named.get(wanted)
            following: list[tuple[str | None, str]] = []
            if export is not None and export.source is None:
                return at, export
            if export is not None and export.source is not None:
                target = self.resolve(string_value(export.source), at)
                if target is None or export.name == "*":
                    return at, export
                following = [(target, export.name)]
            else:
                following = [(self.resolve(string_value(star), at), wanted) for star in table.stars]
            for target, inner in following:
                if target is not None and (target, inner) not in seen and len(seen) < 200:
                    seen.add((target, inner))
                    pending.append((target, inner))
        return None


def _exports(tree: ScopeTree) -> Exports:
    table = Exports()
    for node in tree.exports:
        source = node.field("source")
        declaration = node.field("declaration")
        is_default = any(child.type == "default" for child in node.children)
        value = node.field("value")
        if is_default and (value or declaration) is not None:
            table.named["default"] = Export(node=value or declaration)
        elif declaration is not None:
            for name, each in _declared(declaration):
                table.named[name] = Export(node=each)
        elif source is not None and any(child.type == "*" for child in node.children):
            table.stars.append(source)
        for child in node.children:
            if child.type == "namespace_export" and source is not None and child.children:
                table.named[child.children[-1].text] = Export(source=source, name="*")
            for specifier in child.children if child.type == "export_clause" else ():
                inner = specifier.field("name")
                alias = specifier.field("alias") or inner
                if inner is not None and alias is not None:
                    exported = property_name(alias) or alias.text
                    table.named[exported] = Export(node=None if source else inner, source=source, name=inner.text)
    _common_js(tree, table)
    return table


def _declared(declaration: Node) -> Iterator[tuple[str, Node]]:
    name = declaration.field("name")
    if name is not None:
        yield name.text, name
        return
    for child in declaration.children:
        target = child.field("name")
        if child.type == "variable_declarator" and target is not None:
            from webmcp_lint.program.scopes import targets

            for identifier, _ in targets(target):
                yield identifier.text, identifier


def _common_js(tree: ScopeTree, table: Exports) -> None:
    for member in (*tree.members.get("exports", ()), *_exports_members(tree)):
        assignment = member.parent
        if assignment is None or assignment.type != "assignment_expression" or assignment.field("left") is not member:
            continue
        owner, name = member.field("object"), member.field("property")
        right = assignment.field("right")
        if owner is None or name is None or right is None:
            continue
        if owner.text == "module" and name.text == "exports":
            table.assigned = right
        elif owner.text in {"exports", "module.exports"}:
            table.named.setdefault(name.text, Export(node=right))


def _exports_members(tree: ScopeTree) -> Iterator[Node]:
    for members in tree.members.values():
        for member in members:
            owner = member.field("object")
            if owner is not None and owner.text in {"exports", "module.exports"}:
                yield member


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
        for condition in (*_CONDITIONS, *target):
            if condition in target:
                yield from _targets(target[condition], depth + 1)


def _upwards(folder: str) -> Iterator[str]:
    while True:
        yield folder
        parent = os.path.dirname(folder)
        if parent == folder:
            return
        folder = parent


_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)


def _strict(text: str) -> str:
    """Take comments and trailing commas out of JSON as TypeScript and editors write it."""
    without = _JSON_TOKEN.sub(lambda match: match[0] if match[0][0] == '"' else "," if match[0] == "," else "", text)
    return _JSON_TOKEN.sub(lambda match: match[0] if match[0][0] == '"' else "", without)

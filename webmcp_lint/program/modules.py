"""The files of a project as modules: what each exports, who imports whom.

Files are parsed when a value is asked of them, and only then; who imports a file is answered from an index of specifiers
read by a regular expression.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from webmcp_lint.program.import_maps import ImportMap
from webmcp_lint.program.loading import Loading
from webmcp_lint.program.patterns import targets
from webmcp_lint.program.resolution import SCRIPTS, Resolver
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.suites import is_test
from webmcp_lint.program.window_writes import named
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name, string_value

_IMPORTING = (*SCRIPTS, ".vue", ".svelte", ".astro", ".html", ".htm")
SPECIFIER = re.compile(r"""\b(?:from|import|require)\s*+(?:\(\s*+)?+(["'`])([^"'`\n]{1,400})\1""")
MAX_REEXPORTS = 200
"""How many modules a name is followed through."""

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
    is_common_js: bool = False


class Modules(Resolver):
    """The project's files and the graph between them."""

    def __init__(
        self,
        files: Iterable[str],
        text: Callable[[str], str | None],
        trees: Trees,
        exists: Callable[[str], bool] = lambda _path: False,
    ) -> None:
        super().__init__(files, text, exists)
        self.trees = trees
        """The scripts of a file: its own text's, or those inside a page or component."""
        self.loading = Loading(self, text)
        self._exports: dict[str, Exports] = {}
        self._specifiers: dict[str, tuple[str, ...]] = {}
        self._imports: dict[str, frozenset[str]] = {}
        self._unmapped: dict[str, frozenset[str]] = {}
        self._window_names: dict[str, frozenset[str]] = {}
        self._tests: dict[str, bool] = {}

    def is_test(self, path: str) -> bool:
        """Whether a file is a test: what it calls, no visitor's page does."""
        if path not in self._tests:
            self._tests[path] = is_test(path, self._text(path) or "")
        return self._tests[path]

    def share(self, other: Modules) -> None:
        """Take over what another one found out about who names whom among the same files, now and later."""
        self._imports, self._resolved, self._specifiers = other._imports, other._resolved, other._specifiers
        self._window_names = other._window_names
        self._unmapped, self.maps, self.loading = other._unmapped, other.maps, other.loading
        self._json, self._configs = other._json, other._configs
        self.importers = other.importers

    def forget(self, path: str) -> None:
        """Let go of what was read off a file's text."""
        before = self._imports.pop(path, None)
        self._unmapped.pop(path, None)
        self._specifiers.pop(path, None)
        self._window_names.pop(path, None)
        if self.imports(path) != before:
            vars(self).pop("importers", None)

    def load_under(self, maps: Mapping[str, ImportMap | None]) -> None:
        """Note under which import map a page loads each of its files."""
        for path, map_ in maps.items():
            known = self.maps.setdefault(path, {})
            if map_ in known:
                continue
            known[map_] = None
            if len(known) > 1 or map_ is not None:
                self._imports.pop(path, None)
                vars(self).pop("importers", None)

    def mentions(self, path: str, word: re.Pattern[str]) -> bool:
        """Whether a file's text holds what a pattern looks for."""
        return word.search(self._text(path) or "") is not None

    def named_in(self, path: str, names: re.Pattern[str]) -> list[str]:
        """Return the names in a file's text that a pattern with one group captures."""
        return names.findall(self._text(path) or "")

    def renamed(self, path: str, names: Sequence[str]) -> list[str] | None:
        """Return what a file calls these names (`a as b`), None where it mentions none of them."""
        text = self._text(path) or ""
        present = [re.escape(name) for name in names if name in text]  # a regular expression looks far longer
        mentioned = list(re.finditer(rf"\b(?:{'|'.join(present)})\b(?:\s+as\s+([\w$]+))?", text)) if present else []
        if not mentioned:
            return None
        return [name for name in dict.fromkeys(each[1] for each in mentioned if each[1]) if name not in names]

    @cached_property
    def importers(self) -> Mapping[str, frozenset[str]]:
        """Which files import each file, by specifiers alone."""
        found: dict[str, set[str]] = defaultdict(set)
        for path in self.files:
            for target in self.imports(path):
                found[target].add(path)
        return {path: frozenset(paths) for path, paths in found.items()}

    def imports(self, path: str) -> frozenset[str]:
        """Return the project's files that a file names as modules, on one page or another."""
        if path not in self._imports:
            found = {each for specifier in self.specifiers(path) for each in self.meanings(specifier, path)}
            self._imports[path] = frozenset(each for each in found if each is not None and each != path)
        return self._imports[path]

    def is_whole(self, path: str) -> bool:
        """Whether all that a file names as modules is in the project."""
        return all(None not in self.meanings(each, path) for each in self.specifiers(path))

    def imports_under(self, map_: ImportMap | None, path: str) -> frozenset[str]:
        """Return the project's files that a file names as modules on a page with this import map."""
        if map_ is None and path in self._unmapped:
            return self._unmapped[path]
        found = {self.resolve_under(map_, specifier, path) for specifier in self.specifiers(path)}
        result = frozenset(each for each in found if each is not None and each != path)
        if map_ is None:
            self._unmapped[path] = result
        return result

    def specifiers(self, path: str) -> tuple[str, ...]:
        """Return the specifiers of modules in a file, once each."""
        if path not in self._specifiers:
            text = (self._text(path) or "") if path.endswith(_IMPORTING) else ""
            self._specifiers[path] = tuple(dict.fromkeys(match[2] for match in SPECIFIER.finditer(text)))
        return self._specifiers[path]

    def window_names(self, path: str) -> frozenset[str]:
        """Return the properties of the window that a file names; an empty name stands for those it computes."""
        if path not in self._window_names:
            self._window_names[path] = named(self._text(path) or "")
        return self._window_names[path]

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
            tree = next(iter(self.trees(path)), None)
            self._exports[path] = Exports() if tree is None else _exports(tree)
        return self._exports[path]

    def export_names(self, path: str) -> list[str]:
        """Return the names a module exports, `export *` included."""
        names = dict.fromkeys(self.exports(path).named)
        order = [path]
        for at in order:
            if at != path:
                names |= dict.fromkeys(name for name in self.exports(at).named if name != "default")
            for star in self.exports(at).stars:
                target = self.resolve(string_value(star), at)
                if target is not None and target not in order and len(order) < MAX_REEXPORTS:
                    order.append(target)
        return list(names)

    def find_export(self, path: str, name: str) -> tuple[str, Export] | None:
        """Return the module that really defines an export, following re-exports; None where nothing does."""
        pending = deque([(path, name)])
        seen = set(pending)
        while pending:
            at, wanted = pending.popleft()
            table = self.exports(at)
            export = table.named.get(wanted)
            if export is not None and export.source is None:
                return at, export
            following: list[tuple[str | None, str]] = []
            if export is not None and export.source is not None:
                target = self.resolve(string_value(export.source), at)
                if target is None or export.name == "*" or target.endswith(".json"):
                    return at, export
                following = [(target, export.name)]
            elif wanted != "default":
                following = [(self.resolve(string_value(star), at), wanted) for star in table.stars]
            for target, inner in following:
                if target is not None and (target, inner) not in seen and len(seen) < MAX_REEXPORTS:
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
            for identifier, _ in targets(target):
                yield identifier.text, identifier


def _common_js(tree: ScopeTree, table: Exports) -> None:
    """Add what `module.exports = …`, `exports.a = …` and `module.exports.a = …` set."""
    for identifier in (*tree.identifiers.get("exports", ()), *tree.members.get("exports", ())):
        if identifier.type == "member_expression" and identifier.fields["object"].text != "module":
            continue
        parent = identifier.parent
        if parent is None or (identifier.type == "identifier" and tree.resolve(identifier) is not None):
            continue
        right = parent.field("right")
        if parent.type == "assignment_expression" and parent.field("left") is identifier and right is not None:
            if identifier.type == "member_expression":
                table.assigned = _last_right(right)
                table.is_common_js = True
        elif parent.type == "member_expression" and parent.field("object") is identifier:
            outer, name = parent.parent, parent.field("property")
            right = outer.field("right") if outer is not None and outer.field("left") is parent else None
            if name is not None and right is not None:
                table.named.setdefault(name.text, Export(node=_last_right(right)))
                table.is_common_js = True


def _last_right(right: Node) -> Node:
    """Return what a chain of assignments sets: `c` of `a = b = c`."""
    while right.type == "assignment_expression" and "right" in right.fields:
        right = right.fields["right"]
    return right

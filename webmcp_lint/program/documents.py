"""Which page loads which scripts, and the scripts of every file, parsed when they are asked for."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from webmcp_lint.program import import_maps
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.globals import Globals
from webmcp_lint.program.import_maps import ImportMap
from webmcp_lint.program.loading import Entry
from webmcp_lint.program.modules import SPECIFIER, Modules
from webmcp_lint.program.registrars import Registrars
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax.components import COMPONENTS, ScriptElement, component_script, inline_script, script_elements
from webmcp_lint.syntax.embedded import embedded_script, embedded_texts, exported_texts, writes
from webmcp_lint.syntax.javascript import Node, Script, grammar_of
from webmcp_lint.syntax.page_literals import page_literals
from webmcp_lint.syntax.templates import masked_script

MAX_SCRIPT = 2_000_000
"""Characters; a longer script is a bundle that nobody wrote."""

MAX_NODES = 350_000
"""How many syntax nodes the scripts may have that are followed together, so that any project fits in memory.

The largest of 132 public projects has 230,000.
"""

TOO_LONG = "longer than 2,000,000 characters: no script in it is read"
TOO_MANY = "the scripts of the project are too large together: none in it is read"
_WORD = "modelContext"
_MOST_EMBEDDED = 20
"""How many texts of a file are looked at for scripts, and in how many files that import them."""
_PER_NODE = 8
"""Characters that a node has at least a share of; few scripts have more."""

ParsedScripts = MutableMapping[SourceFile, dict[Span | None, Script | None]]
"""The scripts of texts: by where one stands in its page, None for what is a script as a whole."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A script as one page loads it: its scopes, or the path of one that is not in the project."""

    element: ScriptElement
    tree: ScopeTree | None
    path: str | None


class Documents:
    """The scripts of a project's files and pages.

    `read` gives a file by path, None where it cannot be read; `exists` whether there is a file beyond `files` that a page
    or an import may name. What is parsed is looked for in `parsed`, and put there, where somebody keeps it.
    """

    def __init__(
        self,
        files: Collection[str],
        read: Callable[[str], SourceFile | None],
        exists: Callable[[str], bool] = lambda _path: False,
        registrars: Registrars | None = None,
        parsed: ParsedScripts | None = None,
    ) -> None:
        self._read = read
        self._exists = exists
        self._kept = parsed
        self._singles: dict[str, Documents] = {}
        self.globals = Globals()
        self.left_out: dict[str, str] = {}
        """The files whose scripts are not read, and why."""
        self._left = MAX_NODES
        """How many nodes the scripts may have that are still to be parsed."""
        self._trees: dict[str, Sequence[ScopeTree]] = {}
        self._pages: dict[str, Sequence[Loaded]] = {}
        self._sources: dict[str, Sequence[tuple[ScriptElement, str | None]]] = {}
        self._loads: dict[str, frozenset[str]] = {}
        self.modules = Modules(files, self.text, self.trees, exists)
        self.analysis = Analysis(self.modules, self.globals, registrars or Registrars())

    def alone(self, page: str) -> Documents:
        """Return a page by itself, for one that loads no file: what it takes can go when it is done."""
        if page in self._singles:
            return self._singles[page]
        single = Documents([page], self._read, registrars=self.analysis.registrars, parsed=self._kept)
        single._sources = self._sources
        if self._kept is not None:
            self._singles[page] = single
        return single

    def again(self) -> Documents:
        """Return the same files for another analysis, which need not look again who names whom."""
        new = Documents(self.modules.files, self._read, self._exists, self.analysis.registrars, self._kept)
        new._sources, new._loads = self._sources, self._loads
        new.modules.share(self.modules)
        return new

    def forget(self, path: str) -> None:
        """Let go of what was read off a file's text, which is another now."""
        self._sources.pop(path, None)
        self._loads.clear()
        self.modules.maps.clear()
        self.modules.loading.forget()
        self.modules.forget(path)

    def named(self, path: str) -> frozenset[str]:
        """Return the files that a file names itself: what a page loads, what a module imports.

        A page with an import map names all that it loads: only by the map it can be told.
        """
        sources = {source for _, source in self.sources(path) if source is not None}
        return self.imports(path) | sources | (self.loads(path) if self._import_maps(path) else frozenset())

    def text(self, path: str) -> str | None:
        """Return the text of a file."""
        file = self._read(path)
        return None if file is None else file.text

    def trees(self, path: str) -> Sequence[ScopeTree]:
        """Return the scopes of a file's scripts: one of a script or component, those inside a page."""
        if path not in self._trees:
            self._trees[path] = ()
            self._trees[path] = self._parsed(path)
        return self._trees[path]

    def _parsed(self, path: str) -> Sequence[ScopeTree]:
        file = self._read(path)
        if file is None:
            return ()
        if len(file.text) > MAX_SCRIPT:
            self.left_out[path] = TOO_LONG
            return ()
        grammar = grammar_of(path)
        scripts: list[Script | None] = []
        if grammar is not None:
            whole = partial(Script, file, file.text, grammar, is_module=_is_module(path, file.text), most=self._left)
            script = self._script(file, None, whole, path)
            scripts.append(script)
            for text in () if script is None else dict.fromkeys(islice(self._embedded(script, path), _MOST_EMBEDDED)):
                part = Span(text.start + 1, text.end - 1)
                scripts.append(self._script(file, part, partial(embedded_script, file, text), path))
        elif path.lower().endswith(COMPONENTS):
            scripts.append(self._script(file, None, partial(component_script, file), path))
        else:
            return [loaded.tree for loaded in self.page(path) if loaded.tree is not None and loaded.path is None]
        trees = [self._added(script, path) for script in scripts if script is not None]
        return [*trees, *(each for tree in trees for each in self._written(file, tree.script, path))]

    def _written(self, file: SourceFile, script: Script, path: str) -> Iterator[ScopeTree]:
        """Yield the scripts of the pages that a script writes, where they may register tools."""

        def registers(text: str) -> bool:
            return self.analysis.registrars.mentioned_in(text.encode("utf-8", "replace"))

        for text, elements in page_literals(script, registers):
            parts = [each.content for each in elements if each.content is not None]
            if any(registers(text[part.start : part.end]) for part in parts):
                inner = [self._script(file, e.content, partial(inline_script, file, text, e), path) for e in elements]
                trees = [self._added(each, path) for each in inner if each is not None]
                self.globals.share(trees)
                yield from trees

    def _embedded(self, script: Script, path: str) -> Iterator[Node]:
        """Yield the literals of a file that its JSX, or that of a file which imports them, makes a script of a page."""
        yield from embedded_texts(script, _WORD)
        for name, text in islice(exported_texts(script, _WORD), _MOST_EMBEDDED):
            importers = sorted(self.modules.importers.get(path, ()))[:_MOST_EMBEDDED]
            if any(writes(tree.script, name) for each in importers for tree in self.trees(each)[:1]):
                yield text

    def _script(
        self, file: SourceFile, part: Span | None, parse: Callable[[], Script | None], path: str
    ) -> Script | None:
        """Return a script of a file, None where there is none or no more are read."""
        scripts = {} if self._kept is None else self._kept.setdefault(file, {})
        if part not in scripts:
            length = len(file.text) if part is None else part.end - part.start
            if length > self._left * _PER_NODE:
                self.left_out[path] = TOO_MANY
                return None
            scripts[part] = parse()
        script = scripts[part]
        if script is None:
            return None
        if script.is_too_large or script.size > self._left:
            self.left_out[path] = TOO_MANY
            return None
        self._left -= script.size
        return script

    def _added(self, script: Script, path: str) -> ScopeTree:
        tree = ScopeTree(script)
        self.globals.add(tree, path)
        return tree

    def sources(self, path: str) -> Sequence[tuple[ScriptElement, str | None]]:
        """Return the script elements of a page with the file that each one loads; nothing is parsed for it."""
        if path not in self._sources:
            text = self.text(path) or ""
            self._sources[path] = [
                (element, None if element.source is None else self.source(element.source, path))
                for element in script_elements(text)
                if element.kind != "importmap"
            ]
        return self._sources[path]

    def page(self, path: str) -> Sequence[Loaded]:
        """Return the scripts of a page in the order it loads them; classic ones are told of each other."""
        if path in self._pages:
            return self._pages[path]
        self._pages[path] = ()
        self.loads(path)
        file = self._read(path)
        loaded: list[Loaded] = []
        text = "" if file is None or len(file.text) > MAX_SCRIPT else masked_script(path, file.text)
        for element, target in self.sources(path) if file is not None else ():
            tree: ScopeTree | None = None
            if target is not None:
                tree = next(iter(self.trees(target)), None)
            elif element.source is None and file is not None and len(file.text) <= MAX_SCRIPT:
                script = self._script(file, element.content, partial(inline_script, file, text, element), path)
                tree = None if script is None else self._added(script, path)
            loaded.append(Loaded(element, tree, target))
        self._pages[path] = loaded
        self.globals.share(each.tree for each in loaded if each.tree is not None)
        return loaded

    def source(self, source: str, page: str) -> str | None:
        """Return the project's file that `<script src>` of a page names."""
        source = re.split("[?#]", source.strip())[0]
        if not source or re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", source, re.IGNORECASE):
            return None
        specifier = source if source.startswith(("/", ".")) else f"./{source}"
        return self.modules.resolve_under(None, specifier, page)

    def loads(self, page: str) -> frozenset[str]:
        """Return the files whose scripts a page runs: those it names and what they import."""
        if page not in self._loads:
            found = self._loaded(page)
            self.modules.load_under(found)
            self._loads[page] = frozenset(found)
        return self._loads[page]

    def _loaded(self, page: str) -> Mapping[str, ImportMap | None]:
        """Return the files whose scripts a page runs, with the import map under which it does."""
        maps = self._import_maps(page)
        found: dict[str, ImportMap | None] = {}
        entries: list[Entry] = []
        for element, path in self.sources(page):
            map_ = _map_before(maps, element.tag.start)
            if path is not None:
                found.setdefault(path, map_)
            content = element.content
            part = (page, None if content is None else content.start) if path is None else (path, None)
            end = None if content is None else content.end
            is_module = element.kind == "module"
            entries.append(Entry(part, end, is_module, element.is_deferred, element.is_async, map_))
        self.modules.loading.enter(page, entries)
        # A page's scripts are one importer; the first of them that imports would go by the maps before it
        importing = SPECIFIER.search(self.text(page) or "") if maps else None
        found[page] = None if importing is None else _map_before(maps, importing.start())
        pending = list(found)
        for path in pending:
            for imported in sorted(self.modules.imports_under(found[path], path)):
                if imported not in found:
                    found[imported] = found[path]
                    pending.append(imported)
        return found

    def _import_maps(self, page: str) -> Sequence[tuple[int, ImportMap]]:
        """Return the import maps of a page with their places, each together with those before it."""
        text = self.text(page) or ""
        if "importmap" not in text.lower():
            return ()
        found: list[tuple[int, ImportMap]] = []
        folder = posixpath.dirname(page)
        for element in script_elements(text):
            if element.kind == "importmap" and element.source is None and element.content is not None:
                written = text[element.content.start : element.content.end]
                map_ = import_maps.parse(written, folder, self.modules.url)
                if map_ is not None:
                    found.append((element.tag.start, found[-1][1].merged(map_) if found else map_))
        return found

    def loads_outside(self, page: str) -> bool:
        """Whether a page runs scripts that are not in the project, or may."""
        named = any(element.source is not None and path is None for element, path in self.sources(page))
        return named or not all(map(self.modules.is_whole, self.loads(page)))

    def imports(self, path: str) -> frozenset[str]:
        """Return the project's files that a file imports, by its specifiers."""
        return self.modules.imports(path)


def _map_before(maps: Sequence[tuple[int, ImportMap]], place: int) -> ImportMap | None:
    """Return the import map in force at a place of a page: one that comes later changes nothing that is loaded before."""
    return next((map_ for start, map_ in reversed(maps) if start < place), None)


def _is_module(path: str, text: str) -> bool | None:
    """Whether a file is known to be a module: by its extension, or because it imports or exports."""
    if path.endswith((".mjs", ".mts", ".ts", ".tsx", ".cjs", ".cts")):
        return True
    return True if re.search(r"^[ \t]*(?:import\b[^(]|export\b)", text, re.MULTILINE) else None

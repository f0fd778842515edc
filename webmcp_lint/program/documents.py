"""Which page loads which scripts, and the scripts of every file, parsed when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, MutableMapping, Sequence
from dataclasses import dataclass
from functools import partial

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.globals import Globals
from webmcp_lint.program.modules import Modules
from webmcp_lint.program.registrars import Registrars
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.source import SourceFile, Span
from webmcp_lint.syntax.components import COMPONENTS, ScriptElement, component_script, inline_script, script_elements
from webmcp_lint.syntax.javascript import Script, grammar_of

MAX_SCRIPT = 2_000_000
"""Characters; a longer script is a bundle that nobody wrote."""


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
        self._trees: dict[str, Sequence[ScopeTree]] = {}
        self._pages: dict[str, Sequence[Loaded]] = {}
        self._sources: dict[str, Sequence[tuple[ScriptElement, str | None]]] = {}
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
        new._sources = self._sources
        new.modules.share(self.modules)
        return new

    def forget(self, path: str) -> None:
        """Let go of what was read off a file's text, which is another now."""
        self._sources.pop(path, None)
        self.modules.forget(path)

    def named(self, path: str) -> frozenset[str]:
        """Return the files that a file names itself: what a page loads, what a module imports."""
        return self.imports(path) | {source for _, source in self.sources(path) if source is not None}

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
        if file is None or len(file.text) > MAX_SCRIPT:
            return ()
        grammar = grammar_of(path)
        scripts: list[Script | None] = []
        if grammar is not None:
            whole = partial(Script, file, file.text, grammar, is_module=_is_module(path, file.text))
            scripts.append(self._script(file, None, whole))
        elif path.lower().endswith(COMPONENTS):
            scripts.append(self._script(file, None, partial(component_script, file)))
        else:
            return [loaded.tree for loaded in self.page(path) if loaded.tree is not None and loaded.path is None]
        return [self._added(script, path) for script in scripts if script is not None]

    def _script(self, file: SourceFile, part: Span | None, parse: Callable[[], Script | None]) -> Script | None:
        if self._kept is None:
            return parse()
        scripts = self._kept.setdefault(file, {})
        if part not in scripts:
            scripts[part] = parse()
        return scripts[part]

    def _added(self, script: Script, path: str) -> ScopeTree:
        tree = ScopeTree(script)
        self.globals.add(tree, path)
        return tree

    def sources(self, path: str) -> Sequence[tuple[ScriptElement, str | None]]:
        """Return the script elements of a page with the file that each one loads; nothing is parsed for it."""
        if path not in self._sources:
            text = self.text(path) or ""
            found = [element for element in script_elements(text) if element.kind != "importmap"]
            self._sources[path] = [
                (element, None if element.source is None else self.source(element.source, path)) for element in found
            ]
        return self._sources[path]

    def page(self, path: str) -> Sequence[Loaded]:
        """Return the scripts of a page in the order it loads them; classic ones are told of each other."""
        if path in self._pages:
            return self._pages[path]
        self._pages[path] = ()
        file = self._read(path)
        loaded: list[Loaded] = []
        for element, target in self.sources(path) if file is not None else ():
            tree: ScopeTree | None = None
            if target is not None:
                tree = next(iter(self.trees(target)), None)
            elif element.source is None and file is not None:
                script = self._script(file, element.content, partial(inline_script, file, file.text, element))
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
        return self.modules.resolve(specifier, page)

    def loads(self, page: str) -> frozenset[str]:
        """Return the files whose scripts a page runs: those it names and what they import."""
        pending = [path for _, path in self.sources(page) if path is not None]
        seen = set(pending) | {page}
        pending.append(page)
        while pending:
            path = pending.pop()
            for imported in self.imports(path):
                if imported not in seen:
                    seen.add(imported)
                    pending.append(imported)
        return frozenset(seen)

    def loads_outside(self, page: str) -> bool:
        """Whether a page runs scripts that are not in the project, or may."""
        named = any(element.source is not None and path is None for element, path in self.sources(page))
        return named or not all(map(self.modules.is_whole, self.loads(page)))

    def imports(self, path: str) -> frozenset[str]:
        """Return the project's files that a file imports, by its specifiers."""
        return self.modules.imports(path)


def _is_module(path: str, text: str) -> bool | None:
    """Whether a file is known to be a module: by its extension, or because it imports or exports."""
    if path.endswith((".mjs", ".mts", ".ts", ".tsx", ".cjs", ".cts")):
        return True
    return True if re.search(r"^[ \t]*(?:import\b[^(]|export\b)", text, re.MULTILINE) else None

"""The tools that a project's scripts register, by the pages that load them."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Final

from webmcp_lint.discovery import Skipped
from webmcp_lint.faults import Fault, contained
from webmcp_lint.program import jsx, markup
from webmcp_lint.program.documents import Documents
from webmcp_lint.program.guards import Guards
from webmcp_lint.program.recursion import deep_recursion
from webmcp_lint.program.registrars import Registrars
from webmcp_lint.program.rendering import Library, Rendering
from webmcp_lint.program.versions import required_major
from webmcp_lint.site import brought_contexts
from webmcp_lint.site.context_uses import ContextUse, context_uses
from webmcp_lint.site.lifecycle import lifecycle
from webmcp_lint.site.living import Lifecycle
from webmcp_lint.site.page import form_tools_of
from webmcp_lint.site.sinks import Registration, registrations
from webmcp_lint.site.surface import tools_of
from webmcp_lint.site.tool import Tool, Unread
from webmcp_lint.site.tool_access import ToolAccess, tool_accesses
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax import html
from webmcp_lint.syntax.components import component_markup

_MAX_TOGETHER: Final = 500
_OF_COMPONENTS: Final[Mapping[str, Library]] = {".vue": "Vue", ".svelte": "Svelte", ".astro": "Astro"}


@dataclass(slots=True)
class Registered:
    """What the scripts of one page, or of one file that no page loads, register."""

    tools: list[Tool] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    uses: list[ContextUse] = field(default_factory=list)
    accesses: list[ToolAccess] = field(default_factory=list)
    rendered: list[Rendering] = field(default_factory=list)
    supplies_context: bool = False
    replaced_contexts: frozenset[str] = frozenset()
    lifecycle: Lifecycle = field(default_factory=Lifecycle)

    @property
    def paths(self) -> Iterator[str]:
        """The paths of the files in which something of it stands."""
        places = [tool.location for tool in self.tools]
        places += (unread.location for unread in self.unread)
        places += (use.location for use in self.uses)
        places += (access.location for access in self.accesses)
        places += self.lifecycle.places
        return (place.file.path for place in places)


@dataclass(slots=True)
class ScriptSurface:
    """The tools of a project's scripts: by page, and by script file for what no page loads. Keys are paths."""

    pages: dict[str, Registered] = field(default_factory=dict)
    files: dict[str, Registered] = field(default_factory=dict)
    asked: frozenset[str] = frozenset()
    faults: list[Fault] = field(default_factory=list)
    """What could not be followed for a fault of this program."""
    skipped: list[Skipped] = field(default_factory=list)
    """The files that may register and whose scripts were not read."""


def read_scripts(
    files: Sequence[str],
    pages: Collection[str],
    seeds: Sequence[str],
    read: Callable[[str], SourceFile | None],
    exists: Callable[[str], bool] = lambda _path: False,
    *,
    registrars: Registrars | None = None,
    documents: Documents | None = None,
    asked: Collection[str] | None = None,
    is_listing: bool = False,
) -> ScriptSurface:
    """Return what the scripts of a project register.

    `files` are the paths of all its files, `pages` those that a browser opens, `seeds` those that mention a call which
    registers; `read` gives a file's text, `exists` whether there is a file that an import or a page may name although
    it is not among `files`; `registrars` are the calls that register; `documents` are the files where they are known.
    `asked` are the files that are reported on, where it is not all: a script among them stands for itself if none of
    the pages that load it is there.
    `is_listing` asks for tools only, and not for what the scripts do beside.
    """
    surface = ScriptSurface(asked=frozenset(files if asked is None else asked))
    documents = documents or Documents(files, read, exists, registrars)
    loads = {page: documents.loads(page) for page in sorted(pages)}
    seeds = [*seeds, *_named_seeds(documents, loads.values(), files)]
    loading = {page: loaded for page, loaded in loads.items() if not loaded.isdisjoint(seeds)}
    alone = {page: None for page, loaded in loading.items() if loaded == {page}}
    with deep_recursion():
        for page in alone:
            _read_group(surface, documents.alone(page), {page: frozenset({page})}, [page], read, is_listing=is_listing)
        rest = {page: loaded for page, loaded in loading.items() if page not in alone}
        shared = [seed for seed in seeds if seed not in alone and not _is_test(documents, loads.values(), seed)]
        _read_group(surface, documents, rest, shared, read, is_listing=is_listing)
    return surface


def _read_group(
    surface: ScriptSurface,
    documents: Documents,
    loading: Mapping[str, frozenset[str]],
    seeds: Sequence[str],
    read: Callable[[str], SourceFile | None],
    *,
    is_listing: bool,
) -> None:
    """Add what the scripts of a group of files register that have nothing to do with other files."""
    # What registers comes first: some of what pages load beside it may be too much
    for seed in seeds:
        documents.trees(seed)
    surface.skipped += (
        Skipped(_shown(read, seed), documents.left_out[seed]) for seed in seeds if seed in documents.left_out
    )
    for page in loading:
        documents.page(page)
    known = {*surface.pages, *surface.files}
    # All tools come first: what is left of the project's work for them must not hang on what else is asked
    ways: dict[str, list[Registration]] = {}
    for seed in seeds:
        with contained(_shown(read, seed), "following its scripts", surface.faults):
            ways[seed] = _register(surface, documents, loading, seed, read)
    loaded_with = cache(partial(_loaded_with, documents, loading))
    names_bridge = cache(partial(brought_contexts.names_bridge, documents))
    for path, registered in (*surface.pages.items(), *surface.files.items()):
        is_in_doubt = path not in known and any(tool.status != "listed" for tool in registered.tools)
        # Whichever way they are registered, a bridge hands them to the browser
        if is_in_doubt and any(map(names_bridge, loaded_with(path))):
            registered.tools = [replace(tool, status="listed") for tool in registered.tools]
    if is_listing:
        return
    guards = Guards(documents.analysis)
    # A `registerTool` of an object that could not be followed is a way, too
    is_by_context = all(way.via == "provideContext" for found in ways.values() for way in found) and not any(
        "registerTool" in (documents.text(seed) or "") for seed in ways
    )
    for seed, found in ways.items():
        observed = Registered()
        with contained(_shown(read, seed), "following its use of the model context", surface.faults):
            observed = _observe(guards, documents, seed, found, is_by_context=is_by_context)
        is_anything = observed.uses or observed.accesses or observed.lifecycle
        for holder in _holders(surface, loading, seed) if is_anything else ():
            holder.uses.extend(observed.uses)
            holder.accesses.extend(observed.accesses)
            holder.lifecycle.extend(observed.lifecycle)
    supplies = cache(partial(brought_contexts.supplies_context, documents))
    replaced = cache(lambda each: frozenset(brought_contexts.replaced_contexts(documents, each)))
    names_polyfill = cache(partial(brought_contexts.names_polyfill, documents))
    for path, registered in (*surface.pages.items(), *surface.files.items()):
        if path in known:
            continue
        files = loaded_with(path)
        registered.supplies_context = any(map(supplies, files))
        registered.replaced_contexts = frozenset[str]().union(*map(replaced, files))
        registered.lifecycle.has_polyfill = registered.supplies_context or any(map(names_polyfill, files))


def _loaded_with(documents: Documents, loading: Mapping[str, frozenset[str]], path: str) -> Sequence[str]:
    """Return the files that run where a page or a script does, itself first."""
    loaded = loading.get(path) or _loaded_beside(loading, path) or frozenset(_together_with(documents, path))
    return (path, *sorted(loaded))


def _register(
    surface: ScriptSurface,
    documents: Documents,
    loading: Mapping[str, frozenset[str]],
    seed: str,
    read: Callable[[str], SourceFile | None],
) -> list[Registration]:
    """Add the tools of one file; return the registrations behind them."""
    found = [registration for tree in documents.trees(seed) for registration in registrations(documents.analysis, tree)]
    tools, unread = tools_of(documents.analysis, found)
    documents.analysis.forget_moments()
    _attribute(surface, loading, seed, tools, unread)
    rendered = list(_rendered(documents, seed, read))
    forms = [tool for rendering in rendered for tool in form_tools_of(rendering.document)]
    if forms:
        holder = (surface.pages if seed in loading else surface.files).setdefault(seed, Registered())
        holder.tools.extend(forms)
        holder.rendered.extend(rendered)
    return found


def _observe(
    guards: Guards, documents: Documents, seed: str, found: Sequence[Registration], *, is_by_context: bool
) -> Registered:
    """Return what one file does with the model context beside registering."""
    observed = Registered()
    package = brought_contexts.package_of(documents, seed)
    for tree in documents.trees(seed):
        observed.uses.extend(context_uses(documents.analysis, tree, is_by_context=is_by_context))
    for tree in documents.trees(seed):
        observed.accesses.extend(tool_accesses(documents.analysis, tree))
    for tree in documents.trees(seed):
        observed.lifecycle.extend(lifecycle(guards, tree, found, package))
    return observed


def _shown(read: Callable[[str], SourceFile | None], path: str) -> str:
    """Return a file's path as people are shown it."""
    file = read(path)
    return path if file is None else file.path


def _holders(surface: ScriptSurface, loading: Mapping[str, frozenset[str]], seed: str) -> list[Registered]:
    """Return where what a file does belongs: to the pages that load it, else to itself."""
    homes = [page for page, loaded in loading.items() if seed in loaded]
    holders = [surface.pages.setdefault(page, Registered()) for page in homes]
    if not homes or _stands_for_itself(surface, seed, homes):
        holders.append(surface.files.setdefault(seed, Registered()))
    return holders


def _stands_for_itself(surface: ScriptSurface, path: str, pages: Iterable[str]) -> bool:
    """Whether somebody asks for a script and for none of the pages that load it."""
    return path in surface.asked and surface.asked.isdisjoint(pages)


def _loaded_beside(loading: Mapping[str, frozenset[str]], path: str) -> frozenset[str]:
    """Return the pages that load a script, with all that they load."""
    return frozenset().union(*({page, *loaded} for page, loaded in loading.items() if path in loaded))


def _together_with(documents: Documents, path: str) -> list[str]:
    """Return the files that run where one runs that no page loads: those that import it, and all that they import.

    Tests bring a context for themselves.
    """
    found = dict.fromkeys(each for each in documents.modules.closure(path) if not documents.modules.is_test(each))
    pending = list(found)
    for each in pending:
        new = [other for other in sorted(documents.imports(each)) if other not in found][: _MAX_TOGETHER - len(found)]
        found |= dict.fromkeys(new)
        pending += new
    return list(found)


def _rendered(documents: Documents, path: str, read: Callable[[str], SourceFile | None]) -> Iterator[Rendering]:
    """Yield the documents that a file's JSX, its HTML, or a component's markup makes where a form declares a tool."""
    for tree in documents.trees(path):
        yield from jsx.documents(documents.analysis, tree)
        yield from markup.documents(documents.analysis, tree)
    file = read(path)
    library = _OF_COMPONENTS.get(posixpath.splitext(path)[1])
    if file is not None and library is not None:
        if library == "Vue" and required_major(documents.modules, "vue", path) == 2:
            # It leaves out any attribute that is false
            library = None
        try:
            yield Rendering(html.parse(file, component_markup(file)), library)
        except html.TooComplexError:
            return


def _named_seeds(documents: Documents, loads: Iterable[frozenset[str]], files: Sequence[str]) -> list[str]:
    """Return the files that register although they were not found by walking: only a page or an import names them."""
    named = set[str]().union(*loads) - set(files)
    return sorted(
        path
        for path in named
        if documents.analysis.registrars.mentioned_in((documents.text(path) or "").encode("utf-8", "replace"))
    )


def _is_test(documents: Documents, loads: Collection[frozenset[str]], path: str) -> bool:
    """Whether a file is a test that no page loads, so that none of its tools is on the site."""
    return documents.modules.is_test(path) and not any(path in loaded for loaded in loads)


def _attribute(
    surface: ScriptSurface,
    loading: Mapping[str, frozenset[str]],
    seed: str,
    tools: Sequence[Tool],
    unread: Sequence[Unread],
) -> None:
    """Give tools to the pages that load the call and the place where the tool is written, with its name if one does."""
    homes = [page for page, loaded in loading.items() if seed in loaded]
    for tool in tools:
        holders = [page for page in homes if _holds(page, loading[page], tool.location.file.path)]
        # A library may write the tool, and another page than the one that names it loads the library too
        holders = [page for page in holders if _holds(page, loading[page], tool.name.location.file.path)] or holders
        for page in holders:
            surface.pages.setdefault(page, Registered()).tools.append(tool)
        alone = _asked_for(surface, seed, tool, holders)
        if alone is not None:
            surface.files.setdefault(alone, Registered()).tools.append(tool)
    for holder in _holders(surface, loading, seed) if unread else ():
        holder.unread.extend(unread)


def _asked_for(surface: ScriptSurface, seed: str, tool: Tool, pages: Collection[str]) -> str | None:
    """Return the script that stands for itself: the one that makes the call, or else where the tool is written."""
    if not pages or _stands_for_itself(surface, seed, pages):
        return seed
    written = {key for text in (tool, tool.name, tool.description) for key in _keys(text.location.file.path)}
    return next((each for each in sorted(written) if _stands_for_itself(surface, each, pages)), None)


def _holds(page: str, loaded: Collection[str], path: str) -> bool:
    """Whether a page loads a file, or is it itself."""
    return any(key == page or key in loaded for key in _keys(path))


def _keys(path: str) -> tuple[str, str]:
    """Return what a file may go by in the project that reports call `path`."""
    return path, Path(os.path.abspath(path)).as_posix()  # noqa: PTH100  links stay as they are named

"""The server: what the protocol asks and tells, handed to the workspace, and what was found, handed to the editor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import Callable, Iterable
from functools import partial

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer

from webmcp_lint import __version__
from webmcp_lint.reporters.output import PROGRAM
from webmcp_lint.server import actions, hover, symbols
from webmcp_lint.server.addresses import path_of
from webmcp_lint.server.diagnostics import Teller, of_problem
from webmcp_lint.server.positions import Positions
from webmcp_lint.server.protocol import Protocol
from webmcp_lint.server.rests import AFTER, Rests
from webmcp_lint.server.tools import tool_at
from webmcp_lint.server.unit import Unit
from webmcp_lint.server.workspace import CONFIGURATIONS, Workspace
from webmcp_lint.site.files import StandardInput
from webmcp_lint.site.project import key_of
from webmcp_lint.source import Location, SourceFile

DELAY = 0.15
"""Seconds without a key pressed until what is typed is linted."""
_SLICE = 0.02
"""Seconds of work between two looks at what the editor asks."""
_WATCHED = (
    *(
        f"**/{name}"
        for name in (*sorted(CONFIGURATIONS), ".gitignore", "_headers", ".htaccess", "netlify.toml", "*.conf")
    ),
    "**/*.{html,htm,xhtml,php,erb,ejs,jinja,j2,njk,twig,liquid,hbs,js,mjs,cjs,jsx,ts,mts,cts,tsx,vue,svelte,astro,json}",
)


class Application:
    """One editor's server."""

    def __init__(self) -> None:
        self.server = LanguageServer(
            PROGRAM, __version__, types.TextDocumentSyncKind.Full, protocol_cls=Protocol, max_workers=2
        )
        self.workspace = Workspace()
        self.was_shut_down = False
        self._teller = Teller(Positions(), self._uri)
        self._has_markdown = self._has_tree = True
        self._timer: asyncio.TimerHandle | None = None
        self._rests = Rests()
        self._is_moved = True
        self._published: dict[str, tuple[str, list[types.Diagnostic]]] = {}
        self._register()

    def run(self) -> int:
        """Serve until the editor says that it is over; return the exit code that the protocol asks for."""
        self.server.start_io()
        return 0 if self.was_shut_down else 1

    def _register(self) -> None:
        handlers: dict[str, Callable[..., object]] = {
            types.INITIALIZE: self._initialize,
            types.INITIALIZED: self._initialized,
            types.SHUTDOWN: self._shutdown,
            types.TEXT_DOCUMENT_DID_OPEN: self._open,
            types.TEXT_DOCUMENT_DID_CHANGE: self._change,
            types.TEXT_DOCUMENT_DID_CLOSE: self._close,
            types.TEXT_DOCUMENT_DID_SAVE: self._save,
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES: self._files_changed,
            types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: self._folders_changed,
            types.TEXT_DOCUMENT_HOVER: self._hover,
            types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: self._symbols,
            types.TEXT_DOCUMENT_CODE_ACTION: self._actions,
        }
        options = {types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(code_action_kinds=list(actions.KINDS))}
        for name, handler in handlers.items():
            # pygls leaves marks on what it is given, and methods take none
            self.server.feature(name, options.get(name))(partial(handler))

    def _initialize(self, params: types.InitializeParams) -> None:
        can = params.capabilities
        published = get_capability(can, "text_document.publish_diagnostics")
        tags = get_capability(can, "text_document.publish_diagnostics.tag_support.value_set") or ()
        formats = get_capability(can, "text_document.hover.content_format") or ()
        self._has_markdown = types.MarkupKind.Markdown in formats
        self._has_tree = bool(get_capability(can, "text_document.document_symbol.hierarchical_document_symbol_support"))
        self._teller = Teller(
            Positions(types.PositionEncodingKind(self.server.workspace.position_encoding or "utf-16").value),
            self._uri,
            has_related=bool(published and published.related_information),
            has_tags=bool(tags),
            has_links=bool(published and published.code_description_support),
        )
        root = params.root_uri or ("" if params.root_path is None else f"file://{params.root_path}")
        listed = [folder.uri for folder in params.workspace_folders or ()] or [root]
        first = path_of(listed[0])
        if first is not None:
            with contextlib.suppress(OSError):
                os.chdir(first)  # paths are called, and a baseline knows them, as on a command line there
        for uri in listed:
            self.workspace.add_folder(uri)

    def _initialized(self, _params: types.InitializedParams) -> None:
        if get_capability(self.server.client_capabilities, "workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registration = types.Registration("watch", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.server.client_register_capability(types.RegistrationParams([registration]))
        self._schedule(0)

    def _shutdown(self, _params: None) -> None:
        self.was_shut_down = True
        if self._timer is not None:
            self._timer.cancel()

    def _open(self, params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        self.workspace.open(document.uri, document.language_id, document.text)
        self._schedule(0)

    def _change(self, params: types.DidChangeTextDocumentParams) -> None:
        for change in params.content_changes[-1:]:
            self.workspace.change(params.text_document.uri, change.text)
        self._schedule(DELAY, is_typed=True)

    def _close(self, params: types.DidCloseTextDocumentParams) -> None:
        self.workspace.close(params.text_document.uri)
        self._schedule(0)

    def _save(self, params: types.DidSaveTextDocumentParams) -> None:
        self.workspace.save(params.text_document.uri)
        self._schedule(0)

    def _files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        paths = (path_of(each.uri) for each in params.changes)
        self.workspace.see([path for path in paths if path is not None])
        self._schedule(DELAY)

    def _folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            self.workspace.remove_folder(folder.uri)
        for folder in params.event.added:
            self.workspace.add_folder(folder.uri)
        self._schedule(0)

    def _hover(self, params: types.HoverParams) -> types.Hover | None:
        asked = self._asked(params.text_document.uri)
        if asked is None:
            return None
        unit, key, file = asked
        offset = self._teller.positions.offset(file, params.position)
        found = tool_at(unit.pages(key), file.path, offset)
        if found is None:
            return None
        tool, place = found
        kind = types.MarkupKind.Markdown if self._has_markdown else types.MarkupKind.PlainText
        text = hover.markdown(tool) if self._has_markdown else hover.plain(tool)
        return types.Hover(types.MarkupContent(kind, text), self._teller.positions.range(place))

    def _symbols(
        self, params: types.DocumentSymbolParams
    ) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
        asked = self._asked(params.text_document.uri)
        if asked is None:
            return []
        unit, key, file = asked
        found = symbols.symbols(unit.pages(key), file.path, self._teller.positions)
        return found if self._has_tree else symbols.flat(found, params.text_document.uri)

    def _actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        asked = self._asked(params.text_document.uri)
        if asked is None:
            return []
        unit, key, file = asked
        positions = self._teller.positions
        start, end = (positions.offset(file, place) for place in (params.range.start, params.range.end))
        offer = actions.Offer(self._teller, params.context.only)
        return offer.actions(file, unit.diagnostics(key), start, end)

    def _asked(self, uri: str) -> tuple[Unit, str, SourceFile] | None:
        """Return what answers for an open document as it is now."""
        key = self.workspace.key(uri)
        unit = None if key is None else self.workspace.unit(key)
        if key is None or unit is None:
            return None
        self._publish(unit.ensure(key))
        file = unit.text(key)
        return None if file is None else (unit, key, file)

    def _uri(self, location: Location) -> str:
        return self.workspace.uri(key_of(StandardInput(b"", location.file.path)))

    def _schedule(self, delay: float, *, is_typed: bool = False) -> None:
        self._is_moved = self._is_moved or not is_typed
        self._do_next(delay, self._work)

    def _do_next(self, delay: float, what: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self.was_shut_down:
            self._timer = asyncio.get_running_loop().call_later(delay, what)

    def _work(self) -> None:
        """Lint for a moment, and go on with it after a look at what the editor asks."""
        until = time.monotonic() + _SLICE
        changed: set[str] = set()
        unit = next((unit for unit in self.workspace.units if not unit.is_done), None)
        while unit is not None and time.monotonic() < until:
            told = unit.step()
            changed |= told
            if told:
                self._rests.count()
            unit = next((unit for unit in self.workspace.units if not unit.is_done), None)
        if unit is not None:
            self._publish(changed)
            self._schedule(0, is_typed=True)
        else:
            # A key pressed changes what is known of one group; all else may let any file go
            self._publish({*changed, *self._published} if self._is_moved else changed)
            self._is_moved = False
            self._do_next(AFTER, self._rests.rest)

    def _publish(self, keys: Iterable[str]) -> None:
        """Tell the editor what is known of files, where it was told something else."""
        problems = self.workspace.problems()
        for key in sorted({*keys, *problems}):
            unit = self.workspace.unit(key)
            found = [] if unit is None else [self._teller.diagnostic(each) for each in unit.diagnostics(key)]
            if key in problems:
                found.append(of_problem(problems[key]))
            self._tell(key, self.workspace.uri(key), found)

    def _tell(self, key: str, uri: str, found: list[types.Diagnostic]) -> None:
        before = self._published.pop(key, None)
        if before is not None and (not found or before[0] != uri):
            # What an editor closes may have been called otherwise than its file is
            self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(before[0], []))
        if found:
            self._published[key] = uri, found
            if before != (uri, found):
                self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found))


def serve() -> int:
    """Serve an editor on standard input and output; return the exit code."""
    return Application().run()

"""The protocol without the workspace that pygls keeps: it splits lines where no editor does, and takes no bad address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

_Steps = Iterator[Any]


class Protocol(LanguageServerProtocol):
    """Hands what happens to documents to the features alone."""

    def _handed(self, method: str, params: object) -> _Steps:
        handler = self.fm.features.get(method)
        if handler is not None:
            yield handler, (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> _Steps:
        """Hand on an opened document."""
        yield from self._handed(types.TEXT_DOCUMENT_DID_OPEN, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _Steps:
        """Hand on a changed document."""
        yield from self._handed(types.TEXT_DOCUMENT_DID_CHANGE, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> _Steps:
        """Hand on a closed document."""
        yield from self._handed(types.TEXT_DOCUMENT_DID_CLOSE, params)

    @lsp_method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def lsp_workspace__did_change_workspace_folders(self, params: types.DidChangeWorkspaceFoldersParams) -> _Steps:
        """Hand on that there are other folders."""
        yield from self._handed(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, params)

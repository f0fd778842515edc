"""Which files of a project bring a model context of their own, as the files themselves and their package say."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from webmcp_lint.browser.model_context import BRIDGES, POLYFILL
from webmcp_lint.program.documents import Documents
from webmcp_lint.site import own_contexts


def supplies_context(documents: Documents, path: str) -> bool:
    """Whether a file brings a model context of its own: it names a bridge, as its package may, or defines one."""
    if names_bridge(documents, path):
        return True
    return "modelContext" in (documents.text(path) or "") and any(
        own_contexts.supplies_context(tree) for tree in documents.trees(path)
    )


def replaced_contexts(documents: Documents, path: str) -> Iterator[str]:
    """Yield what a file reads the model context from that it has put there itself in any case."""
    if "modelContext" in (documents.text(path) or ""):
        for tree in documents.trees(path):
            yield from own_contexts.replaced_contexts(tree)


def names_bridge(documents: Documents, path: str) -> bool:
    """Whether a file, or the nearest package.json above it, names what hands the browser all that is registered."""
    text, package = documents.text(path) or "", package_of(documents, path)
    return any(bridge in text or f'"{bridge}"' in package for bridge in BRIDGES)


def package_of(documents: Documents, path: str) -> str:
    """Return the text of the nearest package.json above a file; empty where there is none."""
    folder = posixpath.dirname(path)
    while True:
        text = documents.text(posixpath.join(folder, "package.json"))
        if text is not None or folder == posixpath.dirname(folder):
            return text or ""
        folder = posixpath.dirname(folder)


def names_polyfill(documents: Documents, path: str) -> bool:
    """Whether a file, or the package it belongs to, names a polyfill as a module or a script to load."""
    return (
        POLYFILL.search(documents.text(path) or "") is not None
        or POLYFILL.search(package_of(documents, path)) is not None
    )

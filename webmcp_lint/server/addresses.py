"""Addresses of documents, as editors give them, and paths of files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:")
_EXTENSIONS = {
    "astro": ".astro", "ejs": ".ejs", "erb": ".erb", "handlebars": ".hbs", "html": ".html", "javascript": ".js",
    "javascriptreact": ".jsx", "jinja": ".jinja", "jinja-html": ".jinja", "liquid": ".liquid", "php": ".php",
    "svelte": ".svelte", "twig": ".twig", "typescript": ".ts", "typescriptreact": ".tsx", "vue": ".vue",
}  # fmt: skip
"""How the languages of editors are written, for documents without a file."""


def path_of(uri: str) -> str | None:
    """Return the absolute path, with `/`, that an address means; None for what is no file on this machine."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    path = unquote(parts.path)
    if parts.scheme.lower() != "file" or not path.startswith("/") or "\0" in path:
        return None
    if os.name == "nt":
        if parts.netloc:
            path = f"//{parts.netloc}{path}"
        elif _DRIVE.match(path):
            path = path[1:]
    elif parts.netloc not in {"", "localhost"}:
        return None
    return Path(os.path.abspath(path)).as_posix()  # noqa: PTH100  links stay as they are named


def uri_of(path: str) -> str:
    """Return the address of a file; one that has been opened goes by what its editor calls it."""
    shown = path if path.startswith("/") else f"/{path}"
    return "file://" + quote(shown.encode("utf-8", "surrogateescape"))


def name_of(uri: str, language: str) -> str:
    """Return a name for a document without a file, whose end says how it is read."""
    stem = re.sub(r"[^\w-]+", "-", uri).strip("-")[-60:]
    return f"{stem or 'untitled'}{_EXTENSIONS.get(language, '.html')}"

"""Import maps: what a page makes of the specifiers of its modules (HTML, 8.1.6.2 and 8.1.6.3).

Addresses are paths of the project, with `/`, or of another origin; the caller's `url` makes them so.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

_T = TypeVar("_T")
Url: TypeAlias = Callable[[str, str], "str | None"]
"""Gives the address of a URL-like specifier, relative to a folder; None for a bare one."""
Entries: TypeAlias = "tuple[tuple[str, str | None], ...]"
"""Specifiers with their addresses, None for what is blocked; of two that match, the longer one comes first."""

REMOTE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_NPM = re.compile(
    r"https?://(?:esm\.(?:sh|run)/(?:v\d+/|\*)?|unpkg\.com/|cdn\.skypack\.dev/|cdn\.jsdelivr\.net/npm/|ga\.jspm\.io/npm:)"
    r"(?P<name>(?:@[\w.-]+/)?[\w.-]+)(?:@(?P<version>[^/?#]*))?(?P<path>/[\w/.-]*)?"
)


@dataclass(frozen=True, slots=True)
class ImportMap:
    """What specifiers mean, everywhere and for the modules below an address."""

    imports: Entries = ()
    scopes: tuple[tuple[str, Entries], ...] = ()

    def merged(self, later: ImportMap) -> ImportMap:
        """Return this map with what a later one adds; what is mapped already stays."""
        scopes = dict(self.scopes)
        for prefix, entries in later.scopes:
            scopes[prefix] = _merged(scopes.get(prefix, ()), entries)
        return ImportMap(_merged(self.imports, later.imports), _ordered(scopes))

    @property
    def packages(self) -> Iterator[Package]:
        """The packages of content-delivery networks that something is mapped to."""
        for entries in (self.imports, *(entries for _, entries in self.scopes)):
            for _, address in entries:
                package = None if address is None else package_at(address)
                if package is not None:
                    yield package

    def mapped(self, specifier: str, importer: str, url: Url) -> Mapped | None:
        """Return what a specifier is mapped to in a module; None where the map says nothing of it."""
        address = url(specifier, posixpath.dirname(importer))
        wanted = specifier if address is None else address
        for prefix, entries in self.scopes:
            if prefix == importer or (prefix.endswith("/") and importer.startswith(prefix)):
                found = _match(wanted, entries)
                if found is not None:
                    return found
        return _match(wanted, self.imports)


@dataclass(frozen=True, slots=True)
class Mapped:
    """The address that a map gives; None where it gives none, so that the import fails."""

    address: str | None


def parse(text: str, folder: str, url: Url) -> ImportMap | None:
    """Return the import map that a page in `folder` writes; None for what a browser refuses as a whole."""
    try:
        content = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict):
        return None
    imports, scopes = content.get("imports", {}), content.get("scopes", {})
    if not isinstance(imports, dict) or not isinstance(scopes, dict):
        return None
    found: dict[str, Entries] = {}
    for prefix, entries in scopes.items():
        if not isinstance(entries, dict):
            return None
        # A prefix is any address, written with a dot or not
        address = url(prefix, folder) or url(f"./{prefix}", folder)
        if address is not None:
            found[address] = _entries(entries, folder, url)
    return ImportMap(_entries(imports, folder, url), _ordered(found))


@dataclass(frozen=True, slots=True)
class Package:
    """An npm package as a content-delivery network names it: the version asked for, and what follows (`/v4`)."""

    name: str
    version: str = ""
    path: str = ""


def package_at(address: str) -> Package | None:
    """Return the npm package that a content-delivery network sends from an address."""
    match = _NPM.match(address)
    return None if match is None else Package(match["name"], match["version"] or "", match["path"] or "")


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _entries(written: dict[str, object], folder: str, url: Url) -> Entries:
    found: dict[str, str | None] = {}
    for specifier, address in written.items():
        if not specifier:
            continue
        target = url(address, folder) if isinstance(address, str) else None
        if specifier.endswith("/") and target is not None and not target.endswith("/"):
            target = None
        found[url(specifier, folder) or specifier] = target
    return _ordered(found)


def _ordered(entries: dict[str, _T]) -> tuple[tuple[str, _T], ...]:
    return tuple(sorted(entries.items(), key=lambda entry: entry[0].encode("utf-16-be", "surrogatepass"), reverse=True))


def _merged(first: Entries, later: Entries) -> Entries:
    return _ordered({**dict(later), **dict(first)})


def _match(wanted: str, entries: Entries) -> Mapped | None:
    for key, address in entries:
        if key == wanted:
            return Mapped(address)
        if key.endswith("/") and wanted.startswith(key):
            return Mapped(None if address is None else _below(address, wanted[len(key) :]))
    return None


def _below(address: str, rest: str) -> str | None:
    """Return the address of `rest` below a folder's; None for what leads out of it."""
    if rest.startswith("/") or REMOTE.match(rest):
        return None
    if REMOTE.match(address):
        return None if ".." in rest.split("/") else address + rest
    path = posixpath.normpath(posixpath.join(address, rest))
    path += "/" if rest.endswith("/") else ""
    return path if path.startswith(address) else None

"""Which version of a package a file gets: by a page's import map, a lock file, or what package.json asks for."""

from __future__ import annotations

import posixpath
import re
from typing import NamedTuple

from webmcp_lint.program.resolution import ASKING, Resolver, upwards

NEWEST = 1_000_000
"""Stands for the newest version of a package, major or minor."""

_LOCK_FILES = ("package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock")
_NUMBERS = re.compile(r"(\d+)(?:\.(\d+))?(?:\.\d+)?")
_EXACT = re.compile(r"(?:npm:(?:@[\w.-]+/)?[\w.-]+@)?\s*(?:[=v]|~>?)?\s*(\d+)\.(\d+)(?:\.(?:\d[\w.+-]*|x|\*))?\s*")
"""What leaves no choice of the minor version: `4.1.5`, `~4.1.0`, `4.1.x`."""


class Version(NamedTuple):
    """A version of a package, as far as it tells what the package does."""

    major: int
    minor: int


def required(resolver: Resolver, package: str, path: str) -> Version | None:
    """Return the version of a package that a file gets; None where nothing asks for it.

    It is the newest that it may be of the first major version that a range names.
    `latest` is `NEWEST`, whichever that is by now.
    """
    mapped = _mapped(resolver, package, path)
    if mapped is not None:
        return mapped
    for root in upwards(posixpath.dirname(path)):
        content = resolver.json(posixpath.join(root, "package.json"))
        for key in ASKING:
            asked = content.get(key) if isinstance(content, dict) else None
            version = asked.get(package) if isinstance(asked, dict) else None
            found = _asked(version) if isinstance(version, str) else None
            if found is not None:
                return _locked(resolver, package, root, found) if found.minor == NEWEST else found
    return None


def required_major(resolver: Resolver, package: str, path: str) -> int | None:
    """Return the major version of a package that a file gets; None where nothing asks for it."""
    found = required(resolver, package, path)
    return None if found is None else found.major


def _mapped(resolver: Resolver, package: str, path: str) -> Version | None:
    """Return the version that the import map of a page asks of a content-delivery network."""
    for map_ in filter(None, resolver.maps.get(path, ())):
        mapped = next((each for each in map_.packages if each.name == package), None)
        if mapped is not None:
            return _asked(mapped.version) or Version(NEWEST, NEWEST)
    return None


def _asked(written: str) -> Version | None:
    """Return the newest version of the first major one that a range names; None for what is no range, such as `workspace:*`."""
    if written in {"latest", "*"}:
        return Version(NEWEST, NEWEST)
    exact = _EXACT.fullmatch(written)
    if exact is not None:
        return Version(int(exact[1]), int(exact[2]))
    first = _NUMBERS.search(written)
    return None if first is None else Version(int(first[1]), NEWEST)


def _locked(resolver: Resolver, package: str, folder: str, asked: Version) -> Version:
    """Return the version that the nearest lock file has of that major version; where it has several, the newest."""
    for root in upwards(folder):
        for lock in _LOCK_FILES:
            found = [_asked(each) for each in _entries(resolver, package, posixpath.join(root, lock))]
            same = [each for each in found if each is not None and asked.major in {each.major, NEWEST}]
            if same:
                return max(same)
    return asked


def _entries(resolver: Resolver, package: str, lock: str) -> tuple[str, ...]:
    """Return the versions of a package in a lock file."""
    key = (package, lock)
    if key not in resolver.locked:
        name = re.escape(package)
        entry = re.compile(
            rf'"node_modules/{name}"\s*:\s*{{\s*"version"\s*:\s*"(?P<npm>[\d.]+)'
            rf'|^"?{name}@[^\n]*:\n[ ]+version:?[ ]+"?(?P<yarn>[\d.]+)'
            rf"|^[ ]+'?/?{name}[@/](?P<pnpm>[\d.]+)[^:\n]*:"
            rf'|\["{name}@(?P<bun>[\d.]+)',
            re.MULTILINE,
        )
        found = entry.finditer(resolver.text_of(lock) or "")
        resolver.locked[key] = tuple(match[match.lastgroup or 0] for match in found)
    return resolver.locked[key]

"""Which version of a package a file gets: by a page's import map, a lock file, or what package.json asks for."""

from __future__ import annotations

import posixpath
import re

from webmcp_lint.program.resolution import ASKING, Resolver, upwards
from webmcp_lint.program.version_ranges import NEWEST, Range, Version, parse

_LOCK_FILES = ("package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock")


def required(resolver: Resolver, package: str, path: str) -> Version | None:
    """Return the version of a package that a file gets; None where nothing asks for it.

    It is the one of a lock file, or else the newest that a range allows. That is `NEWEST` for `latest` and `>=3`, whichever
    that is by now.
    """
    mapped = _mapped(resolver, package, path)
    if mapped is not None:
        return mapped
    for root in upwards(posixpath.dirname(path)):
        content = resolver.json(posixpath.join(root, "package.json"))
        for key in ASKING:
            asked = content.get(key) if isinstance(content, dict) else None
            version = asked.get(package) if isinstance(asked, dict) else None
            found = parse(version) if isinstance(version, str) else None
            if found is not None:
                return found.newest if found.is_one else _locked(resolver, package, root, found)
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
            found = parse(mapped.version)
            return Version(NEWEST, NEWEST) if found is None else found.newest
    return None


def _locked(resolver: Resolver, package: str, folder: str, asked: Range) -> Version:
    """Return the version that the nearest lock file has of those asked for; where it has several, the newest."""
    for root in upwards(folder):
        for lock in _LOCK_FILES:
            found = [parse(each) for each in _entries(resolver, package, posixpath.join(root, lock))]
            allowed = [each.newest for each in found if each is not None and asked.allows(each.newest)]
            if allowed:
                return max(allowed)
    return asked.newest


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

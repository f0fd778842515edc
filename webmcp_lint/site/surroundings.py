"""What lies around the pages of a project and decides on their tools: the headers that a server sends with them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from webmcp_lint.site.headers import hosts, servers
from webmcp_lint.site.headers.header import Header
from webmcp_lint.source import Location, SourceFile

MAX_CONFIGURATION: Final = 500_000
"""Characters; a longer file is no configuration that somebody wrote."""

_READERS: Final[dict[str, Callable[[SourceFile], Iterator[Header]]]] = {
    "_headers": hosts.of_headers_file,
    "netlify.toml": hosts.of_netlify,
    "vercel.json": hosts.of_json,
    "firebase.json": hosts.of_json,
    "staticwebapp.config.json": hosts.of_json,
    "next.config.js": hosts.of_next,
    "next.config.mjs": hosts.of_next,
    "next.config.cjs": hosts.of_next,
    "next.config.ts": hosts.of_next,
    ".htaccess": servers.of_apache,
    "caddyfile": servers.of_caddy,
}
_SERVED: Final = frozenset({"public", "static"})
"""Folders whose files are served from the root of the site, and the sites of which lie around them."""
_OF_SERVERS: Final = frozenset(
    {"docker", ".docker", "deploy", "deployment", "nginx", "apache", "conf", "conf.d", "config", "infra", "ops", "etc"}
    | {"sites-available", "sites-enabled", "server", "caddy", "templates"}
)
"""Folders that hold the configuration of a server, and not the site."""
_APACHE: Final = re.compile(r"^\s*(?:<\w+[^>\n]*>|Header\s)", re.MULTILINE)


class Surroundings:
    """The configuration files of a project; nothing is read before it is asked for."""

    def __init__(
        self, files: Iterable[str] = (), read: Callable[[str], SourceFile | None] = lambda _path: None
    ) -> None:
        self._files = files
        self._read = read

    @cached_property
    def _headers(self) -> Sequence[tuple[str, Sequence[Header]]]:
        """The headers of each file that sends some, with the folder of the site they are for."""
        found = []
        for path in sorted(self._files):
            name = posixpath.basename(path).lower()
            if not is_configuration(name):
                continue
            file = self._read(path)
            if file is not None and len(file.text) <= MAX_CONFIGURATION:
                listed = list(_reader(name, file)(file))
                if listed:
                    found.append((_site(path), listed))
        return found

    def headers(self, path: str) -> Iterator[tuple[str, Sequence[Header]]]:
        """Yield the headers of each configuration that is for a file, with the folder of the site, nearest first."""
        for folder, listed in sorted(self._headers, key=lambda each: -len(each[0])):
            if path.startswith(folder.rstrip("/") + "/"):
                yield folder, listed

    def mentions(self, pattern: re.Pattern[str]) -> Iterator[Location]:
        """Yield where the files of the project say what a pattern looks for."""
        for path in sorted(self._files):
            file = self._read(path)
            for found in pattern.finditer(file.text) if file is not None else ():
                if file is not None:
                    yield file.location(*found.span())


def is_configuration(name: str) -> bool:
    """Whether a file of this name may say which headers a server sends."""
    return name.lower() in _READERS or name.lower().endswith(".conf")


def _reader(name: str, file: SourceFile) -> Callable[[SourceFile], Iterator[Header]]:
    if name in _READERS:
        return _READERS[name]
    return servers.of_apache if _APACHE.search(file.text) else servers.of_nginx


def _site(path: str) -> str:
    """Return the folder of the site that a configuration is for."""
    folder = posixpath.dirname(path)
    name = posixpath.basename(path).lower()
    if name in {"_headers", ".htaccess"}:
        return posixpath.dirname(folder) if posixpath.basename(folder) in _SERVED else folder
    while posixpath.basename(folder).lower() in _OF_SERVERS:
        folder = posixpath.dirname(folder)
    return folder


def addresses(path: str, folder: str) -> Iterator[str]:
    """Yield the paths under which a server may send a page that lies in the folder of a site."""
    inside = path.removeprefix(folder.rstrip("/"))
    yield inside
    parts = inside.split("/")
    for place in (1, 2):
        if len(parts) > place + 1 and parts[place] in {*_SERVED, "src", "app", "www", "site"}:
            yield "/" + "/".join(parts[place + 1 :])

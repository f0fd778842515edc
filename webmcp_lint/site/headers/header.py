"""A header as a configuration writes it, and the paths it is sent with."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from webmcp_lint.source import Location

_EVERYTHING: Final = re.compile(r"/?(?:\*\*?|\*\*/\*|\(\.\*\)|:\w+\*|:\w+\(\.\*\)|\*\*/\*\.html)")
_PLAIN: Final = re.compile(r"/[\w./~-]*")
_BELOW: Final = re.compile(r"(?P<path>/[\w./~-]*?)/?(?:\*\*?|\(\.\*\)|:\w+\*)")


@dataclass(frozen=True, slots=True)
class Paths:
    """Which paths of a site: all, one, those below one, or some that cannot be told."""

    kind: Literal["all", "one", "below", "unknown"]
    path: str = "/"

    def holds(self, path: str) -> bool | None:
        """Whether a path is one of them; None where that cannot be told."""
        match self.kind:
            case "all":
                return True
            case "one":
                return _bare(path) == _bare(self.path)
            case "below":
                return path == self.path or path.startswith(self.path.rstrip("/") + "/")
        return None


EVERYWHERE: Final = Paths("all")
SOMEWHERE: Final = Paths("unknown")


def paths_of(pattern: str) -> Paths:
    """Return the paths that a pattern of a host means: `/*`, `/(.*)`, `/:path*`, `/embed`, `/docs/*`."""
    if _EVERYTHING.fullmatch(pattern):
        return EVERYWHERE
    if _PLAIN.fullmatch(pattern):
        return Paths("one", pattern)
    below = _BELOW.fullmatch(pattern)
    return SOMEWHERE if below is None else Paths("below", below["path"] or "/")


def _bare(path: str) -> str:
    return path.removesuffix(".html").removesuffix("/index").rstrip("/")


@dataclass(frozen=True, slots=True)
class Header:
    """A header: its lower-case name, its value and where that stands."""

    name: str
    value: str
    location: Location
    paths: Paths
    is_conditional: bool = False
    """Whether something else than the path decides, such as the host or a cookie."""

"""Which calls register tools: the native API, and libraries that wrap it, as data that users extend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

Shape = Literal["object", "list", "positional", "signal-form"]
Absent = Literal["null", "empty-object"]


@dataclass(frozen=True, slots=True)
class Registrar:
    """A function of a package that registers what it is given.

    `argument` is the place of the tool (or list of tools), `keys` maps the browser's property names to the library's,
    `absent` is what a missing input schema becomes. `positional` names the arguments where the tool is spread over them.
    """

    package: str
    name: str
    shape: Shape = "object"
    argument: int = 0
    keys: Mapping[str, str] = field(default_factory=dict, hash=False)
    absent: Absent = "null"
    positional: tuple[str, ...] = ()
    mark: str = ""
    """What stands in each file with such a call, where the function's own name is too common a word to look for."""


_HANDLER = {"execute": "handler"}

LIBRARIES: tuple[Registrar, ...] = (
    Registrar("@mcp-b/react-webmcp", "useWebMCP", keys=_HANDLER, absent="empty-object"),
    Registrar(
        "@mcp-b/react-webmcp",
        "useWebMCPContext",
        shape="positional",
        positional=("name", "description", "execute"),
        absent="empty-object",
    ),
    Registrar("usewebmcp", "useWebMCP", keys=_HANDLER, absent="empty-object"),
    Registrar("use-webmcp-tool", "useWebMCP"),
    Registrar("use-webmcp-tool", "useWebMCPTool"),
    Registrar("webmcp-react", "useMcpTool", keys={"execute": "handler", "inputSchema": "input"}, absent="empty-object"),
    Registrar("@webmcpregistry/react", "useWebMCPTool", keys=_HANDLER),
    Registrar("@webmcpregistry/vue", "useWebMCPTool", keys=_HANDLER),
    Registrar("@webmcpregistry/nextjs", "useWebMCPTool", keys=_HANDLER),
    Registrar("webmcp-kit", "defineTool"),
    Registrar("@angular/core", "declareExperimentalWebMcpTool"),
    Registrar("@angular/core", "provideExperimentalWebMcpTools", shape="list"),
    Registrar("@angular/forms/signals", "form", shape="signal-form", mark="experimentalWebMcpTool"),
)

NATIVE = ("registerTool", "provideContext")
"""Methods of a model context that register; the second takes an object with a list of `tools`, and is gone."""


_FORMS = (b"toolname", b"toolName")


@dataclass(frozen=True, slots=True)
class Registrars:
    """The libraries that are known, and those that a project adds, which go before them."""

    added: tuple[Registrar, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The names of calls that may register."""
        return frozenset({*NATIVE, *(each.name for each in (*self.added, *LIBRARIES))})

    @property
    def marks(self) -> frozenset[str]:
        """The words whose presence makes a file worth reading for registrations."""
        return frozenset({*NATIVE, *(each.mark or each.name for each in (*self.added, *LIBRARIES))})

    def mentioned_in(self, data: bytes) -> bool:
        """Whether a file's bytes hold a word of a call, or of a form in JSX, that registers tools."""
        return any(word in data for word in _bytes(self))

    def find(self, package: str, name: str) -> Registrar | None:
        """Return the registrar of that package and export, if it is one."""
        for registrar in (*self.added, *LIBRARIES):
            if registrar.name == name and (registrar.package == package or package.startswith(registrar.package + "/")):
                return registrar
        return None


@lru_cache(maxsize=8)
def _bytes(registrars: Registrars) -> tuple[bytes, ...]:
    return (*sorted(word.encode() for word in registrars.marks), *_FORMS)

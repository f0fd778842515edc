"""Which library renders the JSX of a script: told by a pragma, by what it imports, by the project's configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.rendering import Library

if TYPE_CHECKING:
    from webmcp_lint.program.resolution import Resolver

_PRAGMA: Final = re.compile(r"@jsxImportSource\s+([\w@/.-]+)")
_IMPORT: Final = re.compile(r"""\bfrom\s*["']([\w@/.-]+)["']|\bimport\s*["']([\w@/.-]+)["']""")
_LIBRARIES: Final[dict[str, Library]] = {
    "react": "React",
    "react-dom": "React",
    "next": "React",
    "gatsby": "React",
    "preact": "Preact",
    "@preact/signals": "Preact",
    "solid-js": "Solid",
    "vue": "Vue",
    "lit": "Lit",
    "lit-html": "Lit",
    "lit-element": "Lit",
}
_OTHERS: Final = frozenset(
    {"@builder.io/qwik", "@qwik.dev/core", "hono", "inferno", "@stencil/core", "million", "voby", "@kitajs/html"}
    | {"solid-start", "astro", "svelte", "nano-jsx", "@opentui/react"}
)
"""Other packages that JSX, or templates, may be for: beside them nothing is certain."""


def library_of(resolver: Resolver, path: str, text: str) -> Library | None:
    """Return the library that renders the markup in a script; None where it is another one, or cannot be told."""
    pragma = _PRAGMA.search(text, 0, 2_000)
    if pragma is not None:
        return _LIBRARIES.get(_package(pragma[1]))
    asked = resolver.required(path)
    if "preact" in asked and "react" in asked:
        # One of them may stand for the other
        return None
    configured = resolver.compiler_option(path, "jsxImportSource")
    if isinstance(configured, str):
        return _LIBRARIES.get(_package(configured))
    named = {_package(one or other) for one, other in _IMPORT.findall(text)}
    return _single(named) if not named.isdisjoint(_LIBRARIES) else _single(asked)


def _package(specifier: str) -> str:
    parts = specifier.split("/")
    return "/".join(parts[:2]) if specifier.startswith("@") else parts[0]


def _single(packages: Iterable[str]) -> Library | None:
    """Return the one library that some packages belong to."""
    listed = set(packages)
    found = {_LIBRARIES[each] for each in listed if each in _LIBRARIES}
    return found.pop() if len(found) == 1 and listed.isdisjoint(_OTHERS) else None

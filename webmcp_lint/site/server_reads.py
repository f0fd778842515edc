"""Where a module reads `document.modelContext` as it is loaded, although a server loads it too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import conditions
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, ScopeTree
from webmcp_lint.site.living import ServerRead
from webmcp_lint.syntax.javascript import Node

_FRONTMATTER: Final = re.compile(r"\A\s*---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_FRAMEWORKS: Final = (
    ("next", "Next.js", re.compile(r"(?:^|/)(?:app|pages)/(?:.*/)?[^/]+\.[jt]sx$")),
    ("nuxt", "Nuxt", re.compile(r"\.vue$")),
    ("@sveltejs/kit", "SvelteKit", re.compile(r"\.svelte$")),
)
_CLIENT: Final = re.compile(r"\bssr\s*[:=]\s*false|<ClientOnly\b")
"""What says that something is not rendered on the server."""
_SAYS: Final = re.compile(r"(?:^|/)(?:nuxt\.config|svelte\.config|\+layout|\+page)(?:\.server)?\.[cm]?[jt]s$")


def server_reads(analysis: Analysis, tree: ScopeTree, package: str) -> Iterator[ServerRead]:
    """Yield what a script reads while it is loaded; `package` is the text of its project's package.json."""
    if tree.script.part is not None:
        # What is written into a page runs there only
        return
    path = tree.script.file.path
    front = _FRONTMATTER.match(tree.script.file.text) if path.endswith(".astro") else None
    if front is not None:
        yield from (_read(node, "Astro") for node in _reads(tree) if front.start(1) <= node.start < front.end(1))
    for name, framework, pattern in _FRAMEWORKS:
        if f'"{name}"' in package and pattern.search(path) and ".client." not in path:
            found = list(_reads(tree))
            if found and not _is_for_browsers(analysis, tree):
                yield from (_read(node, framework) for node in found)


def _is_for_browsers(analysis: Analysis, tree: ScopeTree) -> bool:
    """Whether a file, one that leads to it, or the project's settings say that nothing is rendered on the server."""
    closure = analysis.modules.closure(analysis.globals.path_of(tree.script))
    settings = (each for each in analysis.modules.files if _SAYS.search(each))
    return any(analysis.modules.mentions(each, _CLIENT) for each in (*closure, *settings))


def _read(node: Node, framework: str) -> ServerRead:
    return ServerRead(node.fields["object"].location, framework)


def _reads(tree: ScopeTree) -> Iterator[Node]:
    for node in tree.members.get("modelContext", ()):
        owner = node.field("object")
        if owner is None or owner.text != "document" or tree.resolve(owner) is not None:
            continue
        kinds = {around.type for around in node.ancestors}
        if kinds.isdisjoint(FUNCTIONS | CLASSES | {"try_statement"}) and not any(True for _ in conditions(node)):
            yield node

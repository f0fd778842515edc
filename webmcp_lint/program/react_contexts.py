"""What a component gets from a context of React: what the providers in sight put there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.scopes import JSX, ScopeTree
from webmcp_lint.program.values import External, Value, join, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_MAX_FILES: Final = 20
"""How many files that import a context are searched for its providers."""
_MAX_PROVIDERS: Final = 8


def provided(analysis: Analysis, context: Value, node: Node) -> Value | None:
    """Return what `useContext(context)` gives; None where no provider of it is in sight."""
    if not isinstance(context, External) or context.path != ("createContext",) or context.arguments is None:
        return None
    importers = analysis.modules.importers.get(analysis.globals.path_of(context.node.script), ())
    found = [each for tree in _scripts(analysis, context, importers) for each in _given(analysis, tree, context)]
    given = [each for each in found if each is not None]
    if not given or len(found) > min(len(given), _MAX_PROVIDERS) or len(importers) > _MAX_FILES:
        return None
    key = ("context", context.node)
    return analysis.guarded(key, node, lambda: join([analysis.value(each, {}) for each in given], node))


def _scripts(analysis: Analysis, context: External, importers: Collection[str]) -> Iterator[ScopeTree]:
    yield analysis.tree(context.node)
    for importer in sorted(importers)[:_MAX_FILES]:
        if not analysis.modules.is_test(importer):
            yield from analysis.modules.trees(importer)


def _given(analysis: Analysis, tree: ScopeTree, context: External) -> Iterator[Node | None]:
    """Yield the values of the providers of a context in a script, None for one that does not spell it out."""
    for opening in tree.calls.get("Provider", ()):
        tag = opening.field("name")
        owner = tag.children[0] if tag is not None and opening.type in JSX and len(tag.children) > 1 else None
        if owner is None or not any(each.node is context.node for each in options(analysis.value(owner, {}))):
            continue
        yield next(_values(opening), None)


def _values(opening: Node) -> Iterator[Node]:
    for attribute in opening.children:
        name = attribute.children[0].text if attribute.type == "jsx_attribute" and attribute.children else ""
        if name == "value" and len(attribute.children) > 1 and attribute.children[1].children:
            yield attribute.children[1].children[0]

"""What a component gets from a context of React: what the providers in sight put there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import External, Value, join, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_MAX_FILES: Final = 20
"""How many files that import a context are searched for its providers."""
_MAX_PROVIDERS: Final = 8
_TAGS: Final = frozenset({"jsx_opening_element", "jsx_self_closing_element"})


def provided(analysis: Analysis, context: Value, node: Node) -> Value | None:
    """Return what `useContext(context)` gives; None where no provider of it is in sight."""
    if not isinstance(context, External) or context.path != ("createContext",) or context.arguments is None:
        return None
    given = [each for tree in _scripts(analysis, context) for each in _given(analysis, tree, context)]
    if not given or len(given) > _MAX_PROVIDERS:
        return None
    key = ("context", context.node)
    return analysis.guarded(key, node, lambda: join([analysis.value(each, {}) for each in given], node))


def _scripts(analysis: Analysis, context: External) -> Iterator[ScopeTree]:
    yield analysis.tree(context.node)
    path = analysis.globals.path_of(context.node.script)
    for importer in sorted(analysis.modules.importers.get(path, ()))[:_MAX_FILES]:
        if not analysis.modules.is_test(importer):
            yield from analysis.modules.trees(importer)


def _given(analysis: Analysis, tree: ScopeTree, context: External) -> Iterator[Node]:
    """Yield the values of the providers of a context in a script."""
    for opening in tree.calls.get("Provider", ()):
        tag = opening.field("name")
        owner = tag.children[0] if tag is not None and opening.type in _TAGS and len(tag.children) > 1 else None
        if owner is None or not any(each.node is context.node for each in options(analysis.value(owner, {}))):
            continue
        for attribute in opening.children:
            name = attribute.children[0].text if attribute.type == "jsx_attribute" and attribute.children else ""
            if name == "value" and len(attribute.children) > 1 and attribute.children[1].children:
                yield attribute.children[1].children[0]

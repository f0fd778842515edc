"""What other scripts write into what one of them declares: modules that import it, classic scripts of the same page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program import imports
from webmcp_lint.program.candidates import MAX_FILES
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, Binding, ScopeTree
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_IMPORTERS = 40
"""How many scripts that import a name are looked at for what they write into what it holds."""
_PLAIN = FUNCTIONS | CLASSES | {"string", "template_string", "number", "true", "false", "null", "undefined", "regex"}


def uses_elsewhere(analysis: Analysis, binding: Binding) -> Iterator[Node]:
    """Yield the expressions of other scripts that stand for what a top-level variable holds."""
    if binding.kind != "variable" or binding.scope.parent is not None or not _may_hold(binding):
        return
    if binding.node.script.is_module is not True:
        for tree in analysis.globals.siblings(binding.node.script):
            for identifier in tree.identifiers.get(binding.name, ()):
                if tree.resolve(identifier) is None:
                    yield identifier
    yield from uses_of_exported(analysis, binding.node)


def uses_of_exported(analysis: Analysis, node: Node) -> Iterator[Node]:
    """Yield the expressions of other modules that stand for what a module exports: a variable, or an expression."""
    for tree in _importing(analysis, node):
        yield from _imported_uses(analysis, tree, node)


def _may_hold(binding: Binding) -> bool:
    """Whether a variable may hold something that can be written into."""
    return binding.source is None or binding.source.type not in _PLAIN


def _importing(analysis: Analysis, node: Node) -> Iterator[ScopeTree]:
    path = analysis.globals.path_of(node.script)
    names = _exported_names(analysis, path, node)
    if not names:
        return
    direct = analysis.modules.importers.get(path, frozenset())
    seen = 0
    for importer in analysis.modules.closure(path)[1:MAX_FILES]:
        if analysis.modules.is_test(importer) and not analysis.modules.is_test(path):
            continue
        again = analysis.modules.renamed(importer, names)
        is_named = ("default" in names and importer in direct) or again is not None
        names += again or ()
        if not is_named or not (analysis.globals.is_parsed(importer) or analysis.work.may_parse()):
            continue
        seen += 1
        if seen > MAX_IMPORTERS:
            return
        yield from analysis.modules.trees(importer)


def _exported_names(analysis: Analysis, path: str, node: Node) -> list[str]:
    """Return the names under which a module exports a declaration, or an expression."""
    exports = analysis.modules.exports(path).named
    return [name for name, export in exports.items() if _means(analysis, export.node, node)]


def _means(analysis: Analysis, target: Node | None, node: Node) -> bool:
    """Whether what is exported is a declaration, by its name, or an expression."""
    if target is None or target is node:
        return target is node
    binding = analysis.tree(target).resolve(target) if target.type == "identifier" else None
    return binding is not None and binding.node is node


def _imported_uses(analysis: Analysis, tree: ScopeTree, node: Node) -> Iterator[Node]:
    for imported in tree.root.bindings.values():
        if imported.kind != "import":
            continue
        if _means(analysis, imports.exported_node(analysis, imported), node):
            yield from tree.uses(imported)
            continue
        module = imports.namespace_path(analysis, imported)
        if module is None:
            continue
        for use in tree.uses(imported):
            member = use.parent
            name = member.field("property") if member is not None and member.field("object") is use else None
            if member is not None and name is not None and _is_export(analysis, module, name.text, node):
                yield member


def _is_export(analysis: Analysis, module: str, name: str, node: Node) -> bool:
    found = analysis.modules.find_export(module, name)
    return found is not None and _means(analysis, found[1].node, node)

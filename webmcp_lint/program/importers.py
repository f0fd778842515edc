"""What other scripts write into what one of them declares: modules that import it, classic scripts of the same page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from webmcp_lint.program import imports
from webmcp_lint.program.candidates import MAX_FILES
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, Binding, ScopeTree
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.modules import Modules

MAX_IMPORTERS = 40
"""How many scripts that import a name are parsed for what they write into what it holds; of others the text must do."""
_MAX_NAMES = 100
_DEFAULT = re.compile(r"\bimport\s+([\w$]+)\s*(?:,|from\b)")
_WRITE = (
    r"(?:\s*(?:[!?]?\.\s*[\w$]+|\[[^\]\n]{0,80}\]))*"
    r"\s*(?:=(?![=>])|(?:\*\*|<<|>>>?|&&|\|\||\?\?|[-+*/%&|^])=|\+\+|--"
    r"|\.\s*(?:push|unshift|set|add|splice|delete|clear|pop|shift|sort|reverse|fill)\s*\()"
)
"""What follows a name through which something is written, as far as a pattern sees it."""
_PLAIN = FUNCTIONS | CLASSES | {"string", "template_string", "number", "true", "false", "null", "undefined", "regex"}


def uses_elsewhere(analysis: Analysis, binding: Binding) -> Iterator[Node | None]:
    """Yield the expressions of other scripts that stand for what a top-level variable holds.

    None stands for those of scripts that are not parsed although they seem to write into it.
    """
    if binding.kind != "variable" or binding.scope.parent is not None or not _may_hold(binding):
        return
    if binding.node.script.is_module is not True:
        for tree in analysis.globals.siblings(binding.node.script):
            for identifier in tree.identifiers.get(binding.name, ()):
                if tree.resolve(identifier) is None:
                    yield identifier
    yield from uses_of_exported(analysis, binding.node)


def uses_of_exported(analysis: Analysis, node: Node) -> Iterator[Node | None]:
    """Yield the same of other modules for what a module exports: a variable, or an expression."""
    for tree in _importing(analysis, node):
        if tree is None:
            yield None
        else:
            yield from _imported_uses(analysis, tree, node)


def _may_hold(binding: Binding) -> bool:
    """Whether a variable may hold something that can be written into."""
    return binding.source is None or binding.source.type not in _PLAIN


def _importing(analysis: Analysis, node: Node) -> Iterator[ScopeTree | None]:
    path = analysis.globals.path_of(node.script)
    names = _exported_names(analysis, path, node)
    if not names:
        return
    direct = analysis.modules.importers.get(path, frozenset())
    parsed = 0
    for importer in analysis.modules.closure(path)[1:MAX_FILES]:
        if analysis.modules.is_test(importer) and not analysis.modules.is_test(path):
            continue
        again = analysis.modules.renamed(importer, names)
        is_named = ("default" in names and importer in direct) or again is not None
        names += again or ()
        if not is_named:
            continue
        is_parsed = analysis.globals.is_parsed(importer)
        if is_parsed or (parsed < MAX_IMPORTERS and analysis.work.may_parse()):
            parsed += not is_parsed
            yield from analysis.modules.trees(importer)
        elif _may_write(analysis.modules, importer, names):
            yield None
            return


def _may_write(modules: Modules, path: str, names: Sequence[str]) -> bool:
    """Whether a script seems to write into something by one of its names, which `import x from` chooses freely."""
    own = [*names, *(modules.named_in(path, _DEFAULT) if "default" in names else ())]
    if len(own) > _MAX_NAMES:
        return True
    word = rf"\b(?:{'|'.join(map(re.escape, own))})\b"
    return modules.mentions(path, re.compile(rf"{word}{_WRITE}|\b(?:delete|Object\.assign\()\s*{word}"))


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

"""What imports give: other modules of the project, JSON files, and packages outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import json_texts
from webmcp_lint.program.frameworks import is_known
from webmcp_lint.program.modules import Export
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, Binding
from webmcp_lint.program.values import Class, External, Function, Namespace, Unknown, Value
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import string_value

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NOT_THERE = "an export that is not there"


def imported(analysis: Analysis, binding: Binding, node: Node) -> Value:
    """Return what an import binds."""
    specifier = binding.source or binding.node
    statement = _statement(specifier)
    source = statement.field("source")
    if source is None:
        required = next((child for child in specifier.children if child.type == "string"), None)
        if specifier.type != "import_require_clause" or required is None:
            return Unknown("an import that is not followed", node)
        return module(analysis, string_value(required), statement, node)
    if specifier.type == "namespace_import":
        return module(analysis, string_value(source), statement, node)
    return _import_from(analysis, string_value(source), _wanted(specifier), statement, node)


def _statement(specifier: Node) -> Node:
    while specifier.type != "import_statement" and specifier.parent is not None:
        specifier = specifier.parent
    return specifier


def _wanted(specifier: Node) -> str:
    name = specifier.fields["name"] if specifier.type == "import_specifier" else None
    return "default" if name is None else string_value(name) if name.type == "string" else name.text


def exported_binding(analysis: Analysis, binding: Binding) -> Binding | None:
    """Return the declaration that an import names, in the module of the project that has it."""
    target = exported_node(analysis, binding)
    return analysis.tree(target).resolve(target) if target is not None and target.type == "identifier" else None


def exported_node(analysis: Analysis, binding: Binding) -> Node | None:
    """Return the name or expression that an import means, in the module of the project that has it."""
    specifier = binding.source or binding.node
    source = _statement(specifier).field("source")
    if source is None or specifier.type == "namespace_import":
        return None
    path = analysis.modules.resolve(string_value(source), analysis.globals.path_of(binding.node.script))
    found = None if path is None or path.endswith(".json") else analysis.modules.find_export(path, _wanted(specifier))
    return None if found is None else found[1].node


def namespace_path(analysis: Analysis, binding: Binding) -> str | None:
    """Return the module of the project that `import * as x` binds."""
    specifier = binding.source or binding.node
    source = _statement(specifier).field("source")
    if source is None or specifier.type != "namespace_import":
        return None
    path = analysis.modules.resolve(string_value(source), analysis.globals.path_of(binding.node.script))
    return None if path is None or path.endswith(".json") else path


def module(analysis: Analysis, specifier: str, importer: Node, node: Node) -> Value:
    """Return the namespace object of a module."""
    at = analysis.globals.path_of(importer.script)
    path = analysis.modules.resolve(specifier, at)
    if path is None or _is_library(analysis, specifier, at):
        return _outside(analysis, specifier, (), at, node)
    if path.endswith(".json"):
        return json_texts.to_value(analysis.modules.json(path), node)
    assigned = analysis.modules.exports(path).assigned
    return Namespace(path, node) if assigned is None else analysis.value(assigned, {})


def _import_from(analysis: Analysis, specifier: str, name: str, importer: Node, node: Node) -> Value:
    at = analysis.globals.path_of(importer.script)
    path = analysis.modules.resolve(specifier, at)
    if path is None or analysis.registrars.find(specifier, name) is not None or _is_library(analysis, specifier, at):
        # A library that registers tools is known by what it does, also where its sources lie in the same project
        return _outside(analysis, specifier, (name,), at, node)
    if path.endswith(".json"):
        whole = json_texts.to_value(analysis.modules.json(path), node)
        return whole if name == "default" else analysis.member(whole, name, node)
    return exported(analysis, path, name, node)


def _outside(analysis: Analysis, specifier: str, path: tuple[str, ...], importer: str, node: Node) -> Value:
    """Return what lies outside of the project: something of a package, known by its name."""
    reason = analysis.modules.obstacle(specifier, importer)
    if reason is not None:
        return Unknown(reason, node)
    package = analysis.modules.mapped_package(specifier, importer)
    if package is None or is_known(specifier):
        return External(specifier, path, node)
    inner = package.name + package.path
    return External(inner if is_known(inner) else package.name, path, node)


def _is_library(analysis: Analysis, specifier: str, importer: str) -> bool:
    """Whether an import map leads to a copy of a package that is known by its name."""
    return is_known(specifier) and analysis.modules.is_mapped(specifier, importer)


def exported(analysis: Analysis, path: str, name: str, node: Node) -> Value:
    """Return what a module of the project exports under a name."""
    found = analysis.modules.find_export(path, name)
    if found is not None:
        return _export_value(analysis, *found, node)
    assigned = analysis.modules.exports(path).assigned
    if assigned is not None:
        whole = analysis.value(assigned, {})
        return whole if name == "default" else analysis.member(whole, name, node)
    if name == "default" and analysis.modules.exports(path).is_common_js:
        return Namespace(path, node)
    return Unknown(_NOT_THERE, node)


def _export_value(analysis: Analysis, path: str, export: Export, node: Node) -> Value:
    if export.source is not None:
        specifier = string_value(export.source)
        if export.name == "*":
            return module(analysis, specifier, export.source, node)
        return External(specifier, (export.name,), node)
    target = export.node
    if target is None:
        return Unknown(_NOT_THERE, node)
    if target.type in {"identifier", "type_identifier", "shorthand_property_identifier_pattern"}:
        binding = analysis.tree(target).resolve(target)
        return Unknown(_NOT_THERE, node) if binding is None else analysis.binding_value(binding, target, {})
    del path
    if target.type in FUNCTIONS:
        return Function(target, {})
    return Class(target, {}) if target.type in CLASSES else analysis.exported_expression(target)

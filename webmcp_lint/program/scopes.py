"""Scopes and bindings of one script: which declaration a name means, and every place that mentions it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from webmcp_lint.program.patterns import Step, parameters, targets
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.spelling import is_assigned, last_name, property_name

FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "arrow_function", "method_definition"}
    | {"generator_function", "generator_function_declaration"}
)
CLASSES = frozenset({"class_declaration", "class", "abstract_class_declaration"})
LOOPS = frozenset({"for_in_statement", "for_statement"})
JSX = frozenset({"jsx_opening_element", "jsx_self_closing_element"})
"""The tags that make an element, which calls a component."""
BINDERS = FUNCTIONS | CLASSES | LOOPS
"""Nodes that introduce names without saying their values: parameters, loop variables, `this`."""

_CALLS = JSX | {"call_expression", "new_expression"}
_BLOCKS = frozenset({"statement_block", "switch_body", "catch_clause", "class_body", "class_static_block"})
_SCOPES = BINDERS | _BLOCKS | {"program", "internal_module"}

COMPUTED = "[]"
"""Stands for the name of what is called in `x[key]()`."""

BindingKind = Literal["parameter", "variable", "loop", "function", "class", "import", "catch", "enum", "namespace"]


@dataclass(eq=False, slots=True)
class Binding:
    """A declared name. `source` is what its value is taken from: an initialiser, or the declaring node itself."""

    name: str
    kind: BindingKind
    node: Node
    """The identifier that is declared."""
    source: Node | None
    path: tuple[Step, ...]
    scope: Scope
    index: int = 0
    """Which parameter it is (part of), `-1 - n` for a rest parameter at place n."""
    is_constant: bool = False
    is_ambient: bool = False
    """Declared by TypeScript's `declare`, and made elsewhere."""
    others: list[Node] = field(default_factory=list)
    """Further declarations of the same `var` or function."""


@dataclass(eq=False, slots=True)
class Scope:
    """A region in which names are declared."""

    node: Node
    parent: Scope | None
    bindings: dict[str, Binding] = field(default_factory=dict)

    def lookup(self, name: str) -> Binding | None:
        """Return the binding that a name means here."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.bindings.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None


class ScopeTree:
    """The scopes of one script, with indexes of the names, calls and members it mentions."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.identifiers: dict[str, list[Node]] = defaultdict(list)
        """Every identifier that is used as an expression (or assigned), by name."""
        self.members: dict[str, list[Node]] = defaultdict(list)
        """Every member expression, by its property's name."""
        self.computed_targets: list[Node] = []
        """What is assigned to under a key that is computed: `x[key]` of `x[key] = 1`."""
        self.calls: dict[str, list[Node]] = defaultdict(list)
        """Every call, `new` and JSX element, by the last name of what is called."""
        self.classes: list[Node] = []
        self.dynamic_imports: list[Node] = []
        """Calls of `import(…)`."""
        self.import_aliases: dict[str, list[str]] = defaultdict(list)
        """The names that imports give to what is exported under others: `b` of `import {a as b}`, by `a`."""
        self.default_imports: list[str] = []
        self.exports: list[Node] = []
        self.root = Scope(script.root, None)
        self.renames: dict[str, list[str]] = defaultdict(list)
        """The names that destructuring gives to properties: `b` of `{a: b}`, by `a`."""
        self._scopes: dict[Node, Scope] = {script.root: self.root}
        self._binders: dict[Node, tuple[Node, ...]] = {}
        self._uses: dict[str, dict[Binding, list[Node]]] = {}
        self._calls_in: dict[str, dict[Node | None, list[Node]]] = {}
        self._super_calls: dict[Node, Node] = {}
        self._build()

    def scope_of(self, node: Node) -> Scope:
        """Return the innermost scope around a node; a scope's own node lies in the scope it opens."""
        at: Node | None = node
        while at is not None:
            scope = self._scopes.get(at)
            if scope is not None:
                return scope
            at = at.parent
        return self.root

    def binders(self, node: Node) -> tuple[Node, ...]:
        """Return the binders around a node, outermost first."""
        found = self._binders.get(node)
        if found is not None:
            return found
        pending = [node]
        at = node.parent
        while at is not None and at not in self._binders:
            pending.append(at)
            at = at.parent
        chain = () if at is None else self._binders[at]
        for each in reversed(pending):
            if each.parent is not None and each.parent.type in BINDERS:
                chain = (*chain, each.parent)
            self._binders[each] = chain
        return chain

    def resolve(self, identifier: Node) -> Binding | None:
        """Return what an identifier refers to; None for a global."""
        return self.scope_of(identifier).lookup(identifier.text)

    def uses(self, binding: Binding) -> Sequence[Node]:
        """Return the identifiers that refer to a binding, its declaration apart."""
        name = binding.name
        if name not in self._uses:
            by_binding: dict[Binding, list[Node]] = defaultdict(list)
            for identifier in self.identifiers.get(name, ()):
                found = self.resolve(identifier)
                if found is not None and identifier is not found.node:
                    by_binding[found].append(identifier)
            self._uses[name] = dict(by_binding)
        return self._uses[name].get(binding, ())

    def calls_in(self, function: Node | None, name: str) -> Sequence[Node]:
        """Return the calls of a name that run in a function itself (None: at the top level), in source order."""
        if name not in self._calls_in:
            found: dict[Node | None, list[Node]] = defaultdict(list)
            for call in self.calls.get(name, ()):
                found[_nearest(call, FUNCTIONS)].append(call)
            self._calls_in[name] = dict(found)
        return self._calls_in[name].get(function, ())

    def inner_scope(self, body: Node | None) -> Scope | None:
        """Return the scope that a node itself opens."""
        return None if body is None else self._scopes.get(body)

    def super_call(self, constructor: Node) -> Node | None:
        """Return the `super(…)` of a constructor."""
        return self._super_calls.get(constructor)

    @cached_property
    def _fields(self) -> dict[Node, dict[str, list[Node]]]:
        """The members of `this`, by the class or object literal that it stands for and by name."""
        found: dict[Node, dict[str, list[Node]]] = {}
        for name, members in self.members.items():
            for member in members:
                owner = member.field("object")
                if owner is None or owner.type != "this":
                    continue
                holder = _literal_around(member) or _nearest(member, CLASSES)
                if holder is not None:
                    found.setdefault(holder, {}).setdefault(name, []).append(member)
        return found

    def field_uses(self, cls: Node, name: str) -> Sequence[Node]:
        """Return the places where a class, or an object literal's methods, say `this.name`."""
        return self._fields.get(cls, {}).get(name, ())

    def fields_of(self, cls: Node) -> list[str]:
        """Return the names of the fields that a class sets by `this.name = …`."""
        return [name for name, members in self._fields.get(cls, {}).items() if any(map(is_assigned, members))]

    def _build(self) -> None:
        stack: list[tuple[Node, Scope]] = [(self.script.root, self.root)]
        while stack:
            node, scope = stack.pop()
            kind = node.type
            if kind in _SCOPES and node is not self.script.root:
                inner = Scope(node, scope)
                self._scopes[node] = inner
                self._declare_owner(node, scope, inner)
                scope = inner
            elif kind == "variable_declarator":
                self._declare_variable(node, scope)
            elif kind == "pair_pattern":
                self._index_rename(node)
            elif kind in {"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"}:
                self.identifiers[node.text].append(node)
            elif kind in _CALLS:
                self._index_call(node)
            elif kind in {"member_expression", "subscript_expression"}:
                self._index_member(node)
            elif kind == "import_statement":
                self._declare_imports(node, scope)
            elif kind == "export_statement":
                self.exports.append(node)
            elif kind == "enum_declaration" and (name := node.field("name")) is not None:
                self._declare(scope, name, "enum", node)
            stack.extend((child, scope) for child in reversed(node.children))

    def _index_call(self, node: Node) -> None:
        callee = node.field("function") or node.field("constructor") or node.field("name")
        if callee is not None and callee.type == "super":
            function = _nearest(node, FUNCTIONS - {"arrow_function"})
            if function is not None:
                self._super_calls.setdefault(function, node)
        if callee is not None and callee.type == "import":
            self.dynamic_imports.append(node)
        if callee is not None and (name := last_name(callee)):
            self.calls[name].append(node)
        elif callee is not None and callee.type == "subscript_expression":
            self.calls[COMPUTED].append(node)

    def _index_rename(self, node: Node) -> None:
        key, value = node.field("key"), node.field("value")
        while value is not None and value.type == "assignment_pattern":
            value = value.field("left")
        name = property_name(key) if key is not None else None
        if name is not None and value is not None and value.type == "identifier":
            self.renames[name].append(value.text)

    def _index_member(self, node: Node) -> None:
        name = last_name(node)
        if name:
            self.members[name].append(node)
        elif is_assigned(node):
            self.computed_targets.append(node)

    def _declare(
        self,
        scope: Scope,
        name: Node,
        kind: BindingKind,
        source: Node | None,
        *,
        path: tuple[Step, ...] = (),
        index: int = 0,
        is_constant: bool = False,
    ) -> None:
        text = name.text
        existing = scope.bindings.get(text)
        if existing is None:
            ambient = _nearest(name, frozenset({"ambient_declaration", "program", "statement_block"}))
            is_ambient = kind == "variable" and ambient is not None and ambient.type == "ambient_declaration"
            scope.bindings[text] = Binding(text, kind, name, source, path, scope, index, is_constant, is_ambient)
        elif existing.kind == "parameter" and kind == "variable" and source is not None:
            existing.others.append(source)
        elif source is not None and kind in {"variable", "function", "namespace"}:
            if existing.source is None and not path and kind != "namespace":
                existing.source = source
                existing.kind = kind
            else:
                existing.others.append(source)

    def _declare_owner(self, node: Node, outer: Scope, inner: Scope) -> None:
        kind, name = node.type, node.field("name")
        if kind in FUNCTIONS:
            if name is not None and kind.endswith("declaration"):
                self._declare(outer, name, "function", node)
            elif name is not None and kind in {"function_expression", "generator_function"}:
                self._declare(inner, name, "function", node)
            self._declare_parameters(node, inner)
        elif kind in CLASSES:
            self.classes.append(node)
            if name is not None:
                self._declare(outer if kind != "class" else inner, name, "class", node)
        elif kind == "internal_module" and name is not None:
            while name.type == "nested_identifier" and name.children:
                name = name.children[0]
            self._declare(outer, name, "namespace", node)
        elif kind == "for_in_statement":
            left = node.field("left")
            if left is not None and node.field("kind") is not None:
                for identifier, path in targets(left):
                    self._declare(inner, identifier, "loop", node, path=path)
        elif kind == "catch_clause":
            parameter = node.field("parameter")
            if parameter is not None:
                for identifier, path in targets(parameter):
                    self._declare(inner, identifier, "catch", None, path=path)

    def _declare_parameters(self, function: Node, scope: Scope) -> None:
        single = function.field("parameter")
        if single is not None:
            self._declare(scope, single, "parameter", function)
        for index, parameter in enumerate(parameters(function)):
            is_rest = parameter.type == "rest_pattern"
            for identifier, path in targets(parameter.children[0] if is_rest and parameter.children else parameter):
                place = -1 - index if is_rest else index
                self._declare(scope, identifier, "parameter", function, path=path, index=place)

    def _declare_variable(self, node: Node, scope: Scope) -> None:
        declaration = node.parent
        is_var = declaration is not None and declaration.type == "variable_declaration"
        into = scope
        while is_var and into.parent is not None and into.node.type not in FUNCTIONS | {"internal_module"}:
            into = into.parent
        kind = declaration.field("kind") if declaration is not None else None
        name, value = node.field("name"), node.field("value")
        if name is not None:
            is_constant = kind is not None and kind.type == "const"
            for identifier, path in targets(name):
                self._declare(into, identifier, "variable", value, path=path, is_constant=is_constant)

    def _declare_imports(self, node: Node, scope: Scope) -> None:
        for each in node.walk():
            if each.type == "import_specifier" and (name := each.field("name")) is not None:
                alias = each.field("alias")
                if alias is not None:
                    self.import_aliases[name.text].append(alias.text)
                self._declare(scope, alias or name, "import", each)
            elif each.type in {"namespace_import", "import_require_clause"} and each.children:
                name = next((child for child in each.children if child.type == "identifier"), each.children[-1])
                self._declare(scope, name, "import", each)
            elif each.type == "identifier" and each.parent is not None and each.parent.type == "import_clause":
                self.default_imports.append(each.text)
                self._declare(scope, each, "import", node)


def _nearest(node: Node, types: frozenset[str]) -> Node | None:
    return next((around for around in node.ancestors if around.type in types), None)


def _literal_around(member: Node) -> Node | None:
    """Return the object literal that `this` stands for in one of its methods."""
    function = next(
        (each for each in member.ancestors if each.type in FUNCTIONS and each.type != "arrow_function"), None
    )
    around = function.parent if function is not None else None
    if around is not None and around.type == "pair":
        around = around.parent
    return around if around is not None and around.type == "object" else None

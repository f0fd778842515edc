"""Scopes and bindings of one script: which declaration a name means, and every place that mentions it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from webmcp_lint.syntax.javascript import Node, Script

FUNCTIONS = frozenset(
    {"function_declaration", "function_expression", "arrow_function", "method_definition"}
    | {"generator_function", "generator_function_declaration"}
)
CLASSES = frozenset({"class_declaration", "class", "abstract_class_declaration"})
LOOPS = frozenset({"for_in_statement", "for_statement"})
BINDERS = FUNCTIONS | CLASSES | LOOPS
"""Nodes that introduce names without saying their values: parameters, loop variables, `this`."""

_BLOCKS = frozenset({"statement_block", "switch_body", "catch_clause", "class_body", "class_static_block"})
_SCOPES = BINDERS | _BLOCKS | {"program", "internal_module"}

BindingKind = Literal["parameter", "variable", "loop", "function", "class", "import", "catch", "enum", "namespace"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a destructured value to a name: a key, an index, what is left, or a default."""

    kind: Literal["key", "computed", "index", "rest", "default"]
    key: str | int = ""
    node: Node | None = None
    taken: tuple[str, ...] = ()


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
    others: list[Node] = field(default_factory=list)
    """Further declarations of the same `var` or function."""


@dataclass(eq=False, slots=True)
class Scope:
    """A region in which names are declared; `binder` is the nearest node around that introduces unbound names."""

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
        self.calls: dict[str, list[Node]] = defaultdict(list)
        """Every call, `new` and JSX element, by the last name of what is called."""
        self.imports: list[Node] = []
        self.exports: list[Node] = []
        self.root = Scope(script.root, None)
        self._scopes: dict[Node, Scope] = {script.root: self.root}
        self._binders: dict[Node, tuple[Node, ...]] = {}
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

    def uses(self, binding: Binding) -> Iterator[Node]:
        """Yield the identifiers that refer to a binding, its declaration apart."""
        for identifier in self.identifiers.get(binding.name, ()):
            if identifier is not binding.node and self.resolve(identifier) is binding:
                yield identifier

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
            elif kind in {"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"}:
                self.identifiers[node.text].append(node)
            elif kind in {"call_expression", "new_expression", "jsx_opening_element", "jsx_self_closing_element"}:
                self._index_call(node)
            elif kind in {"member_expression", "subscript_expression"}:
                self._index_member(node)
            elif kind == "import_statement":
                self.imports.append(node)
                self._declare_imports(node, scope)
            elif kind == "export_statement":
                self.exports.append(node)
            elif kind == "enum_declaration":
                self._declare(scope, node.fields["name"], "enum", node)
            stack.extend((child, scope) for child in reversed(node.children))

    def _index_call(self, node: Node) -> None:
        callee = node.field("function") or node.field("constructor") or node.field("name")
        if callee is not None and (name := last_name(callee)):
            self.calls[name].append(node)

    def _index_member(self, node: Node) -> None:
        name = last_name(node)
        if name:
            self.members[name].append(node)

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
            scope.bindings[text] = Binding(text, kind, name, source, path, scope, index, is_constant)
        elif existing.kind == "parameter" and kind == "variable" and source is not None:
            existing.others.append(source)
        elif source is not None and kind in {"variable", "function"}:
            if existing.source is None and not path:
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
        elif kind in CLASSES and name is not None:
            self._declare(outer if kind != "class" else inner, name, "class", node)
        elif kind == "internal_module" and name is not None:
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
            if each.type == "import_specifier":
                self._declare(scope, each.field("alias") or each.fields["name"], "import", each)
            elif each.type == "namespace_import" and each.children:
                self._declare(scope, each.children[-1], "import", each)
            elif each.type == "identifier" and each.parent is not None and each.parent.type == "import_clause":
                self._declare(scope, each, "import", node)

    @cached_property
    def assignments(self) -> list[Node]:
        """Every assignment of the script, in source order."""
        return [
            node
            for node in self.script.root.walk()
            if node.type in {"assignment_expression", "augmented_assignment_expression"}
        ]


def parameters(function: Node) -> list[Node]:
    """Return a function's parameter patterns in order, TypeScript's `this` apart."""
    listed = function.field("parameters")
    found = []
    for child in listed.children if listed is not None else ():
        if child.type in {"required_parameter", "optional_parameter"}:
            pattern = child.field("pattern")
            if pattern is not None and pattern.type != "this":
                found.append(child if child.field("value") else pattern)
        elif child.type != "decorator":
            found.append(child)
    return found


def targets(pattern: Node, path: tuple[Step, ...] = ()) -> Iterator[tuple[Node, tuple[Step, ...]]]:
    """Yield the identifiers that a pattern binds, each with the way to its value."""
    match pattern.type:
        case "identifier" | "shorthand_property_identifier_pattern":
            yield pattern, path
        case "assignment_pattern" | "object_assignment_pattern":
            left, right = pattern.fields["left"], pattern.field("right")
            if pattern.type == "object_assignment_pattern" and left.type == "shorthand_property_identifier_pattern":
                path = (*path, Step("key", left.text))
            yield from targets(left, (*path, Step("default", node=right)))
        case "required_parameter" | "optional_parameter":
            yield from targets(pattern.fields["pattern"], (*path, Step("default", node=pattern.field("value"))))
        case "object_pattern":
            taken: list[str] = []
            for child in pattern.children:
                if child.type == "rest_pattern":
                    yield from targets(child.children[0], (*path, Step("rest", taken=tuple(taken))))
                    continue
                if child.type == "shorthand_property_identifier_pattern":
                    taken.append(child.text)
                    yield child, (*path, Step("key", child.text))
                elif child.type == "object_assignment_pattern":
                    taken.append(child.fields["left"].text)
                    yield from targets(child, path)
                elif child.type == "pair_pattern":
                    step = _key_step(child.fields["key"])
                    if step.kind == "key":
                        taken.append(str(step.key))
                    yield from targets(child.fields["value"], (*path, step))
        case "array_pattern":
            # tree-sitter leaves holes out, so places are counted by the commas between
            for index, child in _placed(pattern):
                if child.type == "rest_pattern":
                    yield from targets(child.children[0], (*path, Step("rest", index)))
                else:
                    yield from targets(child, (*path, Step("index", index)))


def _key_step(key: Node) -> Step:
    if key.type == "computed_property_name":
        return Step("computed", node=key.children[0] if key.children else None)
    return Step("key", property_name(key) or "")


def _placed(pattern: Node) -> Iterator[tuple[int, Node]]:
    text, at, place = pattern.script.text, pattern.start + 1, 0
    for child in pattern.children:
        place += text.count(",", at, child.start)
        yield place, child
        at = child.end


def property_name(key: Node) -> str | None:
    """Return a property's literal name; None for a computed one."""
    if key.type == "string":
        return string_value(key)
    if key.type == "computed_property_name":
        return None
    return key.text


_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "\0",
    "\n": "",
    "\r\n": "",
    "\u2028": "",
}


def string_value(node: Node) -> str:
    """Return what a string literal, or a piece of a template, stands for."""
    pieces = (unescape(part.text) if part.type == "escape_sequence" else part.text for part in node.children)
    text = "".join(pieces)
    # Two \u escapes may make one character beyond the BMP
    return (
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") if "\\u" in node.text else text
    )


def unescape(escape: str) -> str:
    """Return the character that an escape sequence stands for."""
    body = escape[1:]
    if body in _ESCAPES:
        return _ESCAPES[body]
    try:
        if body.startswith("u{"):
            return chr(int(body[2:-1], 16))
        if body[0] in "ux":
            return chr(int(body[1:], 16))
        if body[0] in "01234567":
            return chr(int(body, 8))
    except (ValueError, OverflowError):
        return ""
    return body


def last_name(callee: Node) -> str | None:
    """Return the last name of an expression: `b` of `a.b`, `a["b"]`, `(x as T).b!`."""
    while callee.type in {"parenthesized_expression", "non_null_expression", "as_expression", "satisfies_expression"}:
        if not callee.children:
            return None
        callee = callee.children[0]
    match callee.type:
        case "identifier" | "property_identifier" | "nested_identifier":
            return callee.text.rpartition(".")[2]
        case "member_expression":
            member = callee.field("property")
            return member.text if member is not None else None
        case "subscript_expression":
            index = callee.field("index")
            return string_value(index) if index is not None and index.type == "string" else None
    return None

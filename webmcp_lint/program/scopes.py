"""Scopes and bindings of one script: which declaration a name means, and every place that mentions it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from webmcp_lint.syntax.javascript import HOLE, Node, Script
from webmcp_lint.syntax.numerals import js_number

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

COMPUTED = "[]"
"""Stands for the name of what is called in `x[key]()`."""

BindingKind = Literal["parameter", "variable", "loop", "function", "class", "import", "catch", "enum", "namespace"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a destructured value to a name: a key, an index, what is left, or a default."""

    kind: Literal["key", "computed", "index", "rest", "default"]
    key: str | int = ""
    node: Node | None = None
    taken: tuple[str | Node, ...] = ()
    """Of a rest: the keys that stand before it, computed ones as their expressions."""


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
        self.calls: dict[str, list[Node]] = defaultdict(list)
        """Every call, `new` and JSX element, by the last name of what is called."""
        self.classes: list[Node] = []
        self.dynamic_imports: list[Node] = []
        """Calls of `import(…)`."""
        self.import_names: list[Node] = []
        """Import specifiers, and the identifiers of default imports."""
        self.exports: list[Node] = []
        self.root = Scope(script.root, None)
        self.renames: dict[str, list[str]] = defaultdict(list)
        """The names that destructuring gives to properties: `b` of `{a: b}`, by `a`."""
        self._scopes: dict[Node, Scope] = {script.root: self.root}
        self._binders: dict[Node, tuple[Node, ...]] = {}
        self._uses: dict[str, dict[Binding, list[Node]]] = {}
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
            elif kind in {"call_expression", "new_expression", "jsx_opening_element", "jsx_self_closing_element"}:
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
                self.import_names.append(each)
                self._declare(scope, each.field("alias") or name, "import", each)
            elif each.type in {"namespace_import", "import_require_clause"} and each.children:
                name = next((child for child in each.children if child.type == "identifier"), each.children[-1])
                self._declare(scope, name, "import", each)
            elif each.type == "identifier" and each.parent is not None and each.parent.type == "import_clause":
                self.import_names.append(each)
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


def parameters(function: Node, *, with_modifiers: bool = False) -> list[Node]:
    """Return a function's parameter patterns in order, TypeScript's `this` apart; or what is around the patterns."""
    listed = function.field("parameters")
    found = []
    for child in listed.children if listed is not None else ():
        if child.type in {"required_parameter", "optional_parameter"}:
            pattern = child.field("pattern")
            if pattern is not None and pattern.type != "this":
                found.append(child if with_modifiers or child.field("value") is not None else pattern)
        elif child.type not in {"decorator", HOLE}:
            found.append(child)
    return found


def targets(pattern: Node, path: tuple[Step, ...] = ()) -> Iterator[tuple[Node, tuple[Step, ...]]]:
    """Yield the identifiers that a pattern binds, each with the way to its value."""
    match pattern.type:
        case "identifier" | "shorthand_property_identifier_pattern":
            yield pattern, path
        case "assignment_pattern" | "object_assignment_pattern":
            left, right = pattern.field("left"), pattern.field("right")
            if left is None:
                return
            if left.type == "shorthand_property_identifier_pattern":
                path = (*path, Step("key", left.text))
            yield from targets(left, (*path, Step("default", node=right)))
        case "required_parameter" | "optional_parameter" if (inner := pattern.field("pattern")) is not None:
            yield from targets(inner, (*path, Step("default", node=pattern.field("value"))))
        case "object_pattern":
            yield from _properties(pattern, path)
        case "array_pattern":
            for index, child in enumerate(pattern.children):
                if child.type == "rest_pattern" and child.children:
                    yield from targets(child.children[0], (*path, Step("rest", index)))
                elif child.type != HOLE:
                    yield from targets(child, (*path, Step("index", index)))


def _properties(pattern: Node, path: tuple[Step, ...]) -> Iterator[tuple[Node, tuple[Step, ...]]]:
    taken: list[str | Node] = []
    for child in pattern.children:
        match child.type:
            case "rest_pattern" if child.children:
                yield from targets(child.children[0], (*path, Step("rest", taken=tuple(taken))))
            case "shorthand_property_identifier_pattern":
                taken.append(child.text)
                yield child, (*path, Step("key", child.text))
            case "object_assignment_pattern" if (left := child.field("left")) is not None:
                taken.append(left.text)
                yield from targets(child, path)
            case "pair_pattern":
                key, value = child.field("key"), child.field("value")
                if key is not None and value is not None:
                    step = _key_step(key)
                    taken.append(step.node if step.node is not None else str(step.key))
                    yield from targets(value, (*path, step))


def _key_step(key: Node) -> Step:
    if key.type == "computed_property_name" and key.children:
        inner = key.children[0]
        return Step("key", string_value(inner)) if inner.type == "string" else Step("computed", node=inner)
    return Step("key", property_name(key) or "")


def property_name(key: Node) -> str | None:
    """Return a property's literal name; None for a computed one."""
    if key.type == "string":
        return string_value(key)
    if key.type == "computed_property_name":
        return None
    return _number_name(key.text) if key.type == "number" else key.text


def _number_name(text: str) -> str:
    """Return the name that a number stands for as a property's key: `16` of `0x10`, `1000` of `1e3`."""
    digits = text.replace("_", "").lower().removesuffix("n")
    is_octal = len(digits) > 1 and digits.startswith("0") and set(digits) <= set("01234567")
    try:
        number = int(digits, 8) if is_octal else int(digits, 0) if digits[1:2] in {"x", "o", "b"} else float(digits)
        return js_number(number)
    except (ValueError, OverflowError):
        return text


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
    "\r": "",
    "\u2028": "",
    "\u2029": "",
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


ASSIGNMENTS = frozenset({"assignment_expression", "augmented_assignment_expression"})


def is_assigned(target: Node) -> bool:
    """Whether something is assigned to an expression."""
    parent = target.parent
    return parent is not None and parent.type in ASSIGNMENTS and parent.field("left") is target


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

"""The state of one analysis: what was evaluated, what is being evaluated, and how much work is left.

`evaluate.py`, `members.py`, `calls.py`, `mutation.py`, `contexts.py` and `callers.py` hold the functions; they are
mutually recursive by nature, and meet here.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator
from typing import TypeAlias

from webmcp_lint.program import calls, contexts, evaluate, members, mutation, registrars
from webmcp_lint.program.globals import Globals
from webmcp_lint.program.modules import Export, Modules
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, Binding, ScopeTree, string_value
from webmcp_lint.program.values import (
    Array,
    Class,
    Environment,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    Namespace,
    Object,
    Property,
    Shared,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
    options,
)
from webmcp_lint.syntax.javascript import Node, Script

MAX_EVALUATIONS = 12_000
"""How many evaluations one question may take; no tool of 132 public projects was lost by it."""

MAX_PROJECT_EVALUATIONS = 400_000
_INFINITE = 1 << 60
Key: TypeAlias = tuple[object, ...]
_WINDOWS = frozenset({("window",), ("self",), ("globalThis",), ("global",), ("top",), ("parent",)})


class Analysis:
    """A demand-driven evaluation of a project's scripts."""

    def __init__(self, modules: Modules, globals_: Globals) -> None:
        self.modules = modules
        self.globals = globals_
        self.evaluations = 0
        self.budget = MAX_EVALUATIONS
        """How far `evaluations` may go for the question at hand."""
        self.depth = 0
        self.calling: list[Node] = []
        """The functions whose results are being computed, innermost last."""
        self._memo: dict[Key, Value] = {}
        self._active: dict[Key, int] = {}
        self._low = _INFINITE
        """The outermost evaluation that a cut cycle led back to."""
        self.frames: dict[tuple[object, ...], Frame] = {}
        self._shared: dict[tuple[Script, str, str], Value] = {}
        self._globals: dict[tuple[Script, str], list[Node]] = {}
        self.mutations: dict[Binding, list[mutation.Mutation]] = {}

    def begin(self) -> None:
        """Begin a new question: it gets its share of work, as long as the project has some left."""
        self.budget = min(self.evaluations + MAX_EVALUATIONS, MAX_PROJECT_EVALUATIONS)

    def tree(self, node: Node) -> ScopeTree:
        """Return the scopes of the script a node stands in."""
        return self.globals.tree_of(node.script)

    def value(self, node: Node, env: Environment) -> Value:
        """Return what an expression is under an environment."""
        binders = self.tree(node).binders(node)
        key = (node, *[env.get(binder) for binder in binders])
        return self._memo.get(key) or self.guarded(key, node, lambda: evaluate.evaluate(self, node, env))

    def guarded(self, key: Key, node: Node, compute: Callable[[], Value]) -> Value:
        """Return what `compute` gives, once per key, within the bounds, and with cycles cut."""
        known = self._memo.get(key)
        if known is not None:
            return known
        position = self._active.get(key)
        if position is not None:
            self._low = min(self._low, position)
            return Unknown("a value that depends on itself", node)
        if self.depth >= evaluate.MAX_DEPTH:
            self._low = min(self._low, 0)
            return Unknown("nested too deeply", node)
        if self.evaluations >= self.budget:
            self._low = -1
            return Unknown("too much work", node)
        self.evaluations += 1
        self.depth += 1
        position = self._active[key] = len(self._active)
        outer_low, self._low = self._low, _INFINITE
        try:
            result = compute()
        finally:
            del self._active[key]
            self.depth -= 1
        if self._low >= position:
            # What was cut led back here at the most, so the result stands for itself
            self._memo[key] = result
            self._low = outer_low
        else:
            self._low = min(outer_low, self._low)
        return result

    def force(self, slot: Slot) -> Value:
        """Return the value of a slot."""
        if not isinstance(slot, Thunk):
            return slot
        if slot.expand:
            return contexts.expanded(self, slot.node, slot.env)
        return self.value(slot.node, slot.env)

    def around(self, node: Node, env: Environment) -> Environment:
        """Return the part of an environment that a node can see."""
        return {binder: env[binder] for binder in self.tree(node).binders(node) if binder in env}

    def inside(self, binder: Node, env: Environment) -> Environment:
        """Return the part of an environment that a binder's own inside can see."""
        seen = dict(self.around(binder, env))
        if binder in env:
            seen[binder] = env[binder]
        return seen

    def frame(self, key: tuple[object, ...], make: Frame) -> Frame:
        """Return one frame per key, so that equal bindings share what is evaluated under them."""
        return self.frames.setdefault(key, make)

    def binding_value(self, binding: Binding, node: Node, env: Environment) -> Value:
        """Return what a name is where `node` mentions it."""
        if binding.kind not in {"parameter", "variable"} or _counting_loop(binding, node) is not None:
            return self._simple(binding, node, env)
        # A name means the same wherever it is mentioned, so it is worked out once per binding
        key = ("binding", binding.node, *[env.get(binder) for binder in self.tree(binding.node).binders(binding.node)])
        return self.guarded(key, node, lambda: self._written(binding, node, env))

    def _written(self, binding: Binding, node: Node, env: Environment) -> Value:
        value = (
            self._parameter(binding, node, env) if binding.kind == "parameter" else self._variable(binding, node, env)
        )
        if binding.is_constant and not binding.others:
            return mutation.mutated(self, binding, value, env)
        return mutation.assigned(self, binding, value, node, env)

    def _simple(self, binding: Binding, node: Node, env: Environment) -> Value:
        match binding.kind:
            case "loop":
                frame = env.get(binding.scope.node)
                if frame is None or frame.element is None:
                    return Unknown("a loop's variable", node, frozenset({binding.scope.node}))
                return evaluate.follow(self, self.force(frame.element), binding.path, node, env)
            case "variable":
                return self._variable(binding, node, env)
            case "function":
                return self._function(binding, env)
            case "class":
                source = binding.source or binding.node
                return Class(source, self.around(source, env))
            case "import":
                return self.imported(binding, node)
            case "enum":
                return _enum(self, binding, env)
            case "namespace":
                return _namespace(self, binding, env)
        return Unknown("a caught error", node)

    def _parameter(self, binding: Binding, node: Node, env: Environment) -> Value:
        binder = binder_of(binding.scope.node)
        frame = env.get(binder) or calls.immediate_frame(self, binder, env)
        if frame is None or frame.arguments is None:
            return Unknown("a parameter", node, frozenset({binder}))
        index = binding.index
        if index < 0:
            rest = Array(binding.node, list(frame.arguments[-1 - index :]))
            if frame.open is not None:
                rest.open.append(frame.open)
            return evaluate.follow(self, rest, binding.path, node, env)
        if index < len(frame.arguments):
            value = self.force(frame.arguments[index])
        elif frame.open is not None:
            return frame.open
        else:
            value = Undefined(node)
        return evaluate.follow(self, value, binding.path, node, env)

    def _variable(self, binding: Binding, node: Node, env: Environment) -> Value:
        loop = _counting_loop(binding, node)
        if loop is not None:
            frame = env.get(loop)
            if frame is not None and frame.element is not None:
                return self.force(frame.element)
            return Unknown("a loop's variable", node, frozenset({loop}))
        if binding.source is None:
            return Undefined(binding.node)
        return evaluate.follow(self, self.value(binding.source, env), binding.path, node, env)

    def _function(self, binding: Binding, env: Environment) -> Value:
        found = [source for source in (binding.source, *binding.others) if source is not None]
        functions: list[Value] = [
            Function(source, self.around(source, env)) if source.type in FUNCTIONS else self.value(source, env)
            for source in found
        ]
        return join(functions, binding.node) if len(functions) > 1 else functions[0]

    def imported(self, binding: Binding, node: Node) -> Value:
        """Return what an import binds."""
        statement = binding.source or binding.node
        specifier = statement
        while statement.type != "import_statement" and statement.parent is not None:
            statement = statement.parent
        source = statement.field("source")
        if source is None:
            return Unknown("an import that is not followed", node)
        if specifier.type == "namespace_import":
            return self.module(string_value(source), statement, node)
        name = specifier.fields["name"] if specifier.type == "import_specifier" else None
        wanted = "default" if name is None else string_value(name) if name.type == "string" else name.text
        return self.import_from(string_value(source), wanted, statement, node)

    def module(self, specifier: str, importer: Node, node: Node) -> Value:
        """Return the namespace object of a module."""
        path = self.modules.resolve(specifier, self.globals.path_of(importer.script))
        if path is None:
            return External(specifier, (), node)
        if path.endswith(".json"):
            return calls.from_json(self.modules.json(path), node)
        assigned = self.modules.exports(path).assigned
        return Namespace(path, node) if assigned is None else self.value(assigned, {})

    def import_from(self, specifier: str, name: str, importer: Node, node: Node) -> Value:
        """Return one export of a module."""
        path = self.modules.resolve(specifier, self.globals.path_of(importer.script))
        if path is None or registrars.find(specifier, name) is not None:
            # A library that registers tools is known by what it does, also where its sources lie in the same project
            return External(specifier, (name,), node)
        if path.endswith(".json"):
            whole = calls.from_json(self.modules.json(path), node)
            return whole if name == "default" else self.member(whole, name, node)
        return self.exported(path, name, node)

    def exported(self, path: str, name: str, node: Node) -> Value:
        """Return what a module of the project exports under a name."""
        found = self.modules.find_export(path, name)
        if found is None:
            assigned = self.modules.exports(path).assigned
            if assigned is not None:
                whole = self.value(assigned, {})
                return whole if name == "default" else self.member(whole, name, node)
            return Unknown("an export that is not there", node)
        at, export = found
        return self.export_value(at, export, node)

    def export_value(self, path: str, export: Export, node: Node) -> Value:
        """Return the value of an entry of an export table."""
        if export.source is not None:
            specifier = string_value(export.source)
            if export.name == "*":
                return self.module(specifier, export.source, node)
            return External(specifier, (export.name,), node)
        target = export.node
        if target is None:
            return Unknown("an export that is not there", node)
        if target.type in {"identifier", "type_identifier", "shorthand_property_identifier_pattern"}:
            binding = self.tree(target).resolve(target)
            if binding is not None:
                return self.binding_value(binding, target, {})
            return Unknown("an export that is not there", node)
        if target.type in FUNCTIONS:
            return Function(target, {})
        return Class(target, {}) if target.type in CLASSES else self.value(target, {})

    def global_value(self, name: str, node: Node) -> Value:
        """Return what an undeclared name is: what a script of the same page defines, else the browser's."""
        bindings = self.globals.lookup(name, node)
        if bindings:
            return join((self.binding_value(binding, node, {}) for binding in bindings), node)
        if any(self._is_shared_by(name, tree) for tree in (self.tree(node), *self.globals.siblings(node.script))):
            return Shared(name, node)
        assigned = self._assigned_globals(name, node)
        if assigned:
            return join((self.value(each, {}) for each in assigned), node)
        return External("", (name,), node)

    def shared_member(self, value: Shared, name: str, node: Node) -> Value:
        """Return a member of a name space that several scripts fill, whoever sets it."""
        key = (value.node.script, value.name, name)
        if key not in self._shared:
            self._shared[key] = Unknown("a member of a global that is not set in sight", node)
            found = [self.force(Thunk(right, {}, expand=True)) for right in self._shared_writes(value, name)]
            if found:
                self._shared[key] = join(found, node)
        return self._shared[key]

    def _shared_writes(self, value: Shared, name: str) -> list[Node]:
        own = self.tree(value.node)
        page = [own, *self.globals.siblings(value.node.script)]
        for tier in (page, self._folder(value.node.script)):
            found = []
            for tree in tier:
                for member in tree.members.get(name, ()):
                    owner, parent = member.field("object"), member.parent
                    is_set = parent is not None and parent.field("left") is member and "right" in parent.fields
                    if owner is not None and parent is not None and is_set and self._is_shared(owner, value.name):
                        found.append(parent.fields["right"])
            if found:
                return found
        return []

    def _folder(self, script: Script) -> list[ScopeTree]:
        """Return the scripts beside one: what a loader that is not in sight may put on a page together."""
        folder = posixpath.dirname(self.globals.path_of(script))
        beside = sorted(path for path in self.modules.files if posixpath.dirname(path) == folder)
        return [tree for path in beside if path.endswith(".js") for tree in self.modules.trees(path)]

    def _is_shared(self, owner: Node, name: str) -> bool:
        if owner.type not in {"identifier", "member_expression"}:
            return False
        return any(isinstance(each, Shared) and each.name == name for each in options(self.value(owner, {})))

    def _assigned_globals(self, name: str, node: Node) -> list[Node]:
        """Return what is assigned to `window.name`, through whatever name the window goes by."""
        key = (node.script, name)
        if key not in self._globals:
            self._globals[key] = []
            self._globals[key] = [
                right for owner, right in self.globals.assigned(name, node) if owner is None or self._is_window(owner)
            ]
        return self._globals[key]

    def _is_shared_by(self, name: str, tree: ScopeTree) -> bool:
        """Whether a script makes `window.name` together with others."""
        mentions = (*tree.members.get(name, ()), *tree.identifiers.get(name, ()))
        return any(
            each.parent is not None and evaluate.shared_name(each.parent) == name and self.is_global(each)
            for each in mentions
        )

    def is_global(self, node: Node) -> bool:
        """Whether an expression names a global: `window.X`, an undeclared `X`, or a script's own top-level `var X`."""
        owner = node.field("object")
        if owner is not None:
            return self._is_window(owner)
        binding = self.tree(node).resolve(node)
        is_module = node.script.is_module is True
        return binding is None or (binding.kind == "variable" and binding.scope.parent is None and not is_module)

    def _is_window(self, owner: Node) -> bool:
        return any(
            isinstance(option, External) and option.package == "" and option.path in _WINDOWS
            for option in options(self.value(owner, {}))
        )

    def member(self, value: Value, name: str, node: Node) -> Value:
        """Return `value.name`."""
        return members.member(self, value, name, node)

    def call(self, node: Node, env: Environment) -> Value:
        """Return what a call expression gives."""
        return calls.call(self, node, env)

    def construct(self, node: Node, env: Environment) -> Value:
        """Return what a `new` expression gives."""
        return calls.construct(self, node, env)

    def invoke(self, function: Value, slots: list[Slot], node: Node, *, this: Value | None = None) -> Value:
        """Return what calling a value with these arguments gives."""
        return calls.invoke(self, function, slots, node, this=this)

    def elements(self, value: Value) -> Array | None:
        """Return what iterating over a value yields; None where it cannot be iterated in sight."""
        return members.elements(self, value)

    def field_names(self, instance: Instance) -> list[str]:
        """Return the names of an instance's own fields."""
        return members.field_names(self, instance)

    def superclass(self, instance: Instance) -> Instance | None:
        """Return the same instance seen as one of the class that its own extends."""
        return members.superclass(self, instance)

    def flat(self, value: Value) -> Iterator[Value]:
        """Yield the alternatives of a value."""
        return options(value)


def binder_of(function: Node) -> Node:
    """Return the node whose frame binds a function's parameters: a constructor's are bound with its class."""
    if function.type == "method_definition":
        name = function.field("name")
        body = function.parent
        if name is not None and name.text == "constructor" and body is not None and body.parent is not None:
            return body.parent if body.parent.type in CLASSES else function
    return function


def _counting_loop(binding: Binding, use: Node) -> Node | None:
    """Return the `for (let i = …)` around a use of the variable that it declares."""
    if binding.is_constant or binding.node.parent is None or binding.node.parent.type != "variable_declarator":
        return None
    for around in use.ancestors:
        start = around.field("initializer") if around.type == "for_statement" else None
        if start is not None and any(
            name.text == binding.name for child in start.children if (name := child.field("name")) is not None
        ):
            return around
        if around is binding.scope.node:
            return None
    return None


def _enum(analysis: Analysis, binding: Binding, env: Environment) -> Value:
    source = binding.source or binding.node
    body = source.field("body")
    result = Object(source)
    following: int | None = 0
    for child in body.children if body is not None else ():
        name = child.field("name") or child
        key = string_value(name) if name.type == "string" else name.text
        value = child.field("value") if child.type == "enum_assignment" else None
        if value is not None:
            evaluated = analysis.value(value, env)
            number = evaluated.value if isinstance(evaluated, Literal) else None
            following = number + 1 if isinstance(number, int) and not isinstance(number, bool) else None
            result.properties[key] = Property(Thunk(value, env), name)
        elif following is not None:
            result.properties[key] = Property(Literal(following, child), name)
            following += 1
    return result


def _namespace(analysis: Analysis, binding: Binding, env: Environment) -> Value:
    source = binding.source or binding.node
    result = Object(source)
    body = source.field("body")
    scope = analysis.tree(source).scope_of(body.children[0] if body is not None and body.children else source)
    for name, each in scope.bindings.items():
        result.properties[name] = Property(analysis.binding_value(each, each.node, env), each.node)
    return result

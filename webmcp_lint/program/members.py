"""What a property of a value is, and what iterating over a value yields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program.evaluate import arguments, evaluate  # noqa: F401  arguments is used below
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, property_name
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    BigInt,
    Class,
    Collection,
    Environment,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    Method,
    ModelContext,
    Namespace,
    Object,
    Property,
    Shared,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MODEL_CONTEXT = "modelContext"
MAX_HERITAGE = 12


def member(analysis: Analysis, value: Value, name: str, node: Node) -> Value:
    """Return `value.name`; absent properties of known objects are `Undefined`."""
    match value:
        case Alternatives():
            found = [
                member(analysis, option, name, node)
                for option in value.options
                # Where one alternative is nothing, the access proves that it is not the one
                if not isinstance(option, Undefined) and not (isinstance(option, Literal) and option.value is None)
            ]
            return join(found, node) if found else Undefined(node)
        case Object():
            return _of_object(analysis, value, name, node)
        case Array():
            return _of_array(analysis, value, name, node)
        case Instance():
            return _of_instance(analysis, value, name, node)
        case Class():
            return _static(analysis, value, name, node)
        case Namespace():
            return analysis.exported(value.module, name, node)
        case External():
            if name == MODEL_CONTEXT:
                return ModelContext(node, value.path[-1] if value.path and value.arguments is None else None)
            if value.package == "" and value.path in {("window",), ("self",), ("globalThis",)}:
                return analysis.global_value(name, node)
            if value.arguments is not None:
                return External(value.package, (*value.path, "()", name), node, receiver=value)
            return External(value.package, (*value.path, name), node, receiver=value)
        case ModelContext():
            return Method(value, name, node)
        case Shared():
            return analysis.shared_member(value, name, node)
        case Unknown():
            return ModelContext(node) if name == MODEL_CONTEXT else Unknown(value.reason, value.node, value.refs)
        case Function():
            return _of_function(analysis, value, name, node)
        case Literal(value=str(text)):
            if name == "length":
                return Literal(len(text.encode("utf-16-le", "surrogatepass")) // 2, node)
            index = array_index(name)
            if index is not None and text.isascii():
                return Literal(text[index], node) if index < len(text) else Undefined(node)
            return Method(value, name, node)
        case Collection():
            return Literal(len(value.entries), node) if name == "size" and not value.open else Method(value, name, node)
        case Literal() | BigInt() | Method():
            return Method(value, name, node)
        case Undefined():
            return Unknown("a property of undefined", node)
    return Unknown("a property that is not followed", node)


def array_index(name: str) -> int | None:
    """Return the place that a property name stands for in a list, None for a name that is no array index."""
    is_index = name.isascii() and name.isdigit() and len(name) <= 10 and (name == "0" or not name.startswith("0"))
    return int(name) if is_index and int(name) < 2**32 - 1 else None


def _of_object(analysis: Analysis, value: Object, name: str, node: Node) -> Value:
    written = value.properties.get(name)
    if written is not None:
        found = analysis.force(written.value)
        return found if written.is_certain else join((found, Undefined(node)), node)
    if value.open:
        refs = frozenset[Node]().union(*(each.refs for each in value.open))
        return Unknown(value.open[0].reason, value.open[0].node, refs)
    if name in {"hasOwnProperty", "toString", "valueOf"}:
        return Method(value, name, node)
    return Undefined(node)


def _of_array(analysis: Analysis, value: Array, name: str, node: Node) -> Value:
    if name == "length":
        return Unknown("the length of a list", node) if value.open else Literal(len(value.items), node)
    index = array_index(name)
    if index is not None:
        if index < len(value.items):
            return analysis.force(value.items[index])
        return Unknown(value.open[0].reason, node, value.open[0].refs) if value.open else Undefined(node)
    return Method(value, name, node)


def _of_function(analysis: Analysis, value: Function, name: str, node: Node) -> Value:
    assigned = analysis.globals.function_property(value.node, name)
    if assigned is not None:
        return analysis.value(assigned, value.env)
    if name in {"call", "apply", "bind"}:
        return Method(value, name, node)
    return Unknown("a property of a function", node)


def elements(analysis: Analysis, value: Value) -> Array | None:
    """Return what iterating over a value yields."""
    match value:
        case Array():
            return value
        case Collection():
            result = Array(value.node, open=list(value.open))
            for key, entry in value.entries:
                result.items.append(Array(value.node, [key, entry]) if value.kind == "Map" else entry)
            return result
        case Literal(value=str(text)):
            return Array(value.node, [Literal(char, value.node) for char in text])
        case Alternatives():
            joined = Array(value.node)
            for option in value.options:
                if isinstance(option, Undefined) or (isinstance(option, Literal) and option.value is None):
                    continue
                found = elements(analysis, option)
                if found is None:
                    return None
                joined.items.extend(found.items)
                joined.open.extend(found.open)
            return joined
        case Unknown():
            return Array(value.node, open=[value])
    return None


def class_body(cls: Node) -> list[Node]:
    """Return the members of a class."""
    body = cls.field("body")
    return body.children if body is not None else []


def class_member(cls: Node, name: str, *, static: bool) -> Node | None:
    """Return the member of a class of that name; a later one wins."""
    found = None
    for child in class_body(cls):
        key = child.field("name") or child.field("property")
        is_static = any(each.type == "static" for each in child.children)
        if key is not None and is_static == static and (property_name(key) or key.text) == name:
            if child.type == "method_definition" or "value" in child.fields or found is None:
                found = child
    return found


def _of_instance(analysis: Analysis, instance: Instance, name: str, node: Node, depth: int = 0) -> Value:
    cls = instance.cls.node
    env = instance.env
    found: list[Value] = []
    declared = class_member(cls, name, static=False)
    if declared is not None and declared.type == "method_definition":
        kinds = {child.type for child in declared.children}
        function = Function(declared, analysis.inside(cls, env), this=instance)
        if "get" in kinds:
            return analysis.invoke(function, [], node, this=instance)
        if "set" not in kinds:
            return function
    elif declared is not None and declared.field("value") is not None:
        found.append(analysis.value(declared.fields["value"], env))
    parameter = _parameter_property(cls, name)
    if parameter is not None:
        binding = analysis.tree(cls).scope_of(parameter).lookup(name)
        if binding is not None:
            return analysis.binding_value(binding, node, env)
    from webmcp_lint.program import mutation

    value = mutation.field_value(analysis, instance, name, found, node)
    if value is not None:
        return value
    parent = superclass(analysis, instance) if depth < MAX_HERITAGE else None
    if parent is not None:
        inherited = _of_instance(analysis, parent, name, node, depth + 1)
        if isinstance(inherited, Function) and inherited.this is parent:
            return Function(inherited.node, inherited.env, this=instance)
        return inherited
    if declared is not None:
        return Undefined(node)
    if name == MODEL_CONTEXT:
        return ModelContext(node)
    return Unknown("a field that is not set in sight", node)


def _parameter_property(cls: Node, name: str) -> Node | None:
    constructor = class_member(cls, "constructor", static=False)
    listed = constructor.field("parameters") if constructor is not None else None
    for child in listed.children if listed is not None else ():
        pattern = child.field("pattern")
        has_modifier = any(each.type in {"accessibility_modifier", "readonly"} for each in child.children)
        if pattern is not None and has_modifier and pattern.text == name:
            return pattern
    return None


def field_names(analysis: Analysis, instance: Instance) -> list[str]:
    """Return the names of an instance's fields that are declared or set in its class."""
    from webmcp_lint.program import mutation

    names = []
    for child in class_body(instance.cls.node):
        key = child.field("name") or child.field("property")
        if key is not None and child.type in {"field_definition", "public_field_definition"}:
            names.append(property_name(key) or key.text)
    return list(dict.fromkeys([*names, *mutation.assigned_fields(analysis, instance.cls.node)]))


def superclass(analysis: Analysis, instance: Instance) -> Instance | None:
    """Return the instance as one of the class that its own extends, with the arguments that `super()` passes."""
    cls = instance.cls
    heritage = next((child for child in cls.node.children if child.type == "class_heritage"), None)
    if heritage is None or not heritage.children:
        return None
    named = heritage.children[0]
    if named.type == "extends_clause":
        named = named.field("value") or named
    parent = analysis.value(named, cls.env)
    if not isinstance(parent, Class) or parent.node is cls.node:
        return None
    env: dict[Node, Frame] = dict(parent.env)
    constructor = class_member(cls.node, "constructor", static=False)
    called = _super_call(constructor) if constructor is not None else None
    if called is not None:
        slots, cut = arguments(called, analysis.inside(cls.node, instance.env))
        unknown = None if cut is None else Unknown("a spread argument", called)
        key = (
            "super",
            called,
            *(instance.env.get(binder) for binder in (cls.node, *analysis.tree(called).binders(called))),
        )
        env[parent.node] = analysis.frame(key, Frame(parent.node, arguments=slots, open_=unknown))
    elif constructor is None and cls.node in instance.env:
        given = instance.env[cls.node]
        key = ("inherited", parent.node, given)
        env[parent.node] = analysis.frame(key, Frame(parent.node, arguments=given.arguments, open_=given.open))
    return Instance(parent, env, instance.node)


def _super_call(constructor: Node) -> Node | None:
    for node in constructor.walk():
        callee = node.field("function") if node.type == "call_expression" else None
        if callee is not None and callee.type == "super":
            return node
    return None


def _static(analysis: Analysis, cls: Class, name: str, node: Node, depth: int = 0) -> Value:
    declared = class_member(cls.node, name, static=True)
    if declared is not None:
        if declared.type == "method_definition":
            return Function(declared, analysis.inside(cls.node, cls.env), this=cls)
        value = declared.field("value")
        return Undefined(node) if value is None else analysis.value(value, cls.env)
    from webmcp_lint.program import mutation

    assigned = mutation.static_value(analysis, cls, name)
    if assigned is not None:
        return assigned
    if name == "prototype":
        return Instance(cls, cls.env, node)
    parent = superclass(analysis, Instance(cls, cls.env, node)) if depth < MAX_HERITAGE else None
    return Unknown("a static field", node) if parent is None else _static(analysis, parent.cls, name, node, depth + 1)


__all__ = [
    "CLASSES",
    "FUNCTIONS",
    "Environment",
    "Property",
    "Thunk",
    "elements",
    "field_names",
    "member",
    "superclass",
]

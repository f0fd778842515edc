"""What a name means where it is mentioned: a parameter, a variable with all that is written to it, a declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import calls, imports, mutation
from webmcp_lint.program.destructuring import follow
from webmcp_lint.program.rounds import counter
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, Binding
from webmcp_lint.program.values import (
    FILLED_IN,
    Array,
    Class,
    Environment,
    Function,
    Literal,
    Object,
    Property,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import string_value
from webmcp_lint.syntax.templates import SCRIPT_HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


def identifier(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what an identifier stands for."""
    name = node.text
    if name == "undefined":
        return Undefined(node)
    if SCRIPT_HOLE in name:
        return Unknown(FILLED_IN, node)
    binding = analysis.tree(node).resolve(node)
    if binding is not None:
        return analysis.binding_value(binding, node, env)
    if name in {"NaN", "Infinity"}:
        return Literal(float(name), node)
    return _arguments(analysis, node, env) if name == "arguments" else analysis.global_value(name, node)


def _arguments(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return the list of all arguments of the function around, as `arguments` holds it."""
    function = next((each for each in node.ancestors if each.type in FUNCTIONS and each.type != "arrow_function"), None)
    if function is None:
        return analysis.global_value(node.text, node)
    frame = env.get(function) or calls.immediate_frame(analysis, function, env)
    if frame is None or frame.arguments is None:
        return Array(node, open=[Unknown("the arguments of a function", node, frozenset({function}))])
    return Array(node, list(frame.arguments), [] if frame.open is None else [frame.open])


def binding_value(analysis: Analysis, binding: Binding, node: Node, env: Environment) -> Value:
    """Return what a name is where `node` mentions it."""
    match binding.kind:
        case "parameter" | "variable":
            loop = _counting_loop(binding, node)
            if loop is not None:
                return _counter(analysis, loop, node, env)
            # A name means the same wherever the same has been written to it, so it is worked out once for each such place
            binders = analysis.tree(binding.node).binders(binding.node)
            history = mutation.history(analysis, binding, node, env)
            key = ("binding", binding.node, history.key, *[env.get(binder) for binder in binders])
            with analysis.under_way(binding):
                return analysis.guarded(key, node, lambda: _written(analysis, binding, history, env))
        case "loop":
            frame = env.get(binding.scope.node)
            if frame is None or frame.element is None:
                return Unknown("a loop's variable", node, frozenset({binding.scope.node}))
            return follow(analysis, analysis.force(frame.element), binding.path, node, env)
        case "function":
            return _function(analysis, binding, env)
        case "class":
            source = binding.source or binding.node
            return Class(source, analysis.around(source, env))
        case "import":
            key = ("import", binding.node)
            return analysis.guarded(key, node, lambda: imports.imported(analysis, binding, binding.node))
        case "enum":
            return _enum(analysis, binding, env)
        case "namespace":
            return _namespace(analysis, binding, env)
        case "catch":
            return Unknown("a caught error", node)


def _written(analysis: Analysis, binding: Binding, history: mutation.History, env: Environment) -> Value:
    if history.is_too_early:
        is_var = not mutation.is_lexical(binding)
        value: Value = Undefined(binding.node) if is_var else Unknown("a name before its declaration", binding.node)
    elif binding.kind == "parameter":
        value = _parameter(analysis, binding, env)
    elif binding.source is not None:
        value = follow(analysis, analysis.value(binding.source, env), binding.path, binding.node, env)
    elif binding.is_ambient:
        value = Unknown("a declared value", binding.node)
    else:
        value = Undefined(binding.node)
    return mutation.assigned(analysis, binding, value, history, env)


def _parameter(analysis: Analysis, binding: Binding, env: Environment) -> Value:
    node = binding.node
    binder = binder_of(binding.scope.node)
    frame = env.get(binder) or calls.immediate_frame(analysis, binder, env)
    if frame is None or frame.arguments is None:
        return Unknown("a parameter", node, frozenset({binder}))
    index = binding.index
    value: Value
    if index < 0:
        value = Array(node, list(frame.arguments[-1 - index :]), [] if frame.open is None else [frame.open])
    elif index < len(frame.arguments):
        value = analysis.force(frame.arguments[index])
    elif frame.open is not None:
        value = frame.open
    else:
        value = Undefined(node)
    return follow(analysis, value, binding.path, node, env)


def binder_of(function: Node) -> Node:
    """Return the node whose frame binds a function's parameters: a constructor's are bound with its class."""
    if function.type == "method_definition":
        name, body = function.field("name"), function.parent
        if name is not None and name.text == "constructor" and body is not None and body.parent is not None:
            return body.parent if body.parent.type in CLASSES else function
    return function


def _counting_loop(binding: Binding, use: Node) -> Node | None:
    """Return the `for (let i = …)` around a use of the variable that it declares."""
    declarator = binding.node.parent
    if binding.is_constant or declarator is None or declarator.type != "variable_declarator":
        return None
    declaration = declarator.parent
    loop = declaration.parent if declaration is not None else None
    if loop is None or loop.type != "for_statement" or loop.field("initializer") is not declaration:
        return None
    counted = counter(loop)
    if counted is None or counted.name != binding.name:
        return None
    return loop if any(around is loop for around in use.ancestors) else None


def _counter(analysis: Analysis, loop: Node, node: Node, env: Environment) -> Value:
    frame = env.get(loop)
    if frame is not None and frame.element is not None:
        return analysis.force(frame.element)
    return Unknown("a loop's variable", node, frozenset({loop}))


def _function(analysis: Analysis, binding: Binding, env: Environment) -> Value:
    found = [source for source in (binding.source, *binding.others) if source is not None]
    if len(found) > 1 and all(source.type in FUNCTIONS for source in found):
        # The last of several declarations is the one that counts, from the beginning
        found = found[-1:]
    functions: list[Value] = [
        Function(source, analysis.around(source, env)) if source.type in FUNCTIONS else analysis.value(source, env)
        for source in found
    ]
    return join(functions, binding.node)


def _enum(analysis: Analysis, binding: Binding, env: Environment) -> Value:
    source = binding.source or binding.node
    body = source.field("body")
    result = Object(source)
    names: dict[str, Property] = {}
    following: int | None = 0
    for child in body.children if body is not None else ():
        name = child.field("name") or child
        key = string_value(name) if name.type == "string" else name.text
        written = child.field("value") if child.type == "enum_assignment" else None
        value = Literal(following, child) if written is None else _enum_value(analysis, result, written, env)
        if value is None or (written is None and following is None):
            result.open.append(Unknown("a computed value of an enum", child))
            following = None
            continue
        result.properties[key] = Property(value, name)
        is_number = isinstance(value, Literal) and isinstance(value.value, int)
        following = int(value.value or 0) + 1 if is_number and isinstance(value, Literal) else None
        if is_number and isinstance(value, Literal):
            # Numeric members are found both ways
            names[str(value.value)] = Property(Literal(key, name), None)
    result.properties |= names
    return result


def _enum_value(analysis: Analysis, known: Object, written: Node, env: Environment) -> Value | None:
    """Return the value of a member, which may be another one's name."""
    other = known.properties.get(written.text)
    if other is not None:
        return analysis.force(other.value)
    value = analysis.value(written, env)
    return value if isinstance(value, Literal) else None


def _namespace(analysis: Analysis, binding: Binding, env: Environment) -> Value:
    source = binding.source or binding.node
    result = Object(source)
    for each in (source, *binding.others):
        scope = analysis.tree(each).inner_scope(each.field("body"))
        named = each.field("name")
        inside = _nested(result, named) if named is not None else result
        for name, inner in scope.bindings.items() if scope is not None else ():
            inside.properties[name] = Property(Thunk(inner.node, env), inner.node)
    return result


def _nested(outer: Object, name: Node) -> Object:
    """Return the object of the last name of `namespace A.B.C`, made inside the outer one."""
    for part in name.text.split(".")[1:]:
        known = outer.properties.get(part)
        inner = known.value if known is not None and isinstance(known.value, Object) else Object(name)
        outer.properties[part] = Property(inner, name)
        outer = inner
    return outer

"""What a call gives: of functions in sight, of classes, of built-ins, and of packages that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import builtins, frameworks, promises
from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.conversions import converted
from webmcp_lint.program.functions import (
    arguments,
    falls_through,
    function_around,
    is_async,
    is_generator,
    is_reached,
    thrown,
)
from webmcp_lint.program.objects import append, extend
from webmcp_lint.program.scopes import LOOPS
from webmcp_lint.program.texts import raw_template
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Class,
    Environment,
    External,
    Frame,
    Function,
    Instance,
    Literal,
    Method,
    Promise,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
    options,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_RECURSION = 3


def call(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a call expression gives."""
    callee, listed = node.field("function"), node.field("arguments")
    if callee is None or listed is None:
        return Unknown("a syntax error", node)
    if callee.type == "super":
        return Undefined(node)
    if callee.type == "import" or (callee.type == "identifier" and callee.text == "require"):
        return _imported(analysis, callee, node, env)
    function = analysis.value(callee, env)
    if listed.type == "template_string" and isinstance(function, External) and function.path == ("String", "raw"):
        return raw_template(analysis, listed, env)
    slots, open_ = arguments(analysis, node, env)
    if isinstance(function, External) and function.path == ("await",) and slots:
        # Outside of functions the grammar takes `await (x)` for a call, also that of `await (x)()`, which awaits it all
        given = analysis.force(slots[0])
        return given if _is_called_on(node) else promises.awaited(analysis, given, node)
    owner = callee.field("object")
    this = analysis.value(owner, env) if owner is not None and owner.type != "super" else None
    found = invoke(analysis, function, slots, node, this=this, open_=open_)
    if callee.field("optional_chain") is not None and isinstance(function, Undefined):
        return Undefined(node)
    is_awaited = callee.type != "identifier" and not _is_called_on(node) and _begins_with_await(callee)
    return promises.awaited(analysis, found, node) if is_awaited else found


def _is_called_on(node: Node) -> bool:
    parent = node.parent
    return parent is not None and node in {parent.field("function"), parent.field("object")}


def _begins_with_await(node: Node) -> bool:
    at: Node | None = node
    while at is not None:
        if at.type == "identifier":
            return at.text == "await"
        at = at.field("function") or at.field("object")
    return False


def _imported(analysis: Analysis, callee: Node, node: Node, env: Environment) -> Value:
    slots, open_ = arguments(analysis, node, env)
    if callee.type == "identifier" and analysis.tree(callee).resolve(callee) is not None:
        return invoke(analysis, analysis.value(callee, env), slots, node, open_=open_)
    specifier = analysis.force(slots[0]) if slots else Undefined(node)
    if isinstance(specifier, Literal) and isinstance(specifier.value, str):
        module = analysis.module(specifier.value, node, node)
        return module if callee.type == "identifier" else Promise(module, node)
    return Unknown("an import whose name is computed", node, refs_of(specifier))


def invoke(
    analysis: Analysis,
    function: Value,
    slots: list[Slot],
    node: Node,
    *,
    this: Value | None = None,
    open_: Unknown | None = None,
) -> Value:
    """Return what calling `function` with these arguments gives."""
    match function:
        case Alternatives():
            found = [
                invoke(analysis, each, slots, node, this=this, open_=open_)
                for each in function.options
                # The call proves that it is not nothing
                if not isinstance(each, Undefined)
            ]
            return join(found, node)
        case Function():
            return _run(analysis, function, slots, node, this=this, open_=open_)
        case Method(receiver=Function() as inner, name=name):
            return _through(analysis, inner, name, slots, node)
        case Method(receiver=Method() as method, name="bind") if len(slots) <= 1:
            # The place tells it from a method that was taken off its object
            return Method(method.receiver, method.name, node)
        case Method():
            return builtins.call_method(analysis, function, slots, node)
        case External():
            if function.package == "" and function.arguments is None:
                return builtins.call_global(analysis, function, slots, node)
            return converted(analysis, frameworks.call(analysis, function, slots, node))
        case Unknown():
            return function
    return Unknown("a call of what is no function in sight", node)


def immediate_frame(analysis: Analysis, function: Node, env: Environment) -> Frame | None:
    """Return how a function is called that is called where it is written (`(function (x) {…})(y)`)."""
    node = function
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, parent.parent
    if parent is None or parent.type != "call_expression" or parent.field("function") is not node:
        return None
    around = analysis.around(parent, env)
    slots, open_ = arguments(analysis, parent, around)
    key = ("immediate", function, *(env.get(each) for each in analysis.tree(parent).binders(parent)))
    return analysis.frame(key, Frame(function, arguments=slots, open_=open_))


def _through(analysis: Analysis, function: Function, name: str, slots: list[Slot], node: Node) -> Value:
    """Return what `f.call(…)`, `f.apply(…)` or `f.bind(…)` gives."""
    this = analysis.force(slots[0]) if slots else None
    match name:
        case "bind":
            return Function(function.node, function.env, this or function.this, (*function.bound, *slots[1:]))
        case "call":
            return _run(analysis, function, slots[1:], node, this=this, open_=None)
        case "apply":
            given = analysis.elements(analysis.force(slots[1])) if len(slots) > 1 else Array(node)
            if given is not None:
                open_ = given.open[0] if given.open else None
                return _run(analysis, function, given.items, node, this=this, open_=open_)
    return Unknown("a spread argument", node)


def _run(
    analysis: Analysis, function: Function, slots: list[Slot], node: Node, *, this: Value | None, open_: Unknown | None
) -> Value:
    receiver = function.this if isinstance(function.this, (Instance, Class)) else this or function.this
    frame = Frame(function.node, arguments=[*function.bound, *slots], this=receiver, open_=open_, call=node)
    env = {**function.env, function.node: frame}
    with analysis.entered(function.node, MAX_RECURSION) as is_entered:
        if not is_entered:
            return Unknown("recursion", node)
        if is_generator(function.node):
            return _yielded(analysis, function.node, env, node)
        found = [
            _returned(analysis, each, env)
            for each in analysis.returned(function.node)
            if is_reached(analysis, each, env)
        ]
        if falls_through(analysis, function.node, env):
            found.append(Undefined(node))
        at = None if found else thrown(analysis, function.node, env)
        if at is not None:
            found.append(Unknown("a call that throws", at))
        result = join(found, node) if found else Undefined(node)
        return promises.promise(analysis, result, node) if is_async(function.node) else result


def _returned(analysis: Analysis, expression: Node, env: Environment) -> Value:
    """Return what a return statement gives; one that hangs on a loop gives an alternative for each round."""
    value = analysis.value(expression, env)
    if not any(ref.type in LOOPS for ref in refs_of(value)):
        return value
    function = function_around(expression)
    rounds = contexts(analysis, [expression], env, within=function)
    return join(
        (analysis.value(expression, each) for each in rounds if is_reached(analysis, expression, each)), expression
    )


def _yielded(analysis: Analysis, function: Node, env: Environment, node: Node) -> Value:
    result = Array(node)
    for each in analysis.yielded(function):
        if not each.children or not is_reached(analysis, each, env):
            continue
        value = each.children[-1]
        is_delegated = any(child.type == "*" for child in each.children)
        for at in contexts(analysis, [value], env, within=function):
            if is_delegated:
                extend(analysis, result, analysis.value(value, at))
            else:
                append(result, Thunk(value, at))
    return result


def construct(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a `new` expression gives."""
    constructor = node.field("constructor")
    if constructor is None:
        return Unknown("a syntax error", node)
    slots, open_ = arguments(analysis, node, env)
    found: list[Value] = []
    for option in options(analysis.value(constructor, env)):
        match option:
            case Class():
                frame = Frame(option.node, arguments=slots, open_=open_, call=node)
                found.append(Instance(option, {**option.env, option.node: frame}, node))
            case External():
                found.append(builtins.construct(analysis, option, slots, node))
            case Unknown():
                found.append(option)
            case _:
                found.append(Unknown("an object made by a function", node))
    return join(found, node)

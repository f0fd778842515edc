"""What a call gives: of functions in sight, of classes, of built-ins, and of packages that are known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webmcp_lint.program import builtins, frameworks
from webmcp_lint.program.evaluate import MAX_RECURSION, arguments, is_generator, returns
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
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
    Object,
    Property,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    join,
    options,
    truth,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis


def call(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a call expression gives."""
    callee = node.field("function")
    if callee is None:
        return Unknown("a syntax error", node)
    slots, cut = arguments(node, env)
    if callee.type == "import" or (callee.type == "identifier" and callee.text == "require"):
        return _imported(analysis, callee, slots, node, env)
    if callee.type == "super":
        return Undefined(node)
    function = analysis.value(callee, env)
    this = None
    if callee.type in {"member_expression", "subscript_expression"}:
        owner = callee.field("object")
        if owner is not None and owner.type != "super":
            this = analysis.value(owner, env)
    open_ = None
    if cut is not None:
        slots, open_ = _spread_arguments(analysis, node, env)
    return invoke(analysis, function, slots, node, this=this, open_=open_)


def _imported(analysis: Analysis, callee: Node, slots: list[Slot], node: Node, env: Environment) -> Value:
    if callee.type == "identifier" and analysis.tree(callee).resolve(callee) is not None:
        return invoke(analysis, analysis.value(callee, env), slots, node)
    specifier = analysis.force(slots[0]) if slots else Undefined(node)
    if isinstance(specifier, Literal) and isinstance(specifier.value, str):
        return analysis.module(specifier.value, node, node)
    return Unknown("an import whose name is computed", node)


def _spread_arguments(analysis: Analysis, node: Node, env: Environment) -> tuple[list[Slot], Unknown | None]:
    listed = node.field("arguments")
    slots: list[Slot] = []
    for child in listed.children if listed is not None else ():
        if child.type != "spread_element":
            slots.append(Thunk(child, env))
            continue
        spread = analysis.elements(analysis.value(child.children[0], env)) if child.children else None
        if spread is None or spread.open:
            return slots, Unknown("a spread argument", child)
        slots.extend(spread.items)
    return slots, None


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
            found = [invoke(analysis, each, slots, node, this=this, open_=open_) for each in function.options]
            return join(found, node)
        case Function():
            return _run(analysis, function, slots, node, this, open_)
        case Method(receiver=Function() as inner, name=name):
            return _through(analysis, inner, name, slots, node)
        case Method():
            return builtins.call_method(analysis, function, slots, node)
        case External():
            if function.package == "" and function.arguments is None:
                return builtins.call_global(analysis, function, slots, node)
            return frameworks.call(analysis, function, slots, node)
        case Unknown():
            return Unknown(function.reason, function.node, function.refs)
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
    slots, cut = arguments(parent, around)
    open_ = None if cut is None else Unknown("a spread argument", parent)
    key = ("immediate", function, *(env.get(each) for each in analysis.tree(parent).binders(parent)))
    return analysis.frame(key, Frame(function, arguments=slots, open_=open_))


def _through(analysis: Analysis, function: Function, name: str, slots: list[Slot], node: Node) -> Value:
    """Return what `f.call(…)`, `f.apply(…)` or `f.bind(…)` gives."""
    this = analysis.force(slots[0]) if slots else None
    match name:
        case "bind":
            return Function(function.node, function.env, this or function.this, (*function.bound, *slots[1:]))
        case "call":
            return _run(analysis, function, slots[1:], node, this, None)
    given = analysis.elements(analysis.force(slots[1])) if len(slots) > 1 else Array(node)
    if given is None:
        return Unknown("a spread argument", node)
    return _run(analysis, function, given.items, node, this, given.open[0] if given.open else None)


def _run(
    analysis: Analysis, function: Function, slots: list[Slot], node: Node, this: Value | None, open_: Unknown | None
) -> Value:
    if analysis.calling.count(function.node) >= MAX_RECURSION:
        return Unknown("recursion", node)
    receiver = function.this if isinstance(function.this, (Instance, Class)) else this or function.this
    frame = Frame(function.node, arguments=[*function.bound, *slots], this=receiver, open_=open_)
    env = {**function.env, function.node: frame}
    analysis.calling.append(function.node)
    try:
        if is_generator(function.node):
            return _yielded(analysis, function.node, env, node)
        found = [_returned(analysis, each, env) for each in returns(function.node) if is_reached(analysis, each, env)]
    finally:
        analysis.calling.pop()
    if found:
        return join(found, node)
    thrown = _thrown(analysis, function.node, env)
    return Undefined(node) if thrown is None else Unknown("a call that throws", thrown)


def _thrown(analysis: Analysis, function: Node, env: Environment) -> Node | None:
    """Return the statement that a function which never returns throws at."""
    body = function.field("body")
    statements = body.children if body is not None and body.type == "statement_block" else []
    found = next((each for each in statements if each.type == "throw_statement"), None)
    return found if found is not None and is_reached(analysis, found, env) else None


def _returned(analysis: Analysis, expression: Node, env: Environment) -> Value:
    """Return what a return statement gives; one that hangs on a loop gives an alternative for each round."""
    from webmcp_lint.program.contexts import contexts

    value = analysis.value(expression, env)
    refs = frozenset[Node]().union(*(each.refs for each in options(value) if isinstance(each, Unknown)))
    if not any(ref.type in {"for_in_statement", "for_statement"} for ref in refs):
        return value
    function = next(iter(each for each in expression.ancestors if each.type in FUNCTIONS), None)
    within = contexts(analysis, [expression], env, within=function)
    return join((analysis.value(expression, each) for each in within), expression)


def _yielded(analysis: Analysis, function: Node, env: Environment, node: Node) -> Value:
    result = Array(node)
    for each in function.walk():
        if each.type == "yield_expression" and each.children:
            value = each.children[-1]
            if any(child.type == "*" for child in each.children):
                inner = analysis.elements(analysis.value(value, env))
                result.items.extend(inner.items if inner is not None else [])
            else:
                result.items.append(Thunk(value, env))
    return result


def is_reached(analysis: Analysis, node: Node, env: Environment) -> bool:
    """Whether control may reach a node of a function, as far as conditions with known values tell."""
    inside = node
    for around in node.ancestors:
        if around.type in FUNCTIONS or around.type in CLASSES:
            return True
        match around.type:
            case "if_statement":
                known = _known(analysis, around.field("condition"), env)
                if known is not None:
                    taken = around.field("consequence") if known else around.field("alternative")
                    if inside is not taken and inside is not around.field("condition"):
                        return False
            case "statement_block":
                if _left_before(analysis, around, inside, env):
                    return False
            case "switch_case" if not _is_case_taken(analysis, around, env):
                return False
        inside = around
    return True


def _known(analysis: Analysis, condition: Node | None, env: Environment) -> bool | None:
    return None if condition is None else truth(analysis.value(condition, env))


def _left_before(analysis: Analysis, block: Node, inside: Node, env: Environment) -> bool:
    """Whether an earlier `if (…) return` of the block is known to have been taken."""
    for statement in block.children:
        if statement is inside:
            return False
        if statement.type == "if_statement" and _leaves(statement.field("consequence")):
            if _known(analysis, statement.field("condition"), env) is True:
                return True
        elif statement.type in {"return_statement", "throw_statement"}:
            return True
    return False


def _leaves(statement: Node | None) -> bool:
    if statement is None:
        return False
    if statement.type == "statement_block":
        return bool(statement.children) and _leaves(statement.children[-1])
    return statement.type in {"return_statement", "throw_statement", "continue_statement", "break_statement"}


def _is_case_taken(analysis: Analysis, case: Node, env: Environment) -> bool:
    body = case.parent
    switch = body.parent if body is not None else None
    subject = switch.field("value") if switch is not None else None
    wanted = case.field("value")
    if subject is None or wanted is None:
        return True
    value, tested = analysis.value(subject, env), analysis.value(wanted, env)
    if isinstance(value, Literal) and isinstance(tested, Literal):
        return value.value == tested.value
    return True


def construct(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a `new` expression gives."""
    constructor = node.field("constructor")
    if constructor is None:
        return Unknown("a syntax error", node)
    slots, cut = arguments(node, env)
    open_ = None
    if cut is not None:
        slots, open_ = _spread_arguments(analysis, node, env)
    found: list[Value] = []
    for option in options(analysis.value(constructor, env)):
        match option:
            case Class():
                frame = Frame(option.node, arguments=slots, open_=open_)
                found.append(Instance(option, {**option.env, option.node: frame}, node))
            case External():
                found.append(builtins.construct(analysis, option, slots, node))
            case Unknown():
                found.append(option)
            case _:
                found.append(Unknown("an object made by a function", node))
    return join(found, node)


def from_json(content: object, node: Node) -> Value:
    """Return plain JSON as a value."""
    match content:
        case dict():
            properties = {str(key): Property(from_json(value, node), None) for key, value in content.items()}
            return Object(node, properties)
        case list():
            return Array(node, [from_json(each, node) for each in content])
        case str() | int() | float() | bool() | None:
            return Literal(content, node)
    return Unknown("a JSON file that cannot be read", node)

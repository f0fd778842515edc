"""In which ways a binder is bound: who calls a function, what a loop runs over, with what a class is made.

Callers are found by name and then proved: the callee must evaluate to this very function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from webmcp_lint.program.builtins import PER_ELEMENT
from webmcp_lint.program.evaluate import arguments
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS, ScopeTree, property_name, targets
from webmcp_lint.program.values import (
    Array,
    Class,
    Environment,
    External,
    Frame,
    Function,
    Literal,
    Method,
    Object,
    Property,
    Slot,
    Thunk,
    Unknown,
    Value,
    options,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_CALLS = 300
MAX_FILES = 200
MAX_RENAMES = 3


@dataclass(frozen=True, slots=True)
class Needs:
    """Other binders that must be bound before the ways of one can be told."""

    refs: frozenset[Node]


Ways = list[Frame] | Needs | None


def frames_of(analysis: Analysis, binder: Node, env: Environment) -> Ways:
    """Return the ways in which a binder is bound; None where they cannot be told, empty where there are none."""
    if binder.type == "for_in_statement":
        return _of_loop(analysis, binder, env)
    if binder.type == "for_statement":
        return _of_count(analysis, binder, env)
    if binder.type in CLASSES:
        return _of_class(analysis, binder, env)
    return _of_function(analysis, binder, env)


def _of_loop(analysis: Analysis, loop: Node, env: Environment) -> Ways:
    right, operator = loop.field("right"), loop.field("operator")
    if right is None or operator is None:
        return None
    value = analysis.value(right, analysis.around(loop, env))
    if operator.type == "in":
        keys = [
            Literal(name, each.key or right)
            for option in options(value)
            if isinstance(option, Object)
            for name, each in option.properties.items()
        ]
        return [Frame(loop, element=key) for key in keys] or _needs(value)
    return _of_elements(analysis.elements(value), lambda slot: Frame(loop, element=slot))


def _needs(value: Value) -> Needs | None:
    refs = frozenset[Node]().union(*(option.refs for option in options(value) if isinstance(option, Unknown)))
    return Needs(refs) if refs else None


def _of_elements(found: Array | None, make: Callable[[Slot], Frame]) -> Ways:
    if found is None:
        return None
    refs = frozenset[Node]().union(*(each.refs for each in found.open))
    if refs:
        return Needs(refs)
    frames = [make(item) for item in found.items]
    if found.open and not frames:
        return None
    return frames + [make(each) for each in found.open[:1]]


def _of_count(analysis: Analysis, loop: Node, env: Environment) -> Ways:
    condition = loop.field("condition")
    while condition is not None and condition.type in {"parenthesized_expression", "expression_statement"}:
        condition = condition.children[0] if condition.children else None
    if condition is None or condition.type != "binary_expression":
        return None
    operator, right = condition.field("operator"), condition.field("right")
    if operator is None or right is None or operator.type not in {"<", "<="}:
        return None
    limit = analysis.value(right, analysis.around(loop, env))
    if not isinstance(limit, Literal) or not isinstance(limit.value, int) or limit.value > 10_000:
        return _needs(limit)
    count = limit.value + (operator.type == "<=")
    return [Frame(loop, element=Literal(index, loop)) for index in range(count)]


def _of_class(analysis: Analysis, cls: Node, env: Environment) -> list[Frame] | None:
    frames = []
    for call in _candidates(analysis, cls):
        callee = call.field("constructor")
        if call.type != "new_expression" or callee is None:
            continue
        around = _visible(analysis, call, env)
        if any(isinstance(each, Class) and each.node is cls for each in options(analysis.value(callee, around))):
            frames.append(_frame(analysis, cls, call, around))
    return frames or None


def _of_function(analysis: Analysis, function: Node, env: Environment) -> Ways:
    direct = _of_literal(analysis, function, env)
    if direct is not None:
        return direct.frames
    frames: list[Frame] = []
    for call in _candidates(analysis, function):
        around = _visible(analysis, call, env)
        if call.type in {"jsx_opening_element", "jsx_self_closing_element"}:
            name = call.field("name")
            if name is not None and _is(analysis, name, function, around):
                frames.append(Frame(function, arguments=[_props(analysis, call, around)]))
            continue
        callee = call.field("function")
        if callee is not None and _is(analysis, callee, function, around):
            frames.append(_frame(analysis, function, call, around))
    for place in _passed(analysis, function):
        given = _of_argument(analysis, place, function, _visible(analysis, place, env))
        if isinstance(given, Needs) and not given.refs <= env.keys():
            return given
        frames += given if isinstance(given, list) else []
    return frames or None


class _Direct:
    """The frames of a function literal by the place it stands in."""

    def __init__(self, frames: Ways) -> None:
        self.frames = frames


def _of_literal(analysis: Analysis, function: Node, env: Environment) -> _Direct | None:
    """Return how a function is called where it is written; None where it is given a name."""
    node = function
    parent = node.parent
    while parent is not None and parent.type in {"parenthesized_expression", "as_expression", "satisfies_expression"}:
        node, parent = parent, parent.parent
    if parent is None:
        return _Direct(None)
    if parent.type == "call_expression" and parent.field("function") is node:
        return _Direct([_frame(analysis, function, parent, analysis.around(parent, env))])
    if parent.type == "member_expression" and parent.parent is not None and parent.parent.type == "call_expression":
        return _Direct(None)
    if parent.type == "arguments" and parent.parent is not None:
        call = parent.parent
        callee = call.field("function")
        if callee is not None and _hands_on(analysis, callee, analysis.around(call, env)):
            return None
        return _Direct(_of_argument(analysis, node, function, analysis.around(call, env)))
    return None


def _hands_on(analysis: Analysis, callee: Node, env: Environment) -> bool:
    """Whether what is called gives its argument back (`useCallback(f)`), so that the function has a name after all."""
    value = analysis.value(callee, env)
    return isinstance(value, External) and value.path[-1:] in {
        ("useCallback",),
        ("memo",),
        ("forwardRef",),
        ("useEvent",),
        ("useEffectEvent",),
    }


def _of_argument(analysis: Analysis, argument: Node, function: Node, env: Environment) -> Ways:
    """Return how a function is called that is handed to a call as this argument."""
    listed = argument.parent
    call = listed.parent if listed is not None else None
    callee = call.field("function") if call is not None else None
    if listed is None or call is None or callee is None:
        return None
    place = next((index for index, child in enumerate(listed.children) if child is argument), 0)
    frames: list[Frame] = []
    for option in options(analysis.value(callee, env)):
        match option:
            case Method(receiver=receiver, name=name) if name in PER_ELEMENT and place == 0:
                elements = analysis.elements(receiver)
                given = _of_elements(elements, lambda slot: Frame(function, arguments=[slot]))
                if not isinstance(given, list):
                    return given
                frames += given
            case Unknown(refs=refs) if _last(callee) in PER_ELEMENT and place == 0:
                return Needs(refs) if refs else None
            case Function():
                inner = _calls_of_parameter(analysis, option, place, call, function, env)
                if inner is None:
                    return None
                frames += inner
            case _:
                return None
    return frames


def _last(callee: Node) -> str | None:
    member = callee.field("property")
    return member.text if member is not None else None


def _calls_of_parameter(
    analysis: Analysis, callee: Function, place: int, call: Node, function: Node, env: Environment
) -> list[Frame] | None:
    tree = analysis.tree(callee.node)
    body = callee.node.field("body")
    if body is None:
        return None
    binding = next(
        (
            each
            for each in tree.scope_of(callee.node).bindings.values()
            if each.kind == "parameter" and each.index == place and not each.path
        ),
        None,
    )
    if binding is None:
        return None
    slots, _ = arguments(call, env)
    inside = {**callee.env, callee.node: Frame(callee.node, arguments=slots)}
    frames = []
    for use in tree.uses(binding):
        inner = use.parent
        if inner is not None and inner.type == "call_expression" and inner.field("function") is use:
            frames.append(_frame(analysis, function, inner, analysis.around(inner, inside)))
    return frames or None


def _frame(analysis: Analysis, binder: Node, call: Node, env: Environment) -> Frame:
    slots, cut = arguments(call, env)
    key = ("call", binder, call, tuple(env.get(each) for each in analysis.tree(call).binders(call)))
    unknown = None
    if cut is not None:
        unknown = Unknown("a spread argument", call)
        listed = call.field("arguments")
        spread = listed.children[cut] if listed is not None else None
        found = (
            analysis.elements(analysis.value(spread.children[0], env))
            if spread is not None and spread.children
            else None
        )
        if found is not None and not found.open:
            slots, unknown = [*slots, *found.items], None
    return analysis.frame(key, Frame(binder, arguments=slots, open_=unknown))


def _visible(analysis: Analysis, node: Node, env: Environment) -> Environment:
    return analysis.around(node, env)


def _is(analysis: Analysis, callee: Node, function: Node, env: Environment) -> bool:
    return any(
        isinstance(option, Function) and option.node is function for option in options(analysis.value(callee, env))
    )


def _props(analysis: Analysis, element: Node, env: Environment) -> Object:
    """Return the props object that a JSX element hands to its component."""
    from webmcp_lint.program.evaluate import spread

    props = Object(element)
    for child in element.children:
        if child.type == "jsx_attribute" and child.children:
            name = child.children[0]
            value = child.children[1] if len(child.children) > 1 else None
            if value is None:
                slot: Slot = Literal(True, child)
            else:
                inner = value.children[0] if value.type == "jsx_expression" and value.children else value
                slot = Thunk(inner, env)
            props.properties[name.text] = Property(slot, name)
        elif child.type == "jsx_expression" and child.children and child.children[0].type == "spread_element":
            spread(analysis, props, analysis.value(child.children[0].children[0], env))
    return props


def _candidates(analysis: Analysis, target: Node) -> list[Node]:
    """Return the calls that may be of a function or class, by the names it goes by."""
    found: list[Node] = []
    trees, names = _known_as(analysis, target)
    for tree in trees:
        for name in sorted(names):
            found += tree.calls.get(name, ())
            if len(found) > MAX_CALLS:
                return found[:MAX_CALLS]
    return found


def _known_as(analysis: Analysis, target: Node) -> tuple[list[ScopeTree], set[str]]:
    """Return the scripts in which a function can be called, and the names it goes by in them."""
    trees = list(_trees(analysis, target))
    names = set(_names(analysis, target))
    for _ in range(MAX_RENAMES):
        more = {alias for tree in trees for alias in _aliases(tree, names, target)}
        if more <= names:
            break
        names |= more
    return trees, names


def _trees(analysis: Analysis, target: Node) -> Iterator[ScopeTree]:
    """Yield the scripts in which a function can be called: its own, its page's others, and all that import it."""
    own = analysis.tree(target)
    seen = {id(own)}
    yield own
    for tree in analysis.globals.siblings(target.script):
        if id(tree) not in seen:
            seen.add(id(tree))
            yield tree
    for path in analysis.modules.closure(analysis.globals.path_of(target.script))[1:MAX_FILES]:
        for tree in analysis.modules.trees(path):
            if id(tree) not in seen:
                seen.add(id(tree))
                yield tree


def _names(analysis: Analysis, target: Node, depth: int = 0) -> Iterator[str]:
    declared = target.field("name")
    if declared is not None and declared.type != "computed_property_name":
        name = property_name(declared) or declared.text
        if name == "constructor":
            return
        yield name
    node = target
    parent = node.parent
    while parent is not None:
        if parent.type in {"parenthesized_expression", "as_expression", "satisfies_expression", "arguments"} or (parent.type == "call_expression" and parent.field("function") is not node):
            node, parent = parent, parent.parent
        else:
            break
    if parent is None:
        return
    match parent.type:
        case "variable_declarator" if (name_node := parent.field("name")) is not None:
            for identifier, _ in targets(name_node):
                yield identifier.text
        case "pair" if (key := parent.field("key")) is not None:
            yield property_name(key) or key.text
        case "assignment_expression" if (left := parent.field("left")) is not None:
            member = left.field("property")
            yield member.text if member is not None else left.text
        case "field_definition" | "public_field_definition":
            key = parent.field("property") or parent.field("name")
            if key is not None:
                yield key.text
        case "return_statement" | "arrow_function" if depth < 3:
            # What a factory returns goes by the name of the variable that takes it
            factory = next((each for each in node.ancestors if each.type in FUNCTIONS), None)
            if factory is not None:
                for name in list(_names(analysis, factory, depth + 1)):
                    for tree in _trees(analysis, factory):
                        for call in tree.calls.get(name, ()):
                            yield from _receiver(call)


def _receiver(call: Node) -> Iterator[str]:
    node = call
    while node.parent is not None and node.parent.type in {"await_expression", "parenthesized_expression"}:
        node = node.parent
    parent = node.parent
    if parent is not None and parent.type == "variable_declarator" and (name := parent.field("name")) is not None:
        for identifier, _ in targets(name):
            yield identifier.text


def _aliases(tree: ScopeTree, names: set[str], target: Node) -> Iterator[str]:
    """Yield other names that a script gives to what is called one of `names`."""
    is_default = _is_default_export(target)
    for statement in tree.imports:
        for node in statement.walk():
            if node.type == "import_specifier":
                alias = node.field("alias")
                if alias is not None and (node.fields["name"].text in names or node.fields["name"].text == "default"):
                    yield alias.text
            elif (
                is_default
                and node.type == "identifier"
                and node.parent is not None
                and node.parent.type == "import_clause"
            ):
                yield node.text
    for name in names:
        for identifier in tree.identifiers.get(name, ()):
            parent = identifier.parent
            if parent is None:
                continue
            if parent.type == "variable_declarator" and parent.field("value") is identifier:
                alias = parent.field("name")
                if alias is not None:
                    yield alias.text
            elif parent.type == "pair" and parent.field("value") is identifier:
                key = parent.field("key")
                if key is not None:
                    yield property_name(key) or key.text
            elif parent.type == "export_specifier":
                alias = parent.field("alias")
                if alias is not None:
                    yield alias.text


def _is_default_export(target: Node) -> bool:
    for around in target.ancestors:
        if around.type == "export_statement":
            return any(child.type == "default" for child in around.children)
        if around.type in FUNCTIONS:
            return False
    tree_root = target.script.root
    name = target.field("name")
    return name is not None and any(
        child.type == "export_statement"
        and child.field("value") is not None
        and child.fields["value"].text == name.text
        for child in tree_root.children
    )


def _passed(analysis: Analysis, function: Node) -> Iterator[Node]:
    """Yield the places where a named function is handed to a call."""
    trees, names = _known_as(analysis, function)
    for tree in trees:
        for name in sorted(names):
            for identifier in tree.identifiers.get(name, ()):
                parent = identifier.parent
                if parent is not None and parent.type == "arguments" and _is(analysis, identifier, function, {}):
                    yield identifier

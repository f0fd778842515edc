"""What is written to a variable, or into what it holds, by any name for it: other variables, elements of lists, parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from webmcp_lint.program.importers import uses_elsewhere
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.order import ROUNDS
from webmcp_lint.program.patterns import Step, parameters, targets
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.program.values import Function, options
from webmcp_lint.program.writes import EACH, MAX_PATH, Mutation, writes_at
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, property_name
from webmcp_lint.syntax.wrapping import wrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_NAMES = 3
"""How many other names for an object are followed, one from the other."""
MAX_WRITES = 200
"""How many writes through other names for what a variable holds are followed."""
MAX_VIEWS = 8
"""How many expressions are followed that give an object or its elements, one around the other."""

_SAME = frozenset({"values", "slice", "filter", "concat", "sort", "toSorted", "reverse", "toReversed"})
"""Methods of lists that give a list of the same elements, or of some."""
_ONE = frozenset({"find", "findLast", "at", "get"})
"""Methods that give one of the elements."""


@dataclass(frozen=True, slots=True)
class _View:
    """An expression that gives what stands at a path in a variable's value: that itself, or a list made of its elements."""

    node: Node
    path: tuple[str, ...] = ()
    of: OneOf["itself", "elements", "pairs", "literal"] = "itself"
    """`literal` is a list that is written down with the value as one of its elements."""
    is_partial: bool = False


def of_binding(analysis: Analysis, binding: Binding, depth: int = 0) -> list[Mutation]:
    """Return all that is written to a variable and into what it holds, in the order of the source.

    What is farther away than `MAX_NAMES` allows from here may be nearer for another question, and what was cut short may
    get farther: each list is kept for questions that are to see no more.
    """
    if binding in analysis.collecting:
        # Names that stand for each other are followed once; what is evaluated meanwhile sees a part of the writes
        if not depth:
            analysis.cut_off()
        return list(analysis.collecting[binding])
    for nearer in range(depth + 1):
        if (binding, nearer) in analysis.mutations:
            return analysis.mutations[binding, nearer]
    work = analysis.work
    outer_short, work.is_short = work.is_short, False
    found = analysis.collecting[binding] = []
    for use in (*analysis.tree(binding.node).uses(binding), *uses_elsewhere(analysis, binding)):
        if use is None:
            found.append(Mutation("unseen", binding.node, (), ()))
            continue
        found += (each for each in writes_at(use) if use.script is binding.node.script or not each.is_of_name)
        if depth < MAX_NAMES and len(found) < MAX_WRITES:
            found += islice(_by_other_names(analysis, use, depth), MAX_WRITES - len(found))
    del analysis.collecting[binding]
    if not work.is_short:
        analysis.mutations[binding, depth] = found
    work.is_short = work.is_short or outer_short
    return found


def of_uses(analysis: Analysis, uses: Iterable[Node | None], home: Node) -> list[Mutation]:
    """Return all that is written into an object, which `home` makes, through expressions that stand for it."""
    found: list[Mutation] = []
    for use in uses:
        if use is None:
            found.append(Mutation("unseen", home, (), ()))
            continue
        found += (each for each in writes_at(use) if not each.is_of_name)
        found += islice(_by_other_names(analysis, use, 0), max(MAX_WRITES - len(found), 0))
    return found


def _by_other_names(analysis: Analysis, use: Node, depth: int) -> Iterator[Mutation]:
    """Yield what is written through a name that gets what a variable holds, or a part of it."""
    for view in _views(use):
        for write in _through(analysis, view, depth):
            if len(view.path) + len(write.path) <= MAX_PATH:
                yield replace(write, path=(*view.path, *write.path), is_partial=write.is_partial or view.is_partial)


def _views(use: Node) -> list[_View]:
    """Return the expressions around a use that give what it holds, or a part of it."""
    found = [_View(use)]
    for view in found:
        if len(found) < MAX_VIEWS and len(view.path) < MAX_PATH:
            found += _around(view)
    return found


def _around(view: _View) -> Iterator[_View]:
    node = wrapped(view.node)
    parent = node.parent
    if parent is None:
        return
    is_list = view.of != "itself"
    match parent.type:
        case "member_expression" | "subscript_expression" if parent.field("object") is node:
            call = parent.parent
            if call is not None and call.type == "call_expression" and call.field("function") is parent:
                yield from _by_method(view, parent, call)
            elif view.of in {"itself", "elements"}:
                name = None if is_list else _key(parent)
                # In a loop, a key that is computed is each of them in turn
                is_one = name is None and not any(each.type in ROUNDS for each in parent.ancestors)
                yield _View(parent, (*view.path, name or EACH), is_partial=view.is_partial or is_one)
        case "arguments" if parent.parent is not None and parent.children[0] is node and not is_list:
            callee = parent.parent.field("function")
            match callee.text if callee is not None else "":
                case "Object.values" | "Array.from":
                    yield replace(view, node=parent.parent, of="elements")
                case "Object.entries":
                    yield replace(view, node=parent.parent, of="pairs")
        case "spread_element" if parent.parent is not None and parent.parent.type == "array":
            yield replace(view, node=parent.parent, of=view.of if is_list else "elements")
        case "array" if view.of == "itself":
            yield replace(view, node=parent, of="literal")


def _key(member: Node) -> str | None:
    """Return the name or index that a member expression spells out."""
    index = member.field("index")
    if index is None:
        return last_name(member)
    return property_name(index) if index.type in {"string", "number"} else None


def _by_method(view: _View, member: Node, call: Node) -> Iterator[_View]:
    name, listed = last_name(member), call.field("arguments")
    is_all = listed is None or not listed.children
    if name in _SAME:
        of = "elements" if view.of == "itself" else view.of
        is_partial = view.is_partial or name == "filter" or (name == "slice" and not is_all)
        yield replace(view, node=call, of=of, is_partial=is_partial)
    elif name == "entries" and view.of in {"itself", "elements"}:
        yield replace(view, node=call, of="pairs")
    elif name in _ONE and view.of in {"itself", "elements"}:
        yield _View(call, (*view.path, EACH), is_partial=True)
    elif name in _ONE and view.of == "literal":
        yield _View(call, view.path, is_partial=True)


def _through(analysis: Analysis, view: _View, depth: int) -> Iterator[Mutation]:
    """Yield what is written through the names that get what a view gives; paths begin at the view's own."""
    node = wrapped(view.node)
    parent = node.parent
    if parent is None:
        return
    if view.node.type == "call_expression" and view.of == "itself":
        yield from (each for each in writes_at(view.node) if not each.is_of_name)
    match parent.type:
        case "variable_declarator" if parent.field("value") is node and (name := parent.field("name")) is not None:
            yield from _of_targets(analysis, name, view, depth)
        case "assignment_expression" if parent.field("right") is node and (left := parent.field("left")) is not None:
            if left.type == "identifier" and parent.parent is not None and parent.parent.type == "expression_statement":
                yield from _of_targets(analysis, left, view, depth)
        case "for_in_statement" if parent.field("right") is node and (left := parent.field("left")) is not None:
            operator = parent.field("operator")
            if operator is not None and operator.type == "of":
                yield from _of_elements(analysis, left, parent, replace(view, node=parent), depth)
        case "arguments" if parent.parent is not None and parent.parent.type == "call_expression":
            yield from _of_argument(analysis, parent.parent, node.place, view, depth)
        case "member_expression" if parent.field("object") is node:
            yield from _of_callback(analysis, parent, view, depth)


def _seen(view: _View, writes: Iterable[Mutation]) -> Iterator[Mutation]:
    """Yield the writes into a list, or another value, as they show in what a view is made of."""
    for write in writes:
        if write.is_of_name:
            continue
        if view.of == "itself" or (view.of == "elements" and write.path[:1] == (EACH,)):
            yield write
        elif write.path[:1] == (EACH,) and view.of == "literal":
            yield replace(write, path=write.path[1:], binds="itself")


def _of_targets(analysis: Analysis, pattern: Node, view: _View, depth: int) -> Iterator[Mutation]:
    for identifier, steps in targets(pattern):
        binding = analysis.tree(identifier).resolve(identifier)
        path = _path(steps)
        if binding is None or path is None or (path and view.of != "itself"):
            continue
        for write in _seen(view, of_binding(analysis, binding, depth + 1)):
            yield replace(write, path=(*path, *write.path))


def _path(steps: Sequence[Step]) -> tuple[str, ...] | None:
    """Return where a pattern's steps lead, None where they do not lead to one place."""
    if not all(step.kind in {"key", "index"} for step in steps):
        return None
    return tuple(str(step.key) for step in steps)


def _of_elements(analysis: Analysis, pattern: Node, binder: Node, view: _View, depth: int) -> Iterator[Mutation]:
    """Yield what is written through names that stand for each element in turn, or for a part of it.

    The view's node is the loop, or the call that hands on each element.
    """
    for identifier, steps in targets(pattern):
        binding = analysis.tree(identifier).scope_of(identifier).lookup(identifier.text)
        path = _path(steps)
        if binding is None or binding.node is not identifier or path is None:
            continue
        # A map gives pairs, as `entries()` does
        has_pairs = view.of == "pairs" or (view.of == "itself" and path[:1] == ("1",) and binder.type not in FUNCTIONS)
        if has_pairs and path[:1] != ("1",):
            continue
        inner = path[1:] if has_pairs else path
        if view.of != "literal":
            inner = (EACH, *inner)
        writes = of_binding(analysis, binding, depth + 1)
        if any(write.is_of_name for write in writes):
            continue
        for write in writes:
            if write.binder is None:
                bound = replace(write, path=(*inner, *write.path), site=view.node, binder=binder)
                yield replace(bound, has_pairs=has_pairs, binds="itself" if view.of == "literal" else "elements")


def _of_callback(analysis: Analysis, member: Node, view: _View, depth: int) -> Iterator[Mutation]:
    """Yield what the function of `list.forEach((each) => …)` writes into the elements."""
    call = member.parent
    listed = call.field("arguments") if call is not None and call.type == "call_expression" else None
    function = listed.children[0] if listed is not None and listed.children else None
    if call is None or function is None or last_name(member) not in PER_ELEMENT:
        return
    for each in _functions(analysis, function):
        single = each.field("parameter") or next(iter(parameters(each)), None)
        if single is not None:
            yield from _of_elements(analysis, single, each, replace(view, node=call), depth)


def _functions(analysis: Analysis, node: Node) -> Iterator[Node]:
    """Yield the functions that an argument is: written there, or in sight under a name."""
    if node.type in FUNCTIONS:
        yield node
    elif node.type == "identifier":
        yield from _named(analysis, node)


def _named(analysis: Analysis, name: Node) -> Iterator[Node]:
    binding = analysis.tree(name).resolve(name)
    if binding is not None and binding.kind in {"function", "variable", "import"}:
        yield from (each.node for each in options(analysis.value(name, {})) if isinstance(each, Function))


def _of_argument(analysis: Analysis, call: Node, place: int, view: _View, depth: int) -> Iterator[Mutation]:
    """Yield what a function in sight writes into an argument that it is called with."""
    callee = call.field("function")
    if callee is None or callee.type != "identifier":
        return
    for function in _named(analysis, callee):
        scope = analysis.tree(function).inner_scope(function)
        for binding in scope.bindings.values() if scope is not None else ():
            if binding.kind == "parameter" and binding.index == place and not binding.path:
                writes = of_binding(analysis, binding, depth + 1)
                if not any(write.is_of_name for write in writes):
                    for write in _seen(view, writes):
                        yield from _handed(write, call, function)


def _handed(write: Mutation, call: Node, function: Node) -> Iterator[Mutation]:
    """Yield a write in a function as its caller sees it; how two binders bind what is written is not followed."""
    if write.binder is None:
        yield replace(write, site=call, binder=function, binds="argument")
    elif write.kind == "put" and write.key is not None and write.key.type == "property_identifier":
        yield replace(write, site=call, binder=None, is_opaque=True, is_partial=True)

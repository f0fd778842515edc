"""What a function of a component sees of the render that it was made in: state and props, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_STATES: Final = frozenset({"useState", "useReducer"})
_STABLE: Final = frozenset({"useRef", "useState", "useReducer"})
_KEPT: Final = _STABLE | {"useMemo", "useCallback"}
_MADE: Final = frozenset({"object", "array", "arrow_function", "function_expression", "new_expression"})
_NAMES: Final = frozenset({"identifier", "shorthand_property_identifier"})
_MAX_NODES: Final = 4_000
_MAX_DEPTH: Final = 2


@dataclass(frozen=True, slots=True)
class Read:
    """Where a function reads a value of one render; `node` is the name in the function itself."""

    node: Node
    name: str
    kind: Literal["state", "prop"]


def reads_of_render(
    analysis: Analysis, function: Node, component: Node, fresh: frozenset[Binding] = frozenset()
) -> Iterator[Read]:
    """Yield the state and the props of a component that a function inside it reads, as they were when it was made.

    What is `fresh` makes the function anew when it changes.
    """
    seen: set[Binding] = set(fresh)
    for name in _names(function):
        binding = analysis.tree(name).resolve(name)
        if binding is None or binding in seen or not _is_of(binding, component):
            continue
        seen.add(binding)
        found = _of_binding(analysis, name, binding, component, fresh, depth=0)
        if found is not None:
            yield Read(name, *found)


def refreshed(analysis: Analysis, dependencies: Node, component: Node) -> frozenset[Binding] | None:
    """Return the names of a component whose change runs an effect again; None where it may run at any render."""
    found: set[Binding] = set()
    for each in dependencies.children:
        while each.type == "member_expression" and each.children:
            each = each.children[0]  # noqa: PLW2901
        binding = analysis.tree(each).resolve(each) if each.type == "identifier" else None
        if binding is None or not (_is_same_until_set(binding) or is_stable(analysis, each)):
            return None
        found.add(binding)
        _add_sources(analysis, binding, component, found, 0)
    return frozenset(found)


def _is_same_until_set(binding: Binding) -> bool:
    """Whether a name holds the same at each render for which nothing that it is made of has changed."""
    if binding.kind == "parameter":
        return True
    callee = binding.source.field("function") if binding.source is not None else None
    return callee is not None and last_name(callee) in _KEPT and not binding.others


def _add_sources(analysis: Analysis, binding: Binding, component: Node, found: set[Binding], depth: int) -> None:
    if binding.source is None or depth > _MAX_DEPTH or binding.kind == "parameter":
        return
    for inner in _names(binding.source):
        other = analysis.tree(inner).resolve(inner)
        if other is not None and other not in found and _is_of(other, component):
            found.add(other)
            _add_sources(analysis, other, component, found, depth + 1)


def _names(node: Node) -> Iterator[Node]:
    for count, each in enumerate(node.walk()):
        if count > _MAX_NODES:
            return
        if each.type in _NAMES:
            yield each


def _is_of(binding: Binding, component: Node) -> bool:
    """Whether a name is declared in a component itself, not in a function inside or around it."""
    if binding.kind == "parameter":
        return binding.scope.node is component
    around = function_around(binding.node)
    is_own = binding.kind == "function" and around is not None and around is binding.source
    return (function_around(around) if is_own and around is not None else around) is component


def _of_binding(
    analysis: Analysis, name: Node, binding: Binding, component: Node, fresh: frozenset[Binding], *, depth: int
) -> tuple[str, Literal["state", "prop"]] | None:
    """Return the state or prop that a name is, or is made of."""
    if binding.kind == "parameter":
        return _of_prop(name, binding)
    source = binding.source
    if source is None or binding.others:
        return None
    callee = source.field("function") if source.type == "call_expression" else None
    called = last_name(callee) if callee is not None else None
    if called in _STATES:
        is_value = bool(binding.path) and binding.path[0].kind == "index" and binding.path[0].key == 0
        return (binding.name, "state") if is_value and _is_set(analysis, binding) else None
    if depth >= _MAX_DEPTH or called == "useRef" or (not binding.is_constant and binding.kind != "function"):
        return None
    for inner in _names(source):
        other = analysis.tree(inner).resolve(inner)
        if other is not None and other is not binding and other not in fresh and _is_of(other, component):
            found = _of_binding(analysis, inner, other, component, fresh, depth=depth + 1)
            if found is not None:
                return found
    return None


def _of_prop(name: Node, binding: Binding) -> tuple[str, Literal["prop"]] | None:
    """Return the prop that is read; functions are left out, which parents rarely change."""
    at, prop = name, binding.name
    around = at.parent
    if not binding.path:
        member = around.field("property") if around is not None and around.type == "member_expression" else None
        if around is None or member is None:
            return None
        at, prop, around = around, f"{binding.name}.{member.text}", around.parent
    is_called = around is not None and around.type == "call_expression" and around.field("function") is at
    is_handler = prop.rpartition(".")[2].startswith(("on", "set", "children"))
    return None if is_called or is_handler else (prop, "prop")


def _is_set(analysis: Analysis, binding: Binding) -> bool:
    """Whether the function beside a state, which sets it, is used at all."""
    tree = analysis.tree(binding.node)
    beside = (each for each in binding.scope.bindings.values() if each.source is binding.source and each is not binding)
    return any(tree.uses(each) for each in beside)


def is_stable(analysis: Analysis, dependency: Node) -> bool:
    """Whether a dependency is the same at each render: a ref, a setter, or something declared outside."""
    binding = analysis.tree(dependency).resolve(dependency) if dependency.type == "identifier" else None
    if binding is None:
        return False
    callee = binding.source.field("function") if binding.source is not None else None
    if callee is not None and last_name(callee) in _STABLE:
        return last_name(callee) == "useRef" or (bool(binding.path) and binding.path[0].key == 1)
    return binding.is_constant and function_around(binding.node) is None


def is_shown_to_change(analysis: Analysis, dependency: Node, component: Node) -> bool:
    """Whether a dependency is a state, a prop, or made of one, or a new object at each render."""
    if is_stable(analysis, dependency):
        return False
    for name in _names(dependency):
        binding = analysis.tree(name).resolve(name)
        if binding is None or not _is_of(binding, component):
            continue
        if _of_binding(analysis, name, binding, component, frozenset(), depth=0) is not None:
            return True
    return is_fresh(analysis, dependency, component)


def is_fresh(analysis: Analysis, dependency: Node, component: Node) -> bool:
    """Whether a dependency is a new object at each render: written in the list, or made in the component's body."""
    if dependency.type in _MADE:
        return True
    binding = analysis.tree(dependency).resolve(dependency) if dependency.type == "identifier" else None
    if (
        binding is None
        or binding.path
        or binding.kind not in {"variable", "function"}
        or not _is_of(binding, component)
    ):
        return False
    source = binding.source
    return source is not None and (source.type in _MADE or source.type in FUNCTIONS) and not binding.others

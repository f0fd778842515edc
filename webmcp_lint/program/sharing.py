"""What the scripts of a page share without modules: undeclared names, `window.X`, and `window.X = window.X || {}`."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program import mutation
from webmcp_lint.program.globals import BROWSER
from webmcp_lint.program.operators import shared_name
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import Array, External, Shared, Thunk, Unknown, Value, join, options
from webmcp_lint.program.window_writes import beside, is_window, set_by_key
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.spelling import is_assigned

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_ASSIGNMENTS = frozenset({"assignment_expression", "augmented_assignment_expression"})
"""What stands for the list that it sets: `(window.X ??= []).push(x)`."""


def global_value(analysis: Analysis, name: str, node: Node) -> Value:
    """Return what an undeclared name is: what a script of the same page defines, else the browser's."""
    bindings = analysis.globals.lookup(name, node)
    if bindings:
        return join((analysis.binding_value(binding, binding.node, {}) for binding in bindings), node)
    key = ("global", node.script, name)
    found = analysis.guarded(key, node, lambda: _assigned(analysis, name, node))
    return External("", (name,), node) if isinstance(found, External) and found.path == (name,) else found


def _assigned(analysis: Analysis, name: str, node: Node) -> Value:
    page = _page(analysis, name, node)
    if any(_makes_shared(analysis, name, tree) for tree in page):
        return Shared(name, node)
    if any(True for tree in page for _ in _makings(analysis, name, tree, "array")):
        return shared_list(analysis, name, node)
    written = [
        right for owner, right in analysis.globals.assigned(name, page) if owner is None or is_window(analysis, owner)
    ]
    written += (right for tree in page for right in set_by_key(analysis, name, tree))
    if not written:
        return External("", (name,), node)
    value = join((analysis.force(Thunk(right, {}, expand=True)) for right in written), node)
    return mutation.written_through(analysis, value, _uses(analysis, name, page))


def _page(analysis: Analysis, name: str, node: Node) -> list[ScopeTree]:
    """Return the scripts that share a global with one: of the same pages, where they say something of it."""
    if name in BROWSER:
        return [analysis.tree(node)]
    page = [analysis.tree(node), *analysis.globals.siblings(node.script)]
    return [*page, *beside(analysis, name, node)]


def _uses(analysis: Analysis, name: str, page: Iterable[ScopeTree]) -> Iterator[Node]:
    """Yield where the scripts of a page say `X` or `window.X` of a global."""
    for tree in page:
        own = None if tree.script.is_module is True else tree.root.bindings.get(name)
        yield from (each for each in tree.identifiers.get(name, ()) if tree.resolve(each) in {None, own})
        for member in tree.members.get(name, ()):
            owner = member.field("object")
            if owner is not None and owner.type in {"identifier", "this"} and is_window(analysis, owner):
                yield member


def _makes_shared(analysis: Analysis, name: str, tree: ScopeTree) -> bool:
    """Whether a script makes `window.name` together with others."""
    return any(True for _ in _makings(analysis, name, tree, "object"))


def _makings(analysis: Analysis, name: str, tree: ScopeTree, kind: str) -> Iterator[Node]:
    """Yield each `window.X || {}`, or `window.X || []`, of a script."""
    for each in (*tree.members.get(name, ()), *tree.identifiers.get(name, ())):
        parent = each.parent
        if parent is None:
            continue
        is_making = shared_name(parent) == (name, kind) or (kind == "array" and _is_filled_in(parent, each))
        if is_making and is_global(analysis, each):
            yield parent


def _is_filled_in(parent: Node, target: Node) -> bool:
    """Whether a global gets an empty list where it has no value: `window.X ??= []`."""
    right, operator = parent.field("right"), parent.field("operator")
    is_fallback = operator is not None and operator.type in {"??=", "||="} and parent.field("left") is target
    return is_fallback and right is not None and right.type == "array" and not right.children


def shared_list(analysis: Analysis, name: str, node: Node) -> Value:
    """Return a global list that the scripts of a page make together and fill: `window.X = window.X || []`."""
    page = _page(analysis, name, node)
    makings = [each for tree in page for each in _makings(analysis, name, tree, "array")]
    first = min(makings, key=lambda each: (*map(str, analysis.globals.part_of(each.script)), each.start), default=node)

    def filled() -> Value:
        made = (each.parent if each.type == "binary_expression" else each for each in makings)
        uses = [
            *_uses(analysis, name, page),
            *(each for each in made if each is not None and each.type in _ASSIGNMENTS),
        ]
        return mutation.written_through(analysis, Array(first), uses)

    return analysis.guarded(("shared list", name, first), node, filled)


def is_global(analysis: Analysis, node: Node) -> bool:
    """Whether an expression names a global: `window.X`, an undeclared `X`, or a script's own top-level `var X`."""
    owner = node.field("object")
    if owner is not None:
        return is_window(analysis, owner)
    binding = analysis.tree(node).resolve(node)
    is_module = node.script.is_module is True
    return binding is None or (binding.kind == "variable" and binding.scope.parent is None and not is_module)


def shared_member(analysis: Analysis, value: Shared, name: str, node: Node) -> Value:
    """Return a member of a name space that several scripts fill, whoever sets it."""
    return analysis.guarded(
        ("shared", value.node.script, value.name, name), node, lambda: _shared_member(analysis, value, name, node)
    )


def _shared_member(analysis: Analysis, value: Shared, name: str, node: Node) -> Value:
    rights = _writes(analysis, value, name)
    if not rights:
        return Unknown("a member of a global that is not set in sight", node)
    found = join((analysis.force(Thunk(right, {}, expand=True)) for right in rights), node)
    page = _page(analysis, value.name, value.node)
    uses = (
        member
        for tree in page
        for member in tree.members.get(name, ())
        if (owner := member.field("object")) is not None and _is_shared(analysis, owner, value.name)
    )
    return mutation.written_through(analysis, found, uses)


def _writes(analysis: Analysis, value: Shared, name: str) -> list[Node]:
    """Return what is assigned to a member: by the scripts of the page, else by those that lie beside."""
    page = _page(analysis, value.name, value.node)
    found = _written_in(analysis, page, value, name)
    return found or _written_in(analysis, _beside(analysis, value.node.script), value, name)


def _written_in(analysis: Analysis, trees: list[ScopeTree], value: Shared, name: str) -> list[Node]:
    found = []
    for tree in trees:
        for member in tree.members.get(name, ()):
            owner, parent = member.field("object"), member.parent
            is_set = parent is not None and is_assigned(member) and "right" in parent.fields
            if owner is not None and parent is not None and is_set and _is_shared(analysis, owner, value.name):
                found.append(parent.fields["right"])
    return found


def _beside(analysis: Analysis, script: Script) -> list[ScopeTree]:
    """Return the scripts beside one: what a loader that is not in sight may put on a page together."""
    folder = posixpath.dirname(analysis.globals.path_of(script))
    beside = [path for path in analysis.modules.folder(folder) if path.endswith(".js")]
    return [tree for path in beside for tree in analysis.modules.trees(path)]


def _is_shared(analysis: Analysis, owner: Node, name: str) -> bool:
    if owner.type not in {"identifier", "member_expression"}:
        return False
    return any(isinstance(each, Shared) and each.name == name for each in options(analysis.value(owner, {})))

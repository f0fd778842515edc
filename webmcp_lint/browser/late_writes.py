"""Whether an object may get a member in a way that its value does not show: through another name, or a function.

Values hold what is written through the variable that holds an object. `const other = tool; other.name = 'x'` is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import Object, Unknown, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_FILES = 200

_SETTERS = ("assign", "defineProperty", "defineProperties", "set", "setPrototypeOf")
"""Functions of `Object` and `Reflect` that write to their first argument."""
_TARGETS = frozenset({"pair_pattern", "array_pattern", "assignment_pattern", "rest_pattern"})


def may_be_set(analysis: Analysis, owner: Object, name: str) -> bool:
    """Whether a script writes `x.name` where `x` may be this object, other than its value shows already."""
    written = owner.properties.get(name)
    shown = None if written is None else written.key
    if shown is not None and _is_outside(shown, owner.node) and _is_in_literal(owner.node, name):
        return True
    return any(
        _may_be(analysis, target, owner)
        for tree in _trees(analysis, owner.node)
        for target in (*_assigned(tree, name, shown), *_handed_to_setters(tree))
    )


def _assigned(tree: ScopeTree, name: str, shown: Node | None) -> Iterator[Node]:
    """Yield each `x` of `x.name = …` in a script, but for the write that a value shows already."""
    for member in tree.members.get(name, ()):
        owner, parent = member.field("object"), member.parent
        is_target = parent is not None and (parent.field("left") is member or parent.type in _TARGETS)
        if is_target and owner is not None and owner.type != "this" and member.field("property") is not shown:
            yield owner


def _handed_to_setters(tree: ScopeTree) -> Iterator[Node]:
    """Yield each `x` of `Object.assign(x, …)` and its like."""
    for call in (call for setter in _SETTERS for call in tree.calls.get(setter, ())):
        callee, listed = call.field("function"), call.field("arguments")
        owner = callee.field("object") if callee is not None else None
        if owner is not None and owner.text in {"Object", "Reflect"} and listed is not None and listed.children:
            yield listed.children[0]


def _trees(analysis: Analysis, node: Node) -> Iterator[ScopeTree]:
    """Yield the scripts that can write to an object: its own, its page's others, and those that import it."""
    yield analysis.tree(node)
    yield from analysis.globals.siblings(node.script)
    path = analysis.globals.path_of(node.script)
    for importer in analysis.modules.closure(path)[1:MAX_FILES]:
        yield from analysis.modules.trees(importer)


def _is_outside(key: Node, literal: Node) -> bool:
    return key.script is not literal.script or not literal.start <= key.start < literal.end


def _is_in_literal(literal: Node, name: str) -> bool:
    keys = (child.field("key") or child.field("name") or child for child in literal.children)
    return any(property_name(key) == name for key in keys)


def _may_be(analysis: Analysis, node: Node, owner: Object) -> bool:
    """Whether an expression may be this object, or cannot be told from it."""
    return any(
        isinstance(option, Unknown) or (isinstance(option, Object) and option.node is owner.node)
        for env in contexts(analysis, [node], {})
        for option in options(analysis.value(node, env))
    )

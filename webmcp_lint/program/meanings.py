"""The expressions that a name or a field may stand for, as they are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from webmcp_lint.program.classes import class_member
from webmcp_lint.program.imports import exported_binding
from webmcp_lint.program.scopes import CLASSES, Binding
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_HOLDERS = frozenset({"useState", "ref", "shallowRef", "signal", "createSignal", "writable", "useRef"})
"""Functions that make a holder of a value that is set elsewhere."""


def meanings(analysis: Analysis, node: Node) -> list[Node]:
    """Return the expressions that a name or a field of a class may hold; empty where they are not all in sight."""
    if node.type == "identifier":
        binding = binding_of(analysis, node)
        if binding is None or binding.kind != "variable" or binding.path or binding.source is None:
            return []
        return [binding.source, *binding.others, *_assigned(analysis.tree(binding.node).uses(binding))]
    owner, name = node.field("object"), node.field("property")
    if node.type != "member_expression" or owner is None or name is None or owner.type != "this":
        return []
    return _of_field(analysis, node, name.text)


def sources(analysis: Analysis, name: Node) -> list[Node]:
    """Return what is written where a name gets its value, a part of it, or what it holds, from."""
    binding = binding_of(analysis, name)
    if binding is None or binding.source is None or binding.kind not in {"variable", "function"}:
        return []
    tree = analysis.tree(binding.node)
    found = [binding.source, *binding.others, *_assigned(tree.uses(binding))]
    callee = binding.source.field("function")
    if callee is not None and callee.text.rpartition(".")[2] in _HOLDERS:
        for use in _with_setter(analysis, binding):
            found += (each for each in use.ancestors if each.type in {"call_expression", "assignment_expression"})
    return found


def _with_setter(analysis: Analysis, binding: Binding) -> Iterator[Node]:
    """Yield the uses of a holder, or of the function beside it that sets it: `const [value, setValue] = useState()`."""
    tree = analysis.tree(binding.node)
    for each in binding.scope.bindings.values():
        if each.source is binding.source:
            yield from tree.uses(each)


def binding_of(analysis: Analysis, name: Node) -> Binding | None:
    """Return what a name is declared as, in another module where it is imported."""
    binding = analysis.tree(name).resolve(name)
    return exported_binding(analysis, binding) if binding is not None and binding.kind == "import" else binding


def _assigned(uses: Iterable[Node]) -> Iterator[Node]:
    for use in uses:
        around = use.parent
        if around is not None and around.type == "assignment_expression" and around.field("left") is use:
            yield around.fields["right"]


def _of_field(analysis: Analysis, node: Node, name: str) -> list[Node]:
    cls = next((each for each in node.ancestors if each.type in CLASSES), None)
    if cls is None:
        return []
    declared = class_member(cls, name, static=False)
    written = declared.field("value") if declared is not None else None
    if declared is not None and declared.type == "method_definition":
        is_getter = any(child.type == "get" for child in declared.children)
        return list(analysis.returned(declared)) if is_getter else []
    return [*([] if written is None else [written]), *_assigned(analysis.tree(cls).field_uses(cls, name))]

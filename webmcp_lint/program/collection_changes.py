"""Whether a write takes something out of a collection, or puts something in."""

from __future__ import annotations

from typing import Final
from typing import Literal as OneOf

from webmcp_lint.program.effect_words import DELETES
from webmcp_lint.program.functions import returned
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import unwrapped

Change = OneOf["delete", "add", ""]
_GROWING: Final = frozenset({"push", "unshift", "add", "set"})
_PUT: Final = 3
"""From how many arguments on `splice` puts something in the place of what it takes out."""


def change_by_method(name: str, call: Node) -> Change:
    """Return what a method does to the collection that it is called on."""
    if name == "splice":
        return "delete" if len(call.fields["arguments"].children) < _PUT else "add"
    return "delete" if name in DELETES else "add" if name in _GROWING else ""


def change_by_assignment(node: Node, target: Node) -> Change:
    """Return what `list = list.filter(f)`, `list = [...list, x]`, `list.length = 0` or `all[key] = x` does."""
    right = node.field("right")
    if right is None or node.type != "assignment_expression":
        return ""
    if target.type == "subscript_expression":
        return "add"
    if target.type == "member_expression" and last_name(target) == "length":
        return "delete" if right.text == "0" else ""
    return _change_of(unwrapped(right), target.text)


def change_by_setter(argument: Node | None, name: str) -> Change:
    """Return what `setTasks((tasks) => tasks.filter(f))` or `setTasks(tasks.filter(f))` does."""
    if argument is None:
        return ""
    if argument.type not in FUNCTIONS:
        return _change_of(unwrapped(argument), name)
    parameters = argument.field("parameters") or argument.field("parameter")
    first = parameters.children[0] if parameters is not None and parameters.children else parameters
    first = first.field("pattern") or first if first is not None else None
    found = {_change_of(unwrapped(each), first.text) for each in returned(argument)} if first is not None else set()
    return next((each for each in ("add", "delete") if each in found), "")


def _change_of(value: Node, name: str) -> Change:
    """Return what becomes of a collection of this name that is replaced by a value."""
    callee = value.field("function") if value.type == "call_expression" else None
    owner = callee.field("object") if callee is not None else None
    if callee is not None and owner is not None and owner.text == name:
        return "delete" if last_name(callee) == "filter" else "add" if last_name(callee) == "concat" else ""
    return "add" if value.type == "array" and any(each.text == f"...{name}" for each in value.children) else ""

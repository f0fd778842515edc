"""Where the code that a call runs reads the controls of a page: `name.value`, `new FormData(form).get("name")`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.holding import ELEMENT, Call
from webmcp_lint.program.input_calls import MAX_CALLS, entered
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import External, Frame, Function, Literal, Unknown, Value, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import is_assigned, last_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.elements import Dom
    from webmcp_lint.program.inputs import Walk
    from webmcp_lint.syntax.dom import Element

MAX_FUNCTIONS: Final = 40
"""How many calls of functions are looked into."""

_RUNNING: Final = frozenset(
    {"setTimeout", "requestAnimationFrame", "queueMicrotask", "then", "finally", "forEach", "map"}
)
"""Functions of the browser that call a function they are handed."""

_PAIR: Final = (ELEMENT, "1")
"""Where a list of entries holds their values."""

_NAMES: Final = frozenset({"identifier", "member_expression"})
_NAMING: Final = frozenset({"identifier", "new_expression", "call_expression", "member_expression"})
_PICKING: Final = re.compile(r"[!=]==?|\bswitch\b|\.(?:includes|has|indexOf|startsWith|endsWith|test|filter)\b")
"""What tells entries apart."""

_CLEANING: Final = re.compile(r"(?i)escap|sanit|purif|clean|encode|\[\^|\[[^\]]*[<>&]|/<")
"""What a control is given whose value no longer holds markup, such as `name.value.replace(/[<>]/g, "")`."""

_SUBMITTING: Final = frozenset({"requestSubmit", "click", "dispatchEvent"})


@dataclass(frozen=True, slots=True)
class FieldRead:
    """An expression that gives what a control holds, or an object with that at `box`."""

    node: Node
    element: Element
    call: Call
    box: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reached:
    """What a call reaches."""

    reads: Sequence[FieldRead]
    submitted: Sequence[Element]
    """The forms that it submits."""


def reached(walk: Walk, dom: Dom, start: Call) -> Reached:
    """Return what is read of controls in a call and in all that it calls."""
    reads: list[FieldRead] = []
    cleaned: set[Element] = set()
    submitted: dict[Element, None] = {}
    pending, seen = [start], {start}
    while pending:
        call = pending.pop(0)
        for node in _own_nodes(call.function):
            if not walk.look():
                break
            match node.type:
                case "member_expression" if last_name(node) == "value" and not is_assigned(node):
                    owner = node.field("object")
                    found = None if owner is None else dom.elements(walk.analysis.value(owner, call.env))
                    reads += [FieldRead(node, each, call) for each in found or ()]
                case "assignment_expression":
                    cleaned.update(_cleaned(walk.analysis, dom, node, call))
                case "for_in_statement" | "spread_element":
                    listed = node.field("right") or (node.children[0] if node.children else None)
                    reads += _of_entries(walk.analysis, dom, listed, call, _PAIR)
                case "call_expression" | "new_expression":
                    if not walk.is_reached(node, call):
                        continue
                    reads += _of_call(walk.analysis, dom, node, call)
                    submitted |= dict.fromkeys(_submitted(walk.analysis, dom, node, call))
                    inner = [each for each in _entered(walk, node, call) if each not in seen]
                    inner = inner[: MAX_FUNCTIONS - len(seen)]
                    seen.update(inner)
                    pending += inner
    return Reached([each for each in reads if each.element not in cleaned], list(submitted))


def _own_nodes(function: Node) -> Iterator[Node]:
    """Yield what is written in a function, and in those inside it that have no name to be called by."""
    stack = [function]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(each for each in reversed(node.children) if each.type not in FUNCTIONS or _is_inline(each))


def _is_inline(function: Node) -> bool:
    around = function.parent
    return around is not None and around.type in {"arguments", "parenthesized_expression", "arrow_function"}


def _cleaned(analysis: Analysis, dom: Dom, assignment: Node, call: Call) -> Sequence[Element]:
    """Return the controls that an assignment puts something into which is no markup any more."""
    target, given = assignment.field("left"), assignment.field("right")
    owner = target.field("object") if target is not None else None
    if target is None or owner is None or given is None or last_name(target) != "value":
        return ()
    if _CLEANING.search(given.text) is None:
        return ()
    return dom.elements(analysis.value(owner, call.env)) or ()


def _entered(walk: Walk, node: Node, call: Call) -> Iterator[Call]:
    """Yield the calls of functions in sight that a call makes, or has made."""
    callee, listed = node.field("function"), node.field("arguments")
    if callee is None or listed is None:
        return
    for option in options(walk.analysis.value(callee, call.env)):
        inner = entered(walk, option, node, call, is_certain=False) if isinstance(option, Function) else None
        if inner is not None:
            yield inner
    handed = listed.children[:1] if last_name(callee) in _RUNNING and call.depth < MAX_CALLS else ()
    for each in handed:
        for option in options(walk.analysis.value(each, call.env)) if each.type in _NAMES else ():
            if isinstance(option, Function):
                unknown = Unknown("what the browser hands over", node)
                frame = Frame(option.node, arguments=[*option.bound], this=option.this, open_=unknown)
                env = {**option.env, option.node: frame}
                yield Call(option.node, env, node, call, call.depth + 1, is_certain=False)


def _of_call(analysis: Analysis, dom: Dom, node: Node, call: Call) -> Iterator[FieldRead]:
    callee, listed = node.field("function"), node.field("arguments")
    if callee is None or listed is None:
        return
    name, given = last_name(callee), listed.children
    if name == "val" and not given:
        owner = callee.field("object")
        found = None if owner is None else dom.elements(analysis.value(owner, call.env))
        yield from (FieldRead(node, each, call) for each in found or ())
    elif name in {"get", "getAll"} and len(given) == 1:
        key = analysis.value(given[0], call.env)
        owner = callee.field("object")
        form = None if owner is None else _form(analysis, dom, analysis.value(owner, call.env))
        if form is not None and isinstance(key, Literal):
            box = (ELEMENT,) if name == "getAll" else ()
            yield from (
                FieldRead(node, each, call, box) for each in dom.controls(form) if each.value("name") == key.value
            )
    elif callee.text == "Object.fromEntries" and len(given) == 1:
        form = _form(analysis, dom, analysis.value(given[0], call.env))
        for each in dom.controls(form) if form is not None else ():
            yield FieldRead(node, each, call, (each.value("name"),))
    elif callee.text == "Array.from" and given:
        yield from _of_entries(analysis, dom, given[0], call, _PAIR)
    elif name == "forEach":
        yield from _of_entries(analysis, dom, callee.field("object"), call, (ELEMENT,))


def _of_entries(
    analysis: Analysis, dom: Dom, node: Node | None, call: Call, box: tuple[str, ...]
) -> Iterator[FieldRead]:
    """Yield what a form's data holds as a list, where an expression gives that; which of it is picked is not followed."""
    if node is not None and node.type in _NAMING and not _PICKING.search(_statement(node).text):
        form = _form(analysis, dom, analysis.value(node, call.env))
        for each in dom.controls(form) if form is not None else ():
            yield FieldRead(node, each, call, box)


def _statement(node: Node) -> Node:
    found = (each for each in node.ancestors if each.type.endswith(("_statement", "_declaration")))
    return next(found, node)


def _form(analysis: Analysis, dom: Dom, value: Value) -> Element | None:
    """Return the form whose data a value holds: `new FormData(form)`, or its entries."""
    if isinstance(value, External) and value.path[-1:] == ("entries",) and value.receiver is not None:
        value = value.receiver
    if (
        not isinstance(value, External)
        or value.package != ""
        or value.path != ("FormData", "new")
        or not value.arguments
    ):
        return None
    found = dom.elements(analysis.force(value.arguments[0]))
    return found[0] if found is not None and len(found) == 1 and found[0].name == "form" else None


def _submitted(analysis: Analysis, dom: Dom, node: Node, call: Call) -> Iterator[Element]:
    """Yield the forms that a call submits in a way that their listeners hear of."""
    callee = node.field("function")
    owner = callee.field("object") if callee is not None else None
    name = last_name(callee) if callee is not None else None
    if owner is None or name not in _SUBMITTING or (name == "dispatchEvent" and "submit" not in node.text):
        return
    for each in dom.elements(analysis.value(owner, call.env)) or ():
        if name != "click" and each.name == "form":
            yield each
        elif name == "click" and each.form is not None and each.value("type").lower() in _submit_types(each):
            yield each.form


def _submit_types(button: Element) -> frozenset[str]:
    return frozenset({"submit", ""}) if button.name == "button" else frozenset({"submit", "image"})

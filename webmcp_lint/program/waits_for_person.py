"""Whether a call waits for what only a person does: `await new Promise((done) => form.addEventListener("submit", done))`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from webmcp_lint.program.effect_call import Call
from webmcp_lint.program.functions import function_around
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_EVENTS: Final = frozenset(
    {"submit", "click", "dblclick", "change", "input", "keydown", "keyup", "keypress", "pointerdown", "pointerup"}
    | {"mousedown", "mouseup", "touchstart", "touchend"}
)
_CAUSING: Final = frozenset({"submit", "requestSubmit", "click", "dispatchEvent", "trigger", "reset"})
"""What makes a script do it itself."""
_LISTENING: Final = frozenset({"addEventListener", "once", "on"})
_MAX_NODES: Final = 4_000
_CONDITIONAL: Final = frozenset({"if_statement", "ternary_expression", "switch_case"})


def waits_for_person(call: Call) -> bool:
    """Whether a call listens for an event of a person, and a promise that the function waits for hangs on it."""
    if call.name not in _LISTENING:
        return False
    is_method = call.owner is not None
    event = 0 if is_method else 1
    if call.name == "once" and len(call.arguments) == event + 1:
        # `once(element, "click")` and `emitter.once("click")` without a listener give a promise
        return call.text_of(event) in _EVENTS and _is_awaited(call.node) and not _is_caused(call.node)
    if not is_method and call.name != "addEventListener":
        return False
    promise = _promise(call)
    return call.text_of(0) in _EVENTS and promise is not None and not _is_caused(promise)


def _promise(call: Call) -> Node | None:
    """Return the promise that is made around a call, if the listener settles it."""
    listed = call.arguments
    executor = function_around(call.node)
    made = executor.parent.parent if executor is not None and executor.parent is not None else None
    constructor = made.field("constructor") if made is not None else None
    if executor is None or made is None or constructor is None or constructor.text != "Promise" or len(listed) < 2:
        return None
    tree = call.analysis.tree(executor)
    settling = {each for each in tree.scope_of(executor).bindings.values() if each.kind == "parameter"}
    listener = listed[1]
    if listener.type == "identifier":
        binding = tree.resolve(listener)
        source = None if binding is None or binding in settling else binding.source
        listener = source or listener
    names = (each for each in listener.walk() if each.type == "identifier")
    return made if any(tree.resolve(each) in settling for each in names) else None


def _is_awaited(node: Node) -> bool:
    return node.parent is not None and node.parent.type in {"await_expression", "return_statement", *FUNCTIONS}


def _is_caused(promise: Node) -> bool:
    """Whether the function does itself, on each of its ways, what it waits for."""
    function = function_around(promise)
    body = promise.script.root if function is None else function
    is_awaited = _is_awaited(promise)
    return any(each.start < promise.end or not is_awaited for each in _calls(body) if not _is_conditional(each, body))


def _calls(body: Node) -> Iterator[Node]:
    for each in islice(body.walk(), _MAX_NODES):
        callee = each.field("function") if each.type == "call_expression" else None
        if callee is not None and callee.type == "member_expression" and last_name(callee) in _CAUSING:
            yield each


def _is_conditional(call: Node, body: Node) -> bool:
    for around in call.ancestors:
        if around is body:
            return False
        if around.type in _CONDITIONAL:
            return True
    return False

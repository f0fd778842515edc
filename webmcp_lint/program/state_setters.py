"""Who sets the state of a React component, and whether it is ever made of what it was before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.functions import call_with, function_around
from webmcp_lint.program.patterns import parameters, targets
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.program.values import Function, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_USES: Final = 60
"""How often a name may be mentioned."""
MAX_NAMES: Final = 20
"""How many names are looked at that are given what is made of a state, or the function that sets it."""
_HOOK: Final = re.compile(r"use[A-Z]")


def is_only_replaced(analysis: Analysis, state: Binding) -> bool:
    """Whether a state is never made of what it was before, wherever the function that sets it is handed to."""
    return analysis.shared(("replaced", state), lambda: _all_replace(analysis, list(_setters(state)), set()))


def is_put_back(analysis: Analysis, call: Node) -> bool:
    """Whether the function around a call of a setter sets the state and has a timer set it again: it flashes up."""
    callee = call.field("function")
    binding = analysis.tree(call).resolve(callee) if callee is not None and callee.type == "identifier" else None
    if binding is None:
        return False
    around, _ = _around_timers(call)
    calls = (use.parent for use in analysis.tree(binding.node).uses(binding)[:MAX_USES])
    set_ = [_around_timers(each) for each in calls if each is not None and each.type == "call_expression"]
    return {by_timer for function, by_timer in set_ if function is around} == {True, False}


def _around_timers(node: Node) -> tuple[Node | None, bool]:
    """Return the function around a node, with what it gives to timers as parts of it, and whether one runs the node."""
    function, by_timer = function_around(node), False
    while function is not None and (timer := _timer(function)) is not None:
        function, by_timer = function_around(timer), True
    return function, by_timer


def _timer(function: Node) -> Node | None:
    """Return the call of `setTimeout` that a function is given to."""
    call = call_with(function)
    callee = call.field("function") if call is not None else None
    return call if callee is not None and last_name(callee) == "setTimeout" else None


def _setters(binding: Binding) -> Iterator[Binding]:
    """Yield the names of the function that sets a state."""
    for each in binding.scope.bindings.values():
        if each is not binding and each.source is binding.source:
            yield each


def _all_replace(analysis: Analysis, names: Sequence[Binding], seen: set[Binding]) -> bool:
    new = [each for each in names if each not in seen]
    seen.update(new)
    mentions = [use for each in new for use in analysis.tree(each.node).uses(each)]
    is_bounded = len(seen) <= MAX_NAMES and len(mentions) <= MAX_USES
    return is_bounded and all(_replaces(analysis, each, seen) for each in mentions)


def _replaces(analysis: Analysis, setter: Node, seen: set[Binding]) -> bool:
    """Whether a mention of a setter never gives a state that is made of the old one, wherever it is handed to."""
    around = setter.parent
    if around is None or around.field("function") is setter:
        return around is not None and not accumulates(analysis, around)
    if around.type == "jsx_expression" and around.parent is not None and around.parent.type == "jsx_attribute":
        opening = around.parent.parent
        tag = opening.field("name") if opening is not None else None
        if tag is None or tag.text.islower():
            return tag is not None
        taken = taken_by(analysis, tag, 0, around.parent.children[0].text)
        return taken is not None and _all_replace(analysis, taken, seen)
    key, place = None, setter
    if around.type in {"object", "pair"}:
        key = around.fields["key"].text if around.type == "pair" else setter.text
        place = around.parent if around.type == "pair" and around.parent is not None else around
        around = place.parent
    elif around.type == "array":
        return _is_argument(around)
    call = call_with(place)
    callee = call.field("function") if call is not None else None
    if callee is None or around is None:
        return False
    taken = taken_by(analysis, callee, place.place, key)
    return taken is not None and _all_replace(analysis, taken, seen)


def _is_argument(listed: Node) -> bool:
    """Whether a list is what a hook is told to depend on."""
    call = call_with(listed)
    return call is not None and is_hook(call)


def taken_by(analysis: Analysis, function: Node, place: int, key: str | None) -> list[Binding] | None:
    """Return the names that a function in sight gives to an argument, or to a property of it; None where it may do more."""
    found: list[Binding] = []
    for value in options(analysis.value(function, {})):
        given = parameters(value.node) if isinstance(value, Function) else []
        if place >= len(given):
            return None
        for name, path in targets(given[place]):
            binding = analysis.tree(name).resolve(name)
            is_meant = not path if key is None else bool(path) and path[0].key == key
            if binding is not None and is_meant:
                found.append(binding)
    return found or None


def accumulates(analysis: Analysis, call: Node) -> bool:
    """Whether a new state is made of the old: `setTasks((all) => [...all, task])`, a toggle apart."""
    listed = call.field("arguments")
    given = listed.children[0] if listed is not None and listed.children else None
    if given is None:
        return False
    if given.type in FUNCTIONS:
        return _takes_old(given)
    return any(_takes_old(each.node) for each in options(analysis.value(given, {})) if isinstance(each, Function))


def _takes_old(updater: Node) -> bool:
    body = updater.field("body")
    is_toggle = body is not None and body.text.startswith("!")
    return not is_toggle and (updater.field("parameter") is not None or bool(parameters(updater)))


def is_hook(call: Node) -> bool:
    """Whether what is called is a hook, by its name."""
    callee = call.field("function")
    return callee is not None and _HOOK.match(last_name(callee) or "") is not None

"""What `execute` does with its second argument, with long work, and with its own registration."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.components import is_passed_through
from webmcp_lint.program.patterns import parameters, targets
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import External, Function, Instance, Object, Value, options
from webmcp_lint.site.living import SecondParameter, Unheeded
from webmcp_lint.site.sinks import Registration
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_LOOPS: Final = frozenset({"for_statement", "for_in_statement", "while_statement", "do_statement"})
_LATER: Final = frozenset({"setTimeout", "setInterval", "requestAnimationFrame", "queueMicrotask", "nextTick"})
_LONG: Final = 1_000
_MAX_DIGITS: Final = 16
"""Milliseconds from which on a wait is long."""
_SIGNAL: Final = re.compile(r"(?i)signal|\barguments\b|abort")
_MAX_NODES: Final = 6_000


def functions(analysis: Analysis, way: Registration) -> Iterator[Node]:
    """Yield the functions that a tool may have as `execute`."""
    if isinstance(way.tool, (Object, Instance)):
        for each in options(analysis.member(way.tool, "execute", way.call)):
            if isinstance(each, Function):
                yield each.node


def closures(analysis: Analysis, way: Registration, component: Node) -> Iterator[Node]:
    """Yield the functions made in a component that a tool calls: its `execute`, or what was handed to its maker."""
    if not isinstance(way.tool, (Object, Instance)):
        return
    for each in options(analysis.member(way.tool, "execute", way.call)):
        if not isinstance(each, Function):
            continue
        if _stands_in(each.node, component):
            yield each.node
        else:
            yield from _handed_in(analysis, each, component)


def _stands_in(function: Node, component: Node) -> bool:
    return any(around is component for around in function.ancestors)


def _handed_in(analysis: Analysis, execute: Function, component: Node) -> Iterator[Node]:
    seen: set[Node] = set()
    for count, node in enumerate(execute.node.walk()):
        if count > _MAX_NODES:
            return
        callee = node.field("function") if node.type == "call_expression" else None
        if callee is None:
            continue
        for each in options(analysis.value(callee, execute.env)):
            if isinstance(each, Function) and each.node not in seen and _stands_in(each.node, component):
                seen.add(each.node)
                yield each.node


def second_parameter(analysis: Analysis, ways: Sequence[Registration]) -> SecondParameter | None:
    """Return the pattern that takes the second argument apart and has no default."""
    for way in ways:
        for function in functions(analysis, way):
            listed = parameters(function)
            if len(listed) > 1 and listed[1].type == "object_pattern":
                around = listed[1].parent
                is_typed = around is not None and around.type in {"required_parameter", "optional_parameter"}
                whole = around if around is not None and is_typed else listed[1]
                return SecondParameter(listed[1].location, _point(whole, whole.end))
    return None


def _point(node: Node, offset: int) -> Location:
    return node.script.file.location(offset, offset)


def _own_nodes(function: Node) -> Iterator[Node]:
    """Yield the nodes that run with a function, those of callbacks that run later apart."""
    stack = [child for child in function.children if child is function.field("body")]
    for _ in range(_MAX_NODES):
        if not stack:
            return
        node = stack.pop()
        yield node
        is_inner = node.type in FUNCTIONS and (not is_passed_through(node) or _is_delayed(node))
        if not is_inner and node.type not in CLASSES:
            stack.extend(reversed(node.children))


def _is_delayed(function: Node) -> bool:
    call = function.parent.parent if function.parent is not None and function.parent.type == "arguments" else None
    callee = call.field("function") if call is not None else None
    return callee is not None and last_name(callee) in _LATER


def unheeded(analysis: Analysis, ways: Sequence[Registration]) -> Unheeded | None:
    """Return the first long work of `execute` that no signal stops."""
    for way in ways:
        for function in functions(analysis, way):
            if not _takes_signal(function):
                found = _long_work(analysis, function)
                if found is not None:
                    return found
    return None


def _takes_signal(function: Node) -> bool:
    """Whether a function uses its second parameter, or speaks of a signal in another way."""
    listed, body = parameters(function), function.field("body")
    if len(listed) < 2:
        return _SIGNAL.search(function.text) is not None
    second = listed[1]
    pattern = second.field("left") or second.field("pattern") or second
    if body is None or pattern.type != "object_pattern":
        return True
    names = [re.escape(name.text) for name, _ in targets(pattern)]
    spoken = re.compile("|".join((_SIGNAL.pattern, *(rf"\b{name}\b" for name in names))))
    return spoken.search(body.text) is not None


def _long_work(analysis: Analysis, function: Node) -> Unheeded | None:
    requests: list[Node] = []
    place: tuple[Node, str] | None = None
    for node in _own_nodes(function):
        work = _work(analysis, node)
        if work == "request":
            requests.append(node)
        if work is not None and place is None:
            place = node.fields.get("function", node), work
    if place is None:
        return None
    entry, has_input = _entry(function)
    only = requests[0] if len(requests) == 1 and place[1] == "request" else None
    request, has_init = _request(only) if only is not None and entry is not None else (None, False)
    return Unheeded(place[0].location, place[1], entry, has_input, request, has_init)


def _work(analysis: Analysis, node: Node) -> str | None:
    if _is_long_wait(node):
        return "wait"
    if node.type == "await_expression" and any(each.type in _LOOPS for each in _within_function(node)):
        return "loop"
    callee = node.field("function") if node.type == "call_expression" else None
    if callee is None:
        return None
    if callee.text in {"fetch", "window.fetch", "globalThis.fetch"} and _is_browsers(analysis, callee):
        return "request"
    return None


def _is_long_wait(node: Node) -> bool:
    """Whether a promise is one of a timer that takes long: what a timer does by itself keeps nobody waiting."""
    constructor = node.field("constructor")
    if node.type != "new_expression" or constructor is None or constructor.text != "Promise":
        return False
    for call in node.walk():
        listed = call.field("arguments") if call.type == "call_expression" else None
        is_timer = listed is not None and last_name(call.fields["function"]) == "setTimeout"
        delay = listed.children[1].text.replace("_", "") if listed and is_timer and len(listed.children) > 1 else ""
        if delay.isascii() and delay.isdigit() and int(delay[:_MAX_DIGITS]) >= _LONG:
            return True
    return False


def _within_function(node: Node) -> Iterator[Node]:
    for around in node.ancestors:
        if around.type in FUNCTIONS:
            return
        yield around


def _is_browsers(analysis: Analysis, callee: Node) -> bool:
    return callee.type != "identifier" or analysis.tree(callee).resolve(callee) is None


def _entry(function: Node) -> tuple[Location | None, bool]:
    """Return where `, { signal }` belongs behind the parameters, if they stand in parentheses."""
    listed = function.field("parameters")
    if listed is None or listed.type != "formal_parameters":
        return None, False
    last = listed.children[-1] if listed.children else None
    if last is None:
        return _point(listed, listed.start + 1), False
    return (_point(last, last.end), True) if len(listed.children) == 1 else (None, True)


def _request(call: Node) -> tuple[Location | None, bool]:
    """Return where `signal` belongs in a request."""
    listed = call.fields["arguments"]
    given = listed.children
    if len(given) == 1 and given[0].type != "spread_element":
        return _point(given[0], given[0].end), False
    if len(given) == 2 and given[1].type == "object":
        return _point(given[1], given[1].start + 1), True
    return None, False


def own_end(analysis: Analysis, ways: Sequence[Registration]) -> Location | None:
    """Return where `execute`, before it answers, aborts the signal of its own registration."""
    for way in ways:
        made = controller(analysis, way)
        for function in functions(analysis, way) if made is not None else ():
            for node in _with_called(analysis, function):
                if _aborts(analysis, node, made):
                    return node.fields["function"].location
    return None


def _with_called(analysis: Analysis, function: Node) -> Iterator[Node]:
    """Yield the nodes that run with a function, and those of the functions in sight that it calls by name."""
    for node in _own_nodes(function):
        yield node
        callee = node.field("function") if node.type == "call_expression" else None
        if callee is not None and callee.type == "identifier":
            called = analysis.value(callee, {})
            if isinstance(called, Function) and called.node is not function:
                yield from _own_nodes(called.node)


def failed_end(analysis: Analysis, call: Node, ways: Sequence[Registration]) -> Location | None:
    """Return where what is handed to `.catch` of a registration aborts the signal of that registration."""
    member = call.parent
    chained = member.parent if member is not None and last_name(member) == "catch" else None
    listed = chained.field("arguments") if chained is not None and chained.type == "call_expression" else None
    made = controller(analysis, ways[0])
    if listed is None or made is None:
        return None
    found = (node for node in listed.walk() if _aborts(analysis, node, made))
    return next((node.fields["function"].location for node in found), None)


def controller(analysis: Analysis, way: Registration) -> External | None:
    """Return the controller whose signal a registration is given."""
    if not isinstance(way.options, Object) or way.options.open:
        return None
    signal = analysis.member(way.options, "signal", way.call)
    is_signal = isinstance(signal, External) and signal.path[:1] == ("AbortController",)
    return signal.receiver if isinstance(signal, External) and is_signal else None


def _aborts(analysis: Analysis, node: Node, made: Value | None) -> bool:
    callee = node.field("function") if node.type == "call_expression" else None
    owner = callee.field("object") if callee is not None and last_name(callee) == "abort" else None
    if owner is None or not isinstance(made, External):
        return False
    return any(isinstance(each, External) and each.node is made.node for each in options(analysis.value(owner, {})))

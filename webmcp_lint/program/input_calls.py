"""What members and calls make of the input: methods of texts and lists, functions in sight, functions that are not."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program import input_states
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.functions import arguments, function_around
from webmcp_lint.program.holding import ELEMENT, Call, Held, is_handed_on
from webmcp_lint.program.input_patterns import part
from webmcp_lint.program.input_sinks import called
from webmcp_lint.program.values import Frame, Function, Literal, Method, Value, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name, string_value

if TYPE_CHECKING:
    from webmcp_lint.program.inputs import Walk

MAX_CALLS = 8
"""How deep calls are followed."""

_CHECKS: Final = frozenset({"includes", "startsWith", "endsWith", "match", "search", "indexOf", "some", "every", "has"})
_LOOKUPS: Final = frozenset({"includes", "has", "get", "indexOf", "test", "exec", "hasOwnProperty", "hasOwn"})
_ELEMENTS: Final = frozenset({"map", "forEach", "filter", "find", "findLast", "flatMap", "some", "every"})
_SAME: Final = frozenset(
    {"trim", "toLowerCase", "toUpperCase", "toString", "valueOf", "normalize", "filter", "slice", "reverse", "sort"}
    | {"concat", "flat", "values", "replace", "replaceAll", "trimStart", "trimEnd", "substring", "substr", "split"}
    | {"padStart", "padEnd", "toLocaleLowerCase", "toLocaleUpperCase", "at", "pop", "shift", "find", "join", "repeat"}
)
"""Methods that give the value, or pieces of it."""

_STRIPPING: Final = re.compile(r"\[\^|[<>&]|\\W")
"""What a replacement takes away that escapes markup, or allows only some characters."""

_PASSED: Final = frozenset(
    {"$derived", "String", "structuredClone", "Object.freeze", "Promise.resolve", "Array.from", "URL"}
)
_LISTED: Final = frozenset({"Object.keys", "Object.values", "Object.entries", "Array.from", "Object.assign"})
_HARMLESS: Final = frozenset(
    {"Array.isArray", "Number", "parseInt", "parseFloat", "Boolean", "isNaN", "Number.isFinite"}
)
"""Functions that only look, or give a number; a test of what they are given all the same."""

_CHECKING: Final = re.compile(
    r"(?i)valid|check|assert|ensure|verif|sanit|requir|guard|allow|parse|must|expect|invariant|authori"
)
_ADDING: Final = frozenset({"push", "unshift", "add"})
_HANDED_ON: Final = frozenset({"then", "catch", "finally", "useCallback", "useMemo"})


def member(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    """Follow `held.name`."""
    name = parent.field("property")
    if name is None or node is not parent.field("object"):
        return
    if _is_written(parent):
        if held.key is None and not held.box:
            walk.flow.written.add(name.text)
        return
    if parent.field("optional_chain") is None:
        walk.dereference(parent, held)
    else:
        walk.test(held)
    invoked = parent.parent if parent.parent is not None and parent.parent.field("function") is parent else None
    if invoked is not None and _method(walk, name.text, invoked, held, call):
        return
    if name.text == "length" and (held.key is not None or held.box):
        return
    inner = part(walk, name.text, name, held, call)
    if inner is not None:
        walk.push(parent, inner, call)


def _is_written(target: Node) -> bool:
    around = target.parent
    return around is not None and around.type == "assignment_expression" and around.field("left") is target


def subscript(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    """Follow `held["name"]`, and `map[held]`, which gives something else."""
    index = parent.field("index")
    if index is None or node is index:
        walk.test(held, is_check=not _is_written(parent))
        return
    if _is_written(parent):
        return
    if parent.field("optional_chain") is None:
        walk.dereference(parent, held)
    if held.key is not None and not held.box:
        walk.push(parent, replace(held, is_original=False), call)
    elif held.box[:1] == (ELEMENT,):
        walk.push(parent, replace(held, box=held.box[1:]), call)
    else:
        _subscript(walk, parent, index, held, call)


def _subscript(walk: Walk, parent: Node, index: Node, held: Held, call: Call) -> None:
    keys = [each.value for each in options(expanded(walk.analysis, index, call.env)) if isinstance(each, Literal)]
    names = [key for key in keys if isinstance(key, str)]
    if held.box:
        names += [f"{key:g}" for key in keys if isinstance(key, int | float)]
    if not names:
        walk.escape(parent, held, "dynamic")
    inner_call = call if len(names) == 1 else replace(call, is_certain=False)
    for name in names:
        inner = part(walk, name, index, held, inner_call)
        if inner is not None:
            walk.push(parent, inner, call)


def _method(walk: Walk, name: str, invoked: Node, held: Held, call: Call) -> bool:
    """Follow a method of a text or a list; False where it is none that is known."""
    if held.key is None and not held.box:
        if name != "hasOwnProperty":
            return False
        given = _first(invoked)
        if given is not None and given.type == "string":
            walk.test(walk.read(string_value(given), given, held, call, is_test=True))
        return True
    if held.box and held.box[0] != ELEMENT:
        return False
    if name in _CHECKS and held.key is not None and not held.box and not _searches(name, _first(invoked)):
        walk.flow.checked.add(held.key)
    if name in _ELEMENTS:
        _callback(walk, invoked, replace(held, box=held.box[1:], is_original=False), call)
    if name not in _SAME:
        return name in _CHECKS or name in _ELEMENTS
    after = replace(held, is_original=False)
    if name == "split":
        after = replace(after, is_escaped=held.is_escaped or _strips(_first(invoked)))
    elif name.startswith("replace"):
        pattern = _first(invoked)
        after = replace(after, is_escaped=held.is_escaped or _strips(pattern))
        if pattern is not None and "[^" in pattern.text:
            return True
    elif name == "join":
        after = replace(after, form="inside", box=held.box[1:])
    elif name in {"at", "pop", "shift", "find"}:
        after = replace(after, box=held.box[1:])
    walk.push(invoked, after, call)
    return True


def _strips(pattern: Node | None) -> bool:
    return pattern is not None and _STRIPPING.search(pattern.text) is not None


def _first(invoked: Node) -> Node | None:
    listed = invoked.field("arguments")
    return listed.children[0] if listed is not None and listed.children else None


def _callback(walk: Walk, invoked: Node, held: Held, call: Call) -> None:
    """Hand something to the function that is the first argument of a call."""
    given = _first(invoked)
    if given is None:
        return
    for option in options(walk.analysis.value(given, call.env)):
        if not isinstance(option, Function):
            walk.escape(given, held, "argument")
        elif option.node in call:
            walk.enter(option.node, 0, held, call)
        else:
            inner = entered(walk, option, invoked, call, is_certain=call.is_certain)
            if inner is not None:
                walk.enter(option.node, 0, held, inner)


def from_callback(walk: Walk, function: Node, held: Held, call: Call) -> None:
    """Follow what a function returns that is written as the argument of a call, or called where it is written."""
    place = function
    while place.parent is not None and place.parent.type == "parenthesized_expression":
        place = place.parent
    around = place.parent
    if around is None:
        return
    if around.type == "call_expression" and around.field("function") is place:
        walk.push(around, held, call)
        return
    invoked = around.parent if around.type == "arguments" else None
    named = invoked.field("function") if invoked is not None else None
    name = last_name(named) if named is not None else None
    if input_states.from_setup(walk, function, held) or (named and input_states.set_state(walk, named, held, call)):
        return
    if invoked is not None and name == "computed":
        walk.push(invoked, walk.boxed(held, input_states.VALUE), call)
        return
    if invoked is None or function_around(invoked) is None:
        walk.escape(function, held, "argument")
    elif name in {"map", "flatMap"}:
        walk.push(invoked, walk.boxed(held, ELEMENT), call)
    elif name in _HANDED_ON:
        walk.push(invoked, held, call)
    elif name in _ELEMENTS:
        walk.test(held)
    else:
        walk.escape(function, held, "argument")


def callee(walk: Walk, node: Node, parent: Node, held: Held, _call: Call) -> None:
    """Follow `held(…)`, which throws where it is no function."""
    if node is parent.field("function") and parent.field("optional_chain") is None:
        walk.dereference(parent, held)


def store(walk: Walk, target: Node, held: Held, call: Call) -> None:
    """Follow what is put under a name, or into an object that has one."""
    box, since = held.box, target.end if target.parent is None else target.parent.end
    around = target.parent
    is_renamed = target.type == "identifier" and around is not None and around.field("left") is target
    while target.type == "member_expression":
        name, owner = target.field("property"), target.field("object")
        if name is None or owner is None:
            return
        box, target = (name.text, *box), owner
    binding = walk.analysis.tree(target).resolve(target) if target.type == "identifier" else None
    if binding is None:
        input_states.undeclared(walk, target, replace(held, box=box))
    if held.key is None and (binding is None or box != held.box or target not in call):
        walk.escape(target, held, "stored")
        return
    if binding is not None and len(box) <= 4:
        is_original = held.is_original and box == held.box
        held = replace(held, box=box, is_original=is_original)
        if not is_renamed and binding.kind in {"parameter", "import"}:
            input_states.elsewhere(walk, target, held, call)
        is_kept = not input_states.is_replaced(walk, binding, around or target)
        walk.bind(binding, held, call, since=since, is_kept=is_kept)


def argument(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    """Follow what is handed to a function."""
    invoked = parent.parent
    named = invoked.field("function") or invoked.field("constructor") if invoked is not None else None
    if invoked is None or named is None:
        return
    place = node.place
    arrival = called(invoked, place, held, walk.analysis.tree(node))
    if arrival is not None:
        walk.arrive(arrival)
        return
    if last_name(named) == "val" and named.type == "member_expression":
        walk.fill(named, held, call)
    if named.text in _HARMLESS:
        walk.test(held)
        return
    if named.text.startswith("console.") or _of_builtin(walk, node, invoked, held, call):
        return
    if input_states.set_state(walk, named, held, call) or input_states.fill_store(walk, named, held, call):
        return
    functions = list(options(walk.analysis.value(named, call.env)))
    is_only = len(functions) == 1
    known = [_into(walk, each, invoked, held, call, place=place, is_only=is_only) for each in functions]
    if not all(known):
        _unknown(walk, invoked, held)


def _of_builtin(walk: Walk, node: Node, invoked: Node, held: Held, call: Call) -> bool:
    """Follow what is handed to a function of the browser."""
    named = invoked.field("function") or invoked.fields["constructor"]
    owner, name, text = named.field("object"), last_name(named) or "", named.text
    if text == "JSON.stringify":
        if held.key is None and not held.box:
            walk.escape(node, held, "request" if _is_body(invoked) else "stringify")
        walk.push(invoked, replace(held, form="inside", box=(), is_original=False), call)
    elif text in _LISTED and text != "Array.from":
        if held.key is None:
            is_spread = text == "Object.assign" and is_handed_on(invoked)
            walk.escape(node, held, "spread" if is_spread else "dynamic")
        else:
            walk.dereference(node, held)
            listed = _listed(text, held.box)
            if listed is not None:
                walk.push(invoked, replace(held, box=listed, is_original=False), call)
    elif text in _PASSED:
        if text == "Array.from":
            walk.dereference(node, held)
        is_alone = len(node.parent.children if node.parent is not None else ()) == 1
        if text != "URL" or is_alone:
            walk.push(invoked, replace(held, is_original=False), call)
    elif owner is not None and name in _LOOKUPS:
        walk.test(held, is_check=True)
        if held.key is None:
            walk.escape(node, held, "argument")
    elif owner is not None and (name in _ADDING or (name == "set" and node is not _first(invoked))):
        store(walk, owner, walk.boxed(held, ELEMENT), call)
    else:
        return False
    return True


def _listed(function: str, box: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return where a list of an object's members holds what is at `box` in the object; None where it is not there."""
    if box[:1] in {(), (ELEMENT,)} or function == "Object.assign":
        return box
    match function:
        case "Object.values":
            return (ELEMENT, *box[1:])
        case "Object.entries":
            return (ELEMENT, "1", *box[1:])
    return None


def _is_body(value: Node) -> bool:
    """Whether a value is the body of a request: `fetch(url, { body: value })`."""
    around = value.parent
    name = around.field("key") if around is not None and around.type == "pair" else None
    return name is not None and name.text == "body"


def _into(walk: Walk, function: Value, invoked: Node, held: Held, call: Call, *, place: int, is_only: bool) -> bool:
    if isinstance(function, Method) and function.name == "call":
        function, place = function.receiver, place - 1
    if not isinstance(function, Function) or place < 0:
        return False
    inner = entered(walk, function, invoked, call, is_certain=call.is_certain and is_only)
    if inner is None:
        walk.escape(invoked, held, "argument")
    else:
        walk.enter(function.node, place + len(function.bound), held, inner)
    return True


def entered(walk: Walk, function: Function, invoked: Node, call: Call, *, is_certain: bool) -> Call | None:
    """Return the call by which the walk goes into a function; None where that is too deep."""
    if call.depth >= MAX_CALLS:
        return None
    key = (function.node, invoked, call)
    known = walk.calls.get(key)
    if known is None:
        slots, open_ = arguments(walk.analysis, invoked, call.env)
        frame = Frame(function.node, arguments=[*function.bound, *slots], this=function.this, open_=open_)
        env = {**function.env, function.node: frame}
        known = Call(function.node, env, invoked, call, call.depth + 1, is_certain)
        walk.calls[key] = known
    return known


def _searches(name: str, wanted: Node | None) -> bool:
    """Whether a method looks for what somebody typed, as a search does, not for what is allowed."""
    is_name = wanted is not None and wanted.type == "identifier" and not wanted.text.isupper()
    return name in {"includes", "search", "indexOf"} and is_name


def _unknown(walk: Walk, invoked: Node, held: Held) -> None:
    """Give up what goes into a function that is not in sight; it may be a check, in a condition or by its name."""
    walk.escape(invoked, held, "argument")
    callee = invoked.field("function") or invoked.field("constructor")
    around = invoked.parent
    while around is not None and around.type in {"await_expression", "unary_expression", "parenthesized_expression"}:
        around = around.parent
    is_said = callee is not None and _CHECKING.search(last_name(callee) or "") is not None
    is_kept = around is not None and around.type in {"expression_statement", "variable_declarator"}
    if around is not None and (around.type == "if_statement" or (is_said and is_kept)):
        walk.test(held, is_check=True)

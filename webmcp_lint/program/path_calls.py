"""What a call does on the paths through a submit listener: an act, a function in sight, or what nobody can tell."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.functions import arguments, is_async
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.path_answers import caught, of_event
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import Environment, External, Frame, Function, Method, Value, options
from webmcp_lint.program.waiting import CHAINED, TIMERS, Phase, wait
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.acts import ActKind, Path
    from webmcp_lint.program.paths import Walker

MAX_CALLS: Final = 10
"""How deep calls are followed."""

MAX_ALL_STEPS: Final = 12_000
"""How many syntax nodes are walked of all that a listener calls."""

_SUBMITTING: Final[Mapping[str, ActKind]] = {
    "reset": "reset",
    "submit": "submit",
    "requestSubmit": "request-submit",
}
_CHECK: Final = re.compile(
    r"(?i)valid|verif|authori[sz]|permi(?:t|ssion)|captcha|^(?:is)?(?:allowed|check)(?!out|box|ed)"
)
"""Names of functions that check input, or who may send it; the browser's own checks of a form are always made."""

_HARMLESS: Final = frozenset({"console", "Object", "JSON", "Boolean", "String", "Array"})


def call(walker: Walker, node: Node, env: Environment, paths: list[Path]) -> list[Path]:
    """Walk a call or `new`: what it is made of first, then what it does."""
    callee = node.field("function") or node.field("constructor")
    listed = node.field("arguments")
    if callee is None:
        return paths
    callee = unwrapped(callee)
    given = list(listed.children) if listed is not None and listed.type == "arguments" else []
    owner, name = callee.field("object"), last_name(callee)
    if owner is not None and walker.is_event(owner, env):
        return of_event(walker, node, given, env, paths)
    if owner is not None:
        paths = walker.expression(owner, env, paths)
    paths = walker.operands(given, env, paths)
    kind = _SUBMITTING.get(name or "")
    if owner is not None and kind is not None and _is_form(walker, owner, env):
        return walker.act(paths, kind, node)
    if owner is not None and _is_triggered_reset(walker, name, owner, given, env):
        return walker.act(paths, "reset", node)
    if owner is not None and name in CHAINED:
        return _chained(walker, owner, name, given, env=env, paths=paths)
    if name is not None and _CHECK.search(name) and not name.endswith("Validity"):
        paths = walker.act(paths, "check", node)
    return _called(walker, node, callee, given, env=env, paths=paths)


def _is_form(walker: Walker, owner: Node, env: Environment) -> bool:
    """Whether an expression is the form at hand, or a list that has it."""
    owner = unwrapped(owner)
    inner = owner.field("object")
    is_boxed = inner is not None and last_name(owner) in {"current", "value"}
    named = inner if is_boxed and inner is not None else owner
    if named.type == "identifier" and named.text in walker.form_refs and walker.dom.target is not None:
        return named.script.file.path == walker.dom.target.location.file.path
    found = walker.dom.elements(walker.analysis.value(owner, env))
    return found is not None and walker.dom.target in found


def _is_triggered_reset(walker: Walker, name: str | None, owner: Node, given: list[Node], env: Environment) -> bool:
    """Whether this is jQuery's `$(form).trigger("reset")`."""
    is_reset = name == "trigger" and bool(given) and given[0].text.strip("\"'`") == "reset"
    return is_reset and _is_form(walker, owner, env)


def _chained(
    walker: Walker, owner: Node, name: str, given: list[Node], *, env: Environment, paths: list[Path]
) -> list[Path]:
    """Follow what is given to `then`, `catch` or `finally`: it runs when the promise is settled."""
    waits = wait(walker.analysis, owner, env)
    found = paths
    for index, argument in enumerate(given):
        after = _later(walker, argument, waits, env=env, paths=found, promise=owner)
        # A failure is handled, or there is none
        found = after if name == "then" and index == 0 else [*found, *after]
    is_caught = name == "catch" or (name == "then" and len(given) > 1)
    return [caught(path, owner) for path in found] if is_caught else found


def _later(
    walker: Walker,
    argument: Node,
    waits: Phase,
    *,
    env: Environment,
    paths: list[Path],
    promise: Node | None = None,
) -> list[Path]:
    """Walk a callback that is called later, as when a promise is settled, and go on with the code around it."""
    before = [path for path in paths if path.exit is not None]
    found = []
    for path in paths:
        if path.exit is None:
            goes_with = walker.declared(promise) in path.answers if promise is not None else path.goes_with_answer
            moved = replace(path, phase=max(path.phase, waits), goes_with_answer=goes_with)
            walked = [moved]
            for option in options(walker.analysis.value(argument, env)):
                if isinstance(option, Function):
                    walked = _inside(walker, option, argument, [], env=env, paths=walked)
            if promise is not None:
                walked = [_rejecting(walker, each) for each in walked]
            back = replace(path, exit=None)
            found += [replace(back, acts=each.acts, is_known=each.is_known, answers=each.answers) for each in walked]
    return [*before, *found]


def _rejecting(walker: Walker, path: Path) -> Path:
    """Reject the promise that a callback makes where the callback throws."""
    thrown = path.exit_node if path.exit == "throw" else None
    return path if thrown is None else walker.act([replace(path, exit=None)], "reject", thrown)[0]


def _called(
    walker: Walker, node: Node, callee: Node, given: list[Node], *, env: Environment, paths: list[Path]
) -> list[Path]:
    value = walker.analysis.value(callee, env)
    if isinstance(value, Method) and isinstance(value.receiver, Function) and value.name in {"call", "apply"}:
        value, given = value.receiver, given[1:]
    found: list[Path] = []
    for option in options(value):
        if isinstance(option, Function) and node.type == "call_expression":
            found += _inside(walker, option, node, given, env=env, paths=paths)
        else:
            found += _of_browser(walker, node, callee, option, given, env=env, paths=paths)
    return list(dict.fromkeys(found))


def _of_browser(
    walker: Walker, node: Node, callee: Node, value: Value, given: list[Node], *, env: Environment, paths: list[Path]
) -> list[Path]:
    """Follow a call of what is no function in sight: a timer, a method of a list, a promise, or anything."""
    name = last_name(callee)
    callbacks = [each for each in given if each.type in FUNCTIONS]
    if name in TIMERS or name == "addEventListener":
        return _delayed(walker, callbacks or given[:1], env, paths)
    if name == "queueMicrotask":
        return _later(walker, given[0], Phase.DISPATCH, env=env, paths=paths) if given else paths
    is_promise = node.type == "new_expression" and name == "Promise"
    if name in PER_ELEMENT or is_promise:
        for each in callbacks:
            after = _later(walker, each, Phase.DISPATCH, env=env, paths=paths)
            # A list may be empty
            paths = after if is_promise else [*paths, *after]
        return paths
    return _unknown(walker, value, given, env, paths)


def _delayed(walker: Walker, callbacks: list[Node], env: Environment, paths: list[Path]) -> list[Path]:
    """Walk the callback of a timer; the answer waits for one that settles its promise."""
    for each in callbacks:
        answering = walker.answering
        walker.answering = answering if _settles(walker, each) else 0
        paths = _later(walker, each, Phase.LATER, env=env, paths=paths)
        walker.answering = answering
    return paths


def _settles(walker: Walker, callback: Node) -> bool:
    """Whether a function calls what `new Promise` hands to the function around it."""
    tree = walker.analysis.tree(callback)
    for each in callback.walk():
        binding = tree.resolve(each) if each.type == "identifier" else None
        listed = binding.scope.node.parent if binding is not None and binding.kind == "parameter" else None
        made = listed.parent.field("constructor") if listed is not None and listed.parent is not None else None
        if made is not None and made.text == "Promise":
            return True
    return False


def _unknown(walker: Walker, value: Value, given: list[Node], env: Environment, paths: list[Path]) -> list[Path]:
    """Leave a path unknown where code that is not in sight gets the event, or a function that does something."""
    if isinstance(value, External) and value.package == "" and value.path[:1] and value.path[0] in _HARMLESS:
        return paths
    if any(walker.is_event(each, env) for each in given):
        return [replace(path, is_known=False) for path in paths]
    for each in given:
        if each.type in FUNCTIONS and set(_later(walker, each, Phase.DISPATCH, env=env, paths=paths)) != set(paths):
            return [replace(path, is_known=False) for path in paths]
    return paths


def _inside(
    walker: Walker, function: Function, node: Node, given: list[Node], *, env: Environment, paths: list[Path]
) -> list[Path]:
    """Walk a function in sight; an async one goes on by itself from its first await."""
    is_outermost = not walker.callers
    gives_event = any(walker.is_event(each, env) for each in given)
    if len(walker.callers) >= MAX_CALLS or function.node in walker.entered or walker.all_steps > MAX_ALL_STEPS:
        return [replace(path, is_known=False) for path in paths] if gives_event else paths
    steps = walker.steps
    if is_outermost:
        walker.steps = 0
    slots, open_ = arguments(walker.analysis, node, env) if node.type == "call_expression" and given else ([], None)
    owner = (node.field("function") or node).field("object")
    this = function.this or (walker.analysis.value(owner, env) if owner is not None else None)
    frame = Frame(function.node, arguments=[*function.bound, *slots], this=this, open_=open_)
    before = [path for path in paths if path.exit is not None]
    live = [path for path in paths if path.exit is None]
    outer, walker.callers = walker.callers, (*walker.callers, node)
    entered, walker.entered = walker.entered, (*walker.entered, function.node)
    runs_apart = is_async(function.node)
    outer_trying = walker.trying
    if runs_apart:
        walker.trying = 0
    found = [
        after
        for path in live
        for after in _returned(walker, function, {**function.env, function.node: frame}, path, runs_apart=runs_apart)
    ]
    walker.callers, walker.entered, walker.trying = outer, entered, outer_trying
    if is_outermost:
        if gives_event and (walker.is_exhausted or walker.analysis.work.is_exhausted):
            found = [replace(path, is_known=False) for path in found]
        walker.all_steps += walker.steps
        walker.steps = steps
        walker.analysis.begin_aside()
    return [*before, *found]


def _returned(walker: Walker, function: Function, env: Environment, path: Path, *, runs_apart: bool) -> list[Path]:
    found = []
    for left in walker.body(function.node, env, [path]):
        after = left
        if after.exit == "throw" and not runs_apart:
            found.append(after)
            continue
        rejected = after.exit_node if after.exit == "throw" else None
        if rejected is not None:
            after = walker.act([replace(after, exit=None)], "reject", rejected)[0]
        back = replace(after, exit=None, exit_node=None, rejected=rejected, settled=None, assumed=path.assumed)
        if runs_apart:
            back = replace(back, phase=path.phase, settled=after.phase, goes_with_answer=path.goes_with_answer)
        found.append(back)
    return list(dict.fromkeys(found))

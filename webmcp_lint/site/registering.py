"""How each call of `registerTool` stands in the life of its page: its hook, its signal, its promise, what it closes over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final
from typing import Literal as OneOf

from webmcp_lint.program import components, floating, staleness, taking_back
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import conditions
from webmcp_lint.program.functions import call_with, function_around
from webmcp_lint.program.scopes import Binding
from webmcp_lint.program.values import (
    Array,
    External,
    Function,
    Literal,
    ModelContext,
    Object,
    Undefined,
)
from webmcp_lint.site import executing, handles
from webmcp_lint.site.feature_tests import is_judged
from webmcp_lint.site.living import Hook, RegisteringCall, StaleRead
from webmcp_lint.site.sinks import Registration
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_ONCE: Final = re.compile(r"(?i)registered|once|\bdid|init|loaded|\.current\b|\bdone\b|already|has\w*tool|started")
_ROOT: Final = re.compile(r"(?:App|Root|Main)(?:Root|Shell|Component|Layout)?$|^(?:Root)?Layout$")
_ROOT_FILE: Final = re.compile(r"(?:^|/)(?:App\.(?:vue|svelte)|app\.vue|\+layout\.svelte)$")


def registering_calls(analysis: Analysis, found: Sequence[Registration]) -> Iterator[RegisteringCall]:
    """Yield each native call once, with what holds of all its ways; what the browser surely refuses is left out."""
    by_call: dict[Node, list[Registration]] = {}
    for each in found:
        is_native = each.registrar is None and each.via == "registerTool" and isinstance(each.context, ModelContext)
        if is_native and not isinstance(each.tool, (Literal, Array, Function)):
            by_call.setdefault(each.call, []).append(each)
    for call, ways in sorted(by_call.items(), key=lambda each: each[0].start):
        analysis.begin()
        yield _told(analysis, call, ways)


def _told(analysis: Analysis, call: Node, ways: Sequence[Registration]) -> RegisteringCall:
    callee = call.fields["function"]
    function = function_around(call)
    fate = floating.fate_of(call)
    told = RegisteringCall(
        location=(callee.field("property") or callee).location,
        call=call.location,
        function=(function or call.script.root).location,
        signal=_signal(analysis, ways),
        fate=fate.kind,
        is_in_try=fate.is_in_try,
        chained=None if fate.chained is None else fate.chained.location,
        awaitable=fate.is_awaitable,
        is_once=any(_ONCE.search(condition.text) for condition, _ in conditions(call)),
        handles=list(handles.handles_of(analysis, call)),
        in_toolchange=_is_in_toolchange(call),
        parameter=executing.second_parameter(analysis, ways),
        unheeded=executing.unheeded(analysis, ways),
        own_end=executing.own_end(analysis, ways),
        failed_end=executing.failed_end(analysis, call, ways),
        is_judged=is_judged(call),
        is_by_navigator=all(way.context is not None and way.context.via == "navigator" for way in ways),
    )
    if function is None:
        return told
    component = components.is_rendered(call)
    if component is not None:
        return replace(told, rendered=components.component_name(component))
    hook = components.hook_of(analysis, call)
    if hook is None:
        return told
    around = components.component_around(hook.node)
    shown = _hook(analysis, hook, around)
    fresh = _fresh(analysis, hook, shown, around) if around is not None else None
    stale = _stale(analysis, ways, around, fresh) if around is not None and fresh is not None else ()
    return replace(told, hook=shown, stale=list(stale), takes_back=taking_back.takes_back(analysis, call, hook))


def _fresh(analysis: Analysis, hook: components.Hook, shown: Hook, component: Node) -> frozenset[Binding] | None:
    """Return the names whose change registers anew; None where any render may."""
    listed = hook.dependencies
    if shown.runs == "once":
        return frozenset()
    is_list = shown.runs == "sometimes" and shown.fresh is None and listed is not None and listed.type == "array"
    return staleness.refreshed(analysis, listed, component) if is_list and listed is not None else None


def _hook(analysis: Analysis, hook: components.Hook, component: Node | None) -> Hook:
    callee = hook.node.field("function")
    name = hook.node.field("name") if callee is None else callee.field("property") or callee
    listed = hook.dependencies
    runs: OneOf["once", "always", "sometimes"] = "once"
    fresh: Node | None = None
    if hook.framework == "React" and callee is not None:
        runs = "always" if listed is None else "sometimes"
        if listed is not None and listed.type == "array":
            if all(staleness.is_stable(analysis, each) for each in listed.children):
                runs = "once"
            elif component is not None:
                fresh = next((e for e in listed.children if staleness.is_fresh(analysis, e, component)), None)
    return Hook(
        framework=hook.framework,
        name=hook.name,
        location=(name or hook.node).location,
        runs=runs,
        fresh=None if fresh is None else fresh.location,
        is_root=_is_root(analysis, hook, component),
    )


def _is_root(analysis: Analysis, hook: components.Hook, component: Node | None) -> bool:
    """Whether a component lives as long as its page, and its hook runs once in it; strict mode's trial is none of that."""
    script = hook.node.script
    if _ROOT_FILE.search(script.file.path):
        return True
    if hook.framework == "React" and component is not None:
        name = components.component_name(component)
        is_root = name is not None and (_ROOT.search(name) is not None or components.is_root(analysis, component))
        listed = hook.dependencies
        names = listed.children if listed is not None else ()
        return is_root and not any(staleness.is_shown_to_change(analysis, each, component) for each in names)
    cls = next((each for each in hook.node.ancestors if each.type == "class_declaration"), None)
    name_ = cls.field("name") if cls is not None else None
    return hook.framework == "Angular" and name_ is not None and name_.text in {"App", "AppComponent"}


def _signal(analysis: Analysis, ways: Sequence[Registration]) -> OneOf["none", "unknown", "kept", "aborted"]:
    found = {_signal_of(analysis, way) for way in ways}
    return found.pop() if len(found) == 1 else "unknown"


def _signal_of(analysis: Analysis, way: Registration) -> OneOf["none", "unknown", "kept", "aborted"]:
    if way.options is None or isinstance(way.options, Undefined):
        listed = way.call.field("arguments")
        is_spread = listed is None or any(each.type == "spread_element" for each in listed.children)
        return "unknown" if is_spread else "none"
    if not isinstance(way.options, Object) or way.options.open:
        return "unknown"
    signal = analysis.member(way.options, "signal", way.call)
    if isinstance(signal, Undefined):
        return "none"
    if not isinstance(signal, External) or signal.receiver is None or signal.path[:1] != ("AbortController",):
        return "unknown"
    return "kept" if _is_kept(analysis, signal.receiver.node) else "aborted"


def _is_kept(analysis: Analysis, made: Node) -> bool:
    """Whether only the signal is ever read of a variable or private field with a controller, so that nothing aborts it."""
    around = made.parent
    field = around.field("property") or around.field("left") if around is not None else None
    if around is not None and field is not None:
        key = field.text if around.type == "field_definition" else last_name(field) or ""
        return key.startswith("#") and all(_is_of_signal(use) for use in analysis.tree(made).members.get(key, ()))
    name = around.field("name") if around is not None and around.type == "variable_declarator" else None
    binding = analysis.tree(made).resolve(name) if name is not None and name.type == "identifier" else None
    if binding is None:
        return False
    uses = analysis.tree(made).uses(binding)
    return analysis.shared(
        ("kept", made), lambda: all(use.parent is not None and last_name(use.parent) == "signal" for use in uses)
    )


def _is_of_signal(use: Node) -> bool:
    """Whether a private field is read for its signal only, or set."""
    around = use.parent
    return around is not None and (last_name(around) == "signal" or around.field("left") is use)


def _stale(
    analysis: Analysis, ways: Sequence[Registration], component: Node, fresh: frozenset[Binding]
) -> Iterator[StaleRead]:
    for way in ways:
        for function in executing.closures(analysis, way, component):
            for read in staleness.reads_of_render(analysis, function, component, fresh):
                # A parent that changes a prop mostly changes it together with those that are listed
                if read.kind == "state" or not fresh:
                    yield StaleRead(read.node.location, read.name, read.kind)


def _is_in_toolchange(call: Node) -> bool:
    """Whether a listener for `toolchange` leads to a call with nothing to decide on the way."""
    function = function_around(call)
    inside: Node = call
    while function is not None:
        if any(True for _ in _decided(inside, function)):
            return False
        if _listens(function):
            return True
        if not components.is_passed_through(function):
            return False
        inside, function = function, function_around(function)
    return False


def _decided(place: Node, function: Node) -> Iterator[Node]:
    for condition, _ in conditions(place):
        if function.start <= condition.start < function.end:
            yield condition


def _listens(function: Node) -> bool:
    around = function.parent
    if around is None:
        return False
    if around.type == "assignment_expression":
        return last_name(around.fields["left"]) == "ontoolchange"
    call = call_with(function)
    callee = call.field("function") if call is not None else None
    if call is None or callee is None or last_name(callee) != "addEventListener":
        return False
    first = call.fields["arguments"].children[0]
    has_once = any(last_name(each) == "once" or "once" in each.text for each in call.fields["arguments"].children[2:])
    return first.text.strip("\"'`") == "toolchange" and not has_once

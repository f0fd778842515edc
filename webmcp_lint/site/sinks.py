"""The calls that register tools: found by name, proved by flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from webmcp_lint.browser.registration import is_detached, register
from webmcp_lint.program import signal_forms
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.functions import arguments, is_reached
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.order import Place, is_before, is_repeated, runner_of
from webmcp_lint.program.registrars import NATIVE, Registrar
from webmcp_lint.program.scopes import COMPUTED, FUNCTIONS, LOOPS, ScopeTree
from webmcp_lint.program.values import (
    Array,
    Environment,
    External,
    Literal,
    Method,
    ModelContext,
    Object,
    Property,
    Unknown,
    Value,
    options,
)
from webmcp_lint.site.conditions import condition_of
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_READ_BY_NAME = frozenset({"name", "title", "description", "outputSchema", "annotations"})
"""Properties of a tool that are looked for by the browser's names only."""


@dataclass(frozen=True, slots=True)
class Registration:
    """One way in which one call registers one thing.

    `via` is the method or library function, `context` the object the model context was read from, where it is native.
    `place` is the moment at which it happens, with the names around it bound.
    """

    call: Node
    tool: Value
    options: Value | None
    registrar: Registrar | None
    via: str
    context: ModelContext | None = None
    is_detached: bool = False
    """Whether the method is called off its object, which the browser refuses."""
    place: Place | None = None
    condition: str | None = None
    """What it hangs on, tests for the API itself apart; None where it is certain."""


def registrations(analysis: Analysis, tree: ScopeTree) -> Iterator[Registration]:
    """Yield what the calls of a script register, in source order."""
    calls = {
        call
        for name in analysis.registrars.words
        for call in tree.calls.get(name, ())
        if call.type == "call_expression"
    }
    calls |= {call for name in ("call", "apply") for call in tree.calls.get(name, ()) if _mentions_native(call)}
    calls |= {call for call in tree.calls.get(COMPUTED, ()) if _is_of_context(analysis, call)}
    names = _other_names(analysis, tree)
    known = {call for name in names for call in tree.calls.get(name, ()) if call.type == "call_expression"} - calls
    handed = _handed_on(tree, names)
    ends = Ends(analysis)
    for call in (*sorted(calls, key=_start), *sorted(known, key=lambda each: (last_name_of(each), each.start))):
        for each in _of_call(analysis, call):
            yield from ends.passed(each)
    for argument in sorted(handed, key=_start):
        yield from _of_elements(analysis, argument)
    analysis.at(None)


def _start(node: Node) -> int:
    return node.start


def last_name_of(call: Node) -> str:
    """Return the name that a call is found by."""
    callee = call.field("function")
    return (callee and last_name(callee)) or ""


def _mentions_native(call: Node) -> bool:
    callee, listed = call.field("function"), call.field("arguments")
    first = listed.children[0] if listed is not None and listed.children else None
    texts = [each.text for each in (callee, first) if each is not None]
    return any(name in text for name in NATIVE for text in texts)


def _is_of_context(analysis: Analysis, call: Node) -> bool:
    """Whether a call of `x[key]` is one of a method of the model context."""
    callee = call.field("function")
    owner = callee.field("object") if callee is not None else None
    if owner is None or call.type != "call_expression":
        return False
    analysis.begin()
    return any(isinstance(option, ModelContext) for option in options(analysis.value(owner, {})))


def _other_names(analysis: Analysis, tree: ScopeTree) -> list[str]:
    """Return the names of `const { registerTool: add } = mc`, `const add = mc.registerTool.bind(mc)`, renamed imports."""
    names: set[str] = set()
    wanted = analysis.registrars.words
    for word in wanted:
        for member in tree.members.get(word, ()):
            around = next((each for each in member.ancestors if each.type == "variable_declarator"), None)
            target = around.field("name") if around is not None else None
            if target is not None and target.type == "identifier":
                names.add(target.text)
        names.update(tree.renames.get(word, ()))
        names.update(tree.import_aliases.get(word, ()))
    return sorted(names)


def _handed_on(tree: ScopeTree, names: Sequence[str]) -> set[Node]:
    """Return where the method itself is handed to a method of a list: `tools.forEach(mc.registerTool)`."""
    found: set[Node] = set()
    mentions = [*tree.members.get("registerTool", ()), *tree.identifiers.get("registerTool", ())]
    mentions += [identifier for name in names for identifier in tree.identifiers.get(name, ())]
    for mention in mentions:
        node, parent = mention, mention.parent
        if parent is not None and parent.type == "member_expression" and parent.field("object") is node:
            # `mc.registerTool.bind(mc)`
            node = parent.parent or node
            parent = node.parent
        if parent is not None and parent.type == "arguments" and parent.children[0] is node:
            callee = parent.parent.field("function") if parent.parent is not None else None
            if callee is not None and last_name(callee) in PER_ELEMENT:
                found.add(node)
    return found


def _of_elements(analysis: Analysis, method: Node) -> Iterator[Registration]:
    """Yield what `tools.forEach(mc.registerTool)` registers, which hands on the place of each element as options."""
    listed = method.parent
    call = listed.parent if listed is not None else None
    callee = call.field("function") if call is not None else None
    if call is None or callee is None or listed is None:
        return
    analysis.begin()
    analysis.at(Place(call, {}))
    this = listed.children[1] if len(listed.children) > 1 else None
    for env in contexts(analysis, [method, callee], {}):
        analysis.at(Place(call, env))
        for function in options(analysis.value(method, env)):
            for each in options(analysis.value(callee, env)):
                match function, each:
                    case Method(receiver=ModelContext() as context, name=name), Method(receiver=receiver):
                        elements = analysis.elements(receiver) if name == "registerTool" else None
                        is_bound = method.type == "call_expression" or this is not None
                        for index, slot in enumerate(elements.items if elements is not None else ()):
                            tool = analysis.force(slot)
                            yield Registration(
                                *(call, tool, Literal(index, method), None, name, context, not is_bound),
                                place=Place(call, env),
                                condition=condition_of(analysis, call, tool, env),
                            )


def _of_call(analysis: Analysis, call: Node) -> Iterator[Registration]:
    callee = call.field("function")
    listed = call.field("arguments")
    if callee is None or listed is None or listed.type != "arguments":
        return
    analysis.begin()
    analysis.at(Place(call, {}))
    if not _may_register(analysis, analysis.value(callee, {})):
        return
    nodes = [callee, *(_asked(each) for each in listed.children[: _read_arguments(callee)])]
    for env in contexts(analysis, nodes, {}):
        analysis.at(Place(call, env))
        if is_reached(analysis, call, env):
            found = list(options(analysis.value(callee, env)))
            for option in found:
                yield from _registered(analysis, option, call, env)


def _read_arguments(callee: Node) -> int:
    """Return how many of a call's arguments must be known: those before the tool are the function and its `this`."""
    return {"call": 2, "apply": 3 if callee.text.startswith("Reflect") else 2}.get(last_name(callee) or "", 1)


def _asked(argument: Node) -> Node:
    return argument.children[0] if argument.type == "spread_element" and argument.children else argument


def _may_register(analysis: Analysis, function: Value) -> bool:
    for option in options(function):
        match option:
            case Method(receiver=ModelContext()) | Unknown():
                return True
            case External() if analysis.registrars.find(option.package, option.path[-1] if option.path else ""):
                return True
            case External(package="", path=("Reflect", "apply")):
                return True
            case Method(receiver=Method(receiver=ModelContext())):
                return True
    return False


def _registered(analysis: Analysis, function: Value, call: Node, env: Environment) -> Iterator[Registration]:
    slots, open_ = arguments(analysis, call, env)
    values = [*(analysis.force(slot) for slot in slots), *([] if open_ is None else [open_])]
    detached = False
    match function:
        case Method(receiver=Method(receiver=ModelContext() as context, name=name)) if function.name in {
            "call",
            "bind",
        }:
            values = values[1:]
        case Method(receiver=Method(receiver=ModelContext() as context, name=name), name="apply"):
            values = _listed(analysis, values[1:])
        case External(package="", path=("Reflect", "apply")):
            inner = values[0] if values else None
            if not isinstance(inner, Method) or not isinstance(inner.receiver, ModelContext):
                return
            context, name = inner.receiver, inner.name
            values = _listed(analysis, values[2:])
        case Method(receiver=ModelContext() as context, name=name):
            detached = is_detached(function, call)
        case External():
            registrar = analysis.registrars.find(function.package, function.path[-1] if function.path else "")
            if registrar is not None:
                yield from _by_library(analysis, registrar, values, call, env)
            return
        case _:
            return
    if name not in NATIVE or not values:
        return
    given = values[0]
    settings = values[1] if len(values) > 1 else None
    place = Place(call, env)
    condition = condition_of(analysis, call, given, env)
    if name == "registerTool":
        for option in options(given):
            yield Registration(call, option, settings, None, name, context, detached, place=place, condition=condition)
        return
    for option in options(given):
        tools = analysis.member(option, "tools", call)
        for each, perhaps in _elements(analysis, tools):
            doubt = condition_of(analysis, call, perhaps, env)
            yield Registration(call, each, None, None, name, context, place=place, condition=doubt or condition)


def _listed(analysis: Analysis, given: Sequence[Value]) -> list[Value]:
    """Return the arguments that a list holds."""
    elements = analysis.elements(given[0]) if given else None
    if elements is None:
        return []
    return [*(analysis.force(slot) for slot in elements.items), *elements.open]


def _elements(analysis: Analysis, value: Value) -> Iterator[tuple[Value, Value]]:
    """Yield what a list holds, each with the value that it is (one of several options of)."""
    found = analysis.elements(value)
    if found is None:
        if isinstance(value, External):
            yield value, value
        return
    for slot in found.items:
        element = analysis.force(slot)
        for option in options(element):
            yield option, element
    for unknown in found.open:
        yield unknown, unknown


def _by_library(
    analysis: Analysis, registrar: Registrar, values: list[Value], call: Node, env: Environment
) -> Iterator[Registration]:
    place = Place(call, env)
    given: Value
    if registrar.shape == "positional":
        properties = {name: Property(value, None) for name, value in zip(registrar.positional, values, strict=False)}
        given = Object(call, properties)
        condition = condition_of(analysis, call, given, env)
        yield Registration(call, given, None, registrar, registrar.name, place=place, condition=condition)
        return
    if registrar.shape == "signal-form":
        for tool in signal_forms.tools(analysis, values, call):
            condition = condition_of(analysis, call, tool, env)
            yield Registration(call, tool, None, registrar, registrar.name, place=place, condition=condition)
        return
    if len(values) <= registrar.argument:
        return
    given = values[registrar.argument]
    renamed = {library: name for name, library in registrar.keys.items() if name in _READ_BY_NAME}
    if renamed:
        registrar = replace(registrar, keys={k: v for k, v in registrar.keys.items() if k not in _READ_BY_NAME})
    if registrar.shape == "list":
        found = list(_elements(analysis, given))
    elif isinstance(given, Array):
        return
    else:
        found = [(option, given) for option in options(given)]
    for each, whole in found:
        condition = condition_of(analysis, call, whole, env)
        yield Registration(
            call, _renamed(each, renamed), None, registrar, registrar.name, place=place, condition=condition
        )


def _renamed(tool: Value, names: Mapping[str, str]) -> Value:
    """Return a tool with the browser's names for what a library calls otherwise."""
    if not names or not isinstance(tool, Object):
        return tool
    return replace(tool, properties={names.get(key, key): value for key, value in tool.properties.items()})


class Ends:
    """Where a function ends because it awaits a registration that the browser refuses."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.found: list[Registration] = []

    def passed(self, way: Registration) -> Iterator[Registration]:
        """Yield a registration unless the function has ended before; in doubt, say what it hangs on."""
        for end in self.found:
            if end.place is None or way.place is None or not _is_same_run(end.place, way.place):
                continue
            is_next_round = end.call is way.call
            if not is_next_round and not is_before(end.call, way.call, way.call.script.root):
                continue
            if end.condition is None and (is_next_round or not is_repeated(end.call, way.call.script.root)):
                return
            way = replace(way, condition=way.condition or end.call.text)
        yield way
        if _is_awaited(way.call) and way.registrar is None and way.via == "registerTool":
            given = [way.tool] if way.options is None else [way.tool, way.options]
            outcome = register(self.analysis, given, is_detached=way.is_detached)
            if outcome.error is not None:
                self.found.append(way)


def _is_same_run(one: Place, other: Place) -> bool:
    """Whether two places lie in one run of one function, whatever the rounds of its loops."""
    return runner_of(one.node) is runner_of(other.node) and all(
        other.env.get(binder, frame) is frame for binder, frame in one.env.items() if binder.type not in LOOPS
    )


def _is_awaited(call: Node) -> bool:
    """Whether a call is awaited where nothing catches what it rejects with."""
    if call.parent is None or call.parent.type != "await_expression":
        return False
    inside = call
    for around in call.ancestors:
        if around.type in FUNCTIONS:
            return True
        if around.type == "try_statement" and inside is around.field("body"):
            return False
        inside = around
    return True

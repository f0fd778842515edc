"""The calls that register tools: found by name, proved by flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from webmcp_lint.browser.registration import is_detached
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.functions import arguments, is_reached
from webmcp_lint.program.order import Place
from webmcp_lint.program.registrars import NATIVE, Registrar
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import (
    Array,
    Environment,
    External,
    Method,
    ModelContext,
    Object,
    Property,
    Unknown,
    Value,
    options,
)
from webmcp_lint.syntax.javascript import Node

_READ_BY_NAME = frozenset({"name", "title", "description", "outputSchema", "annotations"})
"""Properties of a tool that are looked for by the browser's names only."""


@dataclass(frozen=True, slots=True)
class Registration:
    """One way in which one call registers one thing.

    `via` is the method or library function, `context` the object the model context was read from, where it is native.
    """

    call: Node
    tool: Value
    options: Value | None
    registrar: Registrar | None
    via: str
    context: ModelContext | None = None
    is_detached: bool = False
    """Whether the method is called off its object, which the browser refuses."""


def registrations(analysis: Analysis, tree: ScopeTree) -> Iterator[Registration]:
    """Yield what the calls of a script register, in source order."""
    calls = {
        call: name
        for name in analysis.registrars.words
        for call in tree.calls.get(name, ())
        if call.type == "call_expression"
    }
    for name, members in tree.calls.items():
        if name in {"call", "apply"}:
            calls |= {call: name for call in members if _mentions_native(call)}
    for call in sorted(calls, key=lambda each: each.start):
        yield from _of_call(analysis, call)
    yield from _of_renamed(analysis, tree, set(calls))


def _mentions_native(call: Node) -> bool:
    callee = call.field("function")
    return callee is not None and any(name in callee.text for name in NATIVE)


def _of_renamed(analysis: Analysis, tree: ScopeTree, known: set[Node]) -> Iterator[Registration]:
    """Follow `const { registerTool: add } = mc`, `const add = mc.registerTool.bind(mc)` and renamed imports."""
    names: set[str] = set()
    wanted = analysis.registrars.words
    for word in wanted:
        for member in tree.members.get(word, ()):
            around = next((each for each in member.ancestors if each.type == "variable_declarator"), None)
            target = around.field("name") if around is not None else None
            if target is not None and target.type == "identifier":
                names.add(target.text)
        names.update(tree.renames.get(word, ()))
    for node in tree.import_names:
        if node.type == "import_specifier" and node.fields["name"].text in wanted and node.field("alias"):
            names.add(node.fields["alias"].text)
    for name in sorted(names):
        for call in tree.calls.get(name, ()):
            if call.type == "call_expression" and call not in known:
                yield from _of_call(analysis, call)


def _of_call(analysis: Analysis, call: Node) -> Iterator[Registration]:
    callee = call.field("function")
    listed = call.field("arguments")
    if callee is None or listed is None or listed.type != "arguments":
        return
    analysis.begin()
    analysis.at(Place(call, {}))
    if not _may_register(analysis, analysis.value(callee, {})):
        return
    first = listed.children[0] if listed.children else None
    nodes = [callee] if first is None or first.type == "spread_element" else [callee, first]
    for env in contexts(analysis, nodes, {}):
        analysis.at(Place(call, env))
        if is_reached(analysis, call, env):
            for option in options(analysis.value(callee, env)):
                yield from _registered(analysis, option, call, env)


def _may_register(analysis: Analysis, function: Value) -> bool:
    for option in options(function):
        match option:
            case Method(receiver=ModelContext()) | Unknown():
                return True
            case External() if analysis.registrars.find(option.package, option.path[-1] if option.path else ""):
                return True
            case Method(receiver=Method(receiver=ModelContext())):
                return True
    return False


def _registered(analysis: Analysis, function: Value, call: Node, env: Environment) -> Iterator[Registration]:
    slots, _ = arguments(analysis, call, env)
    values = [analysis.force(slot) for slot in slots]
    match function:
        case Method(receiver=Method(receiver=ModelContext() as context, name=name)) if function.name in {
            "call",
            "bind",
        }:
            values = values[1:]
        case Method(receiver=ModelContext() as context, name=name):
            pass
        case External():
            registrar = analysis.registrars.find(function.package, function.path[-1] if function.path else "")
            if registrar is not None:
                yield from _by_library(analysis, registrar, values, call)
            return
        case _:
            return
    if name not in NATIVE:
        return
    given = values[0] if values else None
    if given is None:
        return
    settings = values[1] if len(values) > 1 else None
    if name == "registerTool":
        for option in options(given):
            yield Registration(call, option, settings, None, name, context, is_detached(function, call))
        return
    for option in options(given):
        tools = analysis.member(option, "tools", call)
        for each in _elements(analysis, tools):
            yield Registration(call, each, None, None, name, context)


def _elements(analysis: Analysis, value: Value) -> Iterator[Value]:
    found = analysis.elements(value)
    if found is None:
        return
    for slot in found.items:
        yield from options(analysis.force(slot))
    yield from found.open


def _by_library(analysis: Analysis, registrar: Registrar, values: list[Value], call: Node) -> Iterator[Registration]:
    if registrar.shape == "positional":
        properties = {name: Property(value, None) for name, value in zip(registrar.positional, values, strict=False)}
        yield Registration(call, Object(call, properties), None, registrar, registrar.name)
        return
    if len(values) <= registrar.argument:
        return
    given = values[registrar.argument]
    renamed = {library: name for name, library in registrar.keys.items() if name in _READ_BY_NAME}
    if renamed:
        registrar = replace(registrar, keys={k: v for k, v in registrar.keys.items() if k not in _READ_BY_NAME})
    if registrar.shape == "list":
        for each in _elements(analysis, given):
            yield Registration(call, _renamed(each, renamed), None, registrar, registrar.name)
        return
    if isinstance(given, Array):
        return
    for option in options(given):
        yield Registration(call, _renamed(option, renamed), None, registrar, registrar.name)


def _renamed(tool: Value, names: Mapping[str, str]) -> Value:
    """Return a tool with the browser's names for what a library calls otherwise."""
    if not names or not isinstance(tool, Object):
        return tool
    return replace(tool, properties={names.get(key, key): value for key, value in tool.properties.items()})

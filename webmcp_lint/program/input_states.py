"""The state of components that the input is put into, and the markup that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.component_reads import COMPONENTS, STORE, is_component, is_of_component, sinks
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.frameworks import is_setter, state_of
from webmcp_lint.program.functions import is_in_class, runs_in
from webmcp_lint.program.holding import Arrival, Call, Held
from webmcp_lint.program.scopes import Binding
from webmcp_lint.program.values import External, Function, Value, options, refs_of
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import WRAPPING

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.inputs import Walk

VALUE: Final = "value"
"""The step to what a ref of Vue holds; markup leaves it out."""
_SINK: Final = re.compile(r"v-html|innerHTML|@html", re.IGNORECASE)
_MAX_IMPORTING: Final = 10
"""How many components that import an object are looked at."""
_MAX_COMPONENTS: Final = 6
"""How deep calls and components in components are followed."""
_SETTER: Final = re.compile(r"set[A-Z]")
_WRITABLE: Final = ("svelte/store", ("writable",))


def of_binding(walk: Walk, binding: Binding, held: Held) -> None:
    """Note where the markup of a component parses as HTML what a name of its script holds."""
    if is_of_component(binding):
        shown(walk, binding.node, binding.name, held)


def is_replaced(walk: Walk, binding: Binding, write: Node) -> bool:
    """Whether the block that puts something under a name of a component puts something else there before it is shown."""
    if not is_of_component(binding):
        return False
    for use in walk.analysis.tree(binding.node).uses(binding):
        around = use.parent
        is_value = around is not None and around.type == "member_expression" and around.text == f"{use.text}.{VALUE}"
        target = around if is_value and around is not None else use
        assignment = target.parent
        statement = assignment.parent if assignment is not None else None
        if assignment is None or statement is None or assignment.type != "assignment_expression":
            continue
        block = statement.parent
        is_later = statement.type == "expression_statement" and write.end <= statement.start
        if is_later and assignment.field("left") is target and block is not None and runs_in(write, block):
            return True
    return False


def shown(walk: Walk, place: Node, name: str, held: Held) -> None:
    """Note where the markup around a place parses as HTML what is held under a name."""
    if held.is_escaped:
        return
    for sink in sinks(place.script.file, name):
        if held.box in {sink.path, (VALUE, *sink.path)}:
            walk.arrive(Arrival("html", held.key, sink.node, is_alone=False, name=sink.written))


def elsewhere(walk: Walk, place: Node, held: Held, call: Call) -> None:
    """Follow what is put into an object that was made elsewhere to the names that it has there, and where it is imported."""
    if held.key is None:
        return
    for option in options(expanded(walk.analysis, place, call.env)):
        made = _declared(walk.analysis, option.node)
        if made is not None:
            walk.bind(made, replace(held, is_original=False), call, since=made.node.end)
            for binding in _imported(walk.analysis, made, option):
                shown(walk, binding.node, binding.name, held)


def _declared(analysis: Analysis, made: Node) -> Binding | None:
    """Return the name of what is made by an expression: `const note = ref("")`, `const all = reactive({ … })`."""
    around = made.parent
    while around is not None and around.type in {"arguments", "call_expression", *WRAPPING}:
        around = around.parent
    name = around.field("name") if around is not None and around.type == "variable_declarator" else None
    is_plain = name is not None and name.type == "identifier"
    return analysis.tree(name).resolve(name) if name is not None and is_plain else None


def _imported(analysis: Analysis, made: Binding, value: Value) -> Iterator[Binding]:
    """Yield the names by which components import what a module has made, where their markup parses something as HTML."""
    path = analysis.globals.path_of(made.node.script)
    importing = sorted(analysis.modules.importers.get(path, ())) if made.scope.node.type == "program" else ()
    found = [each for each in importing if each.endswith(COMPONENTS)]
    for each in [each for each in found if analysis.modules.mentions(each, _SINK)][:_MAX_IMPORTING]:
        for tree in analysis.modules.trees(each):
            for binding in tree.root.bindings.values():
                known = analysis.binding_value(binding, binding.node, {}) if binding.kind == "import" else None
                if known is not None and any(option.node is value.node for option in options(known)):
                    yield binding


def undeclared(walk: Walk, target: Node, held: Held) -> None:
    """Follow what is put under a name that no script declares: `$store = …`, `this.name = …` of Vue's options."""
    file = target.script.file
    if held.key is None or not is_component(file):
        return
    if target.type == "this" and held.box and not is_in_class(target):
        shown(walk, target, held.box[0], replace(held, box=held.box[1:]))
    elif target.type == "identifier" and file.path.endswith(".svelte"):
        is_store = target.text.startswith(STORE)
        box = (STORE, *held.box) if is_store else held.box
        shown(walk, target, target.text.removeprefix(STORE), replace(held, box=box))


def from_setup(walk: Walk, function: Node, held: Held) -> bool:
    """Note what the `setup()` of a Vue component hands to its markup; False where a function is no such."""
    name = function.field("name")
    is_setup = function.type == "method_definition" and name is not None and name.text == "setup"
    is_setup = is_setup and is_component(function.script.file)
    if is_setup and held.box and held.key is not None:
        shown(walk, function, held.box[0], replace(held, box=held.box[1:]))
    return is_setup


def set_state(walk: Walk, callee: Node, held: Held, call: Call) -> bool:
    """Follow what the setter of a React state is handed to where the state is read; False where it is no setter."""
    setters = [each for each in options(_callee(walk.analysis, callee, call)) if is_setter(each)]
    if not setters:
        return False
    if held.key is None:
        walk.escape(callee, held, "stored")
        return True
    for setter in setters:
        binding = state_of(walk.analysis, setter)
        if binding is not None:
            walk.bind(binding, replace(held, is_original=False), call, since=binding.node.end)
    return True


def _callee(analysis: Analysis, callee: Node, call: Call) -> Value:
    value = analysis.value(callee, call.env)
    is_named_so = refs_of(value) and _SETTER.match(last_name(callee) or "")
    return expanded(analysis, callee, call.env) if is_named_so else value


def fill_store(walk: Walk, callee: Node, held: Held, call: Call) -> bool:
    """Follow `store.set(…)` of a Svelte store to the markup that shows it; False where it is no store."""
    owner = callee.field("object")
    if owner is None or last_name(callee) != "set" or owner.type != "identifier":
        return False
    value = walk.analysis.value(owner, call.env)
    if not isinstance(value, External) or (value.package, value.path) != _WRITABLE:
        return False
    if held.key is None:
        walk.escape(callee, held, "stored")
    else:
        held = replace(held, box=(STORE, *held.box))
        binding = walk.analysis.tree(owner).resolve(owner)
        if binding is not None and binding.kind == "variable":
            of_binding(walk, binding, held)
        else:
            elsewhere(walk, owner, held, call)
    return True


def into_component(walk: Walk, node: Node, parent: Node, held: Held, call: Call) -> None:
    """Follow what a component in JSX is given as a prop."""
    opening, name = parent.parent, parent.children[0]
    tag = opening.field("name") if opening is not None else None
    if tag is None or node is name or held.key is None or call.depth >= _MAX_COMPONENTS:
        walk.escape(node, held, "dynamic")
        return
    for option in options(walk.analysis.value(tag, call.env)) if tag.text[:1].isupper() else ():
        if isinstance(option, Function):
            inner = walk.calls.setdefault(
                (option.node, parent, call),
                Call(option.node, option.env, None, call, call.depth + 1, is_certain=False),
            )
            walk.enter(option.node, 0, walk.boxed(held, name.text), inner)

"""State of components that only shows: what is rendered and read by nothing else, and what stands in a field.

A state of React, a ref of Vue or a variable of Svelte may be data, which handlers read, requests send and storage keeps. Or
it is read where the component is rendered and nowhere else, and replaced whole: then it is to a component what `textContent`
and `hidden` are to an element. What is bound to a control is what a person could have typed there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, cast

from webmcp_lint.program.component_reads import is_component, is_of_component, reads
from webmcp_lint.program.components import component_name
from webmcp_lint.program.frameworks import state_of
from webmcp_lint.program.functions import call_with, function_around, is_in_class
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.patterns import targets
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.program.state_setters import (
    MAX_NAMES,
    MAX_USES,
    accumulates,
    is_hook,
    is_only_replaced,
    is_put_back,
    taken_by,
)
from webmcp_lint.program.values import External, Value, options
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.spelling import last_name, property_name

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

Showing = Literal["view", "typing"]

_Use = Literal["shown", "typed", "read", "watched"]
"""How a state is used: rendered, bound to a control, read at another time, or where its change may do anything."""

_IN_RENDER: Final = PER_ELEMENT | {"sort", "toSorted", "reduce", "find", "some", "every", "useMemo", "computed"}
"""What calls a function that it is given there and then."""
_EFFECTS: Final = frozenset({"useEffect", "useLayoutEffect", "watch", "watchEffect", "watchPostEffect", "$effect"})
_STATEMENTS: Final = frozenset({"expression_statement", "arrow_function", "program"})
_DOING: Final = frozenset(
    {"call_expression", "new_expression", "assignment_expression", "augmented_assignment_expression"}
    | {"update_expression"}
)
_ENTRIES: Final = frozenset({"pair", "method_definition"})
_TIMERS: Final = frozenset({"setTimeout", "clearTimeout"})
_CONTROLS: Final = frozenset({"input", "textarea", "select"})
_TYPED: Final = frozenset({"value", "checked"})
_REFS: Final = frozenset({"ref", "shallowRef"})


def of_setter(analysis: Analysis, setter: Value, call: Node) -> Showing | None:
    """Return what a call of a React state's setter does if it only shows; None where it may do more."""
    binding = state_of(analysis, setter)
    if binding is None or binding.source is None:
        return None
    if is_put_back(analysis, call):
        return "view"
    showing = _showing(analysis, binding)
    if showing == "view" and (accumulates(analysis, call) or not is_only_replaced(analysis, binding)):
        return None
    return showing


def of_write(analysis: Analysis, target: Node) -> Showing | None:
    """Return what a write to state of Vue or a variable of Svelte does if it only shows; None where it may do more."""
    is_member = target.type == "member_expression"
    name = target.field("object") if is_member else target
    if name is None or not is_component(target.script.file):
        return None
    if name.type == "this" and is_member:
        return _of_option(analysis, target)
    if name.type != "identifier":
        return None
    binding = analysis.tree(name).resolve(name)
    if binding is None or not is_of_component(binding):
        return None
    is_value = is_member and target.fields["property"].text == "value"
    is_plain = not is_member and target.script.file.path.endswith(".svelte")
    return _showing(analysis, binding) if is_plain or (is_value and _is_ref(analysis, binding)) else None


def _of_option(analysis: Analysis, target: Node) -> Showing | None:
    """Return the same of `this.name = …` in the options of a Vue component."""
    name, file = target.fields["property"].text, target.script.file
    members = analysis.tree(target).members.get(name, ())
    own = [each for each in members if each.fields["object"].type == "this" and not _is_assigned(each)]
    if not file.path.endswith(".vue") or is_in_class(target):
        return None
    # What has the same name among the options may watch it
    is_watched = _entries(target.script)[name] > 1
    uses = {"watched"} if is_watched else {*_in_markup(file, name), *(["read"] if own else [])}
    return _told(cast("set[_Use]", uses))


@lru_cache(maxsize=8)
def _entries(script: Script) -> Counter[str | None]:
    """Return how often a name is the key of something in an object."""
    keys = (each.field("key") or each.field("name") for each in script.root.walk() if each.type in _ENTRIES)
    return Counter(property_name(key) for key in keys if key is not None)


def _is_ref(analysis: Analysis, binding: Binding) -> bool:
    made = binding.source.field("function") if binding.source is not None else None
    if made is None or binding.path or last_name(made) not in _REFS:
        return False
    return all(isinstance(each, External) for each in options(analysis.value(made, {})))


def _showing(analysis: Analysis, binding: Binding) -> Showing | None:
    return analysis.shared(("showing", binding), lambda: _told(set(_uses(analysis, binding, set()))))


def _told(uses: set[_Use]) -> Showing | None:
    if "watched" in uses:
        return None
    if "typed" in uses:
        return "typing"
    return "view" if uses == {"shown"} else None


def _uses(analysis: Analysis, binding: Binding, seen: set[Binding]) -> Iterator[_Use]:
    """Yield how a name is used, in its script and in the markup around it."""
    if binding in seen:
        return
    seen.add(binding)
    uses = analysis.tree(binding.node).uses(binding)
    if len(seen) > MAX_NAMES or len(uses) > MAX_USES:
        yield "watched"
        return
    for use in uses:
        if not _is_written(use) and not _is_own_toggle(use):
            yield from _use(analysis, use, binding, seen)
    if is_of_component(binding):
        yield from _in_markup(binding.node.script.file, binding.name)


def _in_markup(file: SourceFile, name: str) -> Iterator[_Use]:
    found = reads(file, name)
    if found is None:
        yield "watched"
        return
    for each in found:
        match each.role:
            case "model":
                yield "typed"
            case "shown" | "html":
                yield "shown"
            case "handler" if not _is_written(each.node) and not _is_own_toggle(each.node):
                yield "read"
            case "other":
                yield "watched"


def _is_written(use: Node) -> bool:
    """Whether a name, or the `value` of a ref, is only given another value: `x = …`, `x.value = …`."""
    target = use.parent if use.parent is not None and use.parent.type == "member_expression" else use
    if target is not use and target.fields["property"].text != "value":
        return False
    return _is_assigned(target)


def _is_assigned(target: Node) -> bool:
    """Whether something is given another value, and nothing takes that from there."""
    around = target.parent
    is_left = around is not None and around.type == "assignment_expression" and around.field("left") is target
    return is_left and around is not None and around.parent is not None and around.parent.type in _STATEMENTS


def _is_own_toggle(use: Node) -> bool:
    """Whether a state is read only to be turned over: `setOpen(!open)`, `open = !open`."""
    negation = use.parent
    if negation is None or negation.type != "unary_expression" or not negation.text.startswith("!"):
        return False
    around = negation.parent
    if around is not None and around.type == "assignment_expression":
        return around.fields["left"].text == use.text
    call = call_with(negation)
    callee = call.field("function") if call is not None else None
    return callee is not None and callee.text.lower() == f"set{use.text}".lower()


def _use(analysis: Analysis, use: Node, binding: Binding, seen: set[Binding]) -> Iterator[_Use]:
    later = _later(use, binding)
    if later is not None:
        if later != "reset":
            yield later
        return
    inside = use
    for around in use.ancestors:
        match around.type:
            case "jsx_attribute":
                yield from _of_attribute(analysis, around, seen)
                return
            case "jsx_element" | "jsx_fragment":
                yield "shown"
                return
            case "variable_declarator":
                yield from _of_derived(analysis, around, seen)
                return
            case "call_expression" if inside is not around.field("function") and not _is_passed_through(around, use):
                if not _is_reset(around, binding):
                    yield "watched"
                return
            case "if_statement" if inside is around.field("condition"):
                yield "shown"
                return
            case "return_statement" | "arrow_function" if not _runs_there(around):
                yield "shown" if _is_rendered(around) else "watched"
                return
            case kind if not _runs_there(around) and (
                kind.endswith("_statement") or kind in {"assignment_expression", *FUNCTIONS}
            ):
                break
        inside = around
    yield "watched"


def _later(use: Node, binding: Binding) -> Literal["read", "watched", "reset"] | None:
    """Return how a place reads a state that does not run with its component; None for one that does."""
    owner = function_around(binding.node)
    function = function_around(use)
    while function is not None and function is not owner:
        call = call_with(function)
        name = None if call is None else last_name(call.fields["function"])
        if name in _EFFECTS and call is not None:
            return "reset" if _is_reset(call, binding) else "watched"
        if not _runs_there(function):
            return "read"
        function = function_around(function)
    return None


def _runs_there(node: Node) -> bool:
    """Whether a function, or the one that a statement returns from, runs where it is written and gives what it makes."""
    function = node if node.type in FUNCTIONS else function_around(node) if node.type == "return_statement" else None
    call = None if function is None else call_with(function)
    return call is not None and last_name(call.fields["function"]) in _IN_RENDER


def _is_reset(call: Node, binding: Binding) -> bool:
    """Whether an effect does nothing but to set the state that it watches again, after a while."""
    listed = call.field("arguments")
    callee = call.field("function")
    if callee is None or listed is None or last_name(callee) not in _EFFECTS:
        return False
    own = {each.name for each in binding.scope.bindings.values() if each.source is binding.source}
    does = [_done(each) for each in listed.walk() if each.type in _DOING]
    is_written_here = any(each.type in FUNCTIONS for each in listed.children)
    return is_written_here and all(each in own or each in _TIMERS for each in does)


def _done(node: Node) -> str | None:
    """Return the name of what is called or written to, a ref of Vue by its own."""
    target = node.field("function") or node.field("left") or node.field("argument") or node.field("constructor")
    return None if target is None else target.text.removesuffix(".value")


def _is_passed_through(call: Node, use: Node) -> bool:
    """Whether a call that gets a state while its component is rendered can do nothing but make something of it."""
    callee = call.field("function")
    name = last_name(callee) or "" if callee is not None else ""
    if name in _IN_RENDER:
        return True
    # A ref of Vue is handed over as a whole; what gets it may watch it
    return (
        not use.script.file.path.endswith(".vue")
        and (name == "$derived" or not name.startswith("$"))
        and not is_hook(call)
    )


def _is_rendered(result: Node) -> bool:
    """Whether what is returned there is what a component shows."""
    function = result if result.type in FUNCTIONS else function_around(result)
    name = None if function is None else component_name(function)
    return name is not None and name[:1].isupper()


def _of_attribute(analysis: Analysis, attribute: Node, seen: set[Binding]) -> Iterator[_Use]:
    """Yield what an attribute in JSX makes of a state that it is given."""
    opening, name = attribute.parent, attribute.children[0].text
    tag = opening.field("name") if opening is not None else None
    if tag is None:
        yield "watched"
    elif tag.text in _CONTROLS and name in _TYPED:
        yield "typed"
    elif tag.text.islower():
        yield "watched" if name.startswith("on") else "shown"
    else:
        taken = taken_by(analysis, tag, 0, name)
        if taken is None:
            yield "watched"
        for binding in taken or ():
            yield from _uses(analysis, binding, seen)


def _of_derived(analysis: Analysis, declarator: Node, seen: set[Binding]) -> Iterator[_Use]:
    """Yield how the names are used that are given what is made of a state."""
    pattern = declarator.field("name")
    for name, _ in targets(pattern) if pattern is not None else ():
        binding = analysis.tree(name).resolve(name)
        if binding is not None:
            yield from _uses(analysis, binding, seen)

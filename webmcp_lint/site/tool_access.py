"""What scripts do with the tools that `getTools()` gives and with the answers of `executeTool()`, told by flow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from webmcp_lint.program import context_values
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import conditions
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.scopes import FUNCTIONS, Binding, ScopeTree
from webmcp_lint.program.values import Function, Method, ModelContext, Value, options
from webmcp_lint.site.feature_tests import is_asked_for, is_judged
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import member_key, property_name, string_value
from webmcp_lint.syntax.wrapping import WRAPPING

_METHODS: Final = ("getTools", "executeTool")
_OF_OBJECT: Final = frozenset({"assign", "keys", "entries", "values", "getOwnPropertyNames"})
_CLONING: Final = frozenset({"structuredClone", "postMessage", "sendMessage"})
"""Calls that make a copy of what they are given, of all that is in it too."""
_SETTLED: Final = WRAPPING | {"await_expression"}
_OF_TEXT: Final = frozenset(
    {"length", "at", "charAt", "charCodeAt", "codePointAt", "concat", "endsWith", "includes", "indexOf", "lastIndexOf"}
    | {"localeCompare", "match", "matchAll", "normalize", "padEnd", "padStart", "repeat", "replace", "replaceAll"}
    | {"search", "slice", "split", "startsWith", "substring", "substr", "toLowerCase", "toUpperCase", "toString"}
    | {"toLocaleLowerCase", "toLocaleUpperCase", "trim", "trimEnd", "trimStart", "valueOf", "constructor"}
    | {"isWellFormed", "toWellFormed", "anchor", "link", "trimLeft", "trimRight"}
)
"""The members of a string."""
_CHOOSING: Final = frozenset({"??", "||", "&&"})
_TESTING: Final = frozenset({"===", "!==", "==", "!=", "in", "instanceof"})

AccessKind = Literal["copy", "window", "schema-text", "result", "poll", "cast"]


@dataclass(frozen=True, slots=True)
class ToolAccess:
    """One use of a listed tool or of an answer.

    `copy`: the tool is copied or made text, by what `name` says; `window`: a member of it that is going; `schema-text`:
    its schema is parsed; `result`: the member `name` of an answer is read; `poll`: `getTools()` runs on a timer; `cast`:
    the model context is read of what is cast to `any`.
    """

    kind: AccessKind
    location: Location
    name: str


def tool_accesses(analysis: Analysis, tree: ScopeTree) -> Iterator[ToolAccess]:
    """Yield the uses of a script's listed tools and answers, tests of what comes of them apart."""
    yield from _casts(tree)
    # Many things have a method `getTools`; the rest is asked only where one of them is the model context's
    native = [(name, node) for name in _METHODS for node in tree.members.get(name, ()) if _is_native(analysis, node)]
    if not native:
        return
    yield from _copies(analysis, tree)
    for node in tree.members.get("window", ()):
        owner, key = node.field("object"), member_key(node)
        if owner is None or key is None:
            continue
        if context_values.is_listed_tool(_value(analysis, owner)) and not is_judged(node):
            yield ToolAccess("window", key.location, "window")
    for call in tree.calls.get("parse", ()):
        argument = _argument(call, "JSON")
        if argument is not None and not is_judged(call) and not _is_tested(call):
            value = _value(analysis, argument)
            if context_values.listed_member(value) == "inputSchema" and not context_values.is_made_text(value):
                yield ToolAccess("schema-text", call.location, argument.text)
    for name, node in native:
        yield from _results(analysis, tree, node) if name == "executeTool" else _polls(analysis, tree, node)


def _casts(tree: ScopeTree) -> Iterator[ToolAccess]:
    for node in tree.members.get("modelContext", ()):
        owner = node.field("object")
        cast = owner.children[0] if owner is not None and owner.type == "parenthesized_expression" else None
        if cast is None or cast.type not in {"as_expression", "type_assertion"} or is_judged(node):
            continue
        what = cast.children[0 if cast.type == "as_expression" else -1].text
        if what.rpartition(".")[2] in {"document", "navigator"} and any(each.text == "any" for each in cast.children):
            yield ToolAccess("cast", node.location, "any")


def _value(analysis: Analysis, node: Node) -> Value:
    analysis.begin_aside()
    return expanded(analysis, node, {})


def _copies(analysis: Analysis, tree: ScopeTree) -> Iterator[ToolAccess]:
    for uses in tree.identifiers.values():
        for use in uses:
            spread = use.parent
            around = spread.parent if spread is not None and spread.type == "spread_element" else None
            if around is None or around.type != "object" or is_judged(use):
                continue
            if context_values.is_listed_tool(_value(analysis, use)):
                yield ToolAccess("copy", use.parent.location if use.parent else use.location, "spread")
    for name in (*_OF_OBJECT, "stringify", *_CLONING):
        for call in tree.calls.get(name, ()):
            if not is_judged(call) and _copies_tool(analysis, call, name):
                yield ToolAccess("copy", call.location, name)


def _copies_tool(analysis: Analysis, call: Node, name: str) -> bool:
    if name in _CLONING:
        given = _argument(call, None)
        return given is not None and context_values.holds_listed_tool(analysis, _value(analysis, given))
    if name == "stringify":
        given = _argument(call, "JSON")
        return given is not None and context_values.holds_listed_tool(analysis, _value(analysis, given))
    listed = call.field("arguments")
    if _argument(call, "Object") is None or listed is None:
        return False
    given_ = listed.children[1:] if name == "assign" else listed.children[:1]
    return any(context_values.is_listed_tool(_value(analysis, each)) for each in given_)


def _argument(call: Node, owner: str | None) -> Node | None:
    """Return the first argument of a call of a method of the global `owner`, or of anything."""
    callee, listed = call.field("function"), call.field("arguments")
    if callee is None or listed is None or listed.type != "arguments" or not listed.children:
        return None
    of = callee.field("object")
    if owner is not None and (of is None or of.text != owner):
        return None
    first = listed.children[0]
    return None if first.type == "spread_element" else first


def _is_tested(place: Node) -> bool:
    """Whether a condition on the way asks for a type, or a `try` is there for this statement alone."""
    for condition, _ in conditions(place):
        if any(word in condition.text for word in ("typeof", "instanceof", "isString")):
            return True
    for around in place.ancestors:
        if around.type in FUNCTIONS:
            return False
        if around.type == "try_statement":
            body = around.field("body")
            return body is not None and len(body.children) == 1 and around.field("handler") is not None
    return False


def _is_native(analysis: Analysis, node: Node) -> bool:
    return not is_judged(node) and any(
        isinstance(each, Method) and isinstance(each.receiver, ModelContext) and each.receiver.via != "window"
        for each in options(_value(analysis, node))
    )


def _results(analysis: Analysis, tree: ScopeTree, method: Node) -> Iterator[ToolAccess]:
    """Yield the first member that is read of an answer as if it were an object."""
    call = method.parent
    if call is None or call.type != "call_expression" or call.field("function") is not method:
        return
    for place, name in _reads(analysis, tree, call):
        if name not in _OF_TEXT and not is_asked_for(analysis, place, name) and not is_judged(place):
            yield ToolAccess("result", place.location, name)
            return


def _reads(analysis: Analysis, tree: ScopeTree, call: Node) -> Iterator[tuple[Node, str]]:
    """Yield the members that are read of what a call resolves to, with their names."""
    place, is_awaited = _wrapped(call)
    around = place.parent
    if around is None:
        return
    if around.type == "member_expression" and around.field("object") is place:
        following = _then(around)
        if is_awaited:
            yield from _read(around)
        elif following is not None:
            for binding in tree.scope_of(following).bindings.values():
                if binding.kind == "parameter" and binding.index == 0:
                    yield from _of_binding(analysis, tree, binding, is_proved=True)
        return
    name = around.field("name") if around.type == "variable_declarator" else around.field("left")
    if not is_awaited or name is None or around.type not in {"variable_declarator", "assignment_expression"}:
        return
    if name.type == "object_pattern":
        yield from _keys(name)
    elif name.type == "identifier" and (found := tree.resolve(name)) is not None:
        yield from _of_binding(analysis, tree, found, is_proved=False)


def _wrapped(node: Node) -> tuple[Node, bool]:
    """Return the outermost expression that is the same value once it is settled, and whether it is awaited."""
    is_awaited = False
    while node.parent is not None and node.parent.type in _SETTLED:
        node = node.parent
        is_awaited = is_awaited or node.type == "await_expression"
    return node, is_awaited


def _then(member: Node) -> Node | None:
    """Return the function that is handed to `then`."""
    name, call = member.field("property"), member.parent
    given = _argument(call, None) if call is not None and call.type == "call_expression" else None
    is_then = name is not None and name.text == "then"
    return given if is_then and given is not None and given.type in FUNCTIONS else None


def _of_binding(
    analysis: Analysis, tree: ScopeTree, binding: Binding, *, is_proved: bool
) -> Iterator[tuple[Node, str]]:
    if binding.path:
        name = binding.path[0].key
        if isinstance(name, str) and binding.path[0].kind == "key":
            yield binding.node, name
        return
    uses = tree.uses(binding)
    if any(use.parent is not None and _asks(use.parent) for use in uses):
        return
    for use in uses:
        place, _ = _wrapped(use)
        around = place.parent
        if around is None or not (is_proved or context_values.is_answer(_value(analysis, use))):
            continue
        if around.type == "member_expression" and around.field("object") is place:
            yield from _read(around)
        elif around.type == "variable_declarator" and around.field("value") is place:
            target = around.field("name")
            if target is not None and target.type == "object_pattern":
                yield from _keys(target)


def _asks(around: Node) -> bool:
    """Whether an expression asks what a name is: `typeof x`, `x instanceof Y`, `"y" in x`."""
    operator = around.field("operator")
    return operator is not None and operator.type in {"typeof", "instanceof", "in"}


def _read(member: Node) -> Iterator[tuple[Node, str]]:
    """Yield what a member expression reads, unless that is a question."""
    name = member.field("property")
    if name is None or name.type != "property_identifier":
        return
    inside, around = member, member.parent
    while around is not None and around.type in {*_SETTLED, "member_expression", "subscript_expression"}:
        inside, around = around, around.parent
    if around is None or _is_question(around, inside):
        return
    yield name, name.text


def _is_question(around: Node, inside: Node) -> bool:
    operator = around.field("operator")
    if operator is not None and (operator.type in _TESTING or operator.type in {"!", "typeof"}):
        return True
    if operator is not None and operator.type in _CHOOSING:
        return around.field("left") is inside
    return around.field("condition") is inside


def _keys(pattern: Node) -> Iterator[tuple[Node, str]]:
    for child in pattern.children:
        key = child.field("key") or child.field("left") or child
        name = property_name(key) if key.type != "rest_pattern" else None
        if name is not None:
            yield key, string_value(key) if key.type == "string" else name


def _polls(analysis: Analysis, tree: ScopeTree, method: Node) -> Iterator[ToolAccess]:
    """Yield a timer that asks for the tools again and again, unless the script listens as well."""
    if "toolchange" in tree.script.text:
        return
    around = [each for each in method.ancestors if each.type in FUNCTIONS]
    for call in _timers(analysis, tree, around):
        yield ToolAccess("poll", call.location, "getTools")
        return


def _timers(analysis: Analysis, tree: ScopeTree, functions: Sequence[Node]) -> Iterator[Node]:
    """Yield the calls that run one of these functions, or what calls it, every so often."""
    names = {name.text for each in functions if (name := each.field("name")) is not None}
    for call in tree.calls.get("setInterval", ()):
        given = _argument(call, None)
        if given is None:
            continue
        runs = [each.node for each in options(_value(analysis, given)) if isinstance(each, Function)]
        if any(each in functions or _calls(each, names) for each in runs):
            yield call


def _calls(function: Node, names: set[str]) -> bool:
    return any(
        callee is not None and callee.text.removeprefix("this.") in names
        for callee in (node.field("function") for node in function.walk() if node.type == "call_expression")
    )

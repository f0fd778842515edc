"""What scripts do with the model context: each member of it that is read or called, proved by flow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from weakref import WeakKeyDictionary

from webmcp_lint.browser.model_context import CONFIRMATION, METHODS, REMOVED, TESTING
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.conditions import conditions
from webmcp_lint.program.context_values import is_text_of_tool
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.functions import standing_in
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import (
    Class,
    External,
    Function,
    Instance,
    ModelContext,
    Object,
    Thunk,
    Value,
    options,
)
from webmcp_lint.site.declarations import member
from webmcp_lint.site.feature_tests import is_asked_for, is_judged, is_without, mentions
from webmcp_lint.site.tool import Member
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node

_WINDOWS: Final = frozenset({"window", "self", "globalThis", "global"})
_OPEN: Final = frozenset({"parenthesized_expression", "arguments", "return_statement", "expression_statement"})
_ASKING: Final = re.compile(r"(?i)confirm|dialog|modal|prompt|consent|approv|\bask|challenge")
"""Words of code that asks a person by other means."""
_MENTIONS: Final[WeakKeyDictionary[ScopeTree, tuple[Sequence[Mention], Mapping[Node, Mention]]]] = WeakKeyDictionary()
"""Where scripts read or ask for `navigator.modelContext`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A `navigator.modelContext`, or a `"modelContext" in navigator`."""

    word: Location
    """The word `navigator` in it."""
    expression: Location
    is_alone: bool
    """Whether an expression of any kind may stand in its place without parentheses."""


@dataclass(frozen=True, slots=True)
class ContextRead:
    """Where a model context is read, and what from (`document`, `navigator`), if known."""

    location: Location
    via: str | None
    is_fallback: bool
    """Whether it is read only where `document` has none."""
    mention: Mention | None
    """The same place, where all that the script says of `navigator.modelContext` can be rewritten."""
    mentions: Sequence[Mention]
    """All places of the script that read or ask for `navigator.modelContext`; the same object for all of its reads."""


@dataclass(frozen=True, slots=True)
class ContextUse:
    """A member of the model context, or of what belonged to it, that a script reads."""

    member: str
    location: Location
    """The member's name."""
    reads: Sequence[ContextRead]
    """Where the model context that it is taken of may have been read."""
    call: Location | None
    """The call, where it is called."""
    arguments: Sequence[Member] | None
    """What it is called with; None where it is not called, or a spread hides that."""
    is_guarded: bool
    """Whether it is only reached, or only called, where the member is there or a newer one is not."""
    asks_otherwise: bool
    """Whether a person is asked in another way where the member is missing."""
    is_judged: bool
    """Whether a test asks how the call ends, and may want it to fail."""
    is_only_way: bool
    """Whether it registers tools, and nothing in the project does so by other means."""


def context_uses(analysis: Analysis, tree: ScopeTree, *, is_by_context: bool = False) -> Iterator[ContextUse]:
    """Yield the members of a script's model contexts that are read or called, in source order.

    `is_by_context` says that the project registers tools by `provideContext` alone.
    """
    names = (*METHODS, *REMOVED, TESTING, CONFIRMATION)
    found = [(node, name) for name in names for node in tree.members.get(name, ())]
    for node, name in sorted(found, key=lambda each: each[0].start):
        owner = node.field("object")
        if owner is None or node.type != "member_expression":
            continue
        analysis.begin_aside()
        receivers = list(options(expanded(analysis, owner, {})))
        if _belongs(name, receivers):
            yield _use(analysis, node, name, receivers, is_by_context=is_by_context)


def leads_only_by_navigator(use: ContextUse) -> bool:
    """Whether a registration knows no way to the model context but `navigator`."""
    is_registration = use.member == "registerTool" and use.call is not None and not use.is_judged
    return (
        is_registration
        and bool(use.reads)
        and all(read.via == "navigator" and not read.is_fallback for read in use.reads)
    )


def _belongs(name: str, receivers: Iterable[Value]) -> bool:
    match name:
        case n if n == TESTING:
            return any(isinstance(each, External) and each.path[-1:] == ("navigator",) for each in receivers)
        case n if n == CONFIRMATION:
            # An object of the project's own that has such a method is not what the browser hands over
            return not all(isinstance(each, (Object, Instance, Class, Function)) for each in receivers)
    # `window.modelContext` is what an extension or a polyfill of its own makes
    return any(isinstance(each, ModelContext) and each.via not in _WINDOWS for each in receivers)


def _use(analysis: Analysis, node: Node, name: str, receivers: Sequence[Value], *, is_by_context: bool) -> ContextUse:
    call = _call(node)
    listed = None if call is None else call.field("arguments")
    return ContextUse(
        member=name,
        location=node.fields["property"].location,
        reads=[_read(analysis, each) for each in receivers if isinstance(each, ModelContext)],
        call=None if call is None else call.location,
        arguments=None if listed is None else _arguments(analysis, listed),
        is_guarded=_is_guarded(analysis, node, name, call),
        asks_otherwise=name == CONFIRMATION and _asks_otherwise(analysis, node),
        is_judged=is_judged(node),
        is_only_way=is_by_context and name == "provideContext",
    )


def _arguments(analysis: Analysis, listed: Node) -> list[Member] | None:
    if listed.type != "arguments" or any(child.type == "spread_element" for child in listed.children):
        return None
    return [_argument(analysis, child) for child in listed.children]


def _argument(analysis: Analysis, node: Node) -> Member:
    found = member(analysis, Thunk(node, {}, expand=True))
    if found.kind == "unknown" and is_text_of_tool(expanded(analysis, node, {})):
        return replace(found, kind="string")
    return found


def _call(node: Node) -> Node | None:
    inside = node
    around = node.parent
    while around is not None and around.type in {"non_null_expression", "parenthesized_expression"}:
        inside, around = around, around.parent
    is_called = around is not None and around.type == "call_expression" and around.field("function") is inside
    return around if is_called else None


def _is_guarded(analysis: Analysis, node: Node, name: str, call: Node | None) -> bool:
    if call is not None and any(child.type == "optional_chain" for child in call.children):
        return True
    if name == TESTING and call is None and _is_asked_for_later(analysis, node):
        return True
    return is_asked_for(analysis, node, name) or is_without(analysis, node, *METHODS)


def _is_asked_for_later(analysis: Analysis, node: Node) -> bool:
    """Whether a value that is kept is tested before it is used: `if (kept)`, `kept?.listTools()`, or not used at all."""
    inside, around = node, node.parent
    while around is not None and around.type in {"parenthesized_expression", "as_expression"}:
        inside, around = around, around.parent
    if around is None or around.type == "non_null_expression":
        return False
    if around.type in {"member_expression", "subscript_expression"}:
        return any(child.type == "optional_chain" for child in around.children)
    kept = around.field("name") if around.type == "variable_declarator" and around.field("value") is inside else None
    binding = analysis.tree(node).resolve(kept) if kept is not None else None
    return binding is None or any(_asks(use) for use in analysis.tree(node).uses(binding))


def _asks(use: Node) -> bool:
    around = use.parent
    if around is None:
        return False
    if around.type in {"unary_expression", "binary_expression", "parenthesized_expression", "ternary_expression"}:
        return True
    return around.type == "member_expression" and any(child.type == "optional_chain" for child in around.children)


def _asks_otherwise(analysis: Analysis, node: Node) -> bool:
    """Whether the other branch of a test for the member, or what follows it, holds words of asking."""
    for around in node.ancestors:
        condition, other = around.field("condition"), around.field("alternative")
        if condition is not None and other is None and _asks_behind(around):
            other = around.parent
        if around.type == "binary_expression" and around.fields["operator"].type in {"??", "||"}:
            condition, other = around.field("left"), around.field("right")
        if condition is None or other is None or _ASKING.search(other.text) is None:
            continue
        if mentions(analysis, condition, CONFIRMATION):
            return True
    return any(
        not holds and condition.parent is not None and _ASKING.search(condition.parent.text) is not None
        for condition, holds in conditions(node)
        if mentions(analysis, condition, CONFIRMATION)
    )


def _asks_behind(test: Node) -> bool:
    if test.type != "if_statement" or test.parent is None or test.parent.type != "statement_block":
        return False
    return any(each.start > test.start and _ASKING.search(each.text) is not None for each in test.parent.children)


def _read(analysis: Analysis, context: ModelContext) -> ContextRead:
    node = context.node
    mentions_, by_node = _mentions_in(analysis.tree(node)) if context.via == "navigator" else ((), {})
    return ContextRead(
        location=node.location,
        via=context.via,
        is_fallback=_is_fallback(analysis, node),
        mention=by_node.get(node),
        mentions=mentions_,
    )


def _mentions_in(tree: ScopeTree) -> tuple[Sequence[Mention], Mapping[Node, Mention]]:
    if tree not in _MENTIONS:
        by_node = {around: _mention(word, around) for word, around in _navigators(tree)}
        _MENTIONS[tree] = (tuple(by_node.values()), by_node)
    return _MENTIONS[tree]


def _mention(word: Node, expression: Node) -> Mention:
    around = expression.parent
    is_alone = around is not None and (
        around.type in _OPEN
        or (around.type == "variable_declarator" and around.field("value") is expression)
        or (around.type == "assignment_expression" and around.field("right") is expression)
    )
    return Mention(word.location, expression.location, is_alone)


def _is_fallback(analysis: Analysis, read: Node) -> bool:
    """Whether a condition on the way has asked for `document.modelContext` in vain, or leads to a registration else."""
    for condition, holds in conditions(read):
        if not holds and condition.parent is not None and _registers(analysis, condition.parent.field("consequence")):
            return True
        for mention, is_negated in mentions(analysis, condition, "modelContext"):
            around = mention.parent
            while around is not None and around.type not in {"member_expression", "binary_expression"}:
                around = around.parent
            if is_negated == holds and around is not None and re.search(r"\bdocument\b", around.text):
                return True
    return False


def _registers(analysis: Analysis, branch: Node | None) -> bool:
    return branch is not None and bool(standing_in(analysis.tree(branch).calls.get("registerTool", ()), branch))


def _navigators(tree: ScopeTree) -> Iterator[tuple[Node, Node]]:
    """Yield each `navigator` of `navigator.modelContext` and `"modelContext" in navigator`, with the expression."""
    if any(_last_word(each.field("object"), "document") for each in tree.members.get("modelContext", ())):
        return
    for each in tree.members.get("modelContext", ()):
        word = _last_word(each.field("object"), "navigator")
        if word is not None:
            yield word, each
    for each in tree.identifiers.get("navigator", ()):
        test = each.parent
        operator = test.field("operator") if test is not None else None
        if test is not None and operator is not None and operator.type == "in" and "modelContext" in test.text:
            yield each, test


def _last_word(owner: Node | None, name: str) -> Node | None:
    """Return the word `name` that an expression ends in: `navigator`, `window.navigator`, `(navigator as any)`."""
    while owner is not None:
        match owner.type:
            case "identifier" | "property_identifier":
                return owner if owner.text == name else None
            case "member_expression":
                owner = owner.field("property")
            case "parenthesized_expression" | "as_expression" | "non_null_expression" if owner.children:
                owner = owner.children[0]
            case _:
                return None
    return None

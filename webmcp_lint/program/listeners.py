"""Which functions hear the submit event of a form: found by the calls, assignments and attributes that attach them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.elements import EVENT, WRAPPED, Dom
from webmcp_lint.program.functions import is_reached
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import Environment, External, Frame, Function, Literal, Value, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.source import Location
    from webmcp_lint.syntax.dom import Element

MAX_CALLS: Final = 300
"""How many calls of a page are looked at that may attach a listener."""

MAX_WAYS: Final = 40
"""In how many ways of one call."""

_JQUERY_CALLS: Final = ("on", "one", "bind", "submit")


@dataclass(frozen=True, eq=False, slots=True)
class Listener:
    """A function that is called when a form is submitted.

    `place` is the call, assignment or attribute that attaches it; `function` is None where it cannot be told. `body` are the
    statements of an attribute's text, which are run as they stand. `is_delegated` says that it hears other forms too,
    `prevents` that the framework prevents the default before it runs, `false_prevents` that returning false does.
    """

    place: Node
    function: Function | None
    at: tuple[Element, ...]
    event: str = EVENT
    body: tuple[Node, ...] | None = None
    is_delegated: bool = False
    prevents: bool = False
    false_prevents: bool = False
    written: Location | None = None
    """Where it stands in markup, without what was added to read it as a script."""


def environment(listener: Listener) -> Environment:
    """Return what a listener's function is called with: the event, and its form as `this`."""
    function = listener.function
    if function is None:
        return {}
    event = External(listener.event, (), function.node)
    this = External(listener.event, ("currentTarget",), function.node, receiver=event)
    receiver = function.this or (this if function.node.type != "method_definition" else None)
    frame = Frame(function.node, arguments=[*function.bound, event], this=receiver)
    return {**function.env, function.node: frame}


@dataclass(frozen=True, eq=False, slots=True)
class Attachment:
    """A call or assignment that attaches a listener for submit events, to what `receiver` is.

    `chosen` is the selector of those that jQuery hands the event to.
    """

    place: Node
    receiver: Value | None
    handler: Value
    event: str = EVENT
    chosen: str | None = None
    false_prevents: bool = False


def attachments(analysis: Analysis, trees: Iterable[ScopeTree]) -> Iterator[Attachment]:
    """Yield what the scripts attach to anything for its submit event."""
    count = 0
    for tree in trees:
        calls = [(call, name) for name in ("addEventListener", *_JQUERY_CALLS) for call in tree.calls.get(name, ())]
        for call, name in sorted(calls, key=lambda each: each[0].start):
            if call.type == "call_expression" and _may_be_submit(call, name):
                count += 1
                if count > MAX_CALLS:
                    return
                yield from _of_call(analysis, call, name)
        for member in tree.members.get("onsubmit", ()):
            yield from _of_assignment(analysis, member)


def _may_be_submit(call: Node, name: str) -> bool:
    """Whether the first argument, where it is a text, says `submit`."""
    listed = call.field("arguments")
    if listed is None or not listed.children or listed.type != "arguments":
        return False
    first = listed.children[0]
    return name == "submit" or first.type != "string" or "submit" in first.text


def _of_call(analysis: Analysis, call: Node, name: str) -> Iterator[Attachment]:
    callee, listed = call.fields["function"], call.fields["arguments"].children
    owner = callee.field("object")
    analysis.begin_aside()
    for env in contexts(analysis, [*([owner] if owner is not None else []), listed[0]], {})[:MAX_WAYS]:
        if not is_reached(analysis, call, env):
            continue
        receiver = analysis.value(owner, env) if owner is not None else None
        if name == "addEventListener":
            if _says_submit(analysis.value(listed[0], env)) and len(listed) > 1:
                yield Attachment(call, receiver, analysis.value(listed[1], env))
        elif receiver is not None and _is_jquery(receiver):
            yield from _of_jquery(analysis, call, name, receiver, env)


def _says_submit(value: Value) -> bool:
    texts = (option.value for option in options(value) if isinstance(option, Literal))
    return any(
        isinstance(text, str) and "submit" in (word.partition(".")[0] for word in text.split()) for text in texts
    )


def _is_jquery(receiver: Value) -> bool:
    """Whether a value begins with a call of `$` or `jQuery`."""
    return any(
        isinstance(option, External) and option.package == "" and option.path[:1] in {("$",), ("jQuery",)}
        for option in options(receiver)
    )


def _of_jquery(analysis: Analysis, call: Node, name: str, receiver: Value, env: Environment) -> Iterator[Attachment]:
    listed = call.fields["arguments"].children
    if name != "submit" and not _says_submit(analysis.value(listed[0], env)):
        return
    chosen = analysis.value(listed[1], env) if name != "submit" and len(listed) > 2 else None
    selector = chosen.value if isinstance(chosen, Literal) and isinstance(chosen.value, str) else None
    yield Attachment(call, receiver, analysis.value(listed[-1], env), WRAPPED, selector, false_prevents=True)


def _of_assignment(analysis: Analysis, member: Node) -> Iterator[Attachment]:
    """Follow `form.onsubmit = …`."""
    parent, owner = member.parent, member.field("object")
    right = parent.field("right") if parent is not None and parent.field("left") is member else None
    if parent is None or owner is None or right is None or right.type == "null":
        return
    analysis.begin_aside()
    for env in contexts(analysis, [owner], {})[:MAX_WAYS]:
        yield Attachment(parent, analysis.value(owner, env), analysis.value(right, env), false_prevents=True)


def listeners(attached: Iterable[Attachment], dom: Dom, form: Element) -> Iterator[Listener]:
    """Yield those that hear a form's submit event: attached to the form, or to what is around it."""
    for each in attached:
        found = None if each.receiver is None else dom.elements(each.receiver)
        if each.chosen is not None:
            if dom.matches(form, each.chosen) is True:
                yield from _heard(each, (form,), is_delegated=False)
        elif found is not None and form in found:
            yield from _heard(each, (form,), is_delegated=False)
        elif each.receiver is None or dom.is_root(each.receiver) or (found and set(found) & set(form.ancestors)):
            yield from _heard(each, found or (), is_delegated=True)


def _heard(attached: Attachment, at: tuple[Element, ...], *, is_delegated: bool) -> Iterator[Listener]:
    for option in options(attached.handler):
        function = option if isinstance(option, Function) else None
        yield Listener(
            attached.place,
            function,
            at,
            attached.event,
            is_delegated=is_delegated,
            false_prevents=attached.false_prevents,
        )

"""Which functions hear the submit event of a form: found by the calls, assignments and attributes that attach them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.elements import EVENT, WRAPPED, Dom
from webmcp_lint.program.functions import is_reached
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.values import Environment, External, Function, Literal, Value, options
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


def listeners(analysis: Analysis, trees: Iterable[ScopeTree], dom: Dom, form: Element) -> Iterator[Listener]:
    """Yield what the scripts attach to a form, or to what is around it, for its submit event."""
    count = 0
    for tree in trees:
        calls = [(call, name) for name in ("addEventListener", *_JQUERY_CALLS) for call in tree.calls.get(name, ())]
        for call, name in sorted(calls, key=lambda each: each[0].start):
            if call.type == "call_expression" and _may_be_submit(call, name):
                count += 1
                if count > MAX_CALLS:
                    return
                yield from _of_call(analysis, call, name, dom, form)
        for member in tree.members.get("onsubmit", ()):
            yield from _of_assignment(analysis, member, dom, form)


def _may_be_submit(call: Node, name: str) -> bool:
    """Whether the first argument, where it is a text, says `submit`."""
    listed = call.field("arguments")
    if listed is None or not listed.children or listed.type != "arguments":
        return False
    first = listed.children[0]
    return name == "submit" or first.type != "string" or "submit" in first.text


def _of_call(analysis: Analysis, call: Node, name: str, dom: Dom, form: Element) -> Iterator[Listener]:
    callee, listed = call.fields["function"], call.fields["arguments"].children
    owner = callee.field("object")
    analysis.begin()
    for env in contexts(analysis, [*([owner] if owner is not None else []), listed[0]], {})[:MAX_WAYS]:
        if not is_reached(analysis, call, env):
            continue
        receiver = analysis.value(owner, env) if owner is not None else None
        if name == "addEventListener":
            if _says_submit(analysis.value(listed[0], env)) and len(listed) > 1:
                yield from _attached(call, receiver, analysis.value(listed[1], env), dom=dom, form=form)
        elif receiver is not None and _is_jquery(receiver):
            yield from _of_jquery(analysis, call, name, receiver, env, dom=dom, form=form)


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


def _of_jquery(
    analysis: Analysis, call: Node, name: str, receiver: Value, env: Environment, *, dom: Dom, form: Element
) -> Iterator[Listener]:
    listed = call.fields["arguments"].children
    if name != "submit" and not _says_submit(analysis.value(listed[0], env)):
        return
    handler = analysis.value(listed[-1], env)
    if name != "submit" and len(listed) > 2:
        chosen = analysis.value(listed[1], env)
        if isinstance(chosen, Literal) and isinstance(chosen.value, str):
            if dom.matches(form, chosen.value) is not True:
                return
            yield from _heard(call, handler, (form,), event=WRAPPED, is_delegated=False)
            return
    yield from _attached(call, receiver, handler, dom=dom, form=form, event=WRAPPED)


def _attached(
    place: Node,
    receiver: Value | None,
    handler: Value,
    *,
    dom: Dom,
    form: Element,
    event: str = EVENT,
    false_prevents: bool = False,
) -> Iterator[Listener]:
    """Yield the listener if what it is attached to is the form, or around it."""
    found = None if receiver is None else dom.elements(receiver)
    if found is not None and form in found:
        yield from _heard(place, handler, (form,), event=event, is_delegated=False, false_prevents=false_prevents)
    elif receiver is None or dom.is_root(receiver) or (found is not None and set(found) & set(form.ancestors)):
        yield from _heard(place, handler, found or (), event=event, is_delegated=True, false_prevents=false_prevents)


def _heard(
    place: Node,
    handler: Value,
    at: tuple[Element, ...],
    *,
    event: str,
    is_delegated: bool,
    false_prevents: bool = False,
) -> Iterator[Listener]:
    for option in options(handler):
        function = option if isinstance(option, Function) else None
        yield Listener(
            place,
            function,
            at,
            event,
            is_delegated=is_delegated,
            false_prevents=false_prevents or event == WRAPPED,
        )


def _of_assignment(analysis: Analysis, member: Node, dom: Dom, form: Element) -> Iterator[Listener]:
    """Follow `form.onsubmit = …`."""
    parent, owner = member.parent, member.field("object")
    right = parent.field("right") if parent is not None and parent.field("left") is member else None
    if parent is None or owner is None or right is None or right.type == "null":
        return
    analysis.begin()
    for env in contexts(analysis, [owner], {})[:MAX_WAYS]:
        receiver, handler = analysis.value(owner, env), analysis.value(right, env)
        yield from _attached(parent, receiver, handler, dom=dom, form=form, false_prevents=True)

"""What methods do that elements of the page have."""

from __future__ import annotations

from collections.abc import Iterator

from webmcp_lint.program.effect_call import Call, Verdict
from webmcp_lint.program.effect_words import DIALOGS, SCROLLS, SHOWS, SHOWS_IF_ELEMENT
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import string_value
from webmcp_lint.syntax.wrapping import unwrapped


def of_element(call: Call, owner: Node, whose: str, *, is_page: bool) -> Verdict:
    """Return what a method does that elements have; None for others."""
    name = call.name
    is_own = whose == "own"
    match name:
        case "click":
            return call.effect("download" if is_own else "click", "" if is_own else target_text(call, owner))
        case "submit" | "requestSubmit" if not (name == "submit" and not is_page and whose == "other"):
            return call.effect("submit", target_text(call, owner))
        case "trigger" if call.text_of(0) in {"click", "submit"}:
            return call.effect("click" if call.text_of(0) == "click" else "submit", target_text(call, owner))
        case "dispatchEvent":
            return _dispatched_event(call, owner, is_own=is_own, is_page=is_page)
        case "reset" if is_page:
            return call.effect("typing", target_text(call, owner))
        case "close" | "show" if is_page:
            return call.effect("view", target_text(call, owner))
        case "call" | "apply" if "etter" in owner.text and "alue" in owner.text:
            return call.effect("typing", call.text_of(0))
    if name in SCROLLS and not _is_read_of(call.node):
        return call.effect("scroll", owner.text) if not is_own else []
    if name in DIALOGS:
        return call.effect("view", target_text(call, owner))
    if name in SHOWS or (name in SHOWS_IF_ELEMENT and (is_page or owner.text.endswith("classList"))):
        return [] if is_own else call.effect("display", owner.text)
    if name in SHOWS_IF_ELEMENT and is_own:
        return []
    return None


def _is_read_of(call: Node) -> bool:
    """Whether something is read of what a call gives, as of `db.select().from(…)`; those methods of elements give nothing."""
    parent = call.parent
    return parent is not None and parent.type == "member_expression" and parent.field("object") is call


def _dispatched_event(call: Call, owner: Node, *, is_own: bool, is_page: bool) -> Verdict:
    if is_own:
        return []
    made = next((each for each in call.arguments[:1] if each.type == "new_expression"), None)
    constructor = made.field("constructor") if made is not None else None
    listed = made.field("arguments") if made is not None else None
    kind = next((string_value(each) for each in (listed.children if listed else ()) if each.type == "string"), "")
    if constructor is None or constructor.text == "CustomEvent":
        return "an event that other code may listen to"
    if kind in {"click", "mousedown", "mouseup", "pointerdown"}:
        return call.effect("click", target_text(call, owner))
    if kind == "submit":
        return call.effect("submit", target_text(call, owner))
    if kind in {"input", "change", "keydown", "keyup", "keypress", "blur", "focus"} and is_page:
        return call.effect("typing", target_text(call, owner))
    return "an event that other code may listen to"


def target_text(call: Call, owner: Node) -> str:
    """Return the words that tell which element is meant: its variable's name and the selector it was found by."""
    return " ".join(_sources(call, owner))


def _sources(call: Call, owner: Node) -> Iterator[str]:
    owner = unwrapped(owner)
    yield owner.text[:200]
    binding = call.analysis.tree(owner).resolve(owner) if owner.type == "identifier" else None
    if binding is not None and binding.source is not None and binding.kind == "variable":
        yield binding.source.text[:200]

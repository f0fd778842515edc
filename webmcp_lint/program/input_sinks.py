"""Where a text becomes markup, code or an address."""

from __future__ import annotations

import re
from typing import Final

from webmcp_lint.program.holding import Arrival, Held, SinkKind
from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

_MARKUP: Final = frozenset({"innerHTML", "outerHTML", "srcdoc"})
_MARKUP_CALLS: Final = {
    "insertAdjacentHTML": 1,
    "createContextualFragment": 0,
    "setHTMLUnsafe": 0,
    "html": 0,
    "write": 0,
    "writeln": 0,
}
"""Methods that take markup, and the place of the argument."""

_JQUERY: Final = re.compile(r"^(?:\$|jQuery)\W|^\$\w*$")
_JQUERY_MARKUP: Final = frozenset({"append", "prepend", "before", "after", "replaceWith"})
"""Methods of jQuery that take a text for markup, where there is a tag in it."""
_OWNERS: Final = {"html": _JQUERY, "write": re.compile(r"\bdocument$")}
_OWNERS["writeln"] = _OWNERS["write"]
"""What the methods with ordinary names have to be called on."""

_CODE_CALLS: Final = frozenset({"eval", "setTimeout", "setInterval", "Function", "importScripts"})
_URL_CALLS: Final = frozenset({"fetch", "open", "WebSocket", "EventSource"})
_LOCATION: Final = re.compile(r"^(?:(?:window|document|self|top|parent|globalThis)\.)*location$")
_GLOBALS: Final = frozenset({"window", "self", "globalThis", "top", "parent"})


def assigned(left: Node, held: Held, tree: ScopeTree) -> Arrival | None:
    """Return what an assignment makes of a value, where that is markup or an address."""
    name = last_name(left) or ""
    if left.type == "member_expression" and name in _MARKUP:
        return _arrival("html", held, left, name)
    owner = left.field("object") if name == "href" else left
    is_location = owner is not None and _is_location(owner, tree)
    return _arrival("url", held, left, left.text) if is_location else None


def called(call: Node, place: int, held: Held, tree: ScopeTree) -> Arrival | None:
    """Return what a call makes of its argument, where that is markup, code or an address."""
    callee = call.field("function") or call.field("constructor")
    if callee is None:
        return None
    if callee.type == "import":
        return _arrival("code", held, call, "import") if held.form != "inside" else None
    name, owner = last_name(callee) or "", callee.field("object")
    if owner is None or (owner.type == "identifier" and owner.text in _GLOBALS):
        named = callee if owner is None else owner
        if named.type != "identifier" or tree.resolve(named) is not None:
            return None
        return _of_global(name, call, place, held)
    if place == _MARKUP_CALLS.get(name) and (name not in _OWNERS or _OWNERS[name].search(owner.text)):
        return _arrival("html", held, call, name)
    if name in _JQUERY_MARKUP and _JQUERY.search(owner.text):
        return _arrival("html", held, call, name)
    if place == 0 and name in {"assign", "replace"} and _is_location(owner, tree):
        return _arrival("url", held, call, callee.text)
    is_beacon = place == 0 and name == "sendBeacon" and owner.text.endswith("navigator")
    return _arrival("url", held, call, name) if is_beacon else None


def _of_global(name: str, call: Node, place: int, held: Held) -> Arrival | None:
    if name in _CODE_CALLS and (place == 0 or name == "Function"):
        return _arrival("code", held, call, name)
    return _arrival("url", held, call, name) if name in _URL_CALLS and place == 0 else None


def _is_location(node: Node, tree: ScopeTree) -> bool:
    while node.type == "parenthesized_expression" and node.children:
        node = node.children[0]
    if _LOCATION.match(node.text) is None:
        return False
    while (owner := node.field("object")) is not None:
        node = owner
    return tree.resolve(node) is None


def _arrival(kind: SinkKind, held: Held, node: Node, name: str) -> Arrival | None:
    if held.box or (kind == "html" and held.is_escaped) or (kind == "url" and held.form == "inside"):
        return None
    return Arrival(kind, held.key, node, held.form == "itself", name)

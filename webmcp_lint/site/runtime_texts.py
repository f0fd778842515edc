"""What the running page puts into a text that a script makes: its address, answers of servers, its own content."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.values import Environment, External, Literal, Slot, Thunk, Value, options
from webmcp_lint.site.tool import RuntimeSource, SourceKind
from webmcp_lint.syntax.javascript import Node

_WINDOWS: Final = frozenset({"window", "self", "globalThis"})
_OF_ADDRESS: Final = frozenset({"search", "hash", "href"})
"""The parts of an address that whoever writes a link chooses."""
_FINDING: Final = frozenset(
    {"querySelector", "querySelectorAll", "getElementById", "getElementsByTagName", "getElementsByClassName"}
)
_STORES: Final = frozenset({"localStorage", "sessionStorage"})
_ROUTERS: Final = frozenset({"useSearchParams", "useLocation"})
_MAX_NODES: Final = 60
_MAX_DEPTH: Final = 4


def runtime_sources(analysis: Analysis, slot: Slot) -> Iterator[RuntimeSource]:
    """Yield where a text takes something from the running page; conditions and tests put nothing into it."""
    if not isinstance(slot, Thunk):
        return
    stack: list[tuple[Node, Environment, int]] = [(slot.node, slot.env, 0)]
    seen: set[Node] = set()
    while stack and len(seen) < _MAX_NODES:
        node, env, depth = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        inner = list(_parts(node))
        if inner:
            stack += [(each, env, depth) for each in reversed(inner)]
            continue
        value = analysis.value(node, env)
        if isinstance(value, Literal):
            continue
        kinds = {kind for option in options(value) if (kind := _kind(analysis, option, 0)) is not None}
        if len(kinds) == 1:
            yield RuntimeSource(kinds.pop(), node.location)
        elif (behind := _behind(analysis, node)) is not None and depth < _MAX_DEPTH:
            stack.append((behind, env, depth + 1))


def _parts(node: Node) -> Iterator[Node]:
    """Yield the expressions that a text is put together of."""
    match node.type:
        case "template_string":
            yield from (child.children[0] for child in node.children if _is_filled(child))
        case "binary_expression" if node.fields["operator"].type in {"+", "??", "||"}:
            yield from (node.fields["left"], node.fields["right"])
        case "ternary_expression":
            yield from (node.fields["consequence"], node.fields["alternative"])
        case "parenthesized_expression" | "as_expression" | "non_null_expression" | "await_expression":
            yield from node.children[-1:] if node.type == "await_expression" else node.children[:1]


def _is_filled(child: Node) -> bool:
    return child.type == "template_substitution" and bool(child.children)


def _behind(analysis: Analysis, node: Node) -> Node | None:
    """Return the expression that a constant is set to."""
    binding = (
        analysis.tree(node).resolve(node) if node.type in {"identifier", "shorthand_property_identifier"} else None
    )
    if binding is None or not binding.is_constant or binding.path or binding.others:
        return None
    return binding.source


def _kind(analysis: Analysis, value: Value, depth: int) -> SourceKind | None:
    if not isinstance(value, External) or depth > _MAX_DEPTH:
        return None
    path = value.path[1:] if value.path[:1] and value.path[0] in _WINDOWS else value.path
    if value.package:
        return "address" if any(each in _ROUTERS for each in path[:1]) and len(path) > 1 else None
    match path:
        case ("location", part, *_) | ("document", "location", part, *_) if part in _OF_ADDRESS:
            return "address"
        case ("document", "URL" | "referrer" | "documentURI", *_):
            return "address"
        case ("URLSearchParams" | "URL", "new", "()", _, *_) if _is_of_address(analysis, value, depth):
            return "address"
        case ("fetch", "()", *rest) if rest:
            return "answer"
        case ("document", method, "()", _, *_) if method in _FINDING:
            return "content"
        case ("document", "title") | ("document", "body", "textContent" | "innerText" | "innerHTML"):
            return "content"
        case (store, *rest) if store in _STORES and rest:
            return "store"
    return None


def _is_of_address(analysis: Analysis, value: External, depth: int) -> bool:
    """Whether what made a value was made of the page's address."""
    at: External | None = value
    while at is not None:
        if at.path[-1:] == ("new",) and at.arguments is not None:
            first = analysis.force(at.arguments[0]) if at.arguments else None
            return any(
                _kind(analysis, option, depth + 1) == "address" or _is_location(option)
                for option in (options(first) if first is not None else ())
            )
        at = at.receiver
    return False


def _is_location(value: Value) -> bool:
    """Whether a value is the page's `location` itself."""
    return isinstance(value, External) and value.path[-1:] == ("location",) and value.arguments is None

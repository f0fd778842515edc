"""What scripts put on the window otherwise than by `window.x =`: under a computed key, by `Object.defineProperty` and its like."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from webmcp_lint.program.scopes import ScopeTree
from webmcp_lint.program.texts import to_string
from webmcp_lint.program.values import External, Literal, Thunk, Value, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import property_name
from webmcp_lint.syntax.wrapping import unwrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

WINDOWS = frozenset({("window",), ("self",), ("globalThis",), ("global",), ("top",), ("parent",)})
_NAMED = re.compile(
    r"""\b(?:window|self|globalThis)\b\)?!?\s*(?:\?\.)?(?:\.\s*([\w$]+)|\[\s*(?:(["'`])([^"'`\n]*)\2\s*\])?)"""
)
_SETTING = re.compile(r"\b(?:defineProperty|assign|set)\s*\(\s*(?:window|self|globalThis)\b")
_MAX_ALIASES: Final = 4
MAX_BESIDE = 40
"""How many modules are looked at that a page loads beside a script."""


def is_window(analysis: Analysis, owner: Node) -> bool:
    """Whether an expression is the window, or may be it because a parameter is where nothing is given."""
    return _says_window(analysis.tree(owner), owner) or any(
        isinstance(option, External) and option.package == "" and option.path in WINDOWS
        for option in options(analysis.value(owner, {}))
    )


class _Settings:
    """Where a script sets properties of the window, by one of its own names or what is plainly called after one.

    Looked for once: a bundle sets thousands of members of other objects, and mentions thousands of globals.
    """

    def __init__(self, tree: ScopeTree) -> None:
        self.by_key: list[tuple[Node, Node]] = []
        """The keys of `window[key] = value`, with the values."""
        self.by_call: list[tuple[str, Sequence[Node]]] = []
        """The functions of `Object.assign(window, …)` and its like, with what they are given beside."""
        for target in tree.computed_targets:
            owner, index, parent = target.field("object"), target.field("index"), target.parent
            right = parent.field("right") if parent is not None else None
            if index is not None and right is not None and owner is not None and _says_window(tree, owner):
                self.by_key.append((index, right))
        for function in ("defineProperty", "set", "assign"):
            for call in tree.calls.get(function, ()):
                callee, listed = call.field("function"), call.field("arguments")
                given = listed.children if listed is not None else ()
                is_static = callee is not None and callee.text.partition(".")[0] in {"Object", "Reflect"}
                if is_static and len(given) > 1 and _says_window(tree, given[0]):
                    self.by_call.append((function, given[1:]))


_SETTINGS: Final[WeakKeyDictionary[ScopeTree, _Settings]] = WeakKeyDictionary()


def _says_window(tree: ScopeTree, owner: Node) -> bool:
    """Whether an expression is a name of the window, a constant set to it, or a parameter that is it by default."""
    for _ in range(_MAX_ALIASES):
        owner = unwrapped(owner)
        binding = tree.resolve(owner) if owner.type == "identifier" else None
        if binding is None:
            return owner.type == "identifier" and (owner.text,) in WINDOWS
        following = binding.source if binding.is_constant and not binding.path else None
        if binding.kind == "parameter" and len(binding.path) == 1 and binding.path[0].kind == "default":
            following = binding.path[0].node
        if following is None:
            return False
        owner = following
    return False


def key_of(analysis: Analysis, value: Value) -> str | None:
    """Return the name of a property that a value stands for as a key; a symbol has one that no text is."""
    match value:
        case External(package="", path=("Symbol",), arguments=tuple()):
            return f"Symbol() {analysis.globals.part_of(value.node.script)} {value.node.start}"
        case External(package="", path=("Symbol", "for"), arguments=(given, *_)):
            name = analysis.force(given)
            return f"Symbol.for {name.value}" if isinstance(name, Literal) else None
    return to_string(value)


def named(text: str) -> frozenset[str]:
    """Return the names under which a script says something of the window; an empty one stands for those it computes."""
    found = {match[1] or match[3] or "" for match in _NAMED.finditer(text)}
    return frozenset(found | {""} if _SETTING.search(text) else found)


def beside(analysis: Analysis, name: str, node: Node) -> Iterator[ScopeTree]:
    """Yield the other modules of the same pages that say something of a property of the window."""
    script = node.script
    around = {tree.script for tree in (analysis.tree(node), *analysis.globals.siblings(script))}
    looked = 0
    for path in analysis.modules.loading.together(analysis.globals.part_of(script)):
        names = analysis.modules.window_names(path)
        if not names & {name, ""} or not (analysis.globals.is_parsed(path) or analysis.work.may_parse()):
            continue
        looked += 1
        if looked > MAX_BESIDE:
            return
        yield from (tree for tree in analysis.modules.trees(path) if tree.script not in around)


def set_by_key(analysis: Analysis, name: str, tree: ScopeTree) -> Iterator[Node]:
    """Yield what a script puts on the window under a name that it computes, or by a function."""
    if tree not in _SETTINGS:
        _SETTINGS[tree] = _Settings(tree)
    settings = _SETTINGS[tree]
    for key, value in settings.by_key:
        if _is_key(analysis, key, name):
            yield value
    for function, given in settings.by_call:
        yield from _given(analysis, function, given, name)


def _given(analysis: Analysis, function: str, given: Sequence[Node], name: str) -> Iterator[Node]:
    """Yield what `Object.assign(window, {x: 1})`, `Reflect.set(window, "x", 1)` and their like set."""
    if function == "assign":
        for each in given:
            yield from _written(each.children if each.type == "object" else (), name)
    elif len(given) > 1 and _is_key(analysis, given[0], name):
        if function == "set":
            yield given[1]
        elif given[1].type == "object":
            yield from _written(given[1].children, "value")


def _written(members: Iterable[Node], name: str) -> Iterator[Node]:
    for member in members:
        key, value = member.field("key"), member.field("value")
        if member.type == "shorthand_property_identifier" and member.text == name:
            yield member
        elif key is not None and value is not None and property_name(key) == name:
            yield value


def _is_key(analysis: Analysis, key: Node, name: str) -> bool:
    value = analysis.force(Thunk(key, {}, expand=True))
    return any(key_of(analysis, option) == name for option in options(value))

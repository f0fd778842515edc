"""What writing to a name or a property does: to the program's state, the page, the address, or nothing of importance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from webmcp_lint.program import shown_state
from webmcp_lint.program.collection_changes import Change, change_by_assignment, change_by_method
from webmcp_lint.program.effect import Kind
from webmcp_lint.program.effect_words import BOOKKEEPING, ROUTERS, SHOWN, TYPED, VIEW, words
from webmcp_lint.program.may_run import may_run
from webmcp_lint.program.memos import is_memo, runs_on_server
from webmcp_lint.program.ownership import Ownership
from webmcp_lint.program.patterns import targets
from webmcp_lint.program.values import Environment, External, options
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.effect_call import Call

_PATTERNS = frozenset({"array_pattern", "object_pattern"})
_STORES = frozenset({"localStorage", "sessionStorage"})


class Note(Protocol):
    """Where effects are noted."""

    def __call__(self, kind: Kind, node: Node, subject: str = "", *, method: str = "", is_certain: bool = True) -> None:
        """Note an effect."""


class Writes:
    """Judges the writes of the functions that run."""

    def __init__(self, analysis: Analysis, ownership: Ownership, note: Note) -> None:
        self.analysis = analysis
        self.ownership = ownership
        self.note = note

    def written(self, node: Node, env: Environment) -> None:
        """Note what an assignment, `x += y` or `x++` does."""
        target = node.field("left") or node.field("argument")
        while target is not None and target.type in {
            "parenthesized_expression",
            "non_null_expression",
            "as_expression",
        }:
            target = target.children[0] if target.children else None
        if target is None or not may_run(self.analysis, node, env):
            return
        if target.type in _PATTERNS:
            for name, _ in targets(target):
                self._name(node, name, env)
        elif target.type == "identifier":
            self._name(node, target, env)
        elif target.type in {"member_expression", "subscript_expression"}:
            self._member(node, target, env)

    def deleted(self, node: Node, env: Environment) -> None:
        """Note what `delete x.y` does."""
        operator, target = node.field("operator"), node.field("argument")
        if operator is None or operator.type != "delete" or target is None or target.field("object") is None:
            return
        if may_run(self.analysis, node, env) and self.ownership.of(target.fields["object"], env) == "other":
            self._state(node, target, method="delete")

    def mutated(self, call: Call) -> None:
        """Note what a method does that changes the list or collection that it is called on."""
        owner = call.callee.field("object")
        if owner is None:
            return
        whose = self.ownership.of(owner, call.env)
        if whose == "other" and may_run(self.analysis, call.node, call.env):
            if not ROUTERS.isdisjoint(words(_last(owner))):
                self.note("route", call.node, owner.text)
            else:
                self._state(call.node, owner, method=change_by_method(call.name, call.node))

    def _name(self, node: Node, name: Node, env: Environment) -> None:
        binding = self.analysis.tree(name).resolve(name)
        if name.text == "location" and binding is None:
            self.note("navigation", node, _right(node))
        elif binding is None or (
            not self.ownership.is_local(binding) and self.ownership.of(name, env) in {"other", "page"}
        ):
            self._state(node, name, method=change_by_assignment(node, name))

    def _member(self, node: Node, target: Node, env: Environment) -> None:
        owner, last = target.field("object"), target.field("property")
        name = "" if last is None else last.text
        if owner is None:
            return
        for option in options(self.analysis.value(owner, env)):
            if isinstance(option, External) and option.package == "" and self._of_browser(node, option, name):
                return
        if owner.type == "identifier" and owner.text == "location" and self._is_undeclared(owner):
            self.note("route" if name == "hash" else "navigation", node, _right(node))
            return
        whose = self.ownership.of(owner, env)
        if whose == "page":
            self._page(node, owner, name)
        elif whose == "other":
            if name in SHOWN - {"id", "title", "open", "src"} or _last(owner) in {"style", "dataset", "classList"}:
                self.note("display", node, owner.text)
            else:
                self._state(node, target, method=change_by_assignment(node, target))
        elif whose == "unknown" and name in SHOWN - {"id", "title", "open"}:
            self.note("display", node, owner.text)
        elif whose == "unknown":
            self.note("state", node, target.text, is_certain=False)

    def _is_undeclared(self, name: Node) -> bool:
        return self.analysis.tree(name).resolve(name) is None

    def _of_browser(self, node: Node, owner: External, name: str) -> bool:
        """Note a write to an object of the browser; return whether it is one that says what it does."""
        path = owner.path[1:] if owner.path[:1] in {("window",), ("globalThis",), ("self",)} else owner.path
        match path, name:
            case (*_, "location"), _:
                self.note("route" if name == "hash" else "navigation", node, _right(node))
            case (*_, "document") | (), "location":
                self.note("navigation", node, _right(node))
            case ("document",), "cookie":
                self.note("storage", node, "document.cookie")
            case ("document",), "title":
                self.note("display", node, "document.title")
            case (store,), _ if store in _STORES:
                self._stored(node, name)
            case _:
                return False
        return True

    def _stored(self, node: Node, key: str) -> None:
        self.note("bookkeeping" if not BOOKKEEPING.isdisjoint(words(key)) else "storage", node, key)

    def _page(self, node: Node, owner: Node, name: str) -> None:
        if name in TYPED:
            # Without an event nobody notices, as a rule
            self.note("typing", node, owner.text, is_certain=False)
        elif name in {"scrollTop", "scrollLeft"}:
            self.note("scroll", node, owner.text)
        else:
            self.note("display", node, owner.text)

    def _state(self, node: Node, target: Node, *, method: Change = "") -> None:
        """Note a write to what outlives the call, by what its names say it is for."""
        said = words(target.text if len(target.text) < 200 else _last(target))
        last = words(_last(target))
        is_kept = is_memo(self.analysis, node, target) or runs_on_server(node.script)
        if is_kept or not BOOKKEEPING.isdisjoint(said):
            self.note("bookkeeping", node, target.text)
        elif not VIEW.isdisjoint(last):
            self.note("view", node, target.text)
        else:
            showing = shown_state.of_write(self.analysis, target) if node.type == "assignment_expression" else None
            self.note(showing or "state", node, target.text, method=method)


def _right(node: Node) -> str:
    right = node.field("right")
    return "" if right is None else right.text


def _last(target: Node) -> str:
    """Return the last name of a target; of a computed member and of `ref.current` or `signal.value` the one before."""
    while target.type in {"member_expression", "subscript_expression", "non_null_expression", "call_expression"}:
        last = target.field("property")
        if last is not None and last.text not in {"current", "value"}:
            return last.text
        before = target.field("object") or target.field("function") or (target.children[0] if target.children else None)
        if before is None:
            break
        if last is not None and before.type in {"call_expression", "this"}:
            return last.text
        target = before
    return target.text

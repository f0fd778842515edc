"""Whose an object is that a running function writes to: its own, the page's, or somebody else's.

What the function made itself (literals, `createElement`, results of `map`) is its own, and so are the variables of every
function that runs with it. Elements that were looked up belong to the page, and the rest to the program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from webmcp_lint.program.effect_words import ALIASES, COPIES, ELEMENTS, FOUND, MADE
from webmcp_lint.program.functions import call_with
from webmcp_lint.program.lists import PER_ELEMENT
from webmcp_lint.program.names import binder_of
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.program.stores import is_of_store
from webmcp_lint.program.values import Environment, External, Function, Instance, Thunk, Value, options
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name
from webmcp_lint.syntax.wrapping import WRAPPING

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

Owner = Literal["own", "page", "other", "unknown"]

MAX_STEPS = 24
"""How far a name is followed back."""
MAX_RETURNS = 4
_HOLDING = WRAPPING | {"expression_statement"}
_OWN = frozenset(
    {"object", "array", "string", "template_string", "number", "regex", "new_expression", "true", "false", "null"}
    | {"undefined", "unary_expression", "update_expression", "jsx_element", "jsx_self_closing_element"}
) | (FUNCTIONS)
_CHOICES = frozenset({"||", "??", "&&"})
_WORST: Sequence[Owner] = ("other", "page", "unknown", "own")


class Ownership:
    """Answers whose an object is, as seen by the functions that run."""

    def __init__(self, analysis: Analysis, resolved: Callable[[Node, Environment], Value]) -> None:
        self.analysis = analysis
        self._resolved = resolved
        self.running: set[Node] = set()
        """The functions that run."""
        self._known: dict[tuple[object, ...], Owner] = {}

    def of(self, node: Node, env: Environment, *, inner: bool = False, steps: int = 0) -> Owner:
        """Return whose the object is that an expression gives; with `inner`, whose what lies in it is."""
        if steps > MAX_STEPS:
            return "unknown"
        frames = map(id, map(env.get, self.analysis.tree(node).binders(node)))
        key = (node, inner, len(self.running), *frames)
        if key not in self._known:
            # What leads back here adds nothing to what the other ways say
            self._known[key] = "own"
            self._known[key] = self._of(node, env, inner=inner, steps=steps + 1)
        return self._known[key]

    def _of(self, node: Node, env: Environment, *, inner: bool, steps: int) -> Owner:
        children = node.children
        match node.type:
            case "await_expression" | "sequence_expression" | "type_assertion" if children:
                return self.of(children[-1], env, inner=inner, steps=steps)
            case kind if kind in _HOLDING and children:
                return self.of(children[0], env, inner=inner, steps=steps)
            case "this":
                return self._this(node, env)
            case "identifier" | "shorthand_property_identifier":
                return self._name(node, env, inner=inner, steps=steps)
            case "member_expression" | "subscript_expression":
                return self._member(node, env, steps)
            case "call_expression":
                return self._call(node, env, inner=inner, steps=steps)
            case "ternary_expression":
                arms = [node.field("consequence"), node.field("alternative")]
                return self._worst(arms, env, inner=inner, steps=steps)
            case "binary_expression":
                operator = node.field("operator")
                if operator is None or operator.type not in _CHOICES:
                    return "own"
                return self._worst([node.field("left"), node.field("right")], env, inner=inner, steps=steps)
            case "assignment_expression" | "augmented_assignment_expression":
                return self._worst([node.field("right")], env, inner=inner, steps=steps)
            case "array" | "object" if inner:
                spread = [each.children[0] for each in children if each.type == "spread_element" and each.children]
                return self._worst(spread, env, inner=True, steps=steps) if spread else "own"
            case kind if kind in _OWN:
                return "own"
        return "unknown"

    def _worst(self, nodes: Iterable[Node | None], env: Environment, *, inner: bool, steps: int) -> Owner:
        found = {self.of(each, env, inner=inner, steps=steps) for each in nodes if each is not None}
        return next((each for each in _WORST if each in found), "own")

    def _this(self, node: Node, env: Environment) -> Owner:
        value = self.analysis.value(node, env)
        made = [each.node for each in options(value) if isinstance(each, Instance)]
        return "own" if made and all(self._runs_in(each) for each in made) else "other"

    def _runs_in(self, node: Node) -> bool:
        return any(around in self.running for around in node.ancestors)

    def is_local(self, binding: Binding) -> bool:
        """Whether a name is a variable of a function that runs."""
        around: Node | None = binding.scope.node
        while around is not None and around.type not in FUNCTIONS:
            around = around.parent
        return around is not None and around in self.running

    def _name(self, node: Node, env: Environment, *, inner: bool, steps: int) -> Owner:
        binding = self.analysis.tree(node).resolve(node)
        if binding is None:
            return "page" if node.text == "document" else "other"
        if binding.kind == "parameter":
            return self._parameter(binding, env, inner=inner, steps=steps)
        if binding.kind == "loop":
            right = binding.scope.node.field("right")
            return "unknown" if right is None else self.of(right, env, inner=True, steps=steps)
        if binding.kind == "catch":
            return "own"
        if binding.kind != "variable":
            return "other"
        sources = [each for each in (binding.source, *binding.others) if each is not None]
        if not self.is_local(binding):
            is_page = any(self.of(each, env, steps=steps) == "page" for each in sources)
            return "page" if is_page else "other"
        sources += self._assigned(binding)
        return self._worst(sources, env, inner=inner or bool(binding.path), steps=steps)

    def _assigned(self, binding: Binding) -> list[Node]:
        found = []
        for use in self.analysis.tree(binding.node).uses(binding)[:50]:
            around = use.parent
            if around is not None and around.field("left") is use and (right := around.field("right")) is not None:
                found.append(right)
        return found

    def _parameter(self, binding: Binding, env: Environment, *, inner: bool, steps: int) -> Owner:
        function = binder_of(binding.scope.node)
        inner = inner or bool(binding.path)
        frame = env.get(function)
        if frame is None:
            return self._of_callback(function, binding, env, steps=steps)
        if frame.arguments is None or frame.open is not None:
            # What an agent hands over is the tool's own
            return "own" if frame.open is not None and frame.open.reason == INPUT else "unknown"
        if binding.index < 0:
            return "own" if not inner else "unknown"
        if binding.index >= len(frame.arguments):
            return "own"
        slot = frame.arguments[binding.index]
        if isinstance(slot, Thunk):
            return self.of(slot.node, slot.env, inner=inner, steps=steps)
        return "unknown"

    def _of_callback(self, function: Node, binding: Binding, env: Environment, *, steps: int) -> Owner:
        """Return whose the argument of a function is that is handed to a method of a list."""
        call = call_with(function)
        callee = call.field("function") if call is not None else None
        owner = callee.field("object") if callee is not None else None
        if callee is None or owner is None:
            return "unknown"
        name = last_name(callee)
        if name == "reduce":
            return self.of(owner, env, inner=True, steps=steps) if binding.index == 1 else "own"
        if name in PER_ELEMENT or name in {"sort", "find", "some", "every", "findIndex"}:
            return self.of(owner, env, inner=True, steps=steps)
        return self.of(owner, env, steps=steps) if name == "then" else "unknown"

    def _member(self, node: Node, env: Environment, steps: int) -> Owner:
        if is_element(self.analysis.value(node, env)):
            return "page"
        owner = node.field("object")
        return "unknown" if owner is None else self.of(owner, env, inner=True, steps=steps)

    def _call(self, node: Node, env: Environment, *, inner: bool, steps: int) -> Owner:
        callee = node.field("function")
        name = None if callee is None else last_name(callee)
        if callee is None or name is None:
            return "unknown"
        called = list(options(self._resolved(callee, env)))
        functions = [each for each in called if isinstance(each, Function)]
        if functions:
            return self._returned(functions, inner=inner, steps=steps)
        if any(map(is_of_store, called)):
            return "other"
        owner = callee.field("object")
        if name in FOUND:
            return "own" if owner is not None and self.of(owner, env, steps=steps) == "own" else "page"
        if name in MADE:
            return "own"
        if name in COPIES:
            listed = node.fields["arguments"].children
            is_static = owner is not None and owner.text in {"Object", "Array"}
            source = (listed[0] if listed else None) if is_static else owner
            return self.of(source, env, inner=True, steps=steps) if inner and source is not None else "own"
        if name in ELEMENTS and owner is not None:
            return self.of(owner, env, inner=True, steps=steps)
        if name in ALIASES and owner is not None:
            listed = node.fields["arguments"].children
            source = listed[0] if owner.text == "Object" and listed else owner
            return self.of(source, env, inner=inner, steps=steps)
        return "unknown"

    def _returned(self, functions: Sequence[Function], *, inner: bool, steps: int) -> Owner:
        found: set[Owner] = set()
        for function in functions[:MAX_RETURNS]:
            was_running = function.node in self.running
            self.running.add(function.node)
            for each in self.analysis.returned(function.node)[:MAX_RETURNS]:
                found.add(self.of(each, function.env, inner=inner, steps=steps + 4))
            if not was_running:
                self.running.discard(function.node)
        return next((each for each in _WORST if each in found), "own")


INPUT = "what an agent hands over"
"""Why nothing is known of what `execute` is called with."""


def is_element(value: Value) -> bool:
    """Whether a value is what was looked up in the document."""
    return any(
        isinstance(each, External)
        and each.package == ""
        and "document" in each.path[:2]
        and (not FOUND.isdisjoint(each.path) or each.path[-1] in {"body", "documentElement", "activeElement", "forms"})
        for each in options(value)
    )

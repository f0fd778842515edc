"""Whether every way to a place establishes that there is a model context.

The test may stand in the place's own function, around the function, or in whatever calls it; so the callers are asked,
and theirs, until the top level of a script, a hook or a listener is reached. What is not known is neither: a function
that nobody in sight calls proves nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from webmcp_lint.program import frameworks
from webmcp_lint.program.candidates import candidates
from webmcp_lint.program.conditions import conditions_at
from webmcp_lint.program.context_tests import doubts, is_tested_at
from webmcp_lint.program.functions import is_async
from webmcp_lint.program.proved_calls import calls_of
from webmcp_lint.program.scopes import CLASSES, FUNCTIONS
from webmcp_lint.program.values import External, Function, Method, ModelContext, Value, options
from webmcp_lint.syntax.javascript import Node, Script
from webmcp_lint.syntax.spelling import last_name, string_value
from webmcp_lint.syntax.wrapping import unwrapped, wrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_RUNNING: Final = frozenset(
    {"addEventListener", "setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "queueMicrotask"}
    | {"then", "finally", "forEach", "map", "flatMap", "reduce", "nextTick", "whenDefined", "Promise", "ready", "on"}
    | {"useEffect", "useLayoutEffect", "useInsertionEffect", "useMount", "useCallback", "useMemo", "useEffectEvent"}
    | {"onMounted", "onBeforeMount", "onActivated", "watch", "watchEffect", "onMount", "$effect", "createEffect"}
    | {"effect", "afterNextRender", "afterRender", "startTransition", "MutationObserver", "IntersectionObserver", "$"}
)
"""What runs the function it is handed, sooner or later, and asks for nothing before."""
_FRAMEWORKS: Final = re.compile(r"(?:@?(?:react|preact|vue|svelte|solid-js|angular|lit|jquery|next)\b)")
_STARTED: Final = frozenset(
    {"connectedCallback", "componentDidMount", "ngOnInit", "ngAfterViewInit", "firstUpdated", "mounted", "created"}
)
"""Methods that a framework or the browser calls."""
_COMPONENT: Final = re.compile(r"[A-Z]\w*")
_MAX_DEPTH: Final = 6
_MAX_FUNCTIONS: Final = 80


class Verdict(Enum):
    """What is known of the ways to a place."""

    TESTED = "each has a test"
    CAUGHT = "what fails is caught"
    UNTESTED = "one has no test"
    UNKNOWN = "not told"


@dataclass(frozen=True, slots=True)
class Reach:
    """How a place is reached; `calls` are those of a way without a test, nearest first."""

    verdict: Verdict
    calls: tuple[Node, ...] = ()


_TESTED: Final = Reach(Verdict.TESTED)
_UNKNOWN: Final = Reach(Verdict.UNKNOWN)
_CAUGHT: Final = Reach(Verdict.CAUGHT)
_UNTESTED: Final = Reach(Verdict.UNTESTED)
_ALREADY: Final = Reach(Verdict.UNKNOWN)
"""A way through what is being judged already adds nothing."""


class Guards:
    """Answers for one project, each function and script judged once."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self._functions: dict[Node, Reach] = {}
        self._active: set[object] = set()
        self._left = 0
        self._cuts = 0
        """How often a cycle or a bound was met: what was judged meanwhile is not remembered."""

    def reach(self, place: Node) -> Reach:
        """Return how a place is reached."""
        self._left = _MAX_FUNCTIONS
        return self._reach(place, 0)

    def is_tested(self, place: Node) -> bool:
        """Whether every way to a place has a test."""
        return self.reach(place).verdict is Verdict.TESTED

    def _reach(self, place: Node, depth: int) -> Reach:
        inside = place
        for around in place.ancestors:
            found = self._at(around, inside)
            if found is not None:
                return found
            if around.type in FUNCTIONS:
                return self._function(around, depth)
            if around.type in CLASSES:
                return _UNKNOWN
            inside = around
        return self._script(place.script, depth)

    def _at(self, around: Node, inside: Node) -> Reach | None:
        """Return what a node around a place says of it; None where it says nothing."""
        if around.type == "try_statement" and inside is around.field("body") and around.field("handler") is not None:
            return _CAUGHT
        if around.type == "call_expression" and inside is not around.field("function") and self._is_of_context(around):
            return _TESTED
        if is_tested_at(self.analysis, around, inside):
            return _TESTED
        if any(doubts(self.analysis, condition) for condition, _ in conditions_at(around, inside)):
            return _UNKNOWN
        return None

    def _is_of_context(self, call: Node) -> bool:
        """Whether a call is one of a method of the context, or of what such a call gave: `mc.getTools().then(…)`."""
        callee: Node | None = call
        while callee is not None and callee.type in {"call_expression", "member_expression", "await_expression"}:
            callee = callee.field("function") or callee.field("object") or (callee.children or (None,))[-1]
            if callee is not None and callee.type == "member_expression":
                found = options(self.analysis.value(callee, {}))
                if any(isinstance(each, Method) and isinstance(each.receiver, ModelContext) for each in found):
                    return True
        return False

    def _function(self, function: Node, depth: int) -> Reach:
        known = self._functions.get(function)
        if known is not None:
            return known
        if function in self._active:
            self._cuts += 1
            return _ALREADY
        self._left -= 1
        if depth > _MAX_DEPTH or self._left < 0:
            self._cuts += 1
            return _UNKNOWN
        before = self._cuts
        self._active.add(function)
        try:
            found = self._of_function(function, depth)
        finally:
            self._active.discard(function)
        if self._cuts == before:
            self._functions[function] = found
        return found

    def _of_function(self, function: Node, depth: int) -> Reach:
        place = wrapped(function)
        if self._is_written_behind_test(place):
            return _TESTED
        direct = self._handed(place, depth)
        if direct is not None:
            return direct
        found = [*self._called(function, depth), *self._passed(function, depth)]
        found = [each for each in found if each is not _ALREADY]
        return _worst(found) if found else self._started(function, depth)

    def _is_written_behind_test(self, place: Node) -> bool:
        """Whether a function is made only where there is a model context, so that it runs nowhere else."""
        inside = place
        for around in place.ancestors:
            if around.type != "program" and is_tested_at(self.analysis, around, inside):
                return True
            inside = around
        return False

    def _handed(self, place: Node, depth: int) -> Reach | None:
        """Return how a function runs by the place where it, or its name, stands; None where it is called by a name."""
        parent = place.parent
        if parent is None:
            return None
        match parent.type:
            case "call_expression" if parent.field("function") is place:
                return self._call(parent, depth) if _is_async(place) else self._reach(parent, depth)
            case "arguments" if parent.parent is not None:
                return self._argument(parent.parent, place, depth)
            case "assignment_expression" if parent.field("right") is place:
                left = last_name(parent.fields["left"])
                return self._reach(parent, depth) if left is not None and re.fullmatch(r"on[a-z]+", left) else None
            case "jsx_expression":
                attribute = parent.parent
                is_listener = attribute is not None and re.match(r"on[A-Z]", attribute.text) is not None
                return self._reach(parent, depth) if is_listener else None
        return None

    def _argument(self, call: Node, place: Node, depth: int) -> Reach | None:
        """Return how a function runs that is handed to a call."""
        callee = call.field("function") or call.field("constructor")
        if callee is None:
            return _UNKNOWN
        if self._is_of_context(call):
            return _TESTED
        found = list(options(self.analysis.value(callee, {})))
        if any(frameworks.hands_on(each) for each in found):
            return None
        if last_name(callee) in _RUNNING and not any(_is_of_stranger(each) for each in found):
            return self._call(call, depth)
        own = [each for each in found if isinstance(each, Function)]
        index = place.place if place.parent is call.field("arguments") else 0
        inner = [use for each in own for use in self._parameter_calls(each.node, index)]
        return self._through(call, inner, depth) if own and len(own) == len(found) and inner else _UNKNOWN

    def _through(self, call: Node, inner: Iterable[Node], depth: int) -> Reach:
        """Return how a function runs that another one calls: both the way there and the way in it may have a test."""
        outer = self._reach(call, depth)
        if outer.verdict is not Verdict.UNTESTED:
            return outer
        within = _worst([self._within(each) for each in inner])
        return outer if within.verdict is Verdict.UNTESTED else within

    def _within(self, place: Node) -> Reach:
        """Return what the conditions of a place's own function say of it."""
        inside = place
        for around in place.ancestors:
            found = self._at(around, inside)
            if found is not None or around.type in FUNCTIONS:
                return found or _UNTESTED
            inside = around
        return _UNTESTED

    def _parameter_calls(self, function: Node, index: int) -> Iterator[Node]:
        tree = self.analysis.tree(function)
        for binding in tree.scope_of(function).bindings.values():
            if binding.kind == "parameter" and binding.index == index and not binding.path:
                for use in tree.uses(binding):
                    if use.parent is not None and use.parent.type == "call_expression":
                        yield use

    def _call(self, call: Node, depth: int) -> Reach:
        """Return how a call is reached; one whose failure is handled behind it hides it."""
        around = call.parent
        is_owner = around is not None and around.type == "member_expression" and around.field("object") is call
        if around is not None and is_owner and last_name(around) == "catch":
            return _CAUGHT
        return self._reach(call, depth)

    def _called(self, function: Node, depth: int) -> Iterator[Reach]:
        for call in calls_of(self.analysis, function):
            found = self._call(call, depth + 1) if _is_async(function) else self._reach(call, depth + 1)
            yield Reach(found.verdict, (call, *found.calls)) if found.verdict is Verdict.UNTESTED else found

    def _passed(self, function: Node, depth: int) -> Iterator[Reach]:
        """Yield how a function runs whose name is handed to a call, or set as a listener."""
        for mention in candidates(self.analysis, function).mentions:
            value = self.analysis.value(mention, {})
            if not any(isinstance(each, Function) and each.node is function for each in options(value)):
                continue
            found = self._handed(mention, depth + 1)
            if found is not None:
                yield Reach(found.verdict, (mention, *found.calls)) if found.verdict is Verdict.UNTESTED else found

    def _started(self, function: Node, depth: int) -> Reach:
        """Return how a function runs that nobody in sight calls: a component of its own, or a method of a framework."""
        declared = function.field("name")
        name = "" if declared is None else declared.text
        if function.type == "method_definition" and name in _STARTED:
            return _UNTESTED
        is_component = _COMPONENT.fullmatch(name) is not None and any(
            each.type == "export_statement" and any(child.type == "default" for child in each.children)
            for each in function.ancestors
        )
        return self._script(function.script, depth) if is_component else _UNKNOWN

    def _script(self, script: Script, depth: int) -> Reach:
        """Return how a script runs: where it is imported only behind a test, so is what it does."""
        path = self.analysis.globals.path_of(script)
        key = ("script", path)
        if key in self._active:
            self._cuts += 1
            return _ALREADY
        if depth > _MAX_DEPTH:
            return _UNKNOWN
        self._active.add(key)
        try:
            found = [each for importer in self._importers(path) for each in self._imported(importer, path, depth + 1)]
        finally:
            self._active.discard(key)
        found = [each for each in found if each is not _ALREADY]
        return _worst(found) if found else _UNTESTED

    def _importers(self, path: str) -> Iterator[str]:
        yield from sorted(self.analysis.modules.importers.get(path, ()))

    def _imported(self, importer: str, path: str, depth: int) -> Iterator[Reach]:
        for tree in self.analysis.modules.trees(importer):
            for call in tree.dynamic_imports:
                listed = call.field("arguments")
                named = listed.children[0] if listed is not None and listed.children else None
                is_it = named is not None and named.type == "string"
                if is_it and named is not None and self.analysis.modules.resolve(string_value(named), importer) == path:
                    yield self._call(call, depth)
            for statement in tree.script.root.children:
                source = (
                    statement.field("source") if statement.type in {"import_statement", "export_statement"} else None
                )
                if source is not None and self.analysis.modules.resolve(string_value(source), importer) == path:
                    yield self._script(tree.script, depth)


def _is_async(function: Node) -> bool:
    """Whether what a function throws rejects its promise, so that a `catch` behind the call handles it."""
    return is_async(unwrapped(function))


def _is_of_stranger(function: Value) -> bool:
    """Whether a function comes from a package that nothing is known of."""
    return isinstance(function, External) and function.package != "" and not _FRAMEWORKS.match(function.package)


def _worst(found: Iterable[Reach]) -> Reach:
    """Return what is known of several ways together: one without a test tells, else one that is not known."""
    listed = list(found)
    for verdict in (Verdict.UNTESTED, Verdict.UNKNOWN, Verdict.CAUGHT):
        for each in listed:
            if each.verdict is verdict:
                return each
    return _TESTED

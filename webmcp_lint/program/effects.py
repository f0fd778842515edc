"""What running a function does, through all calls that can be followed: each effect with the line that shows it.

What cannot be followed is kept as unknown, and nothing may be called free of effects that has any of it. The work for one
function is bounded; where it ends early, that is unknown too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.contexts import expanded
from webmcp_lint.program.effect import Effect, Kind, Summary
from webmcp_lint.program.effect_call import Call
from webmcp_lint.program.effect_calls import of_global, of_name, of_package
from webmcp_lint.program.effect_words import COLLECTION_MUTATORS, MUTATORS
from webmcp_lint.program.effect_writes import Writes
from webmcp_lint.program.functions import arguments
from webmcp_lint.program.may_run import may_run, running_cases
from webmcp_lint.program.ownership import INPUT, Ownership
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.values import (
    Array,
    Class,
    Collection,
    Environment,
    External,
    Frame,
    Function,
    Literal,
    Method,
    ModelContext,
    Object,
    Unknown,
    Value,
    options,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.spelling import last_name

MAX_FUNCTIONS = 150
"""How many calls are followed for one tool."""
MAX_DEPTH = 10
MAX_EVALUATIONS = 4_000
"""How many evaluations one tool may take."""
MAX_NODES = 12_000
MAX_QUESTIONS = 60
"""How often it may be asked who calls the function whose parameter is called."""
_TOO_MUCH = "too much to follow"
_WRITES = frozenset({"assignment_expression", "augmented_assignment_expression", "update_expression"})
_TESTS = re.compile(r"[./_-](?:test|spec|stories|mock)s?[./]|__tests__|__mocks__|(?:^|/)e2e/")
"""Paths of files that stand in for the program's own code."""
_DEFERRED = frozenset(
    {"addEventListener", "removeEventListener", "on", "once", "off", "subscribe", "bind", "useCallback"}
)
"""What keeps a function for later, when something else happens."""


def effects_of(analysis: Analysis, value: Value) -> Summary:
    """Return what calling a value does, as far as it can be told."""
    analysis.begin_aside(most=MAX_EVALUATIONS)
    walk = _Walk(analysis)
    for option in options(value):
        if isinstance(option, Function):
            unknown = Unknown(INPUT, option.node)
            frame = analysis.frame(("agent", option.node), Frame(option.node, arguments=[], open_=unknown))
            walk.run(option, frame)
        else:
            walk.unknown[value.node] = "what it calls"
    is_cut = analysis.work.is_exhausted or _TOO_MUCH in walk.unknown.values()
    if is_cut:
        walk.unknown[value.node] = _TOO_MUCH
    analysis.begin()
    return Summary(tuple(walk.found.values()), tuple(walk.unknown), frozenset(walk.ownership.running), is_cut)


class _Walk:
    """One walk through a function and all that it calls."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.ownership = Ownership(analysis, self._resolved)
        self.writes = Writes(analysis, self.ownership, self.note)
        self.found: dict[tuple[object, ...], Effect] = {}
        self.unknown: dict[Node, str] = {}
        self._seen: set[tuple[object, ...]] = set()
        self._entered: set[Node] = set()
        """The functions that are being walked through; a recursive call adds nothing."""
        self._via: Node | None = None
        self._depth = 0
        self._chosen = 0
        """How many of the calls that led here are cases of a `switch`."""
        self._nodes = MAX_NODES
        self._questions = MAX_QUESTIONS
        self._named: Call | None = None
        """The call that was judged last by its name."""
        self._is_test = False
        """Whether the function itself is part of a test."""

    def note(self, kind: Kind, node: Node, subject: str = "", *, method: str = "", is_certain: bool = True) -> None:
        """Add an effect, once for each place and each call of the function itself that leads to it."""
        key = (kind, node, method, self._via)
        if key not in self.found:
            is_chosen = self._chosen > 0 or _is_case(node)
            self.found[key] = Effect(kind, node, subject, method, is_certain, self._via, is_chosen)

    def run(self, function: Function, frame: Frame) -> None:
        """Walk through a function under one binding of its parameters."""
        env = {**function.env, function.node: frame}
        key = (function.node, id(frame), *sorted(map(id, function.env.values())))
        is_test = _TESTS.search(function.node.script.file.path) is not None
        if not self._seen:
            self._is_test = is_test
        if key in self._seen or function.node in self._entered or (is_test and not self._is_test):
            return
        if self._depth >= MAX_DEPTH or len(self._seen) >= MAX_FUNCTIONS or self.analysis.work.is_exhausted:
            self.unknown[function.node] = _TOO_MUCH
            return
        self._seen.add(key)
        self._entered.add(function.node)
        self.ownership.running.add(function.node)
        self._depth += 1
        for name in ("parameters", "body"):
            part = function.node.field(name)
            if part is not None:
                self._walk(part, env)
        self._depth -= 1
        self._entered.discard(function.node)

    def _walk(self, body: Node, env: Environment) -> None:
        stack = [body]
        while stack:
            node = stack.pop()
            self._nodes -= 1
            if self._nodes < 0:
                self.unknown[node] = _TOO_MUCH
                return
            if node.type in FUNCTIONS or node.type in {"class_declaration", "class"}:
                continue
            if self._depth == 1:
                self._via = node if node.type in {"call_expression", "new_expression", *_WRITES} else self._via
            if node.type in _WRITES:
                self.writes.written(node, env)
            elif node.type == "unary_expression" and node.field("operator") is not None:
                self.writes.deleted(node, env)
            elif node.type == "call_expression":
                stack += self._call(node, env)
            elif node.type == "new_expression":
                stack += self._construct(node, env)
            inside = running_cases(self.analysis, node, env) if node.type == "switch_body" else node.children
            stack.extend(reversed(inside))

    def _call(self, node: Node, env: Environment) -> list[Node]:
        """Note what a call does; return the bodies of functions written in it that it runs."""
        callee = node.field("function")
        if callee is None or callee.type in {"super", "import"} or not may_run(self.analysis, node, env):
            return []
        value = self._resolved(callee, env)
        name = last_name(callee) or ""
        call = Call(self.analysis, self.ownership, node, callee, name, env)
        is_followed = False
        for option in options(value):
            is_followed |= self._called(option, call)
        return [] if is_followed else self._callbacks(call)

    def _resolved(self, callee: Node, env: Environment) -> Value:
        value = self.analysis.value(callee, env)
        if not refs_of(value) or self._questions <= 0:
            return value
        self._questions -= 1
        return expanded(self.analysis, callee, env)

    def _called(self, function: Value, call: Call) -> bool:
        """Note what calling one value does; return whether it is a function that was followed into."""
        match function:
            case Function():
                self._enter(function, call)
                return True
            case Method(receiver=Function() as inner, name="call" | "apply"):
                self._enter(inner, call, skipped=1 if function.name == "call" else None)
                return True
            case Method(receiver=Array() | Collection(), name=name):
                if name in MUTATORS or name in COLLECTION_MUTATORS:
                    self.writes.mutated(call)
            case Method(receiver=ModelContext(), name=name):
                self._note_all([("bookkeeping", "the tools of the page")], call)
            case Method(receiver=Literal() | Object() | Method()):
                pass
            case External(package=""):
                self._judge(of_global(function, call), call)
            case External():
                self._judge(of_package(function, call), call)
            case _ if self._named is not call:
                # What is told by the name alone is the same for all that it may be
                self._named = call
                self._judge(of_name(call), call)
        return False

    def _judge(self, verdict: Iterable[Effect] | str | None, call: Call) -> None:
        """Note the effects of a call that is not followed, or why they are not known."""
        if verdict == "mutation":
            self.writes.mutated(call)
        elif isinstance(verdict, str):
            self.unknown.setdefault(call.node, verdict)
        else:
            for each in verdict or ():
                self.note(each.kind, each.node, each.subject, method=each.method, is_certain=each.is_certain)

    def _note_all(self, found: Iterable[tuple[Kind, str]], call: Call) -> None:
        for kind, subject in found:
            self.note(kind, call.node, subject)

    def _enter(self, function: Function, call: Call, *, skipped: int | None = 0) -> None:
        slots, open_ = arguments(self.analysis, call.node, call.env)
        if skipped is None:
            slots, open_ = [], Unknown("a spread argument", call.node)
        owner = call.callee.field("object")
        this = self.analysis.value(owner, call.env) if owner is not None and owner.type != "super" else None
        key = ("ran", function.node, call.node, *(map(id, call.env.values())))
        slots = [*function.bound, *slots[skipped or 0 :]]
        frame = Frame(function.node, arguments=slots, this=function.this or this, open_=open_)
        is_case = _is_case(call.node)
        self._chosen += is_case
        self.run(function, self.analysis.frame(key, frame))
        self._chosen -= is_case

    def _callbacks(self, call: Call) -> list[Node]:
        """Return the bodies of the functions that a call is handed and runs; others that it is handed are followed."""
        listed = call.node.field("arguments")
        bodies: list[Node] = []
        if listed is None or call.name in _DEFERRED:
            return bodies
        for child in listed.children:
            if child.type in FUNCTIONS:
                self.ownership.running.add(child)
                bodies += [part for name in ("parameters", "body") if (part := child.field(name)) is not None]
            elif child.type in {"identifier", "member_expression"} or (
                child.type == "call_expression" and call.name == "dispatch"
            ):
                for option in options(self._resolved(child, call.env)):
                    if isinstance(option, Function):
                        unknown = Unknown("a parameter", option.node)
                        key = ("handed", option.node, *map(id, option.bound))
                        frame = Frame(option.node, arguments=[*option.bound], open_=unknown)
                        self.run(option, self.analysis.frame(key, frame))
        return bodies

    def _construct(self, node: Node, env: Environment) -> list[Node]:
        constructor = node.field("constructor")
        if constructor is None or not may_run(self.analysis, node, env):
            return []
        call = Call(self.analysis, self.ownership, node, constructor, last_name(constructor) or "", env)
        is_followed = False
        for option in options(self._resolved(constructor, env)):
            match option:
                case Class():
                    is_followed = True
                    self._make(option, call)
                case External(package=""):
                    self._judge(of_global(option, call), call)
                case External():
                    self._judge(of_package(option, call), call)
                case _:
                    self.unknown.setdefault(node, call.name)
        return [] if is_followed else self._callbacks(call)

    def _make(self, cls: Class, call: Call) -> None:
        body = cls.node.field("body")
        for member in body.children if body is not None else ():
            name = member.field("name")
            if member.type == "method_definition" and name is not None and name.text == "constructor":
                slots, open_ = arguments(self.analysis, call.node, call.env)
                key = ("made", cls.node, call.node, *(map(id, call.env.values())))
                frame = self.analysis.frame(key, Frame(cls.node, arguments=slots, open_=open_))
                if (cls.node, id(frame)) in self._seen or self._depth >= MAX_DEPTH:
                    return
                self._seen.add((cls.node, id(frame)))
                self.ownership.running.add(member)
                self._depth += 1
                self._walk(member.fields["body"], {**cls.env, cls.node: frame})
                self._depth -= 1


def _is_case(node: Node) -> bool:
    for around in node.ancestors:
        if around.type in {"switch_case", "switch_default"}:
            return True
        if around.type in FUNCTIONS:
            return False
    return False

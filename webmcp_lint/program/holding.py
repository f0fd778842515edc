"""What an expression holds of the input that a function is given, and what the walk along it finds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from webmcp_lint.program.values import Environment, Object, Unknown
from webmcp_lint.syntax.javascript import Node

ELEMENT = "*"
"""The step from an array to any of its elements."""

Form: TypeAlias = Literal["itself", "start", "inside"]
"""How a value is there: as it is, at the beginning of a longer text, or somewhere in one."""

Way: TypeAlias = Literal["spread", "copied", "stringify", "request", "argument", "returned", "stored", "dynamic"]
"""How an input goes where it is not followed."""

SinkKind: TypeAlias = Literal["html", "code", "url"]


@dataclass(frozen=True, slots=True)
class Held:
    """What an expression holds: the whole input (`key` is None) or the value of one of its keys.

    `box` is the way to it through objects and arrays that are made around it. An original is undefined where the input
    has no such key.
    """

    key: str | None
    form: Form = "itself"
    box: tuple[str, ...] = ()
    is_original: bool = True
    is_escaped: bool = False
    """Whether it can no longer be markup."""


@dataclass(frozen=True, eq=False, slots=True)
class Call:
    """One way in which the walk came into a function; without `caller` it is the function that it began with."""

    function: Node
    env: Environment
    node: Node | None = None
    caller: Call | None = None
    depth: int = 0
    is_certain: bool = True
    """Whether the call goes to this function and no other."""

    def __contains__(self, node: Node) -> bool:
        """Whether a node is written in the function, or in one inside it."""
        function = self.function
        return node.script is function.script and function.start <= node.start and node.end <= function.end


@dataclass(frozen=True, slots=True)
class Read:
    """A key of the input that is read; `is_test` says that only its presence is asked for."""

    key: str
    node: Node
    is_certain: bool
    is_test: bool = False


@dataclass(frozen=True, slots=True)
class Escape:
    """A place where the whole input goes where it is not followed."""

    node: Node
    way: Way


@dataclass(frozen=True, slots=True)
class Dereference:
    """A place that throws where the input has no such key."""

    key: str
    node: Node


@dataclass(frozen=True, slots=True)
class Arrival:
    """A place where a value of the input (`key` None: all of it) becomes markup, code or an address."""

    kind: SinkKind
    key: str | None
    node: Node
    is_alone: bool
    """Whether it is the value itself, with nothing around it."""
    name: str
    """What makes it so: `innerHTML`, `eval`, `fetch`."""


@dataclass(slots=True)
class InputFlow:
    """What becomes of the input of a function."""

    takes_input: bool = False
    """Whether the function has a parameter for it."""
    is_complete: bool = True
    reads: list[Read] = field(default_factory=list)
    escapes: list[Escape] = field(default_factory=list)
    dereferences: list[Dereference] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    present: set[str] = field(default_factory=set)
    """Keys that a condition, a default or a fallback looks at."""
    checked: set[str] = field(default_factory=set)
    """Keys whose values are compared with others, looked up or matched."""
    written: set[str] = field(default_factory=set)
    """Keys that the function sets by itself."""
    fills: list[Node] = field(default_factory=list)
    """Where a value of the input is put into what may be a control: `name.value = …`."""
    fallbacks: dict[Node, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The keys that stand for each other in `a ?? b`."""

    def is_fallback(self, key: str) -> bool:
        """Whether a key is one of several ways to say the same."""
        return any(key in keys and len(keys) > 1 for keys in self.fallbacks.values())


def agent_input(function: Node) -> Object:
    """Return what an agent hands a function: always an object, of which nothing is known."""
    return Object(function, open=[Unknown("an agent's input", function)])


def is_handed_on(node: Node) -> bool:
    """Whether an object goes on from where it is made: into a call, another object, or out of the function."""
    around = node.parent
    while around is not None and around.type in {"parenthesized_expression", "await_expression", "ternary_expression"}:
        around = around.parent
    return around is not None and around.type in {"arguments", "pair", "return_statement", "arrow_function"}

"""What an expression may be: the domain of the value engine.

`Undefined` is neither null nor unknown nor absent. `Unknown` says why, where, and which binders would have to be bound
for it to become known. Objects and arrays may be open: their known members stand although others are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal as OneOf
from typing import TypeAlias

from webmcp_lint.syntax.javascript import Node

MAX_ALTERNATIVES = 24
MAX_ITEMS = 10_000
"""How many elements of a list are followed."""

FILLED_IN = "what a template fills in"
CIRCULAR = "a value that depends on itself"
TOO_DEEP = "what is nested too deeply"
TOO_MUCH = "a computation that takes too many steps"
TOO_MANY_WAYS = "one of too many ways to get there"
NOT_PARSED = "what one of too many files that import it may write"
LIMITS = frozenset({TOO_DEEP, TOO_MUCH, TOO_MANY_WAYS, NOT_PARSED})
"""The reasons that are the engine's bounds, not the sources'."""


class Frame:
    """One way of binding a binder: the values of a function's parameters, a loop's variable, or `this`.

    Frames are compared by identity; evaluation makes one frame per call and environment.
    """

    __slots__ = ("arguments", "binder", "call", "doubt", "element", "open", "this")

    def __init__(
        self,
        binder: Node,
        *,
        arguments: list[Slot] | None = None,
        element: Slot | None = None,
        this: Value | None = None,
        open_: Unknown | None = None,
        call: Node | None = None,
    ) -> None:
        self.binder = binder
        self.arguments = arguments
        self.element = element
        self.this = this
        self.open = open_
        """Set where a spread of unknown length makes every later argument unknown."""
        self.call = call
        """The call that binds a function so."""
        self.doubt: Node | None = None
        """What makes it uncertain whether the binder is ever bound so."""

    def doubted(self, doubt: Node) -> Frame:
        """Return the same frame, in doubt."""
        result = Frame(
            self.binder,
            arguments=self.arguments,
            element=self.element,
            this=self.this,
            open_=self.open,
            call=self.call,
        )
        result.doubt = doubt
        return result


Environment: TypeAlias = Mapping[Node, Frame]
"""Which binders are bound, and how."""


@dataclass(frozen=True, slots=True)
class Thunk:
    """An expression to be evaluated when somebody asks.

    With `expand`, it is evaluated in all the ways its names can be bound; with `getter`, that function is called instead.
    """

    node: Node
    env: Environment
    expand: bool = False
    getter: Function | None = None
    perhaps: Node | None = None
    """What makes it uncertain whether the value is there at all."""


@dataclass(frozen=True, eq=False, slots=True)
class Lazy:
    """What something holds after it was written to, worked out when somebody asks."""

    node: Node
    compute: Callable[[], Value]


@dataclass(frozen=True, eq=False, slots=True)
class Literal:
    """A string, number, boolean or null."""

    value: str | float | bool | None
    node: Node
    parts: tuple[Node, ...] = ()
    """The literals that a template or concatenation was made of."""


@dataclass(frozen=True, eq=False, slots=True)
class BigInt:
    """A BigInt."""

    node: Node


@dataclass(frozen=True, eq=False, slots=True)
class Undefined:
    """The value `undefined`."""

    node: Node


@dataclass(frozen=True, eq=False, slots=True)
class Unknown:
    """A value that cannot be told; binding one of `refs` might tell it."""

    reason: str
    node: Node
    refs: frozenset[Node] = frozenset()


@dataclass(frozen=True, slots=True)
class Property:
    """A property: its value, and the key it is written under."""

    value: Slot
    key: Node | None
    is_certain: bool = True
    """False where the property may be absent."""
    is_last: bool = True
    """False where something unknown may have been written over it."""


@dataclass(eq=False, slots=True)
class Object:
    """An object literal, or what is made of several."""

    node: Node
    properties: dict[str, Property] = field(default_factory=dict)
    open: list[Unknown] = field(default_factory=list)
    duplicates: list[tuple[str, Node]] = field(default_factory=list)
    """Keys written a second time in one literal."""
    prototype: Slot | None = None
    """What properties are inherited from, where it is not the usual one."""


@dataclass(eq=False, slots=True)
class Array:
    """An array."""

    node: Node
    items: list[Slot] = field(default_factory=list)
    open: list[Unknown] = field(default_factory=list)
    is_shuffled: bool = False
    """Whether the elements stand in another order than that of `items`."""


@dataclass(eq=False, slots=True)
class Collection:
    """A `Map` or a `Set`; the entries of a set are pairs of the same."""

    kind: OneOf["Map", "Set"]
    node: Node
    entries: list[tuple[Slot, Slot]] = field(default_factory=list)
    open: list[Unknown] = field(default_factory=list)


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function with what it closes over."""

    node: Node
    env: Environment
    this: Value | None = None
    bound: tuple[Slot, ...] = ()
    properties: Object | None = None
    """What was put into it."""


@dataclass(frozen=True, eq=False, slots=True)
class Class:
    """A class."""

    node: Node
    env: Environment


@dataclass(frozen=True, eq=False, slots=True)
class Instance:
    """What `new` makes of a class; `env` binds the class and the constructor's parameters."""

    cls: Class
    env: Environment
    node: Node
    written: Object | None = None
    """What is written into it from outside its class."""


@dataclass(frozen=True, eq=False, slots=True)
class Promise:
    """A promise, by what it is fulfilled with (never a promise itself)."""

    fulfilled: Value
    node: Node


@dataclass(frozen=True, eq=False, slots=True)
class ModelContext:
    """The model context itself; `via` is the object it was read from (`document`, `navigator`), if known."""

    node: Node
    via: str | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Method:
    """A method of a built-in value, taken off it but not yet called."""

    receiver: Value
    name: str
    node: Node


@dataclass(frozen=True, eq=False, slots=True)
class Namespace:
    """All exports of a module of the project (by its path)."""

    module: str
    node: Node


@dataclass(frozen=True, eq=False, slots=True)
class Shared:
    """A name space that several scripts fill: the `X` of `var A = window.X || {}`."""

    name: str
    node: Node


@dataclass(frozen=True, eq=False, slots=True)
class External:
    """Something of a package outside the project, or (package "") a global of the browser."""

    package: str
    path: tuple[str, ...]
    node: Node
    arguments: tuple[Slot, ...] | None = None
    """Set when it is what a call of the thing at `path` returned."""
    receiver: External | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Alternatives:
    """One of several values, by the flow of control."""

    options: tuple[Value, ...]
    node: Node


Value: TypeAlias = (
    "Literal | BigInt | Undefined | Unknown | Object | Array | Collection | Function | Class | Instance | Promise"
    " | ModelContext | Method | Namespace | Shared | External | Alternatives"
)
Slot: TypeAlias = "Value | Thunk | Lazy"


def options(value: Value) -> Iterator[Value]:
    """Yield the alternatives of a value, or the value itself."""
    if isinstance(value, Alternatives):
        yield from value.options
    else:
        yield value


def refs_of(*values: Value) -> frozenset[Node]:
    """Return the binders that would have to be bound for these values to become known."""
    return frozenset[Node]().union(
        *(option.refs for value in values for option in options(value) if isinstance(option, Unknown))
    )


def is_nothing(value: Value) -> bool:
    """Whether a value is undefined or null."""
    return isinstance(value, Undefined) or (isinstance(value, Literal) and value.value is None)


def leave_open(target: Object | Array | Collection, unknowns: Iterable[Unknown]) -> None:
    """Add to what a value may hold beside its known members; the same is not added twice, and only so much."""
    for unknown in unknowns:
        if len(target.open) < MAX_ALTERNATIVES and not any(each is unknown for each in target.open):
            target.open.append(unknown)


def write_over(target: Object, unknown: Unknown) -> None:
    """Leave an object open to something unknown that may also replace what it has."""
    leave_open(target, [unknown])
    for name, written in target.properties.items():
        if written.is_last:
            target.properties[name] = replace(written, is_last=False)


def join(values: Iterable[Value], node: Node) -> Value:
    """Return the value that is one of these; no more of them are asked for than can be told apart."""
    found: dict[object, Value] = {}
    for value in values:
        for option in options(value):
            found.setdefault(_identity(option), option)
        if len(found) > MAX_ALTERNATIVES:
            break
    if not found:
        return Unknown("nothing is ever assigned", node)
    if len(found) == 1:
        return next(iter(found.values()))
    if len(found) > MAX_ALTERNATIVES:
        return Unknown(f"more than {MAX_ALTERNATIVES} possible values", node, refs_of(*found.values()))
    return Alternatives(tuple(found.values()), node)


def _identity(value: Value) -> object:
    match value:
        case Literal():
            return ("literal", type(value.value), value.value)
        case Undefined():
            return "undefined"
        case Unknown():
            return ("unknown", value.reason, value.node)
        case ModelContext():
            return ("context", value.via)
        case Shared():
            return ("shared", value.name)
        case Function() | Class():
            this = id(value.this) if isinstance(value, Function) else None
            return (value.node, this, tuple(sorted(map(id, value.env.values()))))
        case _:
            return id(value)


BUILDERS = frozenset({
    "zod", "zod/v4", "zod/v3", "zod/mini", "zod/v4-mini", "zod/v4/mini", "https://esm.sh/zod", "valibot",
    "@sinclair/typebox", "typebox",
})  # fmt: skip
"""Packages whose functions return objects: schemas."""
_PARSERS = frozenset({"parse", "safeParse", "parseAsync", "safeParseAsync", "is"})


def truth(value: Value) -> bool | None:
    """Return whether a value is true in a condition; None where it may be either.

    A model context is true and false at once: a feature test never tells which branch exists.
    """
    match value:
        case Literal():
            return bool(value.value) if value.value == value.value else False
        case Undefined():
            return False
        case Object() | Array() | Collection() | Function() | Class() | Instance() | Promise() | Namespace() | Shared():
            return True
        case External(package=package, path=path, arguments=given) if given is not None:
            is_object = path[-1:] == ("new",) or (package in BUILDERS and path[-1] not in _PARSERS)
            return True if is_object else None
        case Alternatives():
            found = {truth(option) for option in value.options}
            return found.pop() if len(found) == 1 else None
        case _:
            return None

"""What `JSON.stringify` does with a value: the kind of text it makes, what it throws, what cannot be told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from webmcp_lint.browser.web_idl import Thrown, extends, has_prototype, is_new, is_symbol, thrown
from webmcp_lint.program.classes import class_member
from webmcp_lint.program.json_texts import key_order
from webmcp_lint.program.values import (
    Array,
    BigInt,
    Class,
    Collection,
    External,
    Function,
    Instance,
    Literal,
    Object,
    Promise,
    Slot,
    Thunk,
    Undefined,
    Unknown,
    Value,
    options,
)
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

MAX_NODES = 20_000
MAX_NESTING = 60

Kind = OneOf["object", "primitive", "undefined", "unknown"]


@dataclass(frozen=True, slots=True)
class Serialized:
    """The answer of `JSON.stringify`; `doubt` is the first thing it meets that cannot be told."""

    kind: Kind
    thrown: Thrown | None
    doubt: Unknown | None


def stringify(analysis: Analysis, value: Value) -> Serialized:
    """Return what `JSON.stringify(value)` does."""
    writer = _Writer(analysis)
    try:
        kind = writer.write(value, "", [])
    except _ThrowError as error:
        return Serialized("unknown", error.thrown, writer.doubt)
    return Serialized(kind, None, writer.doubt)


class _ThrowError(Exception):
    def __init__(self, thrown: Thrown) -> None:
        self.thrown = thrown


@dataclass(frozen=True, slots=True)
class _Step:
    """An object that is being written, and the member of it that is being written: how V8 names it, and where it is."""

    owner: Value
    label: str
    node: Node | None


class _Writer:
    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.doubt: Unknown | None = None
        self.nodes = 0

    def _doubt(self, reason: Unknown) -> Kind:
        self.doubt = self.doubt or reason
        return "unknown"

    def write(self, slot: Slot, key: str, path: list[_Step]) -> Kind:
        value = self.analysis.force(slot)
        self.nodes += 1
        if self.nodes > MAX_NODES or len(path) > MAX_NESTING:
            return self._doubt(Unknown("too large to follow", value.node))
        if isinstance(slot, Thunk) and slot.getter is not None:
            self._pass_on(value)
        alternatives = list(options(value))
        if len(alternatives) == 1:
            return self._write(value, key, path)
        try:
            kinds = {self._write(option, key, path) for option in alternatives}
        except _ThrowError:
            kinds = set()
        return kinds.pop() if len(kinds) == 1 else self._doubt(Unknown("one of several values", value.node))

    def _write(self, value: Value, key: str, path: list[_Step]) -> Kind:
        replaced = self._of_to_json(value, key)
        if replaced is not None:
            self._pass_on(replaced)
            value = replaced
        match value:
            case Literal():
                return "primitive"
            case Undefined() | Function() | Class():
                return "undefined"
            case BigInt():
                raise _ThrowError(Thrown("TypeError", "Do not know how to serialize a BigInt"))
            case Object() | Array() | Instance():
                return self._write_members(value, path)
            case Collection() | Promise():
                return "object"
            case External() if is_symbol(value):
                return "undefined"
            case External() if value.node.type == "regex" or is_new(value, "Error", "RegExp"):
                return "object"
            case External() if is_new(value, "Date", "String", "Number", "Boolean", "URL"):
                return "primitive"
            case Unknown():
                return self._doubt(value)
        return self._doubt(Unknown("a value that is not followed", value.node))

    def _pass_on(self, value: Value) -> None:
        """Throw what the page's own code threw in place of a value."""
        error = thrown(self.analysis, value)
        if error is not None:
            raise _ThrowError(error)

    def _of_to_json(self, value: Value, key: str) -> Value | None:
        """Return what `value.toJSON(key)` gives; None where there is no such method."""
        analysis, node = self.analysis, value.node
        match value:
            case Object() if "toJSON" in value.properties:
                method = analysis.member(value, "toJSON", node)
            case Object() if has_prototype(value):
                method = Unknown("a prototype", node)
            case Instance() if class_member(value.cls.node, "toJSON", static=False) is not None or extends(
                value.cls.node
            ):
                method = analysis.member(value, "toJSON", node)
            case Class() if class_member(node, "toJSON", static=True) is not None:
                method = Unknown("a static method", node)
            case Function() if analysis.globals.function_property(node, "toJSON") is not None:
                method = Unknown("a method of a function", node)
            case _:
                return None
        if isinstance(method, Function):
            return analysis.invoke(method, [Literal(key, node)], node, this=value)
        return method if isinstance(method, Unknown) else None

    def _write_members(self, owner: Object | Array | Instance, path: list[_Step]) -> Kind:
        if self._closes_circle(owner, path):
            return "object"
        if not isinstance(owner, Instance):
            for unknown in owner.open:
                self._doubt(unknown)
        for name, slot, node, is_certain in self._members(owner):
            label = f"index {name}" if isinstance(owner, Array) else f"property '{name}'"
            inner = [*path, _Step(owner, label, node)]
            try:
                self.write(slot, name, inner)
            except _ThrowError:
                if is_certain:
                    raise
                self._doubt(Unknown("a property that may be absent", owner.node))
        return "object"

    def _members(self, owner: Object | Array | Instance) -> Iterator[tuple[str, Slot, Node | None, bool]]:
        match owner:
            case Object():
                for name in key_order(owner.properties):
                    written = owner.properties[name]
                    yield name, written.value, written.key, written.is_certain
            case Array():
                for index, item in enumerate(owner.items):
                    yield str(index), item, item.node, True
            case Instance():
                if extends(owner.cls.node) or not _is_passed_on(owner.node):
                    self._doubt(Unknown("fields that may be set from outside a class", owner.node))
                for name in self.analysis.field_names(owner):
                    if not name.startswith("#"):
                        yield name, self.analysis.member(owner, name, owner.node), None, True

    def _closes_circle(self, value: Value, path: list[_Step]) -> bool:
        start = next((index for index, step in enumerate(path) if step.owner is value), None)
        if start is None:
            return False
        cycle = path[start:]
        if not all(_is_settled(step) for step in cycle):
            self._doubt(Unknown("an object that may contain itself", value.node))
            return True
        names = [_constructor(step.owner) for step in cycle]
        inner = [
            f"|     {step.label} -> object with constructor '{name}'"
            for step, name in zip(cycle, names[1:], strict=False)
        ]
        # V8 shows the first two steps and the last
        shown = inner if len(inner) <= 3 else [*inner[:2], "|     ...", inner[-1]]
        lines = (
            "Converting circular structure to JSON",
            f"--> starting at object with constructor '{names[0]}'",
            *shown,
            f"--- {cycle[-1].label} closes the circle",
        )
        raise _ThrowError(Thrown("TypeError", "\n    ".join(lines)))


def _is_passed_on(node: Node) -> bool:
    """Whether an object is used where it is made, so that no name stands for it through which it could be written to."""
    around = next(each for each in node.ancestors if each.type != "parenthesized_expression")
    return around.type in {"pair", "arguments", "array", "return_statement"}


def _constructor(value: Value) -> str:
    return "Array" if isinstance(value, Array) else "Object"


def _is_settled(step: _Step) -> bool:
    """Whether a member is written in the literal itself, or by a statement of the block in which the literal stands.

    What is copied into an object, or set under a condition, need not be there when the object is written.
    """
    literal, member = step.owner.node, step.node
    if member is None or member.script is not literal.script or literal.type not in {"object", "array"}:
        return False
    if any(child.type == "spread_element" for child in literal.children):
        return False
    if literal.start <= member.start < literal.end:
        return True
    statement = next((each for each in member.ancestors if each.type == "expression_statement"), None)
    return statement is not None and statement.parent is _block(literal)


def _block(node: Node) -> Node | None:
    return next((each for each in node.ancestors if each.type in {"statement_block", "program"}), None)

"""What a variable, an object or a field holds after what is written to it: what surely comes later is not seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from webmcp_lint.program import order
from webmcp_lint.program.aliases import of_binding, of_uses
from webmcp_lint.program.augmented import augmented
from webmcp_lint.program.changes import HOLDERS, applied, contexts_of
from webmcp_lint.program.destructuring import follow
from webmcp_lint.program.importers import uses_of_exported
from webmcp_lint.program.operators import shared_name
from webmcp_lint.program.order import Place, When
from webmcp_lint.program.scopes import FUNCTIONS, Binding
from webmcp_lint.program.values import (
    CIRCULAR,
    Class,
    Environment,
    Instance,
    Object,
    Unknown,
    Value,
    is_nothing,
    join,
    options,
)
from webmcp_lint.program.writes import Mutation, writes_at
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.wrapping import wrapped

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

_NAMES = frozenset({"identifier", "shorthand_property_identifier"})
MAX_ORDERED = 64
"""How many writes to one variable are put in order with each of its uses."""

_READERS = frozenset({"Object.keys", "Object.values", "Object.entries", "JSON.stringify", "structuredClone"})
"""Functions that look into their argument there and then."""


@dataclass(frozen=True, slots=True)
class History:
    """When each write to a variable, and into what it holds, is made: before or after the place where it is read.

    What is written into an object shows through every name for it, at the time that is asked about; but what is read
    there and then of an object shows what was written until then.
    """

    assigned: tuple[When | None, ...] = ()
    put: tuple[When | None, ...] | None = None
    is_too_early: bool = False
    writes: Sequence[Mutation] | None = field(default=None, compare=False)
    """The writes that these are the times of; None where no times were asked for."""

    @property
    def is_open(self) -> bool:
        """Whether it cannot be told of all writes to the variable itself whether they come before."""
        return not all(time in {When.BEFORE, When.AFTER} for time in self.assigned)

    @property
    def key(self) -> tuple[object, ...]:
        """What tells apart places at which a variable may be something else."""
        return (self.assigned, self.put, self.is_too_early)


_NOTHING = History()


def history(analysis: Analysis, binding: Binding, use: Node, env: Environment) -> History:
    """Return when a variable is written to, seen from a place where it is used."""
    writes = of_binding(analysis, binding)
    is_exported = use.parent is not None and use.parent.type == "export_specifier"
    is_here = use.script is binding.node.script and use is not binding.node and use.type in _NAMES and not is_exported
    is_too_early = is_here and _is_too_early(binding, use)
    if not writes or len(writes) > MAX_ORDERED or not is_here or binding in analysis.collecting:
        return History(is_too_early=is_too_early) if is_too_early else _NOTHING
    known = _history(analysis, writes, Place(use, env), binding.scope.node, is_too_early=is_too_early)
    # A variable that hangs on itself by ways that nobody knows the order of is the same wherever that is met
    return _NOTHING if known.is_open and binding in analysis.bindings_under_way else known


def _history(
    analysis: Analysis, writes: Sequence[Mutation], place: Place, home: Node, *, is_too_early: bool
) -> History:
    known = analysis.histories.get(place.ways)
    # What was found of the writes in a question that came to its end may be fewer
    if known is not None and known.writes is writes:
        return known
    assigned_ = tuple(order.when(analysis, each.node, place, home) for each in writes if each.is_of_name)
    put_ = None
    if _is_read(place.node):
        put_ = tuple(order.when(analysis, each.place, place, home) for each in writes if not each.is_of_name)
    found = analysis.histories[place.ways] = History(assigned_, put_, is_too_early, writes)
    return found


def _is_too_early(binding: Binding, use: Node) -> bool:
    """Whether a variable is used above its declaration, in the same round of the same function."""
    if binding.kind != "variable" or use.end > binding.node.start or binding.others:
        return False
    declarator = next((each for each in binding.node.ancestors if each.type == "variable_declarator"), binding.node)
    return order.is_before(use, declarator, binding.scope.node)


def is_lexical(binding: Binding) -> bool:
    """Whether a variable is declared by `let` or `const`."""
    declaration = next((each for each in binding.node.ancestors if each.type.endswith("_declaration")), None)
    return declaration is not None and declaration.type == "lexical_declaration"


def _is_read(use: Node) -> bool:
    """Whether what a variable holds is looked into where it is mentioned, and not handed on."""
    node = wrapped(use)
    parent = node.parent
    if parent is None:
        return False
    match parent.type:
        case "member_expression" | "subscript_expression":
            return parent.field("object") is node
        case "spread_element":
            return True
        case "for_in_statement":
            return parent.field("right") is node
        case "arguments" if parent.parent is not None:
            callee = parent.parent.field("function")
            return callee is not None and callee.text in _READERS
    return False


def assigned(analysis: Analysis, binding: Binding, value: Value, past: History, env: Environment) -> Value:
    """Return what a variable may be where it is read."""
    found = [value]
    for source in binding.others:
        declarator = source.parent
        is_certain = declarator is not None and _is_certain(declarator.parent, binding)
        found = _after(found, [analysis.value(source, env)], is_certain=is_certain)
    known = of_binding(analysis, binding) if past.writes is None else past.writes
    writes = [each for each in known if each.is_of_name]
    times = past.assigned or (None,) * len(writes)
    for write, time in zip(writes, times, strict=True):
        if time is When.AFTER:
            continue
        is_certain = _is_certain(write.node, binding) if time is None else time is When.BEFORE
        if write.kind == "augment":
            found = [_augmented(analysis, found, write, binding, env, is_certain=is_certain)]
            continue
        written = [
            follow(analysis, analysis.value(write.values[0], each), write.steps, write.node, each)
            for each in contexts_of(analysis, write, env)
        ]
        is_certain = is_certain and not any(_is_circular(each) for each in written)
        found = _after(found, written, is_certain=is_certain)
    if len(found) > 1:
        found = [each for each in _options(found) if not is_nothing(each) and not _is_circular(each)] or found
    return mutated(analysis, binding, join(found, binding.node), past, env)


def _after(before: list[Value], written: list[Value], *, is_certain: bool) -> list[Value]:
    return written if is_certain else [*before, *written]


def _options(values: list[Value]) -> Iterator[Value]:
    return (option for each in values for option in options(each))


def _is_circular(value: Value) -> bool:
    """Whether a value is, or may be, what the variable itself holds (`x = x || {}`)."""
    return any(isinstance(option, Unknown) and option.reason == CIRCULAR for option in options(value))


def _augmented(
    analysis: Analysis, found: list[Value], write: Mutation, binding: Binding, env: Environment, *, is_certain: bool
) -> Value:
    before = join(found, write.node)
    after = augmented(analysis, before, write, binding.scope.node, env)
    is_plain = is_certain or isinstance(after, Unknown) or _is_fallback(write)
    return after if is_plain else join((before, after), write.node)


def _is_fallback(write: Mutation) -> bool:
    """Whether a write is `x ??= value` or `x ||= value`."""
    operator = write.node.field("operator")
    return write.kind == "augment" and operator is not None and operator.type in {"??=", "||="}


def _is_certain(write: Node | None, binding: Binding) -> bool:
    """Whether a write is a statement of the very block that declares the variable."""
    statement = write.parent if write is not None else None
    while statement is not None and statement.type in {"parenthesized_expression", "expression_statement"}:
        write, statement = statement, statement.parent
    is_statement = write is not None and write.type in {"expression_statement", "variable_declaration"}
    return is_statement and statement is _block(binding)


def _block(binding: Binding) -> Node:
    node = binding.scope.node
    return node.fields["body"] if node.type in FUNCTIONS and "body" in node.fields else node


def mutated(analysis: Analysis, binding: Binding, value: Value, past: History, env: Environment) -> Value:
    """Return a variable's value with what is written into it."""
    if not any(isinstance(option, HOLDERS) for option in options(value)) or _is_shared_list(analysis, binding):
        return value
    known = of_binding(analysis, binding) if past.writes is None else past.writes
    writes = [each for each in known if not each.is_of_name]
    home = binding.scope.node
    timed = []
    for place, write in enumerate(writes):
        is_here = past.put is not None and not write.path
        time = past.put[place] if past.put is not None and is_here else analysis.written(write.place, home)
        if time is not When.AFTER:
            timed.append((write, time))
    return applied(analysis, value, timed, home, env)


def _is_shared_list(analysis: Analysis, binding: Binding) -> bool:
    """Whether a variable is a global list that scripts make together, so that what they write is in it."""
    is_made = binding.source is not None and shared_name(binding.source) == (binding.name, "array")
    return is_made and analysis.is_global(binding.node)


def exported_expression(analysis: Analysis, node: Node) -> Value:
    """Return what `export default` exports, with what the modules that import it write into it."""

    def written() -> Value:
        return written_through(analysis, analysis.value(node, {}), uses_of_exported(analysis, node))

    return analysis.guarded(("exported", node), node, written)


def written_through(analysis: Analysis, value: Value, uses: Iterable[Node | None]) -> Value:
    """Return a value with what is written into it through expressions that stand for it, in any script."""
    if not any(isinstance(option, HOLDERS) for option in options(value)):
        return value
    home = value.node.script.root
    timed = [(write, analysis.written(write.place, home)) for write in of_uses(analysis, uses, value.node)]
    return applied(analysis, value, [each for each in timed if each[1] is not When.AFTER], home, {})


def field_value(analysis: Analysis, instance: Instance, name: str, initial: list[Value], node: Node) -> Value | None:
    """Return what a field may be: its initialiser and whatever the class's methods set; None where nothing does."""
    cls = instance.cls.node
    writes = [write for use in analysis.tree(cls).field_uses(cls, name) for write in writes_at(use)]
    found = list(initial)
    for write in writes:
        if (write.kind == "assign" or _is_fallback(write)) and not write.path:
            found += [
                follow(analysis, analysis.value(write.values[0], each), write.steps, write.node, each)
                for each in contexts_of(analysis, write, instance.env)
            ]
        elif write.kind == "augment" and not write.path:
            found.append(Unknown("a value that is computed step by step", write.node))
    if not found:
        return None
    if len(found) > 1:
        found = [option for option in _options(found) if not is_nothing(option)] or found
    rest = [(write, None) for write in writes if not write.is_of_name]
    return applied(analysis, join(found, node), rest, cls, instance.env)


def own_value(analysis: Analysis, owner: Object, name: str, found: Value, uses: Sequence[Node]) -> Value:
    """Return what a property of an object holds after what the object's own methods write to `this.name`."""
    writes = [write for use in uses for write in writes_at(use)]
    if not writes:
        return found

    def written() -> Value:
        values = [found]
        for write in writes:
            if write.is_of_name:
                values += [analysis.value(write.values[0], each) for each in contexts_of(analysis, write, {})]
        if len(values) > 1:
            values = [option for option in _options(values) if not is_nothing(option)] or values
        rest: list[tuple[Mutation, When | None]] = [(write, None) for write in writes if not write.is_of_name]
        return applied(analysis, join(values, owner.node), rest, owner.node, {})

    return analysis.guarded(("own", owner, name), owner.node, written)


def static_value(analysis: Analysis, cls: Class, name: str, initial: list[Value]) -> Value | None:
    """Return what a static field is: its initialiser and what is written to `Class.name`; None where nothing is."""
    found = list(initial)
    writes: list[Mutation] = []
    for member in analysis.tree(cls.node).members.get(name, ()):
        owner = member.field("object")
        if owner is None or owner.type not in {"identifier", "this"} or member.field("property") is None:
            continue
        own = list(writes_at(member))
        if own and any(isinstance(o, Class) and o.node is cls.node for o in options(analysis.value(owner, cls.env))):
            writes += own
    for write in writes:
        if write.kind == "assign" or _is_fallback(write):
            found += [analysis.value(write.values[0], each) for each in contexts_of(analysis, write, cls.env)]
    if not found:
        return None
    if len(found) > 1:
        found = [option for option in _options(found) if not is_nothing(option)] or found
    rest = [(write, None) for write in writes if not write.is_of_name]
    return applied(analysis, join(found, cls.node), rest, cls.node, cls.env)

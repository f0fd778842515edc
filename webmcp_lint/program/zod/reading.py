"""What a chain of zod calls says: the schema it builds, before any library writes it as JSON Schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from webmcp_lint.program.values import (
    BUILDERS,
    Array,
    External,
    Function,
    Literal,
    Object,
    Property,
    Slot,
    Undefined,
    Unknown,
    Value,
)
from webmcp_lint.program.versions import required
from webmcp_lint.syntax.javascript import Node

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

PACKAGES = frozenset(package for package in BUILDERS if "zod" in package)
_NAMESPACES = frozenset({"z", "zod", "default"})
FORMATS = frozenset({
    "email", "url", "httpUrl", "uuid", "uuidv4", "uuidv6", "uuidv7", "guid", "datetime", "date", "time", "duration", "ipv4", "ipv6",
    "cidrv4", "cidrv6", "cuid", "cuid2", "ulid", "nanoid", "xid", "ksuid", "base64", "base64url", "emoji", "jwt", "e164",
    "ip", "cidr", "hex", "hostname",
})  # fmt: skip
_ISO = frozenset({"date", "datetime", "time", "duration"})
"""Formats that are functions of `z.iso`; `z.date()` is a `Date`."""
_WRAPPERS = frozenset(
    {"optional", "nullable", "nullish", "default", "_default", "prefault", "catch", "readonly", "nonoptional"}
)
_TRANSPARENT = frozenset({
    "refine", "superRefine", "check", "brand", "trim", "toLowerCase", "toUpperCase", "normalize", "overwrite", "register",
    "finite", "strip", "clone", "lowercase", "uppercase", "slugify",
})  # fmt: skip
"""Methods and checks that leave no trace in the JSON Schema."""
_RENAMED = {
    "minLength": "min", "maxLength": "max", "minimum": "gte", "maximum": "lte", "minSize": "min", "maxSize": "max",
}  # fmt: skip
"""zod/mini's names of checks → the methods that mean the same."""
_CHECKS = frozenset({
    "min", "max", "length", "nonempty", "regex", "startsWith", "endsWith", "includes", "gt", "gte", "lt", "lte", "int",
    "positive", "negative", "nonnegative", "nonpositive", "multipleOf", "step", "safe",
})  # fmt: skip


_NO_CHECKS = frozenset({"brand", "register", "finite", "strip", "clone"})
"""Methods among the transparent ones that add no check."""
_SHAPED = frozenset(
    {"strict", "strip", "loose", "passthrough", "catchall", "extend", "safeExtend", "merge", "partial", "required"}
    | {"pick", "omit"}
)
"""Methods of objects that make another object."""
_LOSING = frozenset({"merge"})
"""Those that lose the description in every version."""
_VERSIONS = "zod's versions write this differently"


class Era(Enum):
    """What becomes of a description behind a further method, in which versions."""

    THREE = "zod 3 keeps it"
    BEFORE_4_3 = "zod 4 loses it to a check, and to a method that makes another object"
    FOUR = "zod 4.3 loses it to a method that makes another object"
    UNKNOWN = "3 or 4, of which the newest"


def era_of(analysis: Analysis, value: External) -> Era:
    """Return the era of zod that makes a schema: by the module it is imported from, and the version the project gets."""
    version = required(analysis.modules, "zod", analysis.globals.path_of(value.node.script))
    is_modern = value.package.startswith(("zod/v4", "zod/mini"))
    if value.package == "zod/v3" or (version is not None and version.major < 4 and not is_modern):
        return Era.THREE
    if version is None:
        return Era.FOUR if is_modern else Era.UNKNOWN
    # What `zod/v4` gives in version 3.25 is the first zod 4
    return Era.BEFORE_4_3 if version < (4, 3) else Era.FOUR


@dataclass(frozen=True, slots=True)
class Check:
    """One condition on a value: `min(2)`."""

    name: str
    value: Slot | None
    node: Node


@dataclass(frozen=True, slots=True)
class Member:
    """One property of an object schema, and whether `partial()` or `required()` changed it."""

    value: Slot
    key: Node | None
    may_be_absent: bool | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Schema:
    """A schema of one kind. `inner` is what a wrapper (`optional`, `default`, a transformation …) stands around."""

    kind: str
    node: Node
    source: External
    """The call that made it; libraries recognise a schema they have met before by it."""
    arguments: tuple[Slot, ...] = ()
    checks: tuple[Check, ...] = ()
    meta: Mapping[str, Property] = field(default_factory=dict)
    """What `describe` and `meta` say, in the order it was said."""
    attached: frozenset[str] = frozenset()
    """What of it is said by a check (`z.describe("…")` of zod/mini), which stays with the others."""
    inner: Schema | None = None
    members: Mapping[str, Member] = field(default_factory=dict)
    open: tuple[Unknown, ...] = ()
    """Members that cannot be told."""
    rest: str | Slot = "strip"
    """What an object does with other keys: `strip`, `strict`, `loose`, or the schema they must have."""
    era: Era = Era.FOUR

    @property
    def description(self) -> Slot | None:
        """The description, if there is one."""
        return self.meta["description"].value if "description" in self.meta else None


def is_schema(value: object) -> bool:
    """Whether a value is what a zod function returned."""
    return isinstance(value, External) and value.package in PACKAGES and value.arguments is not None


def read(analysis: Analysis, value: External, era: Era) -> Schema:
    """Return the schema that a chain of calls builds; what is not known becomes the kind `unknown call`."""
    chain = [value]
    while isinstance(base := chain[-1].receiver, External) and base.arguments is not None:
        chain.append(base)
    first = chain.pop()
    path = first.path[1:] if first.path[0] in _NAMESPACES else first.path
    schema = _made(analysis, path, first, era)
    while chain:
        call = chain.pop()
        schema = _called(analysis, schema, call.path[-1], call.arguments or (), call)
    return schema


def shape_of(analysis: Analysis, value: External, node: Node) -> Value:
    """Return what `schema.shape` gives: the members of an object schema."""
    schema = read(analysis, value, era_of(analysis, value))
    if schema.kind != "object":
        return Unknown("the shape of a schema that is not followed", node)
    shape = Object(node, open=list(schema.open))
    for name, member in schema.members.items():
        changed = Unknown("a member that `partial` or `required` changed", node)
        shape.properties[name] = Property(member.value if member.may_be_absent is None else changed, member.key)
    return shape


def _made(analysis: Analysis, path: tuple[str, ...], call: External, era: Era) -> Schema:
    slots, name = call.arguments or (), path[-1] if path else ""
    plain = Schema(name, call.node, call, slots, era=era)
    first = analysis.force(slots[0]) if slots else Undefined(call.node)
    inner = read(analysis, first, era) if isinstance(first, External) and is_schema(first) else None
    is_iso = path[:1] == ("iso",)
    if (is_iso or path[:1] == ("coerce",)) and len(path) == 2:
        path = path[1:]
    match path:
        case ("object" | "strictObject" | "looseObject" | "interface",):
            rest = {"strictObject": "strict", "looseObject": "loose"}.get(name, "strip")
            members, open_ = _members(first)
            return replace(plain, kind="object", rest=rest, members=members, open=open_)
        case (format_,) if format_ in FORMATS and (is_iso or format_ not in _ISO):
            return replace(plain, kind="string", checks=(Check(format_, None, call.node),))
        case ("int",):
            return replace(plain, kind="number", checks=(Check("int", None, call.node),))
        case ("preprocess",) if len(slots) > 1:
            second = analysis.force(slots[1])
            if isinstance(second, External) and is_schema(second):
                return replace(plain, kind="preprocess", inner=read(analysis, second, era))
        case ("lazy",) if isinstance(first, Function):
            made = analysis.invoke(first, [], call.node)
            if isinstance(made, External) and is_schema(made):
                return replace(plain, kind="lazy", arguments=(made,))
        case (("extend" | "safeExtend" | "merge" | "partial" | "required" | "pick" | "omit" | "keyof"),) if inner:
            return _called(analysis, inner, name, slots[1:], call)
        case (wrapper,) if wrapper in _WRAPPERS:
            return _called(analysis, inner, name, slots[1:], call) if inner else replace(plain, kind="unknown call")
        case (_,):
            return plain
    return replace(plain, kind="unknown call")


def _members(shape: Value) -> tuple[dict[str, Member], tuple[Unknown, ...]]:
    if isinstance(shape, Object):
        return {name: Member(each.value, each.key) for name, each in shape.properties.items()}, tuple(shape.open)
    return {}, (shape,) if isinstance(shape, Unknown) else ()


def _called(analysis: Analysis, schema: Schema, name: str, slots: tuple[Slot, ...], call: External) -> Schema:
    """Return what a method, or the function of zod/mini that does the same, makes of a schema."""
    made = _by_method(analysis, schema, name, slots, call)
    return _kept(made, name) if made.meta else made


def _kept(schema: Schema, name: str) -> Schema:
    """Return a schema with what is left of its description behind a method."""
    era = schema.era
    if era is Era.UNKNOWN and name in _SHAPED - _LOSING and schema.kind == "object":
        return replace(schema, meta=_handed_on(schema))
    is_check = name in _CHECKS or name in FORMATS or (name in _TRANSPARENT and name not in _NO_CHECKS)
    is_lost = schema.kind == "object" and name in (_LOSING if era is Era.THREE else _SHAPED)
    if is_lost or (is_check and era is Era.BEFORE_4_3):
        return replace(schema, meta={each: known for each, known in schema.meta.items() if each in schema.attached})
    return schema


def _handed_on(schema: Schema) -> Mapping[str, Property]:
    """Return what zod 3 hands on of a description to another schema, and zod 4 does not."""
    match schema.era:
        case Era.THREE:
            return schema.meta
        case Era.UNKNOWN:
            return {name: replace(each, value=Unknown(_VERSIONS, schema.node)) for name, each in schema.meta.items()}
    return {}


def _by_method(analysis: Analysis, schema: Schema, name: str, slots: tuple[Slot, ...], call: External) -> Schema:
    first = analysis.force(slots[0]) if slots else Undefined(call.node)
    before, schema = schema, replace(schema, source=call)
    name = _RENAMED.get(name, name)
    match name:
        case "describe":
            return replace(schema, meta={**schema.meta, "description": Property(first, None)})
        case "meta" if isinstance(first, Object) and not first.open:
            return replace(schema, meta={**schema.meta, **first.properties})
        case "check":
            for slot in slots:
                schema = _checked(analysis, schema, slot)
            return schema
        case "register" if len(slots) > 1 and not _is_global(first):
            return schema
        case "register" if len(slots) > 1:
            said = analysis.force(slots[1])
            if isinstance(said, Object) and not said.open:
                return replace(schema, meta=dict(said.properties))
            return replace(schema, kind="unknown call")
        case "nullish":
            return _wrapped("optional", _wrapped("nullable", before, (), replace(call)), (), call)
        case _ if name in _WRAPPERS:
            return _wrapped("default" if name == "_default" else name, before, slots, call)
        case "transform" | "pipe":
            return _wrapped(name, before, slots, call)
        case "or":
            either = Array(call.node, [before.source, first])
            return Schema("union", call.node, call, (either,), meta=_handed_on(before), era=schema.era)
        case "and":
            return Schema(
                "intersection", call.node, call, (before.source, first), meta=_handed_on(before), era=schema.era
            )
        case "array":
            return Schema("array", call.node, call, (before.source,), era=schema.era)
        case _ if name in _CHECKS or (name in FORMATS and schema.kind == "string"):
            return replace(schema, checks=(*schema.checks, Check(name, first if slots else None, call.node)))
        case _ if schema.kind == "object" and (found := _object_method(analysis, schema, name, first, call)):
            return found
        case "exclude" | "extract" if schema.kind == "enum":
            return replace(schema, kind="unknown call")
        case _ if name in _TRANSPARENT:
            return schema
    return Schema("unknown call", call.node, call)


def _wrapped(kind: str, inner: Schema, slots: tuple[Slot, ...], call: External) -> Schema:
    return Schema(kind, call.node, call, slots, inner=inner, era=inner.era)


def _checked(analysis: Analysis, schema: Schema, slot: Slot) -> Schema:
    """Return a schema with one check of zod/mini added: `z.minLength(2)`, `z.describe("…")`."""
    value = analysis.force(slot)
    if not isinstance(value, External) or value.arguments is None:
        return schema if isinstance(value, Function) else replace(schema, kind="unknown call")
    name = _RENAMED.get(value.path[-1], value.path[-1])
    if name in {"describe", "meta"} or name in _CHECKS or name in FORMATS or name in _TRANSPARENT:
        made = replace(_by_method(analysis, schema, name, value.arguments, value), source=schema.source)
        said = made.meta.keys() if name in {"describe", "meta"} else schema.attached
        return replace(made, attached=schema.attached | said)
    return replace(schema, kind="unknown call")


def _is_global(registry: Value) -> bool:
    return isinstance(registry, External) and registry.path[-1:] == ("globalRegistry",)


def _object_method(analysis: Analysis, schema: Schema, name: str, given: object, call: External) -> Schema | None:
    members = dict(schema.members)
    match name:
        case "strict" | "loose":
            return replace(schema, rest=name)
        case "passthrough":
            return replace(schema, rest="loose")
        case "catchall" if isinstance(given, External):
            return replace(schema, rest=given)
        case "extend" | "safeExtend" | "merge":
            other = read(analysis, given, schema.era) if isinstance(given, External) and is_schema(given) else None
            if other is not None and other.kind == "object":
                members |= other.members
                rest = other.rest if name == "merge" else schema.rest
                return replace(schema, members=members, open=(*schema.open, *other.open), rest=rest)
            if isinstance(given, Object):
                added, open_ = _members(given)
                return replace(schema, members=members | added, open=(*schema.open, *open_))
        case "partial" | "required" | "pick" | "omit":
            keys = _keys(analysis, given)
            if keys is None and (name in {"pick", "omit"} or not isinstance(given, Undefined)):
                return None
            if name in {"pick", "omit"}:
                kept = {key: each for key, each in members.items() if (key in (keys or ())) == (name == "pick")}
                return replace(schema, members=kept)
            changed = {
                key: replace(each, may_be_absent=name == "partial") if keys is None or key in keys else each
                for key, each in members.items()
            }
            return replace(schema, members=changed)
        case "keyof" if not schema.open:
            names: list[Slot] = [Literal(key, each.key or call.node) for key, each in members.items()]
            return Schema("enum", call.node, call, (Array(call.node, names),), era=schema.era)
    return None


def _keys(analysis: Analysis, given: object) -> frozenset[str] | None:
    """Return the keys of a mask `{a: true}`; None where there is none or it cannot be told."""
    if not isinstance(given, Object) or given.open:
        return None
    values = {key: analysis.force(each.value) for key, each in given.properties.items()}
    if not all(isinstance(value, Literal) for value in values.values()):
        return None
    return frozenset(key for key, value in values.items() if isinstance(value, Literal) and value.value)

"""Schemas written with zod, as the JSON Schema that they convert to: built as values, so that spans stay.

`reading` says what a chain of calls builds, `modern` and `classic` write it as zod 4 and as zod-to-json-schema do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from typing import Literal as Literal_

from webmcp_lint.program.values import Array, External, Literal, Object, Property, Slot, Undefined, Unknown, Value
from webmcp_lint.program.versions import required_major
from webmcp_lint.program.zod import classic, modern
from webmcp_lint.program.zod.modern import Way
from webmcp_lint.program.zod.reading import Member, is_schema, shape_of

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis

__all__ = [
    "Dialect", "converts", "dialect", "given_to_library", "is_schema", "is_shape", "shape_of", "shape_to_value", "to_value",
]  # fmt: skip

_DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
_DRAFT_7 = "http://json-schema.org/draft-07/schema#"
_TARGETS = {"draft-2020-12": _DRAFT_2020, "draft-7": _DRAFT_7, "draft-07": _DRAFT_7}

_STANDARD = frozenset({"@mcp-b/react-webmcp", "usewebmcp"})
"""Libraries that ask a schema itself, by Standard JSON Schema, from their version 5 on."""
_CLASSIC = frozenset({"webmcp-react"})
"""Libraries that convert a schema of zod 3 by zod-to-json-schema without references, and take `$schema` away."""
_NATIVE = frozenset({"webmcp-kit"})
"""Libraries that call zod 4's own `toJSONSchema` without options."""

_UNCONVERTED = frozenset({"use-webmcp-tool", "@angular/core"})
"""Libraries that hand the browser whatever they are given."""

Dialect = Literal_["json-schema", "empty", "raw"]
"""How a library converts a raw shape: as zod-to-json-schema does, to `{}` for each property (a converter for zod 3
that is given zod 4), or not at all: it registers what zod keeps inside."""


def is_shape(analysis: Analysis, value: Value) -> bool:
    """Whether a value is an object whose properties are zod schemas: a raw shape."""
    if not isinstance(value, Object) or not value.properties:
        return False
    return any(is_schema(analysis.force(each.value)) for each in value.properties.values())


def converts(package: str) -> bool:
    """Whether a library makes JSON Schema of what it is given, or may do so."""
    return package not in _UNCONVERTED


def dialect(analysis: Analysis, package: str, path: str) -> Dialect:
    """Return how a library converts the zod shapes it is given in a file, by the versions the project asks for.

    `@mcp-b/react-webmcp` reads zod 3 before its version 3, and zod 4 in versions 3 and 4; of the other it makes `{}`. From
    version 5 on it takes whole schemas only.
    """
    if package not in _STANDARD:
        return "raw" if package in _UNCONVERTED else "json-schema"
    own = required_major(analysis.modules, package, path)
    given = required_major(analysis.modules, "zod", path)
    if own is not None and own >= 5:
        return "raw"
    is_read = given is None or (given == 3 if own is not None and own < 3 else given > 3)
    return "json-schema" if is_read else "empty"


def shape_to_value(analysis: Analysis, shape: Object, as_: Dialect = "json-schema") -> Value:
    """Return the JSON Schema that libraries make of a raw shape: each property converted by itself."""
    node = shape.node
    if as_ == "raw" and shape.properties:
        return Unknown("zod schemas that nothing converts", node)
    properties, required = Object(node, open=list(shape.open)), Array(node)
    for name, written in shape.properties.items():
        converted, is_required = classic.convert_member(analysis, Member(written.value, written.key), node)
        if as_ == "empty":
            converted, is_required = Object(node), True
        properties.properties[name] = Property(converted, written.key)
        if isinstance(is_required, Unknown):
            required.open.append(is_required)
        elif is_required:
            required.items.append(Literal(name, written.key or node))
    result = Object(node, {"type": Property(Literal("object", node), None), "properties": Property(properties, None)})
    if required.items or required.open:
        result.properties["required"] = Property(required, None, is_certain=bool(required.items))
    return result


def given_to_library(analysis: Analysis, package: str, path: str, schema: External) -> Value:
    """Return the JSON Schema that a library registers for a whole zod schema it is given in a file."""
    own, of_zod = required_major(analysis.modules, package, path), required_major(analysis.modules, "zod", path)
    if package in _CLASSIC and schema.package == "zod" and _major(analysis, schema) == 3:
        return classic.convert(analysis, schema, has_references=False)
    if package in _NATIVE and of_zod != 3:
        return _modern(analysis, schema, ())
    if package not in _STANDARD or of_zod == 3 or (own is not None and own < 4):
        return Unknown(f"a zod schema that `{package}` converts", schema.node)
    draft = _DRAFT_7 if own == 4 else _DRAFT_2020
    return _headed(modern.convert(analysis, schema, Way(is_input=True)), draft, is_first=True)


def to_value(analysis: Analysis, value: External) -> Value | None:
    """Return the JSON Schema that a conversion gives (`z.toJSONSchema(schema)`); None for what is none.

    A schema that nothing converts is what zod keeps inside, which no source says: unknown.
    """
    name, slots = value.path[-1:], value.arguments
    if slots is None:
        return None
    receiver = value.receiver
    if name == ("toJSONSchema",) and isinstance(receiver, External) and is_schema(receiver):
        return _modern(analysis, receiver, slots)
    if name in {("toJSONSchema",), ("zodToJsonSchema",)} and slots:
        given = analysis.force(slots[0])
        if not (isinstance(given, External) and is_schema(given)):
            return None
        convert_ = _modern if name == ("toJSONSchema",) else _classic
        return convert_(analysis, given, slots[1:])
    if is_schema(value):
        return Unknown("a zod schema that nothing converts", value.node)
    return None


def _modern(analysis: Analysis, schema: External, options: tuple[Slot, ...]) -> Value:
    """Return what `toJSONSchema(schema, {target, io})` gives."""
    given = _options(analysis, options, frozenset({"target", "io"}))
    if given is None or given.get("target", "draft-2020-12") not in _TARGETS:
        return Unknown("options that are not followed", schema.node)
    written = modern.convert(analysis, schema, Way(is_input=given.get("io") == "input"))
    return _headed(written, _TARGETS[given.get("target", "draft-2020-12")], is_first=True)


def _classic(analysis: Analysis, schema: External, options: tuple[Slot, ...]) -> Value:
    """Return what `zodToJsonSchema(schema, {target, $refStrategy, strictUnions})` gives."""
    given = _options(analysis, options, frozenset({"target", "$refStrategy", "strictUnions"}))
    if (
        given is None
        or given.get("target", "jsonSchema7") != "jsonSchema7"
        or given.get("$refStrategy", "root") not in {"root", "none"}
    ):
        return Unknown("options that are not followed", schema.node)
    is_modern = schema.package.startswith(("zod/v4", "zod/mini")) or _major(analysis, schema) == 4
    has_references = given.get("$refStrategy") != "none"
    written = Object(schema.node) if is_modern else classic.convert(analysis, schema, has_references=has_references)
    return _headed(written, _DRAFT_7, is_first=False)


def _major(analysis: Analysis, schema: External) -> int | None:
    path = analysis.globals.path_of(schema.node.script)
    return required_major(analysis.modules, "zod", path) if schema.package == "zod" else None


def _options(analysis: Analysis, slots: tuple[Slot, ...], known: frozenset[str]) -> dict[str, str] | None:
    value = analysis.force(slots[0]) if slots else None
    if value is None or isinstance(value, Undefined):
        return {}
    if not isinstance(value, Object) or value.open or not value.properties.keys() <= known:
        return None
    values = {name: analysis.force(each.value) for name, each in value.properties.items()}
    texts = {name: each.value for name, each in values.items() if isinstance(each, Literal)}
    return {name: str(text) for name, text in texts.items()} if len(texts) == len(values) else None


def _headed(written: Value, draft: str, *, is_first: bool) -> Value:
    if not isinstance(written, Object):
        return written
    head = {"$schema": Property(Literal(draft, written.node), None)}
    properties = {**head, **written.properties} if is_first else {**written.properties, **head}
    return Object(written.node, properties, list(written.open))

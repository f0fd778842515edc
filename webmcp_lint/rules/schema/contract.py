"""The input schemas that people write in scripts, part by part: where each is written, and what of it may be changed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from webmcp_lint.findings import Finding, Fix, Level, Related
from webmcp_lint.located import Json, Schema, Unknown, pointer, walk
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Member, Tool
from webmcp_lint.source import Edit, Location

_BELOW: Final = ("items", "additionalProperties", "contains", "propertyNames", "additionalItems", "contentSchema")
_BRANCHES: Final = ("not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties")
_LISTS_OF_BRANCHES: Final = ("allOf", "anyOf", "oneOf")
_MAPS_OF_BRANCHES: Final = ("patternProperties", "$defs", "definitions", "dependentSchemas")
IN_PLACE: Final = frozenset(
    {"$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"}
)
"""The keywords that say more about the very value that the schema is about."""

Role: TypeAlias = Literal["root", "property", "item", "other"]


@dataclass(frozen=True, slots=True)
class Part:
    """An object schema inside a schema, or the whole of it.

    `role` is what it describes, and `parameter` the nearest property that it belongs to. A branch is what describes a value together with other
    schemas, or only under a condition: nothing is missing in it that another schema may say.
    """

    at: str
    keywords: dict[str, Json]
    role: Role
    parameter: str | None = None
    is_branch: bool = False

    @property
    def subject(self) -> str:
        """What it describes, as a sentence calls it."""
        if self.parameter is None:
            return "the input schema" if self.role == "root" else "a part of the input schema"
        return f"an item of `{self.parameter}`" if self.role == "item" else f"`{self.parameter}`"


@dataclass(frozen=True, eq=False, slots=True)
class Contract:
    """The input schema of a tool, written in a script."""

    tool: Tool
    schema: Schema
    root: Part

    def parts(self) -> Iterator[Part]:
        """Yield every object schema that is wholly known, outer ones first; unknown keywords may replace known ones."""
        stack = [self.root]
        while stack:
            part = stack.pop()
            if not self.is_open(part.at):
                yield part
            stack.extend(reversed(list(_subschemas(part))))

    def is_open(self, at: str) -> bool:
        """Whether the object or array there may have more members than are known."""
        return at in self.schema.open

    def value(self, at: str) -> Location:
        """Return where the node there is written."""
        origin = self.schema.origin(at)
        return self.tool.location if origin is None else origin.value

    def key(self, at: str) -> Location:
        """Return where the key of the node there is written, or its value where no key is."""
        origin = self.schema.origins.get(at)
        return self.value(at) if origin is None or origin.key is None else origin.key

    def owns(self, location: Location) -> bool:
        """Whether a place is written in the one literal that every call hands over, and so may be changed for it."""
        literals = {member.value for member in _input_schemas(self.tool)}
        return len(literals) == 1 and _holds(literals.pop(), location)

    def finding(
        self,
        message: str,
        location: Location,
        *,
        label: str,
        help_: str,
        fix: Fix | None = None,
        level: Level | None = None,
    ) -> Finding:
        """Return a finding that also shows the registering call where the place is not inside it."""
        calls = [each.call for each in self.tool.declarations]
        return Finding(
            message,
            location,
            label=label,
            help=help_,
            tool=self.tool.label,
            related=() if any(_holds(call, location) for call in calls) else _related(self.tool),
            fix=fix,
            level=level,
        )

    def rewriting(self, at: str, old: str, new: str, *, is_safe: bool) -> Fix | None:
        """Return the fix that writes another string for the one there; None where that is no plain literal."""
        place = self.value(at)
        quote = place.text[:1]
        if quote not in {"'", '"', "`"} or place.text != f"{quote}{old}{quote}" or not self.owns(place):
            return None
        return Fix(f"write `{new}`", (Edit(place, f"{quote}{new}{quote}"),), is_safe=is_safe)

    def insertion(self, before: str, name: str, value: str, *, is_safe: bool) -> Fix | None:
        """Return the fix that writes a property into the literal that holds the one there, just before it."""
        origin = self.schema.origins.get(before)
        key = None if origin is None else origin.key
        if key is None or not self.owns(key):
            return None
        file, start = key.file, key.span.start
        indent = file.text[file.line_span(file.line_of(start)).start : start]
        line_end = "\r\n" if "\r\n" in file.text else "\n"
        joint = ", " if indent.strip() else f",{line_end}{indent}"
        written_name = f'"{name}"' if key.text.startswith('"') else name
        edit = Edit(file.location(start, start), f"{written_name}: {value}{joint}")
        return Fix(f"add `{name}`", (edit,), is_safe=is_safe)


def contracts(page: Page) -> Iterator[Contract]:
    """Yield the input schemas that scripts write as JSON Schema: no form's, and none that a library converts."""
    for tool in (*page.tools, *page.rejected):
        schema = tool.schema
        if tool.kind != "script" or schema is None or not isinstance(schema.value, dict):
            continue
        members = _input_schemas(tool)
        if members and not any(_is_converted(each) for each in members):
            yield Contract(tool, schema, Part("", schema.value, "root"))


def is_parameter_list(contract: Contract) -> bool:
    """Whether what stands for the schema is what belongs under its `properties`."""
    root = contract.root.keywords
    return (
        bool(root)
        and not contract.is_open("")
        and not root.keys() <= {"properties", *_BELOW, *_BRANCHES}
        and all(isinstance(each, dict) and isinstance(each.get("type"), str) for each in root.values())
    )


def has_unknown(value: Json) -> bool:
    """Whether a node is or has a part that cannot be read."""
    return any(isinstance(node, Unknown) for _, node in walk(value))


def written(value: Json) -> str:
    """Return how a message calls a JSON value: short ones as they are, others by what they are."""
    match value:
        case dict():
            return "an object"
        case list():
            return "a list" if value else "an empty list"
        case Unknown():
            return "unknown"
        case _:
            text = json.dumps(plain(value), ensure_ascii=False)
            return f"`{text}`" if len(text) <= 40 else "a long text"


def plain(value: Json) -> Json:
    """Return a number as JavaScript writes it: `1`, not `1.0`."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _input_schemas(tool: Tool) -> list[Member]:
    """Return what each call hands over as the schema."""
    named = (each.members.get(each.names.get("inputSchema", "inputSchema")) for each in tool.declarations)
    return [member for member in named if member is not None]


def _is_converted(member: Member) -> bool:
    """Whether a package makes the schema, or a part of it."""
    return member.maker is not None or any(_is_converted(each) for each in (member.members or {}).values())


def _holds(around: Location, location: Location) -> bool:
    return (
        around.file is location.file
        and around.span.start <= location.span.start
        and location.span.end <= around.span.end
    )


def _related(tool: Tool) -> tuple[Related, ...]:
    return tuple(Related(each.call, "registered here") for each in tool.declarations[:1])


def _subschemas(part: Part) -> Iterator[Part]:
    keywords, parameter = part.keywords, part.parameter
    for keyword, value in keywords.items():
        step = part.at + pointer(keyword)
        children: Iterable[tuple[str, Json]] = ()
        role: Role = "other"
        match value:
            case dict() if keyword == "properties":
                for name, child in value.items():
                    if isinstance(child, dict):
                        yield Part(step + pointer(name), child, "property", name, part.is_branch)
            case dict() if keyword in _MAPS_OF_BRANCHES:
                children = ((step + pointer(name), child) for name, child in value.items())
            case list() if keyword in _LISTS_OF_BRANCHES or keyword == "prefixItems":
                children = ((f"{step}/{index}", child) for index, child in enumerate(value))
            case dict() if keyword in _BELOW or keyword in _BRANCHES:
                children = ((step, value),)
                role = "item" if keyword == "items" else "other"
        is_branch = part.is_branch or not (keyword in _BELOW or keyword == "prefixItems")
        yield from (Part(at, child, role, parameter, is_branch) for at, child in children if isinstance(child, dict))

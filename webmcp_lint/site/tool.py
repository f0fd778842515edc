"""A tool as an agent finds it, whatever declared it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from webmcp_lint.browser.forms import FormTool
from webmcp_lint.browser.registration import RegistrationError
from webmcp_lint.located import Json, Origin, Schema, Unknown, known, pointer
from webmcp_lint.source import Location

if TYPE_CHECKING:
    from webmcp_lint.site.behaviour import Behaviour
    from webmcp_lint.site.handling import Handling


@dataclass(frozen=True, slots=True)
class Text:
    """A text of a declaration: what it says, unknown or None (absent), and where it is written."""

    value: str | Unknown | None
    location: Location

    @property
    def known(self) -> str | None:
        """The text where it is there and can be read."""
        return self.value if isinstance(self.value, str) else None


@dataclass(frozen=True, slots=True)
class Unread:
    """A registration that cannot be read: where, and what stands in the way."""

    location: Location
    reason: str


Kind = Literal[
    "string",
    "number",
    "boolean",
    "bigint",
    "null",
    "undefined",
    "object",
    "array",
    "function",
    "context",
    "other",
    "unknown",
]
"""What a written value is, as far as it can be told."""


SourceKind = Literal["address", "answer", "content", "store"]


@dataclass(frozen=True, slots=True)
class RuntimeSource:
    """A place at which the running page fills a text: from its address, a server's answer, its content, its store."""

    kind: SourceKind
    location: Location


@dataclass(frozen=True, slots=True)
class Aborted:
    """An abort that comes before a registration with the same signal, or, for the next one, when its owner goes."""

    location: Location
    is_reused: bool


@dataclass(frozen=True, slots=True)
class Member:
    """A property of an object that a script writes.

    `key` is where its name stands (None where a spread or a factory brings it), `literal` the value of a string,
    number or boolean; `members` those of an object literal, None where they cannot all be told.
    """

    name: str
    key: Location | None
    value: Location
    kind: Kind
    literal: str | float | bool | None = None
    members: Mapping[str, Member] | None = None
    whole: Location | None = None
    """The whole property, key and value, where it is written as one."""
    expression: Location | None = None
    """What stands behind the key, which may be a mere name for the value; None where nothing does."""
    removal: Location | None = None
    """The whole property with the comma that goes with it."""
    items: Sequence[Member] | None = None
    """The elements of an array, None where they cannot all be told."""
    maker: str | None = None
    """What made a value that no script writes: a constructor (`AbortController`) or a package (`zod`)."""
    stringified: Location | None = None
    """What `JSON.stringify` makes the value of."""
    sources: Sequence[RuntimeSource] = ()
    """Where the running page fills a tool's name, title or description."""
    unserializable: str | None = None
    """Why a schema has no JSON, in the browser's words; empty where its JSON is no object."""


@dataclass(frozen=True, slots=True)
class StraightPath:
    """Statements that all run if one does, none of which takes a tool back: a block, or a script's top level."""

    block: Location
    is_top_level: bool
    is_whole: bool
    """Whether they are the whole body of a function, a loop or a script, with no way out of it in between."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a script hands to the call that registers a tool, member by member.

    `is_open` says that further members may be there. `context` is where the model context is read and `via` what it is
    read from (`document`, `navigator`); `function` is what is called; `library` the package that it comes from.
    """

    members: Mapping[str, Member]
    is_open: bool
    options: Member | None
    call: Location
    function: str
    context: Location | None = None
    via: str | None = None
    library: str | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """What a library calls the browser's properties, where it differs."""
    literal: Location | None = None
    """The object literal that is handed over, where it is written in the call itself."""
    path: StraightPath | None = None
    """The statements among which the call is certainly made."""
    array: Location | None = None
    """The array literal that the tool is an element of."""
    aborted: Aborted | None = None
    """What has aborted the signal of its options by then."""
    is_judged: bool = False
    """Whether a test asks how the call ends, and may want it to fail."""
    handling: Handling | None = None
    """What becomes of a call's input, and what it answers; None where `execute` is no function in sight."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A top-level property of a tool's input schema."""

    name: str
    schema: Json
    is_required: bool
    pointer: str
    origin: Origin

    @property
    def description(self) -> Json:
        """The description, None where the schema has none."""
        return self.schema.get("description") if isinstance(self.schema, dict) else None


@dataclass(frozen=True, eq=False, slots=True)
class Tool:
    """A declared tool; `refusal` says why the browser makes none of it, in words, and `error` how it answers.

    `schema` is None where the browser lists none, `annotations` where it has none (always for forms).
    """

    kind: Literal["form", "script"]
    name: Text
    title: Text
    description: Text
    schema: Schema | None
    location: Location
    annotations: Mapping[str, bool | None] | None = None
    is_autosubmitted: bool = False
    exposed_to: Sequence[str] | None = None
    status: Literal["listed", "removed-api"] = "listed"
    condition: str | None = None
    registered_at: Sequence[Location] = ()
    refusal: str | None = None
    error: RegistrationError | None = None
    form: FormTool | None = None
    declare: Callable[[], Sequence[Declaration]] = tuple
    """Gives how scripts register it, worked out when it is asked for."""
    behaviour: Behaviour | None = None
    """What its `execute` does, worked out when it is asked for."""

    @property
    def declarations(self) -> Sequence[Declaration]:
        """How scripts register it: one for each call."""
        return self.declare()

    @property
    def label(self) -> str | None:
        """The name for reports; None where it cannot be read."""
        return self.name.known

    @property
    def parameters(self) -> Iterator[Parameter]:
        """The top-level parameters in the order the browser lists them."""
        schema = self.schema
        if schema is None or not isinstance(schema.value, dict):
            return
        properties = schema.value.get("properties")
        required = schema.value.get("required")
        if not isinstance(properties, dict):
            return
        for name, node in properties.items():
            at = pointer("properties", name)
            origin = schema.origin(at) or Origin(self.location)
            yield Parameter(name, node, isinstance(required, list) and name in required, at, origin)

    def unknowns(self) -> Iterator[tuple[str, Unknown]]:
        """Yield what cannot be read, with its pointer into the tool's JSON record."""
        for key, text in (("name", self.name), ("title", self.title), ("description", self.description)):
            if isinstance(text.value, Unknown):
                yield pointer(key), text.value
        if self.schema is not None:
            for at, unknown in self.schema.unknowns():
                yield f"/input_schema{at}", unknown

    @property
    def input_schema(self) -> Json:
        """The schema as plain JSON, unknown parts null."""
        return None if self.schema is None else known(self.schema.value)

    @property
    def tokens(self) -> int:
        """About how many tokens the tool costs a model: a quarter of its compact JSON's UTF-8 bytes, rounded up."""
        record = {"name": self.name.known, "description": self.description.known, "input_schema": self.input_schema}
        text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        return -(-len(text.encode("utf-8", "surrogatepass")) // 4)

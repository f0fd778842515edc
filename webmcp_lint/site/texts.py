"""The texts of a tool that an agent reads, and where each of their characters is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from webmcp_lint.browser.controls import DATE_ADVICE
from webmcp_lint.located import Json, Unknown, pointer
from webmcp_lint.site.tool import Text, Tool
from webmcp_lint.source import Location
from webmcp_lint.syntax.literals import literal_offsets
from webmcp_lint.syntax.references import decoded_offsets

Kind = Literal["name", "title", "description", "option"]

_MAPS_OF_SCHEMAS: Final = ("patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS_OF_SCHEMAS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SCHEMAS: Final = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")


@dataclass(frozen=True, slots=True)
class AgentText:
    """A text that an agent reads, as the author wrote it: without the advice that Chromium adds to dates.

    `pointer` addresses the tool's JSON record, `subject` names the text in a sentence ("the description of `size`"),
    and `parameter` is the nearest parameter it belongs to; the tool's own texts have none.
    """

    kind: Kind
    pointer: str
    subject: str
    value: str | Unknown
    location: Location
    parameter: str | None = None

    @property
    def known(self) -> str | None:
        """The text where it can be read."""
        return self.value if isinstance(self.value, str) else None

    @property
    def is_on_page(self) -> bool:
        """Whether it is a label or an option, which people read too; such are located by their start tags."""
        return self.location.text.startswith("<") and self.location.text.endswith(">")

    def place(self, start: int, end: int) -> Location | None:
        """Return where the characters `[start, end)` are written; None where the source does not show each of them."""
        return self.places([(start, end)])[0]

    def places(self, spans: Sequence[tuple[int, int]]) -> list[Location | None]:
        """Return the place of each span, all read in one go."""
        first, offsets = self._offsets()
        file = self.location.file
        if offsets is None:
            return [None] * len(spans)
        return [file.location(first + offsets[start], first + offsets[end]) for start, end in spans]

    def _offsets(self) -> tuple[int, Sequence[int] | None]:
        """Return where the written text begins, and in it the offset of each character and of the end."""
        if not isinstance(self.value, str):
            return 0, None
        first, last = self.location.span
        raw = self.location.text
        literal = literal_offsets(raw, self.value)
        if literal is not None:
            return first, literal
        if self.is_on_page:
            text = self.location.file.text
            first, last = last, text.find("<", last)
            raw = text[first:last] if last >= 0 else ""
        for written in (raw, raw.strip()):
            offsets = decoded_offsets(written, self.value)
            if offsets is not None:
                return first + raw.index(written), offsets
        return first, None


@lru_cache(maxsize=2_048)  # every rule about words asks anew, one page after the other
def texts(tool: Tool) -> Sequence[AgentText]:
    """Return every text of a tool that an agent reads, unknown ones too, in the order in which the browser lists them.

    A text that the browser lists twice (a choice in `anyOf` and in `enum`) comes once.
    """
    found: dict[tuple[Location, str], AgentText] = {}
    for text in (*_own_texts(tool), *_schema_texts(tool)):
        said = text.value.reason if isinstance(text.value, Unknown) else " ".join(text.value.split())
        found.setdefault((text.location, said), text)
    return tuple(found.values())


def descriptions(tool: Tool) -> Iterator[AgentText]:
    """Yield the descriptions of a tool and of its parameters."""
    return (text for text in texts(tool) if text.kind == "description")


def _own_texts(tool: Tool) -> Iterator[AgentText]:
    of = "this tool" if tool.label is None else f"`{tool.label}`"
    own: tuple[tuple[Kind, Text, str], ...] = (
        ("name", tool.name, f"the tool name {of}"),
        ("title", tool.title, f"the title of {of}"),
        ("description", tool.description, f"the description of {of}"),
    )
    for kind, text, subject in own:
        if text.value is not None and text.value != "":
            yield AgentText(kind, pointer(kind), subject, text.value, text.location)


def _schema_texts(tool: Tool) -> Iterator[AgentText]:
    if tool.schema is None:
        return
    for at, kind, value, parameter in _said_in(tool.schema.value):
        origin = tool.schema.origin(at)
        location = tool.location if origin is None else origin.value
        if kind == "name" and origin is not None and origin.key is not None:
            location = origin.key
        yield AgentText(kind, f"/input_schema{at}", _subject(kind, parameter), value, location, parameter)


def _subject(kind: Kind, parameter: str | None) -> str:
    of = "the schema" if parameter is None else f"`{parameter}`"
    match kind:
        case "name":
            return f"the parameter name {of}"
        case "option":
            return f"an option of {of}"
        case _:
            return f"the {kind} of {of}"


def _said_in(schema: Json) -> Iterator[tuple[str, Kind, str | Unknown, str | None]]:
    """Yield the texts in a schema, each with its pointer, its kind and the parameter that it belongs to."""
    stack: list[tuple[str, Json, str | None]] = [("", schema, None)]
    while stack:
        at, node, parameter = stack.pop()
        if not isinstance(node, dict):
            continue
        said: list[tuple[str, Kind, Json]] = [
            (f"{at}/title", "option" if "const" in node else "title", node.get("title")),
            (
                f"{at}/description",
                "option" if "const" in node else "description",
                _without_advice(node.get("description")),
            ),
            (f"{at}/const", "option", node.get("const")),
            (f"{at}/default", "option", node.get("default")),
        ]
        enum = node.get("enum")
        # Chromium lists choices in `anyOf`, with their titles, and once more in `enum`
        if isinstance(enum, list) and "anyOf" not in node:
            said += ((f"{at}/enum/{index}", "option", value) for index, value in enumerate(enum))
        for text_at, kind, value in said:
            if isinstance(value, str | Unknown) and value != "":
                yield text_at, kind, value, parameter
        properties = node.get("properties")
        if isinstance(properties, dict):
            yield from ((at + pointer("properties", name), "name", name, name) for name in properties)
        stack += reversed(list(_subschemas(at, node, parameter)))


def _without_advice(description: Json) -> Json:
    if isinstance(description, str):
        return "" if description == DATE_ADVICE else description.removesuffix(f" ({DATE_ADVICE})")
    return description


def _subschemas(at: str, node: dict[str, Json], parameter: str | None) -> Iterator[tuple[str, Json, str | None]]:
    properties = node.get("properties")
    if isinstance(properties, dict):
        for name, child in properties.items():
            yield at + pointer("properties", name), child, name
    for keyword in _SCHEMAS:
        if keyword in node:
            yield f"{at}/{keyword}", node[keyword], parameter
    for keyword in _LISTS_OF_SCHEMAS:
        children = node.get(keyword)
        if isinstance(children, list):
            for index, child in enumerate(children):
                yield f"{at}/{keyword}/{index}", child, parameter
    for keyword in _MAPS_OF_SCHEMAS:
        named = node.get(keyword)
        if isinstance(named, dict):
            for name, child in named.items():
                yield at + pointer(keyword, name), child, parameter

"""Tools for people: what an agent would find on each page, a card each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from webmcp_lint.located import Json, Unknown
from webmcp_lint.reporters.report import counted
from webmcp_lint.reporters.terminal import Terminal
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter, Tool
from webmcp_lint.source import Location
from webmcp_lint.syntax.numerals import js_number

_MAX_NAME = 24
_MAX_TYPE = 36
_MIN_TEXT = 16
_PLACE = 40
_MAX_CONDITION = 40
_MAX_FORMAT = 24
_HINTS = {
    "readOnlyHint": "read-only",
    "untrustedContentHint": "untrusted content",
    "consequentialHint": "consequential",
}


def render(page: Page, terminal: Terminal) -> Iterator[str]:
    """Yield the lines of a page's cards; nothing where it declares no tool."""
    if not (page.tools or page.rejected or page.unread):
        return
    path, dash = terminal.visible(page.path), terminal.symbols.dash
    tokens = sum(tool.tokens for tool in page.tools)
    about = f"{counted(len(page.tools), 'tool')}, about {counted(tokens, 'token')}" if page.tools else "no tools"
    yield f"{terminal.paint(path, 'strong')} {dash} {about}"
    yield ""
    parameters = [parameter for tool in page.tools for parameter in tool.parameters]
    layout = _Layout(terminal, parameters)
    for tool in page.tools:
        yield from layout.card(tool, page)
        yield ""
    notes = [*_rejected(page, terminal), *_unread(page, terminal)]
    if notes:
        width = max(terminal.measure(place) for _, place, _ in notes)
        for kind, place, text in notes:
            lead = f"{terminal.paint(f'{kind:<10}', 'faint')}  {terminal.pad(place, width)}  "
            for line in terminal.wrap(text, max(terminal.width - width - 14, _MIN_TEXT)):
                yield lead + line
                lead = " " * (width + 14)
        yield ""


class _Layout:
    """The columns that the parameters of one page share."""

    def __init__(self, terminal: Terminal, parameters: Sequence[Parameter]) -> None:
        self.terminal = terminal
        names = [terminal.measure(terminal.visible(parameter.name)) for parameter in parameters]
        types = [terminal.measure(terminal.visible(shape(parameter))) for parameter in parameters]
        self.name_width = min(max(names, default=0), _MAX_NAME, terminal.width // 4)
        self.type_width = min(max(types, default=0), _MAX_TYPE, terminal.width // 3)
        self.text_column = 2 + self.name_width + 3 + self.type_width + 3
        self.place_column = max(self.text_column, min(_PLACE, terminal.width // 2))

    def card(self, tool: Tool, page: Page) -> Iterator[str]:
        terminal = self.terminal
        name = terminal.cut(terminal.visible(name_of(tool)), terminal.width // 2)
        facts = [tool.kind, place(tool.location, page), *hints(tool)]
        gap = " " * max(2, self.place_column - terminal.measure(name))
        yield terminal.paint(name, "name") + gap + terminal.visible(terminal.symbols.dot.join(facts))
        match tool.description.value:
            case Unknown():
                yield f"  {terminal.paint('(description not read)', 'faint')}"
            case str(text):
                for line in terminal.wrap(terminal.visible(" ".join(text.split())), terminal.width - 2):
                    yield f"  {line}"
        parameters = list(tool.parameters)
        for parameter in parameters:
            yield from self.parameter(parameter)
        if not parameters and not _has_unread_parameters(tool):
            yield f"  {terminal.paint('no parameters', 'faint')}"

    def parameter(self, parameter: Parameter) -> Iterator[str]:
        terminal = self.terminal
        name = terminal.visible(parameter.name or '""')
        lines = list(terminal.wrap(terminal.visible(shape(parameter)), self.type_width))
        lead = f"  {terminal.pad(name, self.name_width)}   "
        if terminal.measure(name) > self.name_width:
            yield f"  {name}"
            lead = " " * (self.name_width + 5)
        described = parameter.description
        text = terminal.visible(" ".join(described.split())) if isinstance(described, str) else ""
        width = max(terminal.width - self.text_column, _MIN_TEXT)
        texts = list(terminal.wrap(text, width))
        for index in range(max(len(lines), len(texts), 1)):
            type_ = lines[index] if index < len(lines) else ""
            about = texts[index] if index < len(texts) else ""
            yield f"{lead}{terminal.pad(type_, self.type_width)}   {about}".rstrip()
            lead = " " * (self.name_width + 5)


def shape(parameter: Parameter) -> str:
    """Return what a parameter takes in a few words, such as `"a" | "b", required`."""
    words = _type(parameter.schema)
    return f"{words}, required" if parameter.is_required else words


def _type(schema: Json) -> str:
    if isinstance(schema, Unknown):
        return f"not read: {schema.reason}"
    if not isinstance(schema, dict):
        return "any" if schema is not False else "never"
    choices = schema.get("enum")
    if isinstance(choices, list):
        return " | ".join(_literal(choice) for choice in choices) or "never"
    if "const" in schema:
        return _literal(schema["const"])
    match schema.get("type"):
        case "array":
            items = _type(schema["items"]) if "items" in schema else "any"
            return f"({items})[]" if " | " in items else f"{items}[]"
        case "number" | "integer" as name:
            return " ".join((name, *_bounds(schema)))
        case str(name):
            return " ".join((name, *_format(schema)))
        case list(names):
            return " | ".join(name for name in names if isinstance(name, str))
        case _:
            return "any"


def _literal(value: Json) -> str:
    match value:
        case Unknown():
            return "…"
        case float():
            return js_number(value)
        case list():
            return f"[{', '.join(map(_literal, value))}]"
        case dict():
            pairs = (f"{json.dumps(key, ensure_ascii=False)}: {_literal(each)}" for key, each in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            return json.dumps(value, ensure_ascii=False)


def _bounds(schema: Mapping[str, Json]) -> Iterator[str]:
    low, high, step = (schema.get(keyword) for keyword in ("minimum", "maximum", "multipleOf"))
    if low is not None and high is not None:
        yield f"{_literal(low)} … {_literal(high)}"
    elif low is not None:
        yield f"≥ {_literal(low)}"
    elif high is not None:
        yield f"≤ {_literal(high)}"
    if step is not None and step != 1:
        yield f"step {_literal(step)}"


def _format(schema: Mapping[str, Json]) -> Iterator[str]:
    for keyword in ("format", "pattern"):
        value = schema.get(keyword)
        if isinstance(value, str):
            yield f"({value})" if len(value) <= _MAX_FORMAT else f"({value[: _MAX_FORMAT - 1]}…)"


def name_of(tool: Tool) -> str:
    """Return the name, as it is written where it cannot be read."""
    if tool.label is not None:
        return tool.label
    written = tool.name.location
    return "(name not read)" if written == tool.location else " ".join(written.text.split())


def place(location: Location, page: Page) -> str:
    """Return file and line, of the page itself by its bare name."""
    file = location.file
    path = PurePosixPath(file.path).name if file is page.file else file.path
    return f"{path}:{location.start.line}"


def hints(tool: Tool) -> Iterator[str]:
    """Yield what an agent, or the browser, is told of a tool beside its words."""
    if tool.is_autosubmitted:
        yield "auto-submit"
    for hint, word in _HINTS.items():
        if tool.annotations is not None and tool.annotations.get(hint):
            yield word
    if tool.status == "removed-api":
        yield "by an API that browsers have removed"
    if tool.form is not None and tool.form.frame:
        yield "in a frame"
    if tool.condition is not None:
        condition = " ".join(tool.condition.split())
        yield f"where {condition[:_MAX_CONDITION]}"


def _has_unread_parameters(tool: Tool) -> bool:
    return any(at.startswith("/input_schema") for at, _ in tool.unknowns())


def _rejected(page: Page, terminal: Terminal) -> Iterator[tuple[str, str, str]]:
    for tool in page.rejected:
        facts = terminal.symbols.dot.join((tool.kind, place(tool.location, page)))
        name = f'"{terminal.cut(name_of(tool), _MAX_CONDITION)}": ' if tool.name.value is not None else ""
        yield "not a tool", terminal.visible(facts), terminal.visible(f"{name}{tool.refusal or ''}")


def _unread(page: Page, terminal: Terminal) -> Iterator[tuple[str, str, str]]:
    unread = [(unknown, at, tool) for tool in page.tools for at, unknown in tool.unknowns()]
    for unknown, at, tool in sorted(unread, key=lambda each: (each[0].location.file.path, each[0].location.span)):
        line, column = unknown.location.start
        place = f"{unknown.location.file.path}:{line}:{column}"
        yield "not read", terminal.visible(place), terminal.visible(f"{part(at)} of {name_of(tool)}: {unknown.reason}")
    for each in page.unread:
        line, column = each.location.start
        yield "not read", terminal.visible(f"{each.location.file.path}:{line}:{column}"), terminal.visible(each.reason)


def part(pointer: str) -> str:
    """Return what a pointer into a tool's record stands for."""
    match pointer.split("/")[1:]:
        case ["input_schema", "properties"]:
            return "further parameters"
        case ["input_schema", "required"]:
            return "what is required"
        case ["input_schema", "properties", name, *_]:
            return f"parameter {name.replace('~1', '/').replace('~0', '~')}"
        case ["input_schema", *_]:
            return "input schema"
        case keys:
            return " ".join(keys)

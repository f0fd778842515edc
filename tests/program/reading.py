"""Runs small sources through the engine and shows what it makes of them, as text that a table can hold.

`answers` shows what is handed to each call of the undeclared function `answer`, in every context; `tools` shows the names that
reach a registration. Unknown parts are shown by their reason between `⟨` and `⟩`, alternatives with `|` between them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping

from webmcp_lint import located
from webmcp_lint.program import json_values
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.contexts import contexts
from webmcp_lint.program.documents import Documents
from webmcp_lint.program.order import Place
from webmcp_lint.program.values import (
    Alternatives,
    Array,
    Collection,
    Environment,
    External,
    Function,
    Instance,
    Literal,
    Object,
    Slot,
    Undefined,
    Unknown,
)
from webmcp_lint.site.sinks import Registration, registrations
from webmcp_lint.site.surface import tools_of
from webmcp_lint.source import SourceFile
from webmcp_lint.syntax.javascript import Node

Sources = str | Mapping[str, str]

# Evaluation stops at its own depth, which takes more Python frames than the interpreter allows unasked
sys.setrecursionlimit(12_000)


def documents(sources: Sources) -> tuple[Documents, list[str]]:
    """Return the documents of a project and its paths; a text alone is the script `main.js`."""
    files = {"main.js": sources} if isinstance(sources, str) else sources
    read = {f"/site/{path}": SourceFile(f"/site/{path}", text) for path, text in files.items()}
    project = Documents(list(read), read.get)
    for path in read:
        if path.endswith(".html"):
            project.page(path)
    return project, list(read)


def answers(sources: Sources) -> list[str]:
    """Return what each call of `answer` is given, one text for each context."""
    project, paths = documents(sources)
    return [shown(project.analysis, Thunks(node, env)) for node, env in _asked(project, paths)]


def answers_backwards(sources: Sources) -> list[str]:
    """Return the same, asked in the opposite order."""
    project, paths = documents(sources)
    return [shown(project.analysis, Thunks(node, env)) for node, env in _asked(project, paths, backwards=True)][::-1]


def schemas(sources: Sources) -> list[object]:
    """Return the JSON of what each call of `answer` is given, unknown parts as `⟨reason⟩`, further keys as `…`."""
    project, paths = documents(sources)
    found = []
    for node, env in _asked(project, paths):
        schema = json_values.to_schema(project.analysis, project.analysis.value(node, env))
        found.append(_with_reasons(schema, schema.value, ""))
    return found


def registered(sources: Sources) -> list[object]:
    """Return the input schemas of the tools that are registered, shown in the same way."""
    project, paths = documents(sources)
    found = [each for path in paths for tree in project.trees(path) for each in registrations(project.analysis, tree)]
    told, _ = tools_of(project.analysis, found)
    return [tool.schema and _with_reasons(tool.schema, tool.schema.value, "") for tool in told]


def tools(sources: Sources) -> list[str]:
    """Return the names of the tools that are registered, once each, in source order."""
    project, paths = documents(sources)
    names = []
    for path in paths:
        for tree in project.trees(path):
            for found in registrations(project.analysis, tree):
                if isinstance(found, Registration):
                    name = project.analysis.member(found.tool, "name", found.call)
                    names.append(shown(project.analysis, name).strip('"'))
    return list(dict.fromkeys(names))


class Thunks:
    """A question: an expression and how its names are bound."""

    def __init__(self, node: Node, env: Environment) -> None:
        self.node = node
        self.env = env


def _asked(project: Documents, paths: list[str], *, backwards: bool = False) -> Iterator[tuple[Node, Environment]]:
    calls = [
        call.fields["arguments"].children[0]
        for path in paths
        for tree in project.trees(path)
        for call in tree.calls.get("answer", ())
        if (listed := call.field("arguments")) is not None and listed.children
    ]
    for node in reversed(calls) if backwards else calls:
        project.analysis.begin()
        found = contexts(project.analysis, [node], {})
        for env in reversed(found) if backwards else found:
            project.analysis.at(Place(node, env))
            yield node, env


def shown(analysis: Analysis, asked: Thunks | Slot, depth: int = 0) -> str:
    """Return a value as text."""
    value = analysis.value(asked.node, asked.env) if isinstance(asked, Thunks) else analysis.force(asked)
    if depth > 8:
        return "…"
    match value:
        case Literal():
            return json.dumps(value.value, ensure_ascii=not _is_plain(value.value))
        case Undefined():
            return "undefined"
        case Unknown():
            return f"⟨{value.reason}⟩"
        case Alternatives():
            return " | ".join(shown(analysis, each, depth + 1) for each in value.options)
        case Object():
            members = [
                f"{name}{'' if each.is_certain else '?'}: {shown(analysis, each.value, depth + 1)}"
                for name, each in value.properties.items()
            ]
            return "{" + ", ".join([*members, *(f"...⟨{each.reason}⟩" for each in value.open)]) + "}"
        case Array():
            items = [shown(analysis, each, depth + 1) for each in value.items]
            return "[" + ", ".join([*items, *(f"...⟨{each.reason}⟩" for each in value.open)]) + "]"
        case Collection():
            pairs = [
                shown(analysis, entry, depth + 1)
                if value.kind == "Set"
                else f"{shown(analysis, key, depth + 1)} => {shown(analysis, entry, depth + 1)}"
                for key, entry in value.entries
            ]
            return value.kind + "{" + ", ".join([*pairs, *(f"...⟨{each.reason}⟩" for each in value.open)]) + "}"
        case Function():
            return "function"
        case Instance():
            return "instance"
        case External():
            return f"external {value.package}:{'.'.join(value.path)}"
    return type(value).__name__


def _is_plain(value: object) -> bool:
    return not isinstance(value, str) or not any(0xD800 <= ord(char) < 0xE000 for char in value)


def _with_reasons(schema: located.Schema, value: located.Json, at: str) -> object:
    match value:
        case located.Unknown():
            return f"⟨{value.reason}⟩"
        case dict():
            members: dict[str, object] = {
                key: _with_reasons(schema, each, at + located.pointer(key)) for key, each in value.items()
            }
            return {**members, "…": f"⟨{schema.open[at].reason}⟩"} if at in schema.open else members
        case list():
            items = [_with_reasons(schema, each, f"{at}/{index}") for index, each in enumerate(value)]
            return [*items, f"⟨{schema.open[at].reason}⟩"] if at in schema.open else items
        case _:
            return value

"""A tool as an agent sees it, for people who point at where it is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from webmcp_lint.located import Unknown
from webmcp_lint.reporters.cards import hints, name_of, part, shape
from webmcp_lint.reporters.markdown_text import code, escaped
from webmcp_lint.reporters.report import counted
from webmcp_lint.site.tool import Tool


def markdown(tool: Tool) -> str:
    """Return name, description, parameters and schema as Markdown."""
    return "\n\n".join(_paragraphs(tool))


def plain(tool: Tool) -> str:
    """Return the same for editors that show no Markdown."""
    lines = [_plain(each) for each in _paragraphs(tool)]
    return "\n\n".join(lines)


def _paragraphs(tool: Tool) -> Iterator[str]:
    facts = [tool.kind, *hints(tool), f"about {counted(tool.tokens, 'token')}"]
    yield f"**{escaped(name_of(tool))}** — {escaped(' · '.join(facts))}"
    if tool.refusal is not None:
        yield f"No agent sees it: {escaped(tool.refusal)}"
    if tool.title.known:
        yield f"*{escaped(tool.title.known)}*"
    match tool.description.value:
        case Unknown(reason=reason):
            yield f"The description cannot be read: {escaped(reason)}"
        case str(text) if text.strip():
            yield escaped(text)
        case _:
            yield "No description"
    parameters = list(tool.parameters)
    if parameters:
        yield "\n".join(_parameter(code(each.name or '""'), shape(each), each.description) for each in parameters)
    unread = [f"- {escaped(part(at))}: {escaped(unknown.reason)}" for at, unknown in tool.unknowns()]
    if unread:
        yield "Not read:\n" + "\n".join(unread)
    elif not parameters:
        yield "No parameters"
    if tool.schema is not None:
        yield _block(json.dumps(tool.input_schema, ensure_ascii=False, indent=2))


def _parameter(name: str, takes: str, description: object) -> str:
    line = f"- {name} {escaped(takes)}"
    return f"{line} — {escaped(description)}" if isinstance(description, str) and description.strip() else line


def _block(text: str) -> str:
    text = text.encode("utf-8", "replace").decode()
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}json\n{text}\n{fence}"


def _plain(paragraph: str) -> str:
    if paragraph.startswith("```"):
        return "\n".join(paragraph.split("\n")[1:-1])
    return re.sub(r"\\([\\`*_{}\[\]<>#|~!&$^=+-])", r"\1", re.sub(r"(?<!\\)[*`]", "", paragraph))

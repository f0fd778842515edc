"""Pages that register tools in many ways, made of the pieces in `fixtures/browser/registration-pages.txt`."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PIECES = Path(__file__).parents[2] / "fixtures" / "browser" / "registration-pages.txt"

_PLAIN = "{ name: 'plain', description: 'Does it.', execute() {} }"
_OTHER = "{ name: 'other', description: 'Another tool.', execute() {} }"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of one or several files, `page.html` among them."""

    id: str
    files: Mapping[str, str]


def pages() -> Iterator[Page]:
    """Yield every form of registration with a faultless and with a faulty tool, every tool, call and script."""
    pieces = _pieces()
    tools = pieces["tools"]
    faulty = [tool for tool in tools if not tool.startswith(("full", "not-object"))]
    for place, (form, source) in enumerate(pieces["forms"].items()):
        for tool in ("full", faulty[place % len(faulty)]):
            yield Page(f"{form} of {tool}", _files(source, tools[tool]))
    for tool, source in tools.items():
        yield Page(f"tool {tool}", _files("document.modelContext.registerTool(TOOL);", source))
    for call, arguments in pieces["calls"].items():
        yield Page(f"call {call}", _files(f"document.modelContext.registerTool({arguments});"))
    for script, source in pieces["scripts"].items():
        yield Page(f"script {script}", _files(source))


def _pieces() -> dict[str, dict[str, str]]:
    """Return the pieces by kind and name."""
    found: dict[str, dict[str, str]] = {}
    sections = re.split(r"^=== (\w+)/(\S+)\n", PIECES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for kind, name, text in zip(sections[1::3], sections[2::3], sections[3::3], strict=True):
        found.setdefault(kind, {})[name] = text.strip("\n")
    return found


def _files(source: str, tool: str = "") -> dict[str, str]:
    filled = re.sub(
        r"\b(?:TOOL|PLAIN|OTHER)\b", lambda name: {"TOOL": tool, "PLAIN": _PLAIN}.get(name[0], _OTHER), source
    )
    parts = re.split(r"^--- (\S+)\n", filled, flags=re.MULTILINE)
    if len(parts) == 1:
        return {"page.html": f"<!doctype html>\n<script>\n{filled}\n</script>\n"}
    return dict(zip(parts[1::2], parts[2::2], strict=True))

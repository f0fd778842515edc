"""The tools of a site as plain data, without a place that an unrelated edit would move."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from webmcp_lint.contract.plain import canonical

if TYPE_CHECKING:
    from webmcp_lint.discovery import Skipped
    from webmcp_lint.site.page import Page
    from webmcp_lint.site.tool import Tool

PlainJson: TypeAlias = "bool | int | float | str | list[PlainJson] | dict[str, PlainJson] | None"


@dataclass(frozen=True, slots=True)
class LockedTool:
    """A tool that an agent finds.

    `unresolved` holds the JSON pointers of what could not be read: null there is unknown, and an object or array may
    have more members. `name` is None where it is unknown, `declared_in` the file that the tool is written in.
    """

    name: str | None
    title: str | None
    description: str | None
    input_schema: PlainJson
    annotations: Mapping[str, bool | None] | None
    autosubmit: bool
    exposed_to: tuple[str, ...] | None
    declared_in: str
    unresolved: tuple[str, ...] = ()

    def is_unread(self, at: str) -> bool:
        """Whether the part that a pointer names could not be read."""
        return at in self.unresolved


@dataclass(frozen=True, slots=True, order=True)
class Unread:
    """A registration that could not be read: in which file, and what stands in the way."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent finds tools: a page, or the scripts that no page loads."""

    tools: Sequence[LockedTool] = ()
    unread: Sequence[Unread] = ()
    refused: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Tools that are declared and that no agent finds, with the reason; no lock file has them."""

    @property
    def unknowns(self) -> int:
        """How many of its tools may have any name."""
        return len(self.unread) + sum(tool.name is None for tool in self.tools)


@dataclass(slots=True)
class Surface:
    """The tools of all pages; paths are relative to one folder, with `/`.

    `paths` are what was read, `skipped` says why a file in there was not. What no page loads lies together in
    `scripts`: which of these files declares a tool makes no difference to an agent.
    """

    paths: tuple[str, ...] = (".",)
    pages: dict[str, Place] = field(default_factory=dict)
    scripts: Place = field(default_factory=Place)
    skipped: dict[str, str] = field(default_factory=dict)

    def covers(self, path: str) -> bool:
        """Whether a file of this path would have been read."""
        return any(root in {".", path} or path.startswith(f"{root}/") for root in self.paths)

    @property
    def tools(self) -> int:
        """How many tools there are, on pages or in scripts."""
        return sum(len(place.tools) for place in (*self.pages.values(), self.scripts))


def add_page(surface: Surface, page: Page, base: Path) -> None:
    """Add the tools of a page, unless it has none."""
    path_of = relative_to(base)
    found = Place(
        [_tool(tool, path_of) for tool in page.tools if tool.status == "listed"],
        [Unread(path_of(each.location.file.path), each.reason) for each in page.unread],
        dict(_refused(page)),
    )
    if not (found.tools or found.unread or found.refused):
        return
    if page.is_document:
        surface.pages[path_of(page.path)] = found
    else:
        before = surface.scripts
        surface.scripts = Place(
            [*before.tools, *found.tools], [*before.unread, *found.unread], {**before.refused, **found.refused}
        )


def ordered(surface: Surface) -> Surface:
    """Return a surface in the order of its paths and names, whatever order it was read in."""
    pages = {path: _ordered(surface.pages[path]) for path in sorted(surface.pages)}
    skipped = dict(sorted(surface.skipped.items()))
    return replace(surface, pages=pages, scripts=_ordered(surface.scripts), skipped=skipped)


def note_skipped(surface: Surface, skipped: Iterable[Skipped], base: Path) -> None:
    """Say which files were not read, and why."""
    path_of = relative_to(base)
    surface.skipped |= {path_of(each.path): each.reason for each in skipped}


def relative_to(base: Path) -> Callable[[str], str]:
    """Return what turns a path as reports print it into one that is relative to a folder."""

    def path_of(path: str) -> str:
        # Lexically: a link is called what it is called
        return Path(os.path.relpath(os.path.abspath(path), os.path.abspath(base))).as_posix()  # noqa: PTH100

    return path_of


def _ordered(place: Place) -> Place:
    tools = sorted(place.tools, key=lambda tool: (tool.name or "", tool.declared_in, canonical(tool.input_schema)))
    return Place(tools, sorted(place.unread), place.refused)


def _refused(page: Page) -> Iterator[tuple[str, str]]:
    for tool in (*page.rejected, *page.tools):
        if tool.label is not None and tool.refusal is not None:
            yield tool.label, f"the browser makes no tool of it: {tool.refusal}"
        elif tool.label is not None and tool.status == "removed-api":
            yield tool.label, "it is registered by an API that browsers have removed"


def _tool(tool: Tool, path_of: Callable[[str], str]) -> LockedTool:
    unresolved = [at for at, _ in tool.unknowns()]
    hints = None if tool.annotations is None else dict(sorted(tool.annotations.items()))
    unresolved += [f"/annotations/{hint}" for hint, value in (hints or {}).items() if value is None]
    if _is_exposed_to_unread(tool):
        unresolved.append("/exposed_to")
    schema: PlainJson = tool.input_schema  # type: ignore[assignment]  # unknown parts are null in it
    return LockedTool(
        name=tool.name.known,
        title="" if tool.title.value is None else tool.title.known,
        description=tool.description.known,
        input_schema=schema,
        annotations=hints,
        autosubmit=tool.is_autosubmitted,
        exposed_to=None if tool.exposed_to is None else tuple(sorted(set(tool.exposed_to))),
        declared_in=path_of(tool.location.file.path),
        unresolved=tuple(sorted(set(unresolved))),
    )


def _is_exposed_to_unread(tool: Tool) -> bool:
    """Whether a call names origins that cannot be told."""
    if tool.exposed_to is not None:
        return False
    options = (declaration.options for declaration in tool.declarations)
    return any(each is not None and (each.members is None or "exposedTo" in each.members) for each in options)

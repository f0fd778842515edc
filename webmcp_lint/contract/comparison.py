"""Two surfaces: which tool is which, and what became of it.

What could not be read is never a change. A tool that is missing may be one of those whose name cannot be told, where
there are more of them than before; a page may be one that was skipped, or lie outside of what was read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from webmcp_lint.contract.changes import Change, Comparison, NotComparable, Severity
from webmcp_lint.contract.plain import canonical
from webmcp_lint.contract.surface import LockedTool, Place, Surface
from webmcp_lint.contract.tools import compare_tools
from webmcp_lint.contract.wording import meaning

_Outcome = Change | NotComparable


def compare(old: Surface, new: Surface) -> Comparison:
    """Return what differs, the worst first, then by page and tool."""
    found = list(_surfaces(old, new))
    changes = [each for each in found if isinstance(each, Change)]
    changes.sort(key=lambda each: (-each.severity, each.page or each.path, each.tool))
    doubts = dict.fromkeys(each for each in found if isinstance(each, NotComparable))
    return Comparison(changes, sorted(doubts, key=lambda each: (each.page or "", each.tool or "", each.pointer)))


def _surfaces(old: Surface, new: Surface) -> Iterator[_Outcome]:
    found = _Found()
    for page, place in new.pages.items():
        for name in _by_name(place):
            found.pages.setdefault(name, []).append(page)
    for tool in new.scripts.tools:
        found.scripts.setdefault(tool.name or "", tool.declared_in)
    for page in sorted({*old.pages, *new.pages}):
        reason = _unread_side(page, old, new)
        if reason is not None:
            yield NotComparable(page, None, reason)
            continue
        yield from _OnePage(old, new, page, found).compare()
    yield from _OnePage(old, new, None, found).compare()


def _unread_side(page: str, old: Surface, new: Surface) -> str | None:
    for surface, when in ((old, "before"), (new, "now")):
        if page not in surface.pages:
            if page in surface.skipped:
                return f"the page could not be read {when}: {surface.skipped[page]}"
            if not surface.covers(page):
                return f"the page is not among what was read {when}"
    return None


@dataclass(frozen=True, slots=True)
class _Found:
    """Where tools are now, by name: on which pages, and in which script that no page loads."""

    pages: dict[str, list[str]] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)


class _OnePage:
    """One page on both sides, or the scripts that no page loads (`page` is None)."""

    def __init__(self, old: Surface, new: Surface, page: str | None, found: _Found) -> None:
        self.surfaces = (old, new)
        self.page = page
        self.places = [each.scripts if page is None else each.pages.get(page, Place()) for each in (old, new)]
        self.found = found
        self.unknowns = [place.unknowns for place in self.places]

    def compare(self) -> Iterator[_Outcome]:
        before, after = (_by_name(place) for place in self.places)
        gone = {name: tools for name, tools in before.items() if name not in after}
        fresh = {name: tools for name, tools in after.items() if name not in before}
        for name in before:
            if name in after:
                yield from self._versions(before[name], after[name])
        for one, other in _renamed(gone, fresh):
            message = f"renamed to `{other.name}`"
            yield self._change(
                Severity.BREAKING, "tool-renamed", one, message, pointer="/name", before=one.name, after=other.name
            )
            yield from self._differences(one, other)
            del gone[one.name or ""], fresh[other.name or ""]
        for tools in gone.values():
            yield from self._gone(tools)
        for tools in fresh.values():
            yield self._fresh(tools[0])

    def _versions(self, before: Sequence[LockedTool], after: Sequence[LockedTool]) -> Iterator[_Outcome]:
        """Yield what differs between tools of one name: there are several where branches of a template declare it."""
        keys = [Counter(map(_key, tools)) for tools in (after, before)]
        old, new = (
            [tool for tool in tools if not _take(others, _key(tool))]
            for tools, others in zip((before, after), keys, strict=True)
        )
        for one, other in zip(old, new, strict=False):
            yield from self._differences(one, other)
        counts = f"declarations of it: {len(after)}, before {len(before)}"
        if len(before) > len(after):
            yield self._change(Severity.RISKY, "declaration-removed", before[0], counts)
        elif len(before) < len(after):
            yield self._change(Severity.HARMLESS, "declaration-added", after[0], counts)

    def _differences(self, old: LockedTool, new: LockedTool) -> Iterator[_Outcome]:
        for each in compare_tools(old, new):
            if each.severity is None:
                yield NotComparable(self.page, new.name, each.message, each.pointer)
            else:
                yield self._change(
                    each.severity,
                    each.kind,
                    new,
                    each.message,
                    pointer=each.pointer,
                    before=each.before,
                    after=each.after,
                )

    def _gone(self, tools: Sequence[LockedTool]) -> Iterator[_Outcome]:
        tool, name = tools[0], tools[0].name
        refusal = self.places[1].refused.get(name or "")
        new = self.surfaces[1]
        elsewhere = self.found.pages.get(name or "", ())
        script = self.found.scripts.get(name or "")
        if self.page is None and elsewhere:
            found = next(each for each in new.pages[elsewhere[0]].tools if each.name == name)
            yield from self._differences(tool, found)  # a page loads the script now
        elif self.page is None and not new.covers(tool.declared_in):
            yield NotComparable(None, name, f"`{tool.declared_in}` is not among what was read now")
        elif refusal is not None:
            yield self._change(Severity.BREAKING, "tool-removed", tool, f"removed: {refusal}")
        elif self.unknowns[1] > self.unknowns[0]:
            yield NotComparable(self.page, name, "not found any more, and may be one of those that cannot be read now")
        elif script is not None:
            yield NotComparable(self.page, name, f"declared in `{script}` now, which no page that was read loads")
        elif elsewhere:
            words = f"no longer on this page, still on `{elsewhere[0]}`"
            yield self._change(Severity.BREAKING, "tool-not-on-page", tool, words)
        else:
            yield self._change(Severity.BREAKING, "tool-removed", tool, "removed")

    def _fresh(self, tool: LockedTool) -> _Outcome:
        if self.page is None and not self.surfaces[0].covers(tool.declared_in):
            return NotComparable(None, tool.name, f"`{tool.declared_in}` is not among what was read before")
        if self.unknowns[0] > self.unknowns[1]:
            return NotComparable(self.page, tool.name, "may have been there before, when not all could be read")
        return self._change(Severity.HARMLESS, "tool-added", tool, "new")

    def _change(
        self,
        severity: Severity,
        kind: str,
        tool: LockedTool,
        message: str,
        *,
        pointer: str = "",
        before: object = None,
        after: object = None,
    ) -> Change:
        return Change(severity, kind, self.page, tool.name or "", message, tool.declared_in, pointer, before, after)


def _by_name(place: Place) -> dict[str, list[LockedTool]]:
    """Return the tools of a place; those whose name cannot be read are compared with none."""
    tools: dict[str, list[LockedTool]] = {}
    for tool in place.tools:
        if tool.name is not None:
            tools.setdefault(tool.name, []).append(tool)
    return tools


def _key(tool: LockedTool) -> str:
    """Return a text that is the same for tools that an agent cannot tell apart."""
    parts = (tool.title, tool.description, tool.input_schema, tool.autosubmit, tool.exposed_to, tool.unresolved)
    return canonical([*parts, None if tool.annotations is None else dict(tool.annotations)])


def _take(counts: Counter[str], key: str) -> bool:
    """Whether one is left, which is taken."""
    counts[key] -= 1
    return counts[key] >= 0


def _renamed(
    gone: Mapping[str, Sequence[LockedTool]], fresh: Mapping[str, Sequence[LockedTool]]
) -> list[tuple[LockedTool, LockedTool]]:
    """Return the tools that have another name, where only one can be meant.

    The description is the same, or the parameters are and the description is reworded at most.
    """
    old, new = ([tools[0] for tools in named.values() if len(tools) == 1] for named in (gone, fresh))
    by_sign: dict[str, list[LockedTool]] = {}
    for tool in new:
        for sign in _signs(tool):
            by_sign.setdefault(sign, []).append(tool)
    pairs: list[tuple[LockedTool, LockedTool]] = []
    for tool in old:
        found = [by_sign.get(sign, ()) for sign in _signs(tool)]
        twins = {twins[0].name: twins[0] for twins in found if twins}
        if len(twins) == 1 and all(len(each) <= 1 for each in found):
            pairs += ((tool, twin) for twin in twins.values())
    targets = Counter(other.name for _, other in pairs)
    return [pair for pair in pairs if targets[pair[1].name] == 1]


def _signs(tool: LockedTool) -> Iterator[str]:
    """Yield what a tool is known by, apart from its name."""
    if tool.description:
        yield f"described {tool.description}"
        if isinstance(tool.input_schema, dict) and tool.input_schema.get("properties"):
            yield f"takes {canonical(tool.input_schema)} {meaning(tool.description)}"

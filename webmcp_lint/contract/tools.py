"""What differs between two versions of a tool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from webmcp_lint.contract.changes import Severity
from webmcp_lint.contract.differences import Difference, Side, compare_texts, unread
from webmcp_lint.contract.schemas import compare_schemas
from webmcp_lint.contract.surface import LockedTool

_HINTS = {
    "readOnlyHint": ("no longer read-only", "read-only now"),
    "consequentialHint": ("no longer consequential", "consequential now"),
    "untrustedContentHint": ("no longer marked as untrusted content", "marked as untrusted content now"),
}


def compare_tools(old: LockedTool, new: LockedTool) -> Iterator[Difference]:
    """Yield what differs, pointers beginning at the record of the tool; where it is declared makes no difference."""
    if old.is_unread("/description") or new.is_unread("/description"):
        if old.description != new.description:
            yield unread("/description", "the description")
    else:
        yield from compare_texts(old.description, new.description, "/description")
    if old.title != new.title and not (old.is_unread("/title") or new.is_unread("/title")):
        yield Difference(Severity.HARMLESS, "title-changed", "/title", "title changed", old.title, new.title)
    sides = (Side.of(each.input_schema, each.unresolved) for each in (old, new))
    for difference in compare_schemas(*sides):
        yield _within(difference)
    yield from _hints(old, new)
    yield from _autosubmit(old, new)
    yield from _exposure(old, new)


def _within(difference: Difference) -> Difference:
    """Return a difference of schemas as one of tools, with the parameter it is about."""
    separator = ": " if difference.severity is None else " "
    return replace(
        difference,
        pointer=f"/input_schema{difference.pointer}",
        message=f"{part_of(difference.pointer)}{separator}{difference.message}",
    )


def part_of(at: str) -> str:
    """Return the part of a schema that a pointer leads to, in words: "parameter `a.b[]`"."""
    keys = at.split("/")[1:]
    path = ""
    while keys:
        if keys[0] == "properties" and len(keys) > 1:
            name = keys[1].replace("~1", "/").replace("~0", "~")
            path, keys = f"{path}.{name}" if path else name, keys[2:]
        elif keys[0] == "items":
            path, keys = f"{path}[]", keys[1:]
        else:
            break
    return f"parameter `{path}`" if path else "the input"


def _hints(old: LockedTool, new: LockedTool) -> Iterator[Difference]:
    before, after = old.annotations or {}, new.annotations or {}
    for hint in dict.fromkeys((*before, *after)):
        place = f"/annotations/{hint}"
        was, is_ = before.get(hint) or False, after.get(hint) or False
        if old.is_unread(place) or new.is_unread(place):
            if old.is_unread(place) != new.is_unread(place):
                yield unread(place, f"`{hint}`")
        elif was is not is_:
            words = _HINTS.get(hint, (f"no longer `{hint}`", f"`{hint}` now"))[is_]
            yield Difference(Severity.RISKY, "hint-changed", place, words, was, is_)


def _autosubmit(old: LockedTool, new: LockedTool) -> Iterator[Difference]:
    if old.autosubmit != new.autosubmit:
        words = "submits without a person now" if new.autosubmit else "waits for a person to submit now"
        kind = "autosubmit-added" if new.autosubmit else "autosubmit-removed"
        yield Difference(Severity.RISKY, kind, "/autosubmit", words, old.autosubmit, new.autosubmit)


def _exposure(old: LockedTool, new: LockedTool) -> Iterator[Difference]:
    place = "/exposed_to"
    if old.is_unread(place) or new.is_unread(place):
        if old.is_unread(place) != new.is_unread(place):
            yield unread(place, "the origins it is exposed to")
        return
    before, after = (dict.fromkeys(each.exposed_to or ()) for each in (old, new))
    if fresh := [f"`{each}`" for each in after if each not in before]:
        words = f"exposed to {', '.join(fresh)} too"
        yield Difference(Severity.RISKY, "exposure-added", place, words, old.exposed_to, new.exposed_to)
    if gone := [f"`{each}`" for each in before if each not in after]:
        words = f"no longer exposed to {', '.join(gone)}"
        yield Difference(Severity.BREAKING, "exposure-removed", place, words, old.exposed_to, new.exposed_to)

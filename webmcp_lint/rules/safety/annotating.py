"""The fix that writes an annotation into a tool."""

from __future__ import annotations

from webmcp_lint.findings import Fix
from webmcp_lint.site.scripted import members_of
from webmcp_lint.site.tool import Declaration, Member
from webmcp_lint.source import Edit, Location


def annotating(declaration: Declaration, name: str, *, value: bool, is_safe: bool) -> Fix | None:
    """Return the fix that adds a hint: among the annotations there are, or before `execute`.

    There is none where the object is not known to be one tool only: `{ name: tool.name, … }` in a loop is many.
    """
    named = declaration.members.get("name")
    if named is None or not _is_written_out(named):
        return None
    said = f"{name}: {'true' if value else 'false'}"
    title = f"write `{said}`"
    written = declaration.members.get("annotations")
    if written is not None and written.kind not in {"undefined", "null"}:
        others = [each.whole for each in members_of(written).values() if each.whole is not None]
        inside = [each for each in others if _is_in(each, written.value) and written.expression == written.value]
        return Fix(title, (Edit(_before(inside[0]), f"{said}, "),), is_safe=is_safe) if inside else None
    execute = declaration.members.get(declaration.names.get("execute", "execute"))
    if written is not None or named.whole is None or execute is None or execute.whole is None:
        return None
    if named.whole.file is not execute.whole.file:
        return None
    start = execute.whole.span.start
    file = execute.whole.file
    line = file.text[file.line_span(file.line_of(start)).start : start]
    gap = f"\n{line}" if not line.strip() else " "
    return Fix(title, (Edit(_before(execute.whole), f"annotations: {{ {said} }},{gap}"),), is_safe=is_safe)


def _is_written_out(name: Member) -> bool:
    text = name.value.text
    is_literal = text[:1] in {"'", '"'} or (text.startswith("`") and "${" not in text)
    return is_literal and name.whole is not None and _is_in(name.value, name.whole)


def _before(place: Location) -> Location:
    return place.file.location(place.span.start, place.span.start)


def _is_in(place: Location, around: Location) -> bool:
    is_one_file = place.file is around.file
    return is_one_file and around.span.start <= place.span.start and place.span.end <= around.span.end

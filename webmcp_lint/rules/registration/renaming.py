"""The fix that gives a property another name."""

from __future__ import annotations

from webmcp_lint.findings import Fix
from webmcp_lint.site.tool import Declaration, Member
from webmcp_lint.source import Edit


def renaming(member: Member, name: str, declaration: Declaration, *, is_read_elsewhere: bool) -> Fix | None:
    """Return the fix that calls a property `name`; unsafe where others may read the object by its old keys."""
    if member.key is None or member.whole is None:
        return None
    is_shorthand = member.key == member.whole
    text = f"{name}: {member.name}" if is_shorthand else name
    literal = declaration.literal
    is_own = literal is not None and literal.file is member.key.file and literal.span.start <= member.key.span.start
    is_own = is_own and literal is not None and member.key.span.end <= literal.span.end
    return Fix(f"rename it to `{name}`", (Edit(member.key, text),), is_safe=is_own and not is_read_elsewhere)

"""What the annotations of a tool say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations, members_of, native_declarations
from webmcp_lint.site.tool import Declaration, Member, Tool

YES: Final = frozenset({"true", "yes", "on", "1", "always"})
"""Texts that mean what a browser makes of them."""

_UNIT_TEST: Final = re.compile(r"[._-](?:test|spec)s?\.[cm]?[jt]sx?$|(?:^|/)tests?[-_.][^/]*\.[cm]?[jt]sx?$")


def hinted(page: Page) -> Iterator[tuple[Tool, Declaration]]:
    """Yield what scripts hand over, without the poorer of two tries to register one tool, and without unit tests.

    What the page puts in the place of the browser's model context takes the tools that it understands, and hands no hint on.
    """
    libraries = ((tool, each) for tool, each in declarations(page) if each.library is not None)
    for tool, declaration in (*native_declarations(page), *libraries):
        is_replaced = declaration.library is None and declaration.via in page.replaced_contexts
        if not is_replaced and _UNIT_TEST.search(tool.location.file.path) is None:
            yield tool, declaration


def hint(declaration: Declaration, name: str) -> Member | None:
    """Return an annotation where it is written."""
    return members_of(declaration.members.get("annotations")).get(name)


def is_true(tool: Tool, name: str) -> bool:
    """Whether the browser takes an annotation for true."""
    return (tool.annotations or {}).get(name) is True


def says_otherwise(member: Member) -> bool:
    """Whether an annotation counts as true and says something else, as the text `"false"` does."""
    if member.kind == "string" and member.literal is not None:
        return str(member.literal).strip().lower() not in YES
    return member.kind in {"function", "object", "array"}


def may_hold(declaration: Declaration, *names: str) -> bool:
    """Whether one of these annotations is written, or may be where nobody can see."""
    annotations = declaration.members.get("annotations")
    if annotations is None:
        return declaration.is_open
    if annotations.kind in {"undefined", "null"}:
        return False
    if annotations.members is None:
        return True
    return any(name in annotations.members for name in names)


def is_shared(tools: list[tuple[Tool, Declaration]], member: Member) -> bool:
    """Whether several tools take an annotation from one place."""
    holders = {
        id(tool)
        for tool, declaration in tools
        if (found := hint(declaration, member.name)) is not None and found.value == member.value
    }
    return len(holders) > 1

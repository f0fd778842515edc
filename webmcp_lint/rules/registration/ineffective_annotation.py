"""ineffective-annotation."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Final

from webmcp_lint.browser.model_context import HINTS
from webmcp_lint.browser.versions import CONSEQUENTIAL_HINT, DEBUGGING_HINT, Targets
from webmcp_lint.findings import Finding, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.registration.renaming import renaming
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import key, members_of, native_declarations
from webmcp_lint.site.tool import Declaration, Member, Tool

_CONSEQUENTIAL: Final = frozenset(
    {"destructiveHint", "destructive", "confirmationHint", "requiresConfirmation", "requireConfirmation"}
    | {"confirmationRequired", "requiresUserConfirmation", "requiresApproval", "needsConfirmation", "confirm"}
    | {"dangerous", "isDestructive", "consequential"}
)
"""What other dialects say where the browser reads `consequentialHint`."""
_SHORT_FOR: Final = {
    "readOnly": "readOnlyHint",
    "readonly": "readOnlyHint",
    "isReadOnly": "readOnlyHint",
    "untrusted": "untrustedContentHint",
    "untrustedContent": "untrustedContentHint",
    "untrustedHint": "untrustedContentHint",
    "debug": "debugging",
    "debugHint": "debugging",
    "debuggingHint": "debugging",
}
_OF_MCP: Final = frozenset({"idempotentHint", "openWorldHint", "idempotent", "openWorld"})
"""What the Model Context Protocol has and the browser has nothing for."""
_SINCE: Final = {"consequentialHint": CONSEQUENTIAL_HINT, "debugging": DEBUGGING_HINT}
_SIMILARITY: Final = 0.85


@rule(
    level=Level.WARNING,
    summary="an annotation that no browser reads",
    sources=(
        "Chromium 156: R-ann-all: `destructiveHint`, `idempotentHint`, `openWorldHint` are dropped without a word",
    ),
    fix="unsafe",
)
def ineffective_annotation(page: Page, settings: Settings) -> Iterator[Finding]:
    """Yield the hints of other protocols and the misspelled ones, as far as they say something."""
    return once(
        finding
        for tool, each in native_declarations(page)
        for finding in chain(_findings(page, tool, each), _early(tool, each, settings.targets))
    )


def _findings(page: Page, tool: Tool, declaration: Declaration) -> Iterator[Finding]:
    annotations = members_of(declaration.members.get("annotations"))
    idle: list[Member] = []
    for name, member in annotations.items():
        meant = _meant(name)
        if name in HINTS or (meant in annotations and meant is not None):
            continue
        is_told = meant != "consequentialHint" or _is_set(member)
        # A model context of the page's own may read what it likes
        if meant is not None and is_told and not page.supplies_context:
            yield _finding(tool, declaration, member, meant, annotations)
        elif meant is not None or name in _OF_MCP:
            idle.append(member)
    if idle:
        names = " and ".join(f"`{member.name}`" for member in idle)
        yield Finding(
            f"no browser reads {names}",
            key(idle[0]),
            label="the browser drops it without a word" if len(idle) == 1 else "the browser drops them without a word",
            help="leave it out, unless a bridge to the Model Context Protocol reads it",
            tool=tool.label,
            level=Level.NOTE,
        )


def _early(tool: Tool, declaration: Declaration, targets: Targets) -> Iterator[Finding]:
    """Yield the hints that only browsers newer than the targets read."""
    annotations = members_of(declaration.members.get("annotations"))
    for name, feature in _SINCE.items():
        member = annotations.get(name)
        if member is not None and _is_set(member) and not targets.reaches(feature):
            yield Finding(
                f"{targets} ignores `{name}`" if targets.is_single else f"{targets} ignore `{name}`",
                key(member),
                label=f"Chrome reads it from {feature.since} on",
                help="ask in the page itself, with `confirm()` or a `<dialog>`"
                if name == "consequentialHint"
                else None,
                tool=tool.label,
                level=Level.NOTE,
            )


def _meant(name: str) -> str | None:
    if name in _CONSEQUENTIAL:
        return "consequentialHint"
    if name in _SHORT_FOR:
        return _SHORT_FOR[name]
    if name in HINTS or name in _OF_MCP or name == "title":
        return None
    alike = {hint.lower(): hint for hint in HINTS}
    found = difflib.get_close_matches(name.replace("_", "").lower(), sorted(alike), n=1, cutoff=_SIMILARITY)
    return alike[found[0]] if found else None


def _is_set(member: Member) -> bool:
    return not (member.kind in {"undefined", "null"} or member.literal is False)


def _finding(
    tool: Tool, declaration: Declaration, member: Member, meant: str, annotations: Mapping[str, Member]
) -> Finding:
    is_single = sum(_meant(name) == meant for name in annotations) == 1
    return Finding(
        f"no browser reads `{member.name}`",
        key(member),
        label="the browser drops it: whoever relies on it gets no confirmation"
        if meant == "consequentialHint"
        else "the browser drops it without a word",
        help=f"write `{meant}`",
        tool=tool.label,
        fix=renaming(member, meant, declaration, is_read_elsewhere=True) if is_single else None,
    )

"""invalid-pattern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from webmcp_lint.browser.controls import control_type
from webmcp_lint.browser.patterns import PatternError, escape_for_v_flag, pattern_error
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.forms.removal import is_written
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit, Location
from webmcp_lint.syntax.dom import Attribute
from webmcp_lint.syntax.references import decoded_offsets

_WITH_PATTERN: Final = frozenset({"text", "search", "tel", "url", "email", "password", "hidden", "number"})
"""The controls whose pattern Chromium puts into the schema."""

_MOST_ESCAPES: Final = 20
"""How many escapes that mean nothing are taken away one by one."""


@rule(
    level=Level.WARNING,
    summary="a `pattern` that the browser cannot compile and leaves out of the schema",
    sources=(
        "Chromium 156: G-pat00 … G-pat75",
        "HTML standard 4.10.5.3.6: a pattern is compiled with the flag `v`",
    ),
    fix="unsafe",
)
def invalid_pattern(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the patterns of parameters that do not compile, at the character that is to blame."""
    for tool in page.tools:
        for group in tool.form.groups if tool.form is not None else ():
            pattern = group.members[0].get("pattern")
            if not group.is_emitted or pattern is None or control_type(group.members[0]) not in _WITH_PATTERN:
                continue
            error = pattern_error(pattern.value) if pattern.is_static else None
            if error is None:
                continue
            mended = _mended(pattern.value)
            changes = [] if mended is None else list(_changes(pattern.value, mended))
            offset = changes[0].offset if changes else error.offset
            yield Finding(
                f"the browser cannot compile the pattern of `{group.key}`: {_reason(pattern.value, error, changes)}",
                _place(pattern, offset, offset + 1) or pattern.value_or_name,
                label="the pattern is left out of the schema, and no input is checked against it",
                help="write a regular expression for JavaScript's flag `v`" if mended is None else f"write `{mended}`",
                tool=tool.label,
                fix=_fix(pattern, changes),
            )


@dataclass(frozen=True, slots=True)
class _Change:
    """A backslash to put before, or to take away from before, the character at an offset of the value."""

    offset: int
    char: str
    is_escape: bool


def _mended(pattern: str) -> str | None:
    """Return the pattern with what `v` reserves escaped, and without escapes that mean nothing; None if no such thing helps."""
    for _ in range(_MOST_ESCAPES):
        error = pattern_error(pattern)
        escaped = (
            error is not None and error.message == "Invalid escape" and pattern[error.offset + 1 : error.offset + 2]
        )
        if error is None or not escaped or escaped.isalnum():
            break
        pattern = pattern[: error.offset] + pattern[error.offset + 1 :]
    return escape_for_v_flag(pattern)


def _changes(pattern: str, mended: str) -> Iterator[_Change]:
    at = 0
    for char in mended:
        if char == pattern[at]:
            at += 1
        elif char == "\\":
            yield _Change(at, pattern[at], is_escape=True)
        else:
            yield _Change(at, char, is_escape=False)
            at += 2


def _reason(pattern: str, error: PatternError, changes: Sequence[_Change]) -> str:
    escapes = dict.fromkeys(f"`{change.char}`" for change in changes if change.is_escape)
    if escapes:
        return f"{', '.join(escapes)} unescaped inside `[…]`"
    if changes:
        return f"`\\{changes[0].char}` escapes what has no other meaning"
    at = pattern[error.offset : error.offset + 1]
    return error.message + (f" at `{at}`" if at else "")


def _place(pattern: Attribute, start: int, end: int) -> Location | None:
    """Return where a part of the value is written; None where that cannot be told."""
    written = pattern.value_or_name
    offsets = decoded_offsets(written.text, pattern.value)
    if offsets is None or end > len(pattern.value):
        return None
    return written.file.location(written.span.start + offsets[start], written.span.start + offsets[end])


def _fix(pattern: Attribute, changes: Sequence[_Change]) -> Fix | None:
    edits = []
    for change in changes if is_written(pattern) else ():
        place = _place(pattern, change.offset, change.offset + (not change.is_escape))
        if place is None:
            return None
        edits.append(Edit(place, "\\" if change.is_escape else ""))
    return Fix("mend the escapes", edits, is_safe=False) if edits else None

"""non-boolean-annotation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.model_context import HINTS
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.hints import YES
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import declarations, members_of, written_value
from webmcp_lint.site.tool import Member, Tool
from webmcp_lint.source import Edit

_NO: Final = frozenset({"false", "no", "off", "0", "none", "never", "null", "undefined"})
_OTHERS: Final = {"function": "a function", "object": "an object", "array": "an array"}


@rule(
    level=Level.ERROR,
    summary="an annotation that is no boolean, and counts as true whatever it says",
    sources=("Chromium 156: R-ann-ro-str, R-ann-num: an annotation is converted as Web IDL converts to a boolean",),
    fix="safe",
)
def non_boolean_annotation(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the hints that are set to strings, numbers and other things that are no booleans."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool, declaration in declarations(page):
        annotations = members_of(declaration.members.get("annotations"))
        for name in HINTS:
            member = annotations.get(name)
            if member is not None:
                yield from _judged(tool, member)


def _judged(tool: Tool, hint: Member) -> Iterator[Finding]:
    match hint.kind:
        case "string":
            text = str(hint.literal)
            meaning = text.strip().lower()
            shown = f'`{hint.name}: "{text}"`' if len(text) <= 30 else f"the text of `{hint.name}`"
            if meaning in YES or text == "":
                yield _lucky(tool, hint, f"{shown} is no boolean", counts_as=text != "")
            elif hint.literal is not None:
                yield _reversed(tool, hint, f"{shown} counts as true", meant=False if meaning in _NO else None)
        case "number":
            counts_as = bool(hint.literal) and hint.literal == hint.literal
            yield _lucky(tool, hint, f"`{hint.name}` is a number", counts_as=counts_as)
        case "function" | "object" | "array":
            yield _reversed(tool, hint, f"`{hint.name}` is {_OTHERS[hint.kind]}", meant=None)


def _reversed(tool: Tool, hint: Member, message: str, *, meant: bool | None) -> Finding:
    return Finding(
        message,
        written_value(hint),
        label="the browser converts it to a boolean, and everything but an empty text, 0 and null is true",
        help="write `false`" if meant is False else "write `true` or `false`",
        tool=tool.label,
        fix=_fix(hint, is_true=False) if meant is False else None,
    )


def _lucky(tool: Tool, hint: Member, message: str, *, counts_as: bool) -> Finding:
    word = "true" if counts_as else "false"
    return Finding(
        message,
        written_value(hint),
        label=f"the browser converts it: it counts as {word}",
        help=f"write `{word}`",
        tool=tool.label,
        fix=_fix(hint, is_true=counts_as),
        level=Level.WARNING,
    )


def _fix(hint: Member, *, is_true: bool) -> Fix | None:
    if hint.expression is None or hint.expression != hint.value:
        return None
    word = "true" if is_true else "false"
    return Fix(f"write `{word}`", (Edit(hint.value, word),), is_safe=True)

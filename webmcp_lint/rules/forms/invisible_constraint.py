"""invisible-constraint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.controls import control_type
from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.site.tool import Parameter
from webmcp_lint.syntax.dom import Attribute, Element

_TEXTUAL: Final = frozenset({"text", "search", "tel", "url", "email", "textarea"})
_TEMPORAL: Final = frozenset({"date", "month", "week", "time", "datetime-local"})

_LENGTH: Final = re.compile(r"[\t\n\f\r ]*\+?([0-9]{1,10})")
_MOMENT: Final = re.compile(r"([0-9]{4,6})-(?:[0-9]{2}|W[0-9]{2})[-T:.0-9]{0,17}|([0-9]{2}):[0-9]{2}[:.0-9]{0,7}")
"""A date or a time of day: its year, or its hour."""

_ROOMY_LINE: Final = 200
_ROOMY_TEXT: Final = 2_000
"""Nobody fills up more than this; such a limit is that of a column in a database."""

_NUMBER: Final = re.compile(r"\d{1,10}")
_THOUSANDS: Final = re.compile(r"(?<=\d)[.,'\u2019\u00a0\u202f](?=\d{3}(?!\d))")


@rule(
    level=Level.NOTE,
    summary="a limit of a text's length or of a date that neither the schema nor the description tells an agent",
    sources=(
        "Chromium 156: A-textarea-all, M-inputmode, B-date-minmax: schemas hold no lengths and no limits of dates and times",
        "Chromium 156: an agent's text is submitted whatever its length; a date beyond `min` or `max` fails the call",
    ),
)
def invisible_constraint(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the controls whose length, date or time is limited without a word to the agent."""
    for tool in page.tools:
        if tool.form is None or tool.description.known is None:
            continue
        controls = {group.pointer: group.members[0] for group in tool.form.groups if len(group.members) == 1}
        told = _numbers(tool.description.known)
        for parameter in tool.parameters:
            control = controls.get(parameter.pointer)
            if control is not None and isinstance(parameter.description, str | None):
                yield from _untold(parameter, control, told | _numbers(parameter.description or ""), tool.label)


def _numbers(text: str) -> frozenset[int]:
    return frozenset(int(number) for number in _NUMBER.findall(_THOUSANDS.sub("", text)))


def _untold(parameter: Parameter, control: Element, told: frozenset[int], tool: str | None) -> Iterator[Finding]:
    kind = control_type(control)
    is_moment = kind in _TEMPORAL
    if not is_moment and (kind not in _TEXTUAL or _has_pattern(parameter)):
        return
    limits = _moments(control) if is_moment else _lengths(control, _ROOMY_TEXT if kind == "textarea" else _ROOMY_LINE)
    untold = [(attribute, text) for attribute, number, text in limits if number not in told]
    if not untold:
        return
    first, *others = (attribute for attribute, _ in untold)
    yield Finding(
        f"`{parameter.name}` takes {' and '.join(text for _, text in untold)}, which nothing tells an agent",
        first.value_or_name,
        label="the schema holds no limits of dates and times, and the browser refuses a call beyond them"
        if is_moment
        else "the schema holds no lengths, and what an agent fills in is submitted without a check of its length",
        help="say it in the control's `toolparamdescription`",
        tool=tool,
        related=tuple(Related(other.value_or_name, "the other limit") for other in others),
    )


def _has_pattern(parameter: Parameter) -> bool:
    return isinstance(parameter.schema, dict) and "pattern" in parameter.schema


def _lengths(control: Element, roomy: int) -> Iterator[tuple[Attribute, int, str]]:
    for name, words in (("minlength", "at least"), ("maxlength", "at most")):
        attribute = _written(control, name)
        match = None if attribute is None else _LENGTH.match(attribute.value)
        if attribute is not None and match is not None and 1 < int(match[1]) <= roomy:
            yield attribute, int(match[1]), f"{words} {match[1]} characters"


def _moments(control: Element) -> Iterator[tuple[Attribute, int, str]]:
    for name, words in (("min", "nothing before"), ("max", "nothing after")):
        attribute = _written(control, name)
        match = None if attribute is None else _MOMENT.fullmatch(attribute.value)
        if attribute is not None and match is not None:
            yield attribute, int(match[1] or match[2]), f"{words} {attribute.value}"


def _written(control: Element, name: str) -> Attribute | None:
    attribute = control.get(name)
    return attribute if attribute is not None and attribute.is_static and attribute.certain else None

"""contradictory-constraint."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.browser.patterns import pattern_error
from webmcp_lint.findings import Finding, Fix, Level
from webmcp_lint.located import Json, pointer
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.rules.schema.contract import Contract, Part, contracts, is_parameter_list, written
from webmcp_lint.rules.schema.values import LOWER, bound, known_types, mismatch
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import Page
from webmcp_lint.source import Edit

_NEEDLESS_ESCAPE: Final = re.compile(r"\\([\\/^$.*+?()\[\]{}|\-]|[^\w\s])|\\.", re.DOTALL)
_EXPRESSION: Final = re.compile(r"^\^.|.\$$|\\[dwsDWSb]|\[[^\]]+\][+*{?]|\([^)]*\)[+*?{]")
"""What a regular expression has, and the name of a format has not."""


@rule(
    level=Level.ERROR,
    summary="constraints of a parameter that exclude each other, or a regular expression that is none",
    sources=("JSON Schema 2020-12, Validation 6 and 9.2", "ECMA-262, RegExp with the flag `u`"),
    fix="safe",
)
def contradictory_constraint(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield bounds that leave nothing between them, values that their own schema refuses, and broken patterns."""
    return once(finding for contract in contracts(page) for finding in _findings(contract))


def _findings(contract: Contract) -> Iterator[Finding]:
    if is_parameter_list(contract):
        return
    for part in contract.parts():
        bounds = list(_bounds(contract, part))
        yield from bounds
        yield from _format(contract, part)
        yield from _patterns(contract, part)
        if not bounds:
            yield from _values(contract, part)


def _bounds(contract: Contract, part: Part) -> Iterator[Finding]:
    pairs = [
        *((low, high, False) for low, high in LOWER.items()),
        ("minimum", "maximum", False),
        ("minimum", "exclusiveMaximum", True),
        ("exclusiveMinimum", "maximum", True),
        ("exclusiveMinimum", "exclusiveMaximum", True),
    ]
    for low, high, is_exclusive in pairs:
        least, most = bound(part.keywords, low), bound(part.keywords, high)
        if least is not None and most is not None and (least > most or (is_exclusive and least == most)):
            yield contract.finding(
                f"`{low}` of {part.subject} is {written(part.keywords[low])}, and `{high}` is {written(part.keywords[high])}",
                contract.value(f"{part.at}/{low}"),
                label="nothing lies between: whatever an agent sends is wrong",
                help_=f"write a `{low}` that is below `{high}`",
            )
            return


def _values(contract: Contract, part: Part) -> Iterator[Finding]:
    keywords = part.keywords
    enum = keywords.get("enum")
    listed = enum if isinstance(enum, list) else None
    is_closed = listed is not None and not contract.is_open(f"{part.at}/enum")
    if listed == [] and is_closed:
        yield contract.finding(
            f"`enum` of {part.subject} is empty",
            contract.value(f"{part.at}/enum"),
            label="no value is allowed: whatever an agent sends is wrong",
            help_="list the values, or leave `enum` out",
        )
        return
    for index, value in enumerate(listed or ()):
        is_spared = _is_nullable(part, value) or contract.is_open(f"{part.at}/enum/{index}")
        reason = None if is_spared else mismatch(value, keywords)
        if reason is not None:
            yield _value_finding(contract, part, f"enum/{index}", value, reason)
            return
    among = listed if is_closed else None
    if "const" in keywords and not contract.is_open(f"{part.at}/const"):
        reason = mismatch(keywords["const"], keywords, among=among)
        if reason is not None:
            yield _value_finding(contract, part, "const", keywords["const"], reason)
            return
        among = [keywords["const"]]
    default = keywords.get("default")
    is_spared = _is_nullable(part, default) or contract.is_open(f"{part.at}/default")
    if "default" in keywords and not is_spared:
        reason = mismatch(default, keywords, among=among)
        if reason is not None:
            level = Level.WARNING if default is None or default == "" else None
            yield _value_finding(contract, part, "default", default, reason, level=level)


def _is_nullable(part: Part, value: Json) -> bool:
    """Whether a null is meant, in the way of OpenAPI."""
    return value is None and part.keywords.get("nullable", False) is not False


def _value_finding(
    contract: Contract, part: Part, at: str, value: Json, reason: str, *, level: Level | None = None
) -> Finding:
    keyword = at.partition("/")[0]
    types = known_types(part.keywords)
    is_of_type = reason.startswith("is not of type")
    return contract.finding(
        f"{written(value)} in the `{keyword}` of {part.subject} {reason}",
        contract.value(f"{part.at}/{at}"),
        label="the schema refuses the very value that it offers"
        if keyword != "default"
        else "the schema refuses its own default: an agent that sends it is wrong",
        help_=f"write a value of type `{types[0]}`, or another type"
        if is_of_type and types
        else "change the value, or what excludes it",
        level=level,
    )


def _format(contract: Contract, part: Part) -> Iterator[Finding]:
    value = part.keywords.get("format")
    if not isinstance(value, str) or not _EXPRESSION.search(value):
        return
    at = f"{part.at}/format"
    yield contract.finding(
        f"the `format` of {part.subject} is a regular expression",
        contract.key(at),
        label="`format` takes the name of a format; an unknown one checks nothing, and some APIs refuse it",
        help_="call it `pattern`",
        fix=_as_pattern(contract, part, value) if "pattern" not in part.keywords else None,
    )


def _as_pattern(contract: Contract, part: Part, expression: str) -> Fix | None:
    key = contract.key(f"{part.at}/format")
    name = key.text.strip("'\"")
    if name != "format" or not contract.owns(key) or pattern_error(expression, "u") is not None:
        return None
    return Fix("call it `pattern`", (Edit(key, key.text.replace("format", "pattern")),), is_safe=True)


def _patterns(contract: Contract, part: Part) -> Iterator[Finding]:
    pattern = part.keywords.get("pattern")
    if isinstance(pattern, str):
        yield from _pattern(contract, part, f"{part.at}/pattern", pattern)
    named = part.keywords.get("patternProperties")
    for expression in named if isinstance(named, dict) else ():
        yield from _pattern(contract, part, part.at + pointer("patternProperties", expression), expression)


def _pattern(contract: Contract, part: Part, at: str, expression: str) -> Iterator[Finding]:
    error = pattern_error(expression, "u")
    if error is None:
        return
    is_key = not at.endswith("/pattern")
    message = f"the {'name pattern' if is_key else '`pattern`'} of {part.subject} does not compile: {error.message}"
    location = contract.key(at) if is_key else contract.value(at)
    if pattern_error(_NEEDLESS_ESCAPE.sub(_unescaped, expression), "u") is None:
        yield contract.finding(
            message,
            location,
            label="validators such as Ajv compile it with the flag `u`, which refuses an escape that has no need",
            help_="leave out the backslash before what is no special character",
            level=Level.WARNING,
        )
        return
    yield contract.finding(
        message,
        location,
        label="no value can be checked against it, and a model's API may refuse the tool",
        help_="write the regular expression as JavaScript does with the flag `u`",
    )


def _unescaped(match: re.Match[str]) -> str:
    char = match[1]
    return match[0] if char is None or char in "\\/^$.*+?()[]{}|" else char

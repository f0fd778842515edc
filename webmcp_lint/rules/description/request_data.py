"""Expressions of template languages that plainly yield what a visitor sent or a person wrote.

From the documentation of PHP, Laravel, WordPress, Symfony, Django, Flask, Rails, Express, Shopify and Liquid. Anything
else (translations, settings, catalogue data, names like `title`) says too little of where its text comes from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Source:
    """Whose text an expression yields; `is_untrusted` where it may be written by someone else than the page's user."""

    description: str
    is_untrusted: bool


REQUEST: Final = Source("the request", is_untrusted=True)
CONTRIBUTION: Final = Source("what other users wrote", is_untrusted=True)
PROFILE: Final = Source("the user's profile", is_untrusted=False)
SEARCH: Final = Source("what was searched for", is_untrusted=False)

_PHP: Final = (
    r"\$_(?:GET|POST|REQUEST|COOKIE|FILES)\b",
    r"\$_SERVER\s*\[\s*\"(?:HTTP_\w+|QUERY_STRING|REQUEST_URI|PHP_SELF|PATH_INFO)\"",
    r"\bfilter_input\s*\(",
    # WordPress
    r"\bget_query_var\s*\(",
    r"\b(?:get|the)_search_query\s*\(",
    # Laravel
    r"(?<![\w>:$])(?:old|request)\s*\(\s*\"",
    r"\bRequest::(?:cookie|get|header|input|query|segment)\s*\(",
    (
        r"(?:(?<![\w>$])request\s*\(\s*\)|\$(?:this->)?request)\s*->\s*"
        r"(?:all|cookie|fullUrl|get|header|input|post|query|string|url)\b"
    ),
)
_MEMBERS: Final = (
    # Django, Flask, Twig, and Rails' request
    (
        r"\brequest\s*\.\s*(?:GET|POST|COOKIES|META|args|values|form|cookies|headers|query|query_params|query_string|body|get|params"
        r"|referrer|referer|url|full_path|build_absolute_uri|get_full_path|original_url|fullpath|user_agent)\b"
    ),
    # Express
    r"\breq\s*\.\s*(?:query|params|body|cookies|headers|originalUrl|url)\b",
    # Rails
    r"(?<![\w.:@$>])params\s*(?:\[\s*[:\"]|\.(?:dig|fetch|permit|require)\b)",
    r"(?<![\w.:@$>])cookies\s*\[\s*[:\"]",
    # Liquid
    r"\bsearch\.terms\b",
)
_EXPRESSIONS: Final = {
    REQUEST: (*_PHP, *_MEMBERS),
    CONTRIBUTION: (r"(?:\$|\b)(?:comment|review)s?(?:\.|->)(?:author|body|comment|content|message|name|text|title)\b",),
    PROFILE: (
        (
            r"(?:\$|\b)(?:current_?user|customer|user)(?:\(\))?(?:\.|->)"
            r"(?:bio|display_?name|email|first_?name|full_?name|last_?name|login|name|nick_?name|user_?name)\b"
        ),
    ),
    SEARCH: (
        r"(?<![\w.>:])\$?(?:q|query|search_?query|search_?terms?|user_?input|user_?query)(?![\w.:(\[]|->|\s*=(?!=))",
    ),
}

_COMMENT: Final = re.compile(r"\{#|\{\{!|\{\{--|<%#")
_STATEMENT: Final = re.compile(
    r"\{%|<%(?![=~-])|\{\{[~-]?\s*(?:[#/^>]|(?:block|define|else|end|if|range|template|with)\b)|@(?!(?:json|lang)\b)"
)
"""What stands before a template's conditions and loops, which put out nothing by themselves."""

_PHP_OUTPUT: Final = re.compile(r"\b(?:echo|print|printf|_e|esc_(?:attr|html)_e)\b|\bthe_search_query\b")
_MAX_LENGTH: Final = 10_000
"""A longer tag is a program rather than a text."""

_STRING: Final = re.compile(
    r"(?P<index>\[\s*)?(?:'(?P<single>(?:[^'\\]|\\.)*+)'|\"(?P<double>(?:[^\"\\]|\\.)*+)\")", re.DOTALL
)
_CONDITION: Final = re.compile(r"\A[^?]*\?(?![?:.>-])", re.DOTALL)


@cache
def _patterns() -> tuple[tuple[Source, re.Pattern[str]], ...]:
    return tuple((each, re.compile("|".join(ways), re.IGNORECASE)) for each, ways in _EXPRESSIONS.items())


def source(hole: str) -> Source | None:
    """Return the source whose text a template's tag plainly puts out."""
    output = _output(hole) if len(hole) <= _MAX_LENGTH else None
    return None if output is None else next((each for each, way in _patterns() if way.search(output)), None)


def _output(tag: str) -> str | None:
    """Return the expression that a tag puts out, its texts emptied and its condition left out; None where it has none."""
    if _COMMENT.match(tag) or _STATEMENT.match(tag):
        return None
    if tag.startswith("<?") and not tag.startswith("<?="):
        statement = _PHP_OUTPUT.search(tag)
        if statement is None:
            return None
        tag = tag[statement.start() :]
    else:
        tag = tag.removeprefix("<?=")
    return _CONDITION.sub("", _STRING.sub(_emptied, tag))


def _emptied(string: re.Match[str]) -> str:
    """Return a string without its text, in which any words may stand, but for an index such as `$_SERVER['…']`."""
    said = string["single"] or string["double"] or ""
    return f'{string["index"]}"{said}"' if string["index"] else '""'

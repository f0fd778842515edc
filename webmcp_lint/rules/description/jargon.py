"""Words for what a tool is built with, and the phrases in which they are beside the point of what it does.

The products and techniques are those of the yearly State of JavaScript and Stack Overflow surveys, as far as public WebMCP
tools name them. A word alone proves nothing: "search the GraphQL docs" is about its subject. The phrase has to say that
something is done *by means of* it, or kept *in* it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

_ANY_CASE: Final = (
    r"(?:redux|vuex|pinia|global state) store|redux|vuex|pinia|zustand|mobx|ngrx|react context"
    r"|local ?storage|session ?storage|indexed ?db|the dom|inner ?html|fetch\(\)|query ?selector|click\(\)|web ?sockets?|service worker"
    r"|(?:rest|restful|graphql|json|http|backend|internal) (?:api|endpoint)s?|(?:rest|backend) services?|graphql|grpc|trpc|rabbitmq|aws lambda"
    r"|postgres(?:ql)?|mysql|mariadb|sqlite|mongo ?db|dynamo ?db|elasticsearch|firestore|supabase"
)
_AS_WRITTEN: Final = r"REST|SQL|AJAX|XHR|S3|Algolia|Firebase|Jotai|Kafka|Prisma|Recoil|Redis"
"""Words that are others in lower case."""

_BY_MEANS_OF: Final = (
    r"\b(?:[Uu]sing|[Vv]ia|through|with|by calling|by dispatching|[Cc]alls|[Hh]its|[Qq]ueries|[Dd]ispatches|[Uu]pdates|from|in|into|to)"
    r" (?:(?:a|an|the|our|its|their|internal|backend|server-side|client-side) ){0,2}"
)
_PHRASES: Final = (
    rf"{_BY_MEANS_OF}(?P<part>(?i:{_ANY_CASE})|{_AS_WRITTEN})(?![\w-])",
    # A request, an address of the API, a component: jargon wherever they stand
    r"(?P<request>\b(?:GET|POST|PUT|PATCH|DELETE) (?:request|/[\w/{}:.-]+))",
    r"(?P<address>(?<![\w.])/api/[\w/{}:.-]+)",
    r"(?P<component>\b(?:[A-Z][a-z0-9]+){2,} (?:component|hook|reducer)\b|\buse[A-Z]\w+(?:\(\)| hook)|<[A-Z]\w+ ?/>)",
    r"(?P<state>\b(?:dispatch(?:es)? (?:an? |the )?(?:\w+ )?action|set[A-Z]\w+\(\)|setState|useState|useReducer)\b)",
)
_ABOUT_SOFTWARE: Final = re.compile(
    r"(?<![a-z])(?:api|backend|component|css|database|db|debug|deploy|devtools?|docker|docs|dom|endpoint|frontend|git|github"
    r"|graphql|html|http|javascript|kubernetes|logs|npm|playground|redis|redux|regex|repo|repository|schema|script|sdk|server|sql"
    r"|webhook|xml|yaml)(?![a-z])"
)
"""Words in the name of a tool whose subject is software."""


@cache
def _phrase() -> re.Pattern[str]:
    return re.compile("|".join(_PHRASES))


def jargon(text: str) -> Iterator[tuple[int, int]]:
    """Yield the offsets of words that tell how something is done inside."""
    for match in _phrase().finditer(text):
        if match.lastgroup is not None:
            yield match.span(match.lastgroup)


def is_about_software(words: str) -> bool:
    """Whether the words of a name, with spaces between them, say that software is what the tool is about."""
    return _ABOUT_SOFTWARE.search(words) is not None

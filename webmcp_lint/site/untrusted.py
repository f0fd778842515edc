"""Which tools hand out texts that other people wrote."""

from __future__ import annotations

from typing import Final, Literal

from webmcp_lint.site.consequences import only_looks
from webmcp_lint.site.names import words
from webmcp_lint.site.tool import Tool

_PEOPLE_WROTE: Final = frozenset(
    {"comment", "comments", "review", "reviews", "message", "messages", "inbox", "email", "emails", "mail", "mails"}
    | {"reply", "replies", "feedback", "tweet", "tweets", "chat", "conversation", "conversations", "testimonials"}
    | {"testimonial", "mentions", "dms", "guestbook"}
)
_PERHAPS: Final = frozenset(
    {"thread", "threads", "submission", "submissions", "posts", "tickets", "issues", "discussions"}
)
_ABOUT: Final = frozenset(
    {
        "count",
        "counts",
        "number",
        "rating",
        "ratings",
        "average",
        "stats",
        "statistics",
        "setting",
        "settings",
        "status",
    }
    | {"template", "templates", "address", "addresses", "form", "schema", "fields", "error", "success", "confirmation"}
    | {"send", "write", "post", "submit", "validate", "check", "availability", "draft", "welcome", "commit", "code"}
)
"""Words beside them that make it something about them, or something else."""
_NEAR: Final = 7
Source = Literal["plain", "unclear"]


def untrusted_source(tool: Tool) -> Source | None:
    """Return how plain it is that a tool returns texts of other people; None where nothing says so."""
    behaviour = tool.behaviour
    if behaviour is None or not behaviour.has_body:
        return None
    name = words(tool.name.known or "")
    sentence = words((tool.description.known or "").split(". ")[0])[:_NEAR]
    if not (only_looks(tool.name.known or "") or only_looks(tool.description.known or "")):
        return None
    if not _ABOUT.isdisjoint({*name, *sentence}):
        return None
    is_outside = not behaviour.is_known or any(each.kind in {"read", "query", "look"} for each in behaviour.actions)
    if not is_outside:
        return None
    if not _PEOPLE_WROTE.isdisjoint(name) or not _PEOPLE_WROTE.isdisjoint(sentence):
        return "plain"
    return "unclear" if not _PERHAPS.isdisjoint(name) else None

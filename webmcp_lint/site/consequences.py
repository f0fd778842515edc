"""What English words say of an action that is hard to take back: that it pays, orders, deletes, sends, publishes, cancels.

Only the verb that opens a name, a description or a button's text counts, and only where the words behind it do not make
a noun of it (`order-history`) or something routine (`delete-filter`).
"""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from typing import Final

from webmcp_lint.program.effect_words import ACTS
from webmcp_lint.site.names import words

_ALWAYS: Final = {
    "buy": "buy",
    "deactivate": "close an account",
    "delete": "delete",
    "destroy": "delete",
    "donate": "donate",
    "erase": "delete",
    "pay": "pay",
    "publish": "publish",
    "purchase": "buy",
    "refund": "pay back",
    "withdraw": "withdraw",
}
"""Verbs that say it by themselves, and what to call it."""

_AS_VERB: Final = {
    "book": "book",
    "checkout": "order",
    "order": "order",
    "post": "publish",
    "reserve": "book",
    "transfer": "transfer",
}
"""Words that are as often nouns: in a sentence they need a determiner behind them."""

_WITH_OBJECT: Final = {
    "cancel": (
        "cancel",
        frozenset(
            {"account", "appointment", "booking", "contract", "delivery", "enrollment", "event", "flight", "meeting"}
            | {"membership", "order", "orders", "payment", "plan", "policy", "registration", "reservation", "stay"}
            | {"subscription", "ticket", "tickets", "trip"}
        ),
    ),
    "close": ("close an account", frozenset({"account", "accounts"})),
    "drop": (
        "delete",
        frozenset(
            {"collection", "collections", "column", "columns", "database", "databases", "index", "indexes", "schema"}
            | {"schemas", "table", "tables"}
        ),
    ),
    "send": (
        "send",
        frozenset(
            {"campaign", "email", "emails", "enquiry", "feedback", "gift", "inquiry", "invitation", "invitations"}
            | {"invite", "invites", "invoice", "letter", "mail", "message", "messages", "money", "newsletter"}
            | {"notification", "notifications", "payment", "reply", "sms", "tip"}
        ),
    ),
}
_MAKES: Final = frozenset({"complete", "confirm", "create", "finalize", "make", "place", "submit"})
_MADE: Final = {
    "bid": "bid",
    "booking": "book",
    "donation": "donate",
    "order": "order",
    "payment": "pay",
    "purchase": "buy",
    "reservation": "book",
    "transfer": "transfer",
}
"""What one of `_MAKES` makes, and what to call it: place an order, make a payment."""

_DETERMINERS: Final = frozenset(
    {"a", "all", "an", "any", "another", "every", "its", "money", "my", "new", "now", "one", "our", "several", "some"}
    | {"that", "the", "their", "these", "this", "those", "two", "your"}
)
_ONLY_LOOKS: Final = frozenset(
    {"availability", "by", "calculator", "catalog", "catalogue", "code", "codes", "cost", "costs", "detail", "details"}
    | {
        "draft",
        "drafts",
        "edit",
        "editing",
        "estimate",
        "fee",
        "fees",
        "filter",
        "filters",
        "find",
        "finder",
        "guide",
        "history",
        "id",
    }
    | {
        "info",
        "information",
        "list",
        "lookup",
        "number",
        "preview",
        "price",
        "prices",
        "query",
        "quote",
        "rate",
        "rates",
    }
    | {"report", "search", "selection", "status", "summary", "template", "times", "tracking"}
)
"""Words near the verb that make it a look-up, or something that is as easily done again."""

_NEAR: Final = 4
_HOW: Final = frozenset({"by", "using", "with"})
"""Words that end what is meant: `Delete a note by its id` deletes a note."""

_ADVERBS: Final = frozenset({"immediately", "instantly", "irreversibly", "permanently", "please", "securely"})
_PREAMBLE: Final = re.compile(
    r"(?:use (?:this|it)(?: tool| form)? to|this (?:tool|form)|(?:a |the )?(?:tool|form) (?:to|that|which)"
    r"|(?:lets|allows|enables) (?:you|people|users|customers|(?:the|a) (?:user|customer|visitor|agent))(?: to)?) ",
    re.IGNORECASE,
)
"""What a description may say before the verb."""
_LABEL: Final = re.compile(r"\[[^\]\n]{1,40}\]\s*")
"""A scope in brackets before a description: `[Console] Delete the index.`"""

_PATH_VERBS: Final = {
    "buy": "buy",
    "cancel": "cancel",
    "delete": "delete",
    "destroy": "delete",
    "donate": "donate",
    "pay": "pay",
    "publish": "publish",
    "purchase": "buy",
    "refund": "pay back",
    "sendmail": "send",
}
"""Whole segments of addresses; a cart's `checkout` is but the next page."""

_SEARCHES: Final = frozenset(
    {"browse", "compare", "explore", "filter", "find", "list", "look", "lookup", "query", "search", "sort"}
)
_LOOKS: Final = _SEARCHES | frozenset(
    {"calculate", "check", "convert", "count", "discover", "display", "estimate", "fetch", "get", "preview", "read"}
    | {"retrieve", "see", "show", "track", "translate", "validate", "view"}
)
_SENTENCE_END: Final = re.compile(r"[.!?;:\n]")


def consequence_of_name(name: str) -> str | None:
    """Return what a tool of this name does that is hard to take back, as an English verb."""
    return _consequence(_opening(name), is_sentence=False)


def consequence_of_text(text: str) -> str | None:
    """Return what the first sentence of a description, or the text of a button, says that is done."""
    return _consequence(_opening(text), is_sentence=True)


def consequence_of_address(url: str) -> str | None:
    """Return what the last segment of an address's path says that is done."""
    path = re.split("[?#]", url, maxsplit=1)[0].rstrip("/")
    segment = path.rpartition("/")[2]
    last = words(segment.rpartition(".")[0] or segment)
    if last and last[0] in _MAKES:
        return _consequence(last, is_sentence=False)
    return _PATH_VERBS.get("".join(last))


def only_looks(text: str) -> bool:
    """Whether a name or a description opens with a verb that changes nothing, such as `check` or `list`."""
    return any(verb in _LOOKS for word in _opening(text)[:1] for verb in _verbs(word))


def changes(text: str) -> bool:
    """Whether a name or a description opens with a verb that changes something, such as `add` or `send`."""
    return any(verb in ACTS for word in _opening(text)[:1] for verb in _verbs(word))


def only_searches(text: str) -> bool:
    """Whether a name or a description opens with a verb of searching and filtering."""
    return any(verb in _SEARCHES for word in _opening(text)[:1] for verb in _verbs(word))


def _opening(text: str) -> list[str]:
    """Return the words of a name or of a first sentence, from the verb on."""
    text = _LABEL.sub("", text.strip(), count=1) if text.lstrip().startswith("[") else text.strip()
    preamble = _PREAMBLE.match(text)
    sentence = _SENTENCE_END.split(text[preamble.end() if preamble else 0 :], maxsplit=1)[0]
    said = list(dropwhile(_ADVERBS.__contains__, words(sentence)))
    return ["checkout", *said[2:]] if said[:2] == ["check", "out"] else said


def _consequence(said: list[str], *, is_sentence: bool) -> str | None:
    near = said[1 : 1 + _NEAR]
    what = list(takewhile(lambda word: word not in _HOW, near))
    if not said or not _ONLY_LOOKS.isdisjoint(what):
        return None
    for verb in _verbs(said[0]):
        if verb in _AS_VERB and what != near and not _ONLY_LOOKS.isdisjoint(near):
            return None
        if verb in _ALWAYS:
            return _ALWAYS[verb]
        if verb in _AS_VERB and (not is_sentence or not _DETERMINERS.isdisjoint(near[:1])):
            return _AS_VERB[verb]
        if verb in _WITH_OBJECT and not _WITH_OBJECT[verb][1].isdisjoint(near):
            return _WITH_OBJECT[verb][0]
        if verb in _MAKES:
            return next((_MADE[word] for word in near if word in _MADE), None)
    return None


def _verbs(word: str) -> tuple[str, ...]:
    """Return what `deletes` or `publishes` may be a form of."""
    return word, word.removesuffix("s"), word.removesuffix("es")

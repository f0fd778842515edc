"""What an action of a tool means to a person, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from webmcp_lint.site.behaviour import Action
from webmcp_lint.site.names import words

_HOST: Final = re.compile(r"(?:https?:)?//[^/]*")
_OF_ADDRESS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("pay", "payment", "payments", "charge", "charges"), "pay"),
    **dict.fromkeys(("buy", "purchase", "purchases"), "buy"),
    **dict.fromkeys(("order", "orders", "checkout"), "order"),
    **dict.fromkeys(("book", "booking", "bookings", "reserve", "reservation", "reservations"), "book"),
    **dict.fromkeys(("send", "email", "mail", "contact", "message", "messages", "invite", "sms"), "send"),
    **dict.fromkeys(("publish",), "publish"),
    **dict.fromkeys(("delete", "remove", "destroy"), "delete"),
    **dict.fromkeys(("cancel",), "cancel"),
    **dict.fromkeys(("donate", "donation", "donations"), "donate"),
    **dict.fromkeys(("transfer", "transfers", "withdraw"), "transfer"),
    **dict.fromkeys(("refund", "refunds"), "pay back"),
}
ROUTINE: Final = frozenset(
    {"basket", "bag", "bookmark", "bookmarks", "cache", "cart", "compare", "comparison", "draft", "drafts", "favorite"}
    | {"favorites", "favourite", "favourites", "filter", "filters", "like", "likes", "quantity", "saved", "selection"}
    | {
        "session",
        "wishlist",
        "highlight",
        "preference",
        "preferences",
        "setting",
        "settings",
        "shopping",
        "tab",
        "tabs",
        "theme",
        "preview",
    }
)
"""Words of what is undone as easily as it is done."""


def deed(action: Action) -> str | None:
    """Return what a request or a form does that is hard to take back, as an English verb."""
    said = words(_HOST.sub("", action.subject))
    if action.kind not in {"request", "submit"} or not ROUTINE.isdisjoint(said):
        return None
    if action.kind == "request" and action.method.lower() in {"delete", "deletedoc", "remove"}:
        return "delete"
    return next((_OF_ADDRESS[word] for word in reversed(said) if word in _OF_ADDRESS), None)


def loss(actions: Sequence[Action]) -> Action | None:
    """Return where things are taken out of a collection that outlives the call and is all that holds them.

    A tool that puts things in as well moves or switches them, and one that talks to a server keeps a copy here.
    """
    if any(each.kind in {"request", "query", "read", "submit"} or each.method == "add" for each in actions):
        return None
    for action in actions:
        said = {form for word in words(action.subject) for form in (word, word.removesuffix("s"))}
        if action.kind == "state" and action.is_certain and action.method == "delete" and ROUTINE.isdisjoint(said):
            return action
    return None


def told(action: Action) -> str:
    """Say what an action does, as what follows the name of the tool."""
    subject = _shown(action.subject)
    match action.kind:
        case "request" | "query":
            how = "may change something with" if not action.is_certain else "sends"
            return f"{how} a {action.method} request" if action.method.isupper() else f"writes by `{action.method}`"
        case "storage":
            return f"stores `{subject}`" if subject else "writes to the browser's storage"
        case "navigation":
            return "leaves the page"
        case "route":
            return "changes the address"
        case "window":
            return "opens a window"
        case "submit":
            return "submits a form"
        case "click":
            return f"clicks `{subject}`" if subject else "clicks an element"
        case "typing":
            return f"fills in `{subject}`" if subject else "fills in a field"
        case "state" if action.is_certain:
            return f"changes `{subject}`" if subject else "changes the state of the page"
        case "state":
            return f"may change `{subject}`"
        case "view" | "display":
            return f"changes what is shown (`{subject}`)" if subject else "changes what is shown"
        case "scroll":
            return "scrolls or moves the focus"
        case "download":
            return "downloads a file"
        case _:
            return "does something"


_QUOTED: Final = re.compile(r"""(?:getElementBy\w+|querySelector\w*|closest)[^"'`]*(["'`])([^\n]{1,40}?)\1""")


def _shown(subject: str) -> str:
    """Return what to call the subject: the selector of an element, else the first word."""
    selector = _QUOTED.search(subject)
    text = selector[2] if selector else subject.split(" ", 1)[0]
    return text if 0 < len(text) <= 40 and "`" not in text and "\n" not in text else ""

"""hidden-effect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from webmcp_lint.findings import Finding, Level, Related
from webmcp_lint.rules import rule
from webmcp_lint.rules.places import once
from webmcp_lint.settings import Settings
from webmcp_lint.site.acting import actions_of
from webmcp_lint.site.behaviour import Action
from webmcp_lint.site.deeds import deed
from webmcp_lint.site.names import words
from webmcp_lint.site.page import Page
from webmcp_lint.site.scripted import unjudged
from webmcp_lint.site.tool import Tool
from webmcp_lint.site.wording import is_english, stem

_MONEY: Final = (
    "pay",
    "buy",
    "purchase",
    "order",
    "checkout",
    "charge",
    "donate",
    "subscribe",
    "book",
    "money",
    "price",
)
_BOOKS: Final = (
    "book",
    "reserve",
    "reservation",
    "appointment",
    "schedule",
    "order",
    "ticket",
    "rent",
    "slot",
    "visit",
)
_SENDS: Final = (
    *("send", "contact", "message", "mail", "email", "invite", "notify", "share", "submit", "report", "reply", "ask"),
    *("request", "feedback", "post", "forward", "inquiry", "enquiry", "apply", "register", "sign", "chat", "comment"),
    *("create", "add", "save", "write", "tell", "talk", "publish", "demo", "subscribe", "lead", "order", "book"),
)
_REMOVES: Final = (
    *("delete", "remove", "clear", "reset", "erase", "drop", "discard", "cancel", "empty", "archive", "close", "purge"),
    *(
        "undo",
        "unsubscribe",
        "destroy",
        "trash",
        "toggle",
        "replace",
        "leave",
        "manage",
        "disconnect",
        "logout",
        "clean",
    ),
    *("un", "stop", "end", "revoke", "unassign", "unlike", "unfollow", "set", "update", "sync"),
)
_GOES: Final = (
    *("navigate", "go", "open", "redirect", "visit", "page", "take", "jump", "browse", "link", "url", "view", "show"),
    *(
        "launch",
        "log",
        "login",
        "logout",
        "sign",
        "signin",
        "signout",
        "checkout",
        "reload",
        "refresh",
        "return",
        "back",
    ),
    *("home", "start", "leave", "switch", "send", "bring", "route", "site", "website", "website's", "screen", "search"),
    *("submit", "move", "lead", "direct", "tab", "section", "restart", "display", "download", "continue", "proceed"),
    *("load", "access", "enter", "play", "call", "dial", "mail", "email", "contact", "buy", "order", "pay", "purchase"),
    *("read", "watch", "follow", "set", "change", "filter", "sort", "language", "locale", "book", "share", "reset"),
    *("result", "travel", "into", "upload", "edit", "create", "join", "connect", "authenticate", "authorize", "run"),
)
_SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(
        ("pay", "buy", "order", "donate", "transfer", "pay back", "withdraw"), (*_MONEY, "transfer", "refund")
    ),
    "book": _BOOKS,
    "send": _SENDS,
    "publish": ("publish", "post", "share", "release", "send", "announce", "create", "live", "public", "deploy"),
    "delete": _REMOVES,
    "cancel": _REMOVES,
}
_FEWEST_WORDS: Final = 3


@rule(
    level=Level.WARNING,
    summary="a tool that pays, deletes, sends or leaves the page, and neither its name nor its description says so",
    sources=("Chrome: WebMCP best practices: describe what a tool does, with its consequences",),
)
def hidden_effect(page: Page, _settings: Settings) -> Iterator[Finding]:
    """Yield the tools whose texts are silent about the gravest thing that they are seen to do."""
    return once(_findings(page))


def _findings(page: Page) -> Iterator[Finding]:
    for tool in unjudged(page):
        name, description = tool.name.known, tool.description.known
        if tool.behaviour is None or name is None or description is None or not is_english(description):
            continue
        said = {stem(word) for word in (*words(name), *words(description))}
        if len(words(description)) < _FEWEST_WORDS:
            continue
        for action in actions_of(tool, page):
            hidden = None if action.is_chosen else _hidden(action, said)
            if hidden is not None:
                yield _finding(tool, action, hidden)
                break


def _hidden(action: Action, said: set[str]) -> str | None:
    """Return what an action does that the words do not say."""
    if action.kind == "navigation" and action.is_certain:
        return None if _is_said(_GOES, said) else "leaves the page"
    done = deed(action)
    if done is None or not action.is_certain or done not in _SAYS or _is_said((*_SAYS[done], done), said):
        return None
    return _THIRD.get(done, f"{done}s")


_THIRD: Final = {"pay back": "pays back", "publish": "publishes"}


def _is_said(meant: tuple[str, ...], said: set[str]) -> bool:
    return any(stem(word) in said for word in meant)


def _finding(tool: Tool, action: Action, hidden: str) -> Finding:
    return Finding(
        f"`{tool.label}` {hidden}, and its description does not say so",
        tool.description.location,
        label="an agent calls it for what it reads here, and this happens on the way",
        help="say it in the description" if hidden != "leaves the page" else "say that it leaves the page",
        tool=tool.label,
        related=(Related(action.location, f"here it {hidden}"),),
    )

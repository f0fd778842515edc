"""What a request does, by its method and its address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from webmcp_lint.program.effect import Effect
from webmcp_lint.program.effect_words import ACTS, BOOKKEEPING, QUERIES, READING_METHODS, SURE_METHODS, words
from webmcp_lint.program.values import Literal, Object, Undefined, options

if TYPE_CHECKING:
    from webmcp_lint.program.effect_call import Call

_WRITTEN_METHOD: Final = re.compile(r"""\b(?:method|type)\s*:\s*["'`](\w+)""")
_MEASURES: Final = frozenset({"event", "events", "collect", "ping"}) | (BOOKKEEPING - {"session", "token", "history"})
_HOST: Final = re.compile(r"[`'\"]?(?:https?:)?//[^/`'\"]*")


def request(call: Call, address: str, *, method: str = "", settings: int | None = None) -> list[Effect] | str:
    """Return what a request does; without a method given, the argument at `settings` may say it."""
    method = method or _method(call, settings if settings is not None else 1)
    if not method:
        return "a request whose method is not known"
    if method in READING_METHODS:
        return call.effect("read", address, method=method)
    said = words(_HOST.sub("", address))
    if not _MEASURES.isdisjoint(said) and method == "POST":
        return call.effect("bookkeeping", address, method=method)
    if method in SURE_METHODS:
        return call.effect("request", address, method=method)
    if not ACTS.isdisjoint(said):
        return call.effect("request", address, method=method)
    is_query = not QUERIES.isdisjoint(said)
    return call.effect("query" if is_query else "request", address, method=method, is_certain=False)


def xhr(call: Call) -> list[Effect] | str:
    """Return what a request does that `open(method, address)` begins."""
    method = call.text_of(0).strip("\"'`").upper()
    return request(call, call.text_of(1), method=method if method.isalpha() else "")


def _method(call: Call, place: int) -> str:
    listed = call.arguments
    if place >= len(listed):
        return "GET" if place == 1 else ""
    found = set()
    for option in options(call.analysis.value(listed[place], call.env)):
        if isinstance(option, Undefined):
            found.add("GET")
            continue
        if not isinstance(option, Object):
            found.add("")
            continue
        for name in ("method", "type"):
            value = call.analysis.member(option, name, call.node)
            known = [each for each in options(value) if isinstance(each, Literal) and isinstance(each.value, str)]
            if known:
                found |= {str(each.value).upper() for each in known}
                break
        else:
            found.add("" if option.open or "method" in option.properties else "GET")
    if len(found) == 1:
        return found.pop()
    written = _WRITTEN_METHOD.search(listed[place].text)
    return written.group(1).upper() if written else ""

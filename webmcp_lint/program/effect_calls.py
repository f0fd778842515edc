"""What calls do that are not followed: those of the browser, of well-known packages, and of what is known by name only."""

from __future__ import annotations

from webmcp_lint.program import shown_state
from webmcp_lint.program.collection_changes import change_by_setter
from webmcp_lint.program.effect import Effect, Kind
from webmcp_lint.program.effect_call import Call, Verdict
from webmcp_lint.program.effect_elements import of_element
from webmcp_lint.program.effect_requests import request, xhr
from webmcp_lint.program.effect_words import (
    BOOKKEEPING,
    COLLECTION_MUTATORS,
    DATABASES,
    DELETES,
    FOUND,
    HTTP_CLIENTS,
    LISTENS,
    MADE,
    MEASURES,
    MUTATORS,
    PURE,
    PURE_GLOBALS,
    PURE_PACKAGES,
    ROUTERS,
    VERBS,
    VIEW,
    WRITES,
    words,
)
from webmcp_lint.program.ownership import is_element
from webmcp_lint.program.scopes import FUNCTIONS
from webmcp_lint.program.stores import is_own_of_library
from webmcp_lint.program.values import External
from webmcp_lint.program.waits_for_person import waits_for_person
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.wrapping import unwrapped

_REACT = frozenset({"react", "preact", "preact/hooks", "preact/compat", "solid-js"})
_GIVING = frozenset({"use", "useContext", "useOptimistic", "useActionState", "useFormState"})
"""Hooks that give functions which may do anything."""
_SHORT = {"DEL": "DELETE"}
_SET = len("set")
_ROUTER_HOOKS = frozenset({"useNavigate", "useRouter", "useHistory", "useNavigation", "navigate", "redirect", "goto"})


def of_global(function: External, call: Call) -> Verdict:
    """Return what calling something of the browser does."""
    path = function.path
    while path[:1] in {("window",), ("globalThis",), ("self",), ("top",), ("parent",)} and len(path) > 1:
        path = path[1:]
    head, last = path[0], path[-1]
    found = _storage(head, last, call) or _place(path, call)
    if found is not None:
        return found
    match path:
        case ("fetch",):
            return request(call, call.text_of(0), settings=1)
        case ("XMLHttpRequest", "new", "()", "open"):
            return xhr(call)
        case ("XMLHttpRequest", *_) | ("console", *_):
            return []
        case ("WebSocket" | "EventSource", *_):
            return call.effect("read", call.text_of(0)) if last != "send" else "a message to a server"
        case ("navigator", "sendBeacon") | ("caches", *_) | ("navigator", "serviceWorker", *_):
            return call.effect("bookkeeping", "a beacon")
        case ("alert" | "print" | "Notification" | "Audio" | "SpeechSynthesisUtterance" | "speechSynthesis", *_):
            return call.effect("display", last)
        case ("confirm" | "prompt",):
            return call.effect("question", last)
        case ("scrollTo" | "scrollBy" | "scroll",):
            return call.effect("scroll", "the page")
        case ("chrome" | "browser", *rest):
            return _extension(rest, call)
        case ("$" | "jQuery", "post" | "ajax" | "get" | "getJSON" as name):
            return request(call, call.text_of(0), method={"post": "POST", "ajax": ""}.get(name, "GET"), settings=0)
        case ("$" | "jQuery",):
            return []
    if head in LISTENS:
        return _listened(call)
    if head in MEASURES:
        return call.effect("bookkeeping", head)
    if len(path) == 1 and head in PURE_GLOBALS:
        return []
    if head in PURE_GLOBALS and (len(path) == 2 or last in PURE) and last not in {"push", "assign"}:
        return []
    return of_name(call)


def _storage(head: str, last: str, call: Call) -> Verdict:
    if head not in {"localStorage", "sessionStorage"}:
        return None
    if last not in {"setItem", "removeItem", "clear"}:
        return call.effect("recall", call.text_of(0)) if last == "getItem" else []
    key = call.text_of(0)
    return call.effect(
        "bookkeeping" if not BOOKKEEPING.isdisjoint(words(key)) else "storage",
        key or call.name,
        method=last if last in DELETES else "",
    )


def _place(path: tuple[str, ...], call: Call) -> Verdict:
    match path:
        case (*_, "location", "assign" | "replace"):
            return call.effect("navigation", call.text_of(0))
        case (*_, "location", "reload"):
            return call.effect("navigation", "the page itself")
        case ("history", "pushState" | "replaceState"):
            return call.effect("route", call.text_of(2))
        case ("history", "back" | "forward" | "go"):
            return call.effect("navigation", "the history")
        case ("open",):
            return call.effect("window", call.text_of(0))
    return None


def _extension(path: list[str], call: Call) -> Verdict:
    match path:
        case ("storage", *_, "set" | "remove" | "clear"):
            return call.effect("storage", "the extension's storage")
        case ("tabs", "create" | "update" | "remove" | "reload") | ("windows", "create" | "remove" | "update"):
            return call.effect("window", "a tab")
        case (*_, "get" | "query" | "getURL" | "getAll"):
            return []
    return "an extension's message"


def of_package(function: External, call: Call) -> Verdict:
    """Return what calling something of a package does."""
    package, path = function.package, function.path
    last = path[-1] if path else ""
    if waits_for_person(call):
        return call.effect("question", call.name)
    if package in _REACT:
        return _react(function, call)
    if is_own_of_library(function) and not _is_selected(function, call):
        return _merged(call) if last in {"set", "setState"} else []
    if not _ROUTER_HOOKS.isdisjoint(path):
        if call.name.startswith("use") or last in {"refresh", "prefetch"}:
            return []
        return call.effect("route", call.text_of(0))
    if "useDispatch" in path or last == "dispatch":
        return [] if call.name == "useDispatch" else _dispatched(call)
    if package in HTTP_CLIENTS:
        is_verb = last in VERBS
        if is_verb or last in {"get", "head", "options"} or len(path) <= 1 or last == "request":
            method = last.upper() if is_verb else "GET" if last in {"get", "head", "options"} else ""
            is_one = call.arguments[:1] and call.arguments[0].type == "object"
            return request(call, call.text_of(0), method=_SHORT.get(method, method), settings=0 if is_one else 1)
        return []
    if package.startswith(DATABASES):
        is_write = last in WRITES and not (package.startswith("firebase") and last in {"set", "push"} and len(path) > 2)
        return call.effect("request", call.text_of(0), method=last) if is_write else call.effect("read", last)
    if package.startswith(PURE_PACKAGES):
        return []
    return of_name(call) if path[1:] else f"`{last or package}`"


def _is_selected(function: External, call: Call) -> bool:
    """Whether what is called is not the hook of a store, but what that has given."""
    is_hook = call.name.startswith("use") or any(each.type in FUNCTIONS for each in call.arguments)
    return function.package.startswith("zustand") and function.arguments is not None and not is_hook


def _react(function: External, call: Call) -> Verdict:
    match function.path:
        case ("useState", "setter"):
            showing = shown_state.of_setter(call.analysis, function, call.node)
            return _set(call, otherwise=showing or "state")
        case ("useReducer", *_, "1"):
            return _dispatched(call)
        case ("createSignal", *_, "1"):
            return _set(call)
        case (hook, *within) if hook in _GIVING and (within or function.arguments is not None):
            # What a component around puts there is not known
            return _dispatched(call) if call.name == "dispatch" else f"`{call.name}`"
    return []


def _set(call: Call, *, otherwise: Kind = "state") -> list[Effect]:
    """Return what the setter of a state does, by its name."""
    said, name = words(call.name) - {"set"}, call.name
    if len(name) > _SET and name.startswith("set") and name[_SET].isupper():
        name = name[_SET].lower() + name[_SET + 1 :]
    if not BOOKKEEPING.isdisjoint(said):
        return call.effect("bookkeeping", name)
    if not VIEW.isdisjoint(said):
        return call.effect("view", name)
    return call.effect(otherwise, name, method=change_by_setter(next(iter(call.arguments), None), name))


def _merged(call: Call) -> list[Effect]:
    """Return what a store is told to hold, by the names of what is written over."""
    keys = _keys(call.arguments[0]) if call.arguments else []
    kept = [key for key in keys if BOOKKEEPING.isdisjoint(words(key))]
    if keys and not kept:
        return call.effect("bookkeeping", keys[0])
    data = [key for key in kept if VIEW.isdisjoint(words(key))]
    return call.effect("view", kept[0]) if kept and not data else call.effect("state", (data or [call.name])[0])


def _keys(given: Node) -> list[str]:
    """Return the keys of an object that is written, or that a function gives; none where there may be more."""
    body = given.field("body") if given.type == "arrow_function" else given
    body = unwrapped(body) if body is not None else None
    if body is None or body.type != "object" or any(each.type == "spread_element" for each in body.children):
        return []
    return [(each.field("key") or each.field("name") or each).text for each in body.children]


def _dispatched(call: Call) -> list[Effect]:
    listed = call.arguments
    said = words(listed[0].text[:80]) if listed else frozenset()
    return call.effect("view" if not VIEW.isdisjoint(said) else "state", call.callee.text)


def of_name(call: Call) -> Verdict:
    """Return what a method of something unknown does, as far as its name and what it is called on tell."""
    owner, name = call.owner, call.name
    if owner is None:
        return _of_plain_name(call)
    whose = call.ownership.of(owner, call.env)
    is_page = whose == "page" or is_element(call.analysis.value(owner, call.env))
    found = of_element(call, owner, whose, is_page=is_page)
    if found is not None:
        return found
    if name in MUTATORS and whose != "unknown":
        return "mutation"
    if name in COLLECTION_MUTATORS and whose == "own":
        return []
    if name in LISTENS:
        return _listened(call)
    if name in PURE or name in FOUND or name in MADE:
        return call.effect("look", name) if name in FOUND else []
    if not ROUTERS.isdisjoint(words(owner.text[-40:])) and name in {"push", "replace", "navigate", "go", "back"}:
        return call.effect("route", call.text_of(0))
    match name:
        case "once" | "on" if waits_for_person(call):
            return call.effect("question", name)
        case "setItem" | "removeItem" if "torage" in owner.text:
            return call.effect("storage", call.text_of(0), method=name if name in DELETES else "")
        case "dispatch":
            return _dispatched(call)
        case "setState":
            return _merged(call)
        case "get" if is_page or whose == "own":
            return []
    return f"`{name}`"


def _listened(call: Call) -> list[Effect]:
    return call.effect("question" if waits_for_person(call) else "bookkeeping", call.name)


def _of_plain_name(call: Call) -> Verdict:
    match call.name:
        case "once" if waits_for_person(call):
            return call.effect("question", call.name)
        case "navigate" | "navigateTo":
            return call.effect("route", call.text_of(0), is_certain=False)
        case "":
            return "a function that is not known"
    return [] if _settles_promise(call) else f"`{call.name}`"


def _settles_promise(call: Call) -> bool:
    """Whether what is called is the `resolve` or `reject` of a promise that is made here."""
    binding = call.analysis.tree(call.callee).resolve(call.callee) if call.callee.type == "identifier" else None
    if binding is None or binding.kind != "parameter":
        return False
    around = binding.scope.node.parent
    made = around.parent if around is not None else None
    constructor = made.field("constructor") if made is not None else None
    return constructor is not None and constructor.text == "Promise"

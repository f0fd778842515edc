"""Which names of browser functions, methods and variables tell what a call or a write does."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def words(text: str) -> frozenset[str]:
    """Return the words of names and addresses, in lower case: `cart` and `items` of `/cartItems`."""
    return frozenset(word.lower() for word in _WORD.findall(text))


BOOKKEEPING: Final = frozenset(
    {"abort", "activity", "analytics", "announce", "announcer", "attempt", "attempts", "audit", "beacon", "busy"}
    | {
        "cache",
        "cached",
        "caches",
        "calls",
        "controller",
        "counter",
        "debounce",
        "debug",
        "heartbeat",
        "history",
        "inflight",
    }
    | {"initialised", "initialized", "instance", "last", "lock", "log", "logged", "logger", "logs", "memo", "metric"}
    | {"metrics", "observer", "pending", "performance", "promise", "recent", "registered", "registry", "retry"}
    | {"running", "seq", "session", "sequence", "stat", "stats", "telemetry", "throttle", "timeout", "timer", "timers"}
    | {"timestamp", "toast", "toasts", "token", "trace", "track", "tracker", "tracking", "usage", "warned"}
)
"""Words of what is kept for the program's own use: caches, logs, timers, counters of calls."""

VIEW: Final = frozenset(
    {"active", "animation", "banner", "blink", "collapsed", "confetti", "dialog", "displayed", "drawer", "dropdown"}
    | {"error", "errors", "flash", "glow", "pulse", "refresh", "rerender", "shake", "spinner", "tick"}
    | {"expanded", "filter", "filtered", "filters", "focus", "focused", "hidden", "highlight", "highlighted", "hover"}
    | {"hovered", "layout", "load", "loaded", "loading", "menu", "message", "modal", "mode", "notification"}
    | {"notifications", "open", "opened", "overlay"}
    | {"page", "pagination", "panel", "popup", "query", "results", "route", "screen", "scroll", "search", "section"}
    | {"selected", "selection", "show", "showing", "shown", "sidebar", "snackbar", "sort", "sorting", "status", "step"}
    | {"tab", "tabs", "theme", "tooltip", "view", "viewing", "viewport", "visible", "zoom"}
)
"""Words of what only decides what is shown."""

QUERIES: Final = frozenset(
    {"analyze", "ask", "autocomplete", "availability", "calculate", "chat", "check", "classify", "completion"}
    | {
        "completions",
        "compute",
        "convert",
        "count",
        "detect",
        "embedding",
        "embeddings",
        "estimate",
        "explain",
        "filter",
    }
    | {
        "find",
        "generate",
        "geocode",
        "get",
        "graphql",
        "infer",
        "list",
        "lookup",
        "match",
        "parse",
        "predict",
        "preview",
    }
    | {
        "query",
        "quote",
        "read",
        "recommend",
        "render",
        "resolve",
        "rpc",
        "search",
        "suggest",
        "suggestions",
        "summarize",
    }
    | {"translate", "validate", "verify"}
)
"""Words of addresses that are asked something by POST."""

ACTS: Final = frozenset(
    {"add", "archive", "assign", "book", "booking", "bookings", "buy", "cancel", "checkout", "close", "complete"}
    | {"contact", "create", "delete", "edit", "enroll", "insert", "invite", "order", "orders", "pay", "payment"}
    | {"payments", "post", "publish", "purchase", "register", "remove", "rename", "reserve", "save", "send", "set"}
    | {"submit", "subscribe", "toggle", "transfer", "unsubscribe", "update", "upload", "vote"}
)
"""Words of addresses that change something."""

MUTATORS: Final = frozenset({"push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "copyWithin"})
COLLECTION_MUTATORS: Final = frozenset({"set", "add", "delete", "clear"})

FOUND: Final = frozenset(
    {"getElementById", "querySelector", "querySelectorAll", "getElementsByClassName", "getElementsByTagName"}
    | {"getElementsByName", "closest", "elementFromPoint"}
)
"""Methods that find elements of the page."""

MADE: Final = frozenset(
    {"createElement", "createElementNS", "createTextNode", "createDocumentFragment", "cloneNode", "importNode"}
    | {
        "parseFromString",
        "json",
        "text",
        "blob",
        "arrayBuffer",
        "formData",
        "parse",
        "structuredClone",
        "map",
        "flatMap",
    }
    | {"fromEntries", "split", "stringify", "toString", "trim", "join", "getItem", "matchAll", "match", "replace"}
)
"""Methods whose results belong to whoever called them."""

COPIES: Final = frozenset(
    {"filter", "slice", "concat", "toSorted", "toReversed", "toSpliced", "with", "flat", "values", "keys", "entries"}
    | {"from", "of"}
)
"""Methods that give a new list of the old elements."""

ELEMENTS: Final = frozenset({"find", "findLast", "at", "get", "pop", "shift", "reduce"})
"""Methods that give an element of what they are called on."""

ALIASES: Final = frozenset({"sort", "reverse", "fill", "splice", "freeze", "assign", "set", "add"})

TYPED: Final = frozenset({"value", "checked", "selectedIndex", "selected", "files", "valueAsNumber", "valueAsDate"})
"""Properties of controls that a person would set."""

SHOWN: Final = frozenset(
    {"textContent", "innerHTML", "innerText", "outerHTML", "className", "hidden", "disabled", "style", "cssText"}
    | {"title", "id", "placeholder", "dataset", "classList", "open", "src", "onclick", "tabIndex", "ariaLabel"}
)
"""Properties of elements that show something."""

SHOWS: Final = frozenset(
    {"setAttribute", "removeAttribute", "toggleAttribute", "appendChild", "insertBefore", "insertAdjacentElement"}
    | {"insertAdjacentHTML", "insertAdjacentText", "replaceChildren", "replaceChild", "removeChild", "replaceWith"}
    | {"animate", "setProperty", "setAttributeNS", "setPointerCapture", "attachShadow", "write", "writeText"}
)
"""Methods of elements that change what is shown."""

SHOWS_IF_ELEMENT: Final = frozenset({"append", "prepend", "before", "after", "remove", "add", "toggle"})
SCROLLS: Final = frozenset({"scrollIntoView", "scrollTo", "scrollBy", "scroll", "focus", "blur", "select"})
DIALOGS: Final = frozenset({"showModal", "showPopover", "hidePopover", "togglePopover", "requestFullscreen"})
LISTENS: Final = frozenset({"addEventListener", "removeEventListener", "observe", "unobserve", "disconnect", "abort"})

PURE: Final = frozenset(
    {"at", "catch", "charAt", "charCodeAt", "codePointAt", "concat", "endsWith", "entries", "every", "filter"}
    | {"finally", "findIndex", "findLast", "find", "flat", "flatMap", "forEach", "format", "formatToParts", "from"}
    | {"getAttribute", "getAttributeNames", "getBoundingClientRect", "getComputedStyle", "getDate", "getDay"}
    | {"getFullYear", "getHours", "getMilliseconds", "getMinutes", "getMonth", "getSeconds", "getTime"}
    | {
        "getTimezoneOffset",
        "getUTCDate",
        "getUTCFullYear",
        "getUTCMonth",
        "has",
        "hasAttribute",
        "hasOwn",
        "hasOwnProperty",
    }
    | {"includes", "indexOf", "isArray", "isNaN", "isInteger", "item", "join", "json", "keys", "lastIndexOf"}
    | {"localeCompare", "log", "map", "match", "matchAll", "matches", "max", "min", "normalize", "padEnd", "padStart"}
    | {
        "parse",
        "reduce",
        "reduceRight",
        "repeat",
        "replace",
        "replaceAll",
        "round",
        "slice",
        "some",
        "split",
        "startsWith",
    }
    | {"stringify", "substr", "substring", "test", "text", "then", "toDateString", "toFixed", "toISOString", "toJSON"}
    | {"toLocaleDateString", "toLocaleLowerCase", "toLocaleString", "toLocaleTimeString", "toLocaleUpperCase"}
    | {
        "toLowerCase",
        "toReversed",
        "toSorted",
        "toString",
        "toUpperCase",
        "toUTCString",
        "trim",
        "trimEnd",
        "trimStart",
    }
    | {"values", "valueOf", "checkValidity", "exec", "cloneNode", "contains", "getItem", "blob", "arrayBuffer"}
    | {"preventDefault", "stopPropagation", "throwIfAborted", "getAll", "isFinite", "getRandomValues", "randomUUID"}
)
"""Methods that change nothing, whatever they are called on."""

PURE_GLOBALS: Final = frozenset(
    {"Array", "BigInt", "Boolean", "CSS", "Date", "Error", "Intl", "JSON", "Math", "Number", "Object", "Promise"}
    | {"Reflect", "RegExp", "String", "Symbol", "TypeError", "URL", "URLSearchParams", "atob", "btoa", "console"}
    | {"clearInterval", "clearTimeout", "cancelAnimationFrame", "crypto", "decodeURIComponent", "encodeURIComponent"}
    | {"decodeURI", "encodeURI", "escape", "unescape", "getComputedStyle", "isFinite", "isNaN", "matchMedia"}
    | {"parseFloat", "parseInt", "performance", "queueMicrotask", "requestAnimationFrame", "requestIdleCallback"}
    | {"setInterval", "setTimeout", "structuredClone", "await", "RangeError", "DOMParser", "FormData", "Headers"}
    | {"Map", "Set", "WeakMap", "WeakSet", "AbortController", "AbortSignal", "TextEncoder", "TextDecoder", "Blob"}
    | {"File", "FileReader", "Event", "CustomEvent", "KeyboardEvent", "MouseEvent", "InputEvent", "DOMException"}
    | {"Request", "Response", "Uint8Array", "Image", "SubmitEvent", "NodeFilter", "XPathResult", "Proxy", "require"}
)

MEASURES: Final = frozenset(
    {"dataLayer", "fbq", "ga", "gtag", "mixpanel", "plausible", "posthog", "umami", "_paq", "amplitude", "Sentry"}
)
"""Globals of analytics."""

PURE_PACKAGES: Final = (
    *("zod", "valibot", "yup", "ajv", "lodash", "date-fns", "dayjs", "luxon", "uuid", "nanoid", "clsx", "classnames"),
    *("fuse.js", "dompurify", "marked", "lit", "lit-html", "slugify"),
)

READING_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
SURE_METHODS: Final = frozenset({"PUT", "PATCH", "DELETE"})
HTTP_CLIENTS: Final = frozenset({"axios", "ky", "got", "superagent", "ofetch", "wretch", "jquery", "needle"})
VERBS: Final = frozenset({"post", "put", "patch", "delete", "del"})
DATABASES: Final = ("firebase", "@firebase/", "@supabase/", "pocketbase", "appwrite", "dexie", "idb", "convex")
WRITES: Final = frozenset(
    {"addDoc", "setDoc", "updateDoc", "deleteDoc", "runTransaction", "insert", "update", "upsert", "delete", "create"}
    | {"set", "push", "remove", "put", "add", "bulkAdd", "bulkPut", "clear", "mutate"}
)
DELETES: Final = frozenset({"deleteDoc", "delete", "remove", "clear", "removeItem", "del"})
"""Names of writes that take something away."""
ROUTERS: Final = frozenset({"router", "navigation", "navigator", "nav", "history", "navigate"})

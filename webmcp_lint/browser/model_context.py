"""What the model context offers a page, and what it no longer does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

METHODS: Final = frozenset({"registerTool", "getTools", "executeTool"})
"""What Chromium 156 has (N-surface, 11.1)."""

MEMBERS: Final = ("name", "title", "description", "inputSchema", "outputSchema", "execute", "annotations")
"""What `registerTool` reads of a tool, `outputSchema` from 159 on (11.3)."""

OPTIONS: Final = ("signal", "exposedTo")
"""What it reads of its second argument."""

HINTS: Final = ("consequentialHint", "debugging", "readOnlyHint", "untrustedContentHint")
"""The annotations that are read; others are dropped without a word (R-ann-all)."""

REMOVED: Final[Mapping[str, str]] = {
    "provideContext": "register each tool with `document.modelContext.registerTool(tool)`",
    "clearContext": "pass `{ signal }` to registerTool and abort its controller",
    "unregisterTool": "pass `{ signal }` to registerTool and abort its controller",
}
"""Methods that are gone, with what does their work: `unregisterTool` since 148, the others since `provideContext` was."""

TESTING: Final = "modelContextTesting"
"""The property of `navigator` that showed tools to tests until 151."""

CONFIRMATION: Final = "requestUserInteraction"
"""The method of what `execute` once was handed as its second argument; `{ signal }` is all there is since 153."""

WORDS: Final = ("modelContext", *REMOVED, TESTING, CONFIRMATION)

BRIDGES: Final = ("@mcp-b/global",)
"""Packages that put a model context of their own into both places, and hand the browser what is registered there.

`@mcp-b/webmcp-polyfill` is none: it does nothing where the browser has `document.modelContext`.
"""

POLYFILL: Final = re.compile(
    r"""(["'])[^"'\n]*(?:@mcp-b/global|mcp[^"'\n]*polyfill|polyfill[^"'\n]*mcp|context[^"'\n]*polyfill)[^"'\n]*\1""",
    re.IGNORECASE,
)
"""A package, a module or a script's address that names a polyfill: it brings a context where the browser has none."""

EVENTS: Final = ("toolactivated", "toolcancel", "toolchange")
"""The events of tools (E-events): all are fired at the context, the first two at `window` until 155."""

NO_EVENTS: Final[Mapping[str, str]] = {
    "toolcanceled": "toolcancel",
    "toolcancelled": "toolcancel",
    "toolactivate": "toolactivated",
    "toolactivation": "toolactivated",
    "toolchanged": "toolchange",
    "toolschange": "toolchange",
    "toolschanged": "toolchange",
    "toolregistered": "toolchange",
    "toolunregistered": "toolchange",
    "toolregister": "toolchange",
    "tooladded": "toolchange",
    "toolremoved": "toolchange",
}
"""Names that no browser fires, with the event that is meant."""


def mentions_model_context(data: bytes) -> bool:
    """Whether a file's bytes hold a word of the model context, or of what used to belong to it."""
    return any(word in data for word in _WORDS)


_WORDS = tuple(word.encode() for word in (*WORDS, "toolactivat", "toolcancel", "toolchange", "toolregister"))

"""Keys of other dialects for what the browser calls otherwise."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Final

from webmcp_lint.browser.model_context import MEMBERS
from webmcp_lint.site.scripted import lacks
from webmcp_lint.site.tool import Declaration, Member

_SIMILARITY: Final = 0.88
"""Lets `inputShema` and `discription` through, and not `inputs`."""
_OTHER: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("toolName", "tool_name", "id"),
    "title": ("displayName", "display_name", "label"),
    "description": ("desc", "descr", "toolDescription", "tool_description", "summary"),
    "inputSchema": (
        "input_schema", "parameters", "params", "schema", "input", "inputs", "args", "arguments", "parameterSchema",
        "parametersSchema", "paramsSchema", "jsonSchema", "inputParameters", "input_parameters",
    ),
    "execute": (
        "handler", "run", "callback", "action", "func", "fn", "function", "invoke", "call", "handle", "impl", "exec",
        "implementation", "executor", "onExecute", "onCall", "perform", "cb",
    ),
    "annotations": ("annotation", "hints"),
    "outputSchema": ("output_schema",),
}  # fmt: skip


def meant_for(declaration: Declaration, name: str) -> Member | None:
    """Return the property that evidently stands for `name`, which the browser does not find."""
    if not lacks(declaration, name):
        return None
    for key in (*_OTHER[name], *_respelled(declaration, name)):
        member = declaration.members.get(key)
        if member is not None and _fits(member, name):
            return member
    return None


def _respelled(declaration: Declaration, name: str) -> list[str]:
    """Return the keys that are `name` in another letter case, or but for a letter or two."""
    keys = {key.lower(): key for key in declaration.members if key not in MEMBERS}
    cutoff = _SIMILARITY if len(name) > len("execute") else 1
    return [keys[key] for key in difflib.get_close_matches(name.lower(), keys, cutoff=cutoff)]


def _fits(member: Member, name: str) -> bool:
    match name:
        case "execute":
            return member.kind in {"function", "unknown"} and member.maker != "zod"
        case "inputSchema" | "outputSchema":
            return member.kind == "object" or member.maker == "zod" or member.stringified is not None
        case "annotations":
            return member.kind == "object"
        case _:
            return member.kind == "string"

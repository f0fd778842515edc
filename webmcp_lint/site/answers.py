"""What a tool answers, in the terms of an agent that reads it: success, failure, too much, or nothing it can read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from webmcp_lint.program import results
from webmcp_lint.program.analysis import Analysis
from webmcp_lint.program.values import (
    Array,
    External,
    Object,
    Undefined,
    Value,
    options,
)
from webmcp_lint.program.values import (
    Literal as Constant,
)
from webmcp_lint.source import Location
from webmcp_lint.syntax.javascript import Node

Lost: TypeAlias = results.Lost
Outcome: TypeAlias = Literal["success", "failure", "unknown"]
Root: TypeAlias = Literal["object", "array", "string", "number", "boolean", "null"]

_SUCCESS: Final = re.compile(
    r"^\W*(?:success\b|successfully\b|done\b|ok\b|(?:\w+ ){0,4}(?:successfully|added|booked|completed|created|deleted|placed|removed"
    r"|saved|sent|submitted|updated)\b)",
    re.IGNORECASE,
)
_FAILURE: Final = re.compile(
    r"\b(?:error|fail\w*|invalid|cannot|can't|could ?n[o']t|couldn't|unable|not|no|missing|denied|unavailable|unknown|try again)\b|❌|⚠",
    re.IGNORECASE,
)
_GOOD: Final = frozenset({"success", "succeeded", "ok", "done", "completed", "created"})
_BAD: Final = frozenset({"error", "failed", "failure", "fail"})
_TEXTS: Final = ("error", "message", "text", "reason")
_PAGE: Final = frozenset({"innerText", "innerHTML", "textContent", "outerHTML"})
_SECRETS: Final = re.compile(r"token|jwt|secret|session|password|api_?key|credential", re.IGNORECASE)


_HOLE: Final = "value"
"""What stands for the holes of a template, so that what is around them does not pass for all of it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What one answer says."""

    location: Location
    is_nothing: bool
    """Whether it is certainly undefined."""
    outcome: Outcome
    text: str | None
    """The words that it consists of, with a word for each hole; None where there are none."""
    has_details: bool
    """Whether an object says more than that text."""
    envelope: Location | None
    """Where it says `isError: true`."""
    root: Root | None
    properties: Mapping[str, Root | None] | None
    """The properties of an object, None where there may be more."""
    is_caught: bool


@dataclass(frozen=True, slots=True)
class Answers:
    """What `execute` answers on its ways out."""

    claims: Sequence[Claim]
    has_silent_end: bool
    """Whether a way out answers undefined."""
    end: Location
    throws: Sequence[tuple[Location, str | None]]
    """Where it fails by throwing, with the error's words."""
    swallowed: Sequence[tuple[Location, Claim]]
    """Each `catch` that goes on as if nothing had happened, and the answer behind it."""
    lost: Sequence[tuple[Lost, Location]]
    whole: Sequence[tuple[str, Location]]
    """Whole pages and pictures among what is answered."""
    secrets: Sequence[tuple[str, Location]]
    """Cookies and tokens among what is answered."""


def answers(analysis: Analysis, found: results.Results, function: Node) -> Answers:
    """Return what the results of a function tell an agent."""
    contents = [each for answer in found.answers if answer.value is not None for each in _contents(analysis, answer)]
    return Answers(
        claims=[_claim(analysis, each) for each in found.answers],
        has_silent_end=found.falls_through or any(each.value is None for each in found.answers),
        end=function.location,
        throws=[(each.location, _message(analysis, each)) for each in found.throws],
        swallowed=[(each.handler.location, _claim(analysis, each.answer)) for each in found.swallowed],
        lost=[(kind, node.location) for kind, node in found.lost],
        whole=[(name, node.location) for value, node in contents if (name := _whole(value)) is not None],
        secrets=[(name, node.location) for value, node in contents if (name := _secret(analysis, value)) is not None],
    )


def _contents(analysis: Analysis, answer: results.Answer) -> list[tuple[Value, Node]]:
    return [] if answer.value is None else list(results.contents(analysis, answer.node, answer.value))


def _claim(analysis: Analysis, answer: results.Answer) -> Claim:
    value = answer.value
    said = _said(analysis, value, answer.node)
    return Claim(
        location=answer.node.location,
        is_nothing=value is None or all(isinstance(each, Undefined) for each in options(value)),
        outcome=said.outcome,
        text=said.text,
        has_details=said.has_details,
        envelope=said.envelope,
        root=None if value is None else _root(value),
        properties=_properties(analysis, value),
        is_caught=answer.handler is not None,
    )


@dataclass(slots=True)
class _Said:
    outcome: Outcome = "unknown"
    text: str | None = None
    has_details: bool = False
    envelope: Location | None = None


def _said(analysis: Analysis, value: Value | None, node: Node) -> _Said:
    if isinstance(value, External) and value.path == ("JSON", "stringify") and value.arguments:
        value = analysis.force(value.arguments[0])
    if not isinstance(value, Object):
        # What a template is filled with may be unknown, its words are not
        text = _words(node) if node.type == "template_string" else _text(value)
        return _Said(_of_text(text), text)
    said = _Said()
    members = {name: analysis.force(each.value) for name, each in value.properties.items()}
    envelope = value.properties.get("isError")
    if envelope is not None and _constant(members["isError"]) is True:
        said.envelope = (envelope.key or value.node).location
    text_of = [name for name in _TEXTS if _text(members.get(name)) is not None]
    said.text = _text(members[text_of[0]]) if text_of else _of_content(analysis, members.get("content"))
    flags = {"success", "ok", "isError", "status", "content", "type"}
    said.has_details = bool(value.open) or bool(members.keys() - flags - set(text_of[:1]))
    said.outcome = _outcome(members, said)
    return said


def _outcome(members: Mapping[str, Value], said: _Said) -> Outcome:
    flags = [_constant(members[name]) for name in ("success", "ok") if name in members]
    status = _constant(members["status"]) if "status" in members else None
    if said.envelope or False in flags or status in _BAD or not members.keys().isdisjoint({"error", "errors"}):
        return "failure"
    if True in flags or status in _GOOD:
        return "success"
    return _of_text(said.text)


def _of_text(text: str | None) -> Outcome:
    if text is None:
        return "unknown"
    if _FAILURE.search(text):
        return "failure"
    return "success" if _SUCCESS.search(text) else "unknown"


def _of_content(analysis: Analysis, value: Value | None) -> str | None:
    """Return the words of MCP's `content: [{ type: "text", text }]`."""
    if not isinstance(value, Array) or len(value.items) != 1:
        return None
    item = analysis.force(value.items[0])
    return _text(analysis.member(item, "text", value.node)) if isinstance(item, Object) else None


def _text(value: Value | None) -> str | None:
    """Return the words of a text, with a word for what it is filled with."""
    if isinstance(value, Constant) and isinstance(value.value, str):
        return value.value
    if value is not None and value.node.type == "template_string":
        return _words(value.node)
    return None


def _words(template: Node) -> str:
    return " ".join(each.text if each.type == "string_fragment" else _HOLE for each in template.children)


def _constant(value: Value) -> str | float | bool | None:
    return value.value if isinstance(value, Constant) else None


def _message(analysis: Analysis, thrown: Node) -> str | None:
    """Return the words of `throw new Error("…")`."""
    made = thrown.children[0] if thrown.children else None
    listed = made.field("arguments") if made is not None and made.type == "new_expression" else None
    if listed is None or not listed.children:
        return None
    return _text(analysis.value(listed.children[0], {}))


def _root(value: Value) -> Root | None:
    match value:
        case Object():
            return "object"
        case Array():
            return "array"
        case Constant(value=str()):
            return "string"
        case Constant(value=bool()):
            return "boolean"
        case Constant(value=None):
            return "null"
        case Constant():
            return "number"
    return None


def _properties(analysis: Analysis, value: Value | None) -> Mapping[str, Root | None] | None:
    if not isinstance(value, Object) or value.open:
        return None
    return {name: _root(analysis.force(each.value)) for name, each in value.properties.items()}


def _whole(value: Value) -> str | None:
    match value:
        case External(package="", path=("document", "body" | "documentElement", name), arguments=None) if name in _PAGE:
            return ".".join(value.path)
        case External(package="", path=(*_, "toDataURL"), arguments=arguments) if arguments is not None:
            return "toDataURL()"
        case External(package="", path=("localStorage" | "sessionStorage" as name,), arguments=None):
            return name
    return None


def _secret(analysis: Analysis, value: Value) -> str | None:
    match value:
        case External(package="", path=("document", "cookie"), arguments=None):
            return "`document.cookie`"
        case External(package="", path=("localStorage" | "sessionStorage", "getItem"), arguments=(slot, *_)):
            key = analysis.force(slot)
            name = key.value if isinstance(key, Constant) else None
            return f"the stored `{name}`" if isinstance(name, str) and _SECRETS.search(name) else None
    return None

"""Handlebars and Mustache, and the templates of Go, whose tags are `{{ … }}` too."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates.draft import Draft, negation

_STRING = r""""(?:[^"\\\r\n]|\\.)*+"|'(?:[^'\\\r\n]|\\.)*+'"""
_TAG = re.compile(rf"""(?:[^"'}}\\]++|\\.|\\|{_STRING}|["']|\}}(?!\}}))*+\}}\}}""")
_GO_TAG = re.compile(rf"""(?:[^"'`}}\\]++|\\.|\\|{_STRING}|`[^`]*+`|["'`]|\}}(?!\}}))*+\}}\}}""")
_GO_COMMENT = re.compile(r"\{\{(?:-\s++)?/\*")
_GO_COMMENT_END = re.compile(r"\*/\s*+-?\}\}")
_HANDLEBARS_COMMENT = re.compile(r"\{\{~?!--")
_HANDLEBARS_COMMENT_END = re.compile(r"--~?\}\}")
_SECTION = re.compile(r"[#^](\*|>)?\s*([^\s}~|]+)\s*(.*)", re.DOTALL)
_END_OF_RAW = re.compile(r"\{\{\{\{/[^}]*+\}\}\}\}")
_WORDS = re.compile(r"(\w+)\s*(.*)", re.DOTALL)
_CONDITIONS = re.compile(r"(?:if|unless|with|is|isnt|eq|ne|gt|gte|lt|lte|and|or|not|has|compare)(?![a-z])")


def read_handlebars(draft: Draft) -> None:
    """Read a template of Handlebars or Mustache."""
    text = draft.text
    at = 0
    while (start := draft.find("{{", at)) is not None:
        if text[start - 1 : start] == "\\" and text[start - 2 : start] != "\\\\":
            # What is left to the browser, a script there puts in.
            at = _after(draft.find("}}", start + 2), 2) or start + 2
            draft.hole(start - 1, at)
            continue
        end: int | None = None
        if text.startswith("{{{{", start):
            end = _after(draft.find("}}}}", start + 4), 4)
            closing = draft.search(_END_OF_RAW, end) if end else None
            if end and closing:
                draft.hole(start, end)
                draft.hole(*closing.span())
                at = closing.end()
                continue
        elif _HANDLEBARS_COMMENT.match(text, start):
            comment = draft.search(_HANDLEBARS_COMMENT_END, start + 4)
            end = comment.end() if comment else None
        elif text.startswith("{{{", start):
            end = _after(draft.find("}}}", start + 3), 3)
        elif draft.is_patient and not text.startswith("{{!", start):
            tag = _TAG.match(text, start + 2)
            end = tag.end() if tag else None
            if tag is None:
                draft.lose_patience(start)
        if end is None:
            end = _after(draft.find("}}", start + 2), 2)
        if end is None:
            at = start + 1
            continue
        _handlebars_statement(draft, text[start + 2 : end - 2].strip("~ \t\r\n"), start)
        draft.hole(start, end)
        at = end


def read_go(draft: Draft) -> None:
    """Read a template of Go's `html/template`."""
    text = draft.text
    at = 0
    while (start := draft.find("{{", at)) is not None:
        end: int | None = None
        if _GO_COMMENT.match(text, start):
            comment = draft.search(_GO_COMMENT_END, start + 4)
            end = comment.end() if comment else None
        elif draft.is_patient:
            tag = _GO_TAG.match(text, start + 2)
            end = tag.end() if tag else None
            if tag is None:
                draft.lose_patience(start)
        if end is None:
            end = _after(draft.find("}}", start + 2), 2)
        if end is None:
            at = start + 1
            continue
        _go_statement(draft, text[start + 2 : end - 2].strip("- \t\r\n"), start)
        draft.hole(start, end)
        at = end


def _after(found: int | None, length: int) -> int | None:
    return None if found is None else found + length


def _handlebars_statement(draft: Draft, code: str, at: int) -> None:
    if code in {"else", "^"}:
        draft.turn(None, at)
    elif code.startswith("else ") and (words := _WORDS.match(code, 5)):
        draft.turn(negation(words[2]) if words[1] == "unless" else words[2] or words[1], at)
    elif code.startswith("/"):
        draft.close(f"/{code[1:].split(maxsplit=1)[0]}" if code[1:].strip() else "/", at)
    elif section := _SECTION.match(code):
        mark, name, rest = section.groups()
        if mark:
            draft.open(f"/{name}", None)
        elif code.startswith("^"):
            draft.resume(f"/{name}", negation(rest or name))
        elif name == "unless":
            draft.open("/unless", "if", negation(rest))
        elif _CONDITIONS.match(name):
            draft.open(f"/{name}", "if", rest)
        elif rest:
            draft.open(f"/{name}", "loop", rest)
        else:
            draft.resume(f"/{name}", name, kind="loop")


def _go_statement(draft: Draft, code: str, at: int) -> None:
    words = _WORDS.match(code)
    keyword, rest = words.groups() if words else ("", "")
    match keyword:
        case "if" | "with":
            draft.open("end", "if", rest)
        case "range":
            draft.open("end", "loop", rest)
        case "define" | "block":
            draft.open("end", None)
        case "else":
            draft.turn(re.sub(r"^(?:if|with)\s+", "", rest) or None, at)
        case "end":
            draft.close("end", at)

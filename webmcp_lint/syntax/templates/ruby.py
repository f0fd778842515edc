"""Statements of Ruby that begin in one hole and end in another."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates.draft import Draft, negation

_CODE = re.compile(
    r"""(?P<skip>'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|\#[^\n]*+|::?\w++|[@$]\w++|\.\s*+\w++[?!]?|\w++[?!]?:(?!:)|[)\]])"""
    r"|(?P<word>\w++[?!]?)|(?P<mark>[\n;={}(,&|])",
    re.DOTALL,
)
_LINE = re.compile(r"[^\n;]*+")
_LOOP = re.compile(
    r"\.(?:each\w*|map|flat_map|collect\w*|times|upto|downto|step|select|filter\w*|reject|cycle|sort_by|group_by)\b"
    r"|^\s*loop\b"
)


def read(draft: Draft, start: int, end: int, hole: int) -> None:
    """Read the code at `[start, end)`, which stands in the hole that starts at `hole`."""
    text = draft.text
    begins = True  # a statement: behind anything else, `if` is a modifier
    loop = False  # a `do` belongs to the `while` before it
    statement = start
    for match in _CODE.finditer(text, start, end):
        word, mark = match["word"], match["mark"]
        if mark:
            if mark in "\n;":
                loop, statement = False, match.end()
            elif mark == "{":
                _open_block(draft, "}", text[statement : match.start()])
                statement = match.end()
            elif mark == "}":
                draft.close("}", hole)
            begins = mark != "}"
            continue
        match word:
            case "end":
                draft.close("end", hole)
            case "do" if not loop:
                _open_block(draft, "end", text[statement : match.start()])
                statement = match.end()
            case "elsif":
                draft.turn(_rest(text, match.end(), end), hole, ["end"])
            case "else":
                draft.turn(None, hole, ["end"])
            case "if" | "unless" if begins:
                condition = _rest(text, match.end(), end)
                draft.open("end", "if", negation(condition) if word == "unless" else condition)
            case "while" | "until" | "for" if begins:
                draft.open("end", "loop", _rest(text, match.end(), end))
                loop = True
            case "case" if begins:
                draft.open("end", "if", subject=_rest(text, match.end(), end))
            case "when":
                draft.turn(_rest(text, match.end(), end), hole, ["end"])
            case "in" if begins:
                draft.turn(_rest(text, match.end(), end), hole, ["end"])
            case "def" if begins:
                draft.open("end", "loop", text[match.start() : match.end()] + " " + _rest(text, match.end(), end))
            case "begin" | "class" | "module" if begins:
                draft.open("end", None)
        begins = word in {"then", "else", "do", "begin", "and", "or", "not"}


def _open_block(draft: Draft, end: str, header: str) -> None:
    draft.open(end, "loop" if _LOOP.search(header) else None, header.strip())


def _rest(text: str, start: int, end: int) -> str:
    """Return what follows a keyword on its line."""
    line = _LINE.match(text, start, end)
    return line[0].partition(" then ")[0].removesuffix(" then").strip() if line else ""

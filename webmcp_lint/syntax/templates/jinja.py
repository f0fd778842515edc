"""Jinja, Django, Twig, Nunjucks and Liquid: `{{ value }}`, `{% statement %}`, `{# comment #}`."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates.draft import Draft, negation

_STRING = r""""(?:[^"\\\r\n]|\\.)*+"|'(?:[^'\\\r\n]|\\.)*+'"""
_OPEN = re.compile(r"\{[{%#]")
_CLOSING = {"{": "}", "%": "%", "#": "#"}
_BRACE = re.compile(rf"""(?:[^"'{{}}\\]++|\\.|\\|{_STRING}|["'])*+[{{}}]""")
_STATEMENT = re.compile(rf"""(?:[^"'%\\]++|\\.|\\|{_STRING}|["']|%(?!\}}))*+%\}}""")
_WORDS = re.compile(r"(\w++)\s*+(.*)", re.DOTALL)
_LINE_END = re.compile(r"[\r\n]")
# What stands between these is no template, or no output.
_RAW_END = {word: re.compile(rf"\{{%[-+~]?\s*end{word}\b[^%]*+%\}}") for word in ("raw", "verbatim")}
_DROPPED_END = {word: re.compile(rf"\{{%-?\s*end{word}\s*-?%\}}") for word in ("comment", "schema", "doc")}

_CONDITIONS = frozenset({"if", "ifchanged", "ifequal", "ifnotequal", "ifAsync", "unless"})
_LOOPS = frozenset({"for", "asyncEach", "asyncAll", "tablerow", "macro"})
_SWITCHES = frozenset({"case", "switch"})
_CONDITION_ENDS = frozenset(f"end{word}" for word in _CONDITIONS)
_ELSE_ENDS = frozenset(f"end{word}" for word in _CONDITIONS | _LOOPS | _SWITCHES)


def read(draft: Draft, *, liquid: bool = False) -> None:
    """Read a template; Liquid has no `{# comment #}`, and its tags end at the first `%}`, be it in a string."""
    text = draft.text
    at = 0
    while match := _OPEN.search(text, at):
        start = match.start()
        sign = text[start + 1]
        end: int | None = None
        if sign != "#" or not liquid:
            end = _after(draft.find(f"{_CLOSING[sign]}}}", start + 2))
        if end is not None and sign != "#" and not liquid and draft.is_patient:
            exact = _end_of_value(text, start + 2) if sign == "{" else _end_of_statement(text, start + 2)
            if exact is None:
                draft.lose_patience(start)
            end = exact or end
        if end is None:
            at = start + 1
            continue
        at = end
        if sign == "%":
            at = _statement(draft, start, end)
        else:
            draft.hole(start, end)


def _after(found: int | None) -> int | None:
    return None if found is None else found + 2


def _end_of_value(text: str, at: int) -> int | None:
    """Return the offset behind the braces that close a value; Twig's mappings nest in it."""
    depth = 0
    while match := _BRACE.match(text, at):
        at = match.end()
        if text[at - 1] == "{":
            depth += 1
        elif depth:
            depth -= 1
        elif text.startswith("}", at):
            return at + 1
    return None


def _end_of_statement(text: str, at: int) -> int | None:
    match = _STATEMENT.match(text, at)
    return match.end() if match else None


def read_values(draft: Draft, start: int, end: int) -> None:
    """Mask the `{{ value }}` of a part of the text that stand on one line."""
    while (opening := draft.find("{{", start)) is not None and opening < end:
        closing = draft.find("}}", opening + 2)
        if closing is None or closing + 2 > end:
            return
        line_end = draft.search(_LINE_END, opening)
        if line_end and line_end.start() < closing:
            start = line_end.end()
        else:
            start = closing + (3 if draft.text.startswith("}", closing + 2) else 2)
            draft.hole(opening, start)


def _statement(draft: Draft, start: int, end: int) -> int:
    """Read the tag at `[start, end)`; return where to go on."""
    words = _WORDS.match(draft.text[start + 2 : end - 2].strip("-+~ \t\r\n"))
    keyword, rest = (words[1], words[2]) if words else ("", "")
    if keyword in _RAW_END:
        closing = draft.search(_RAW_END[keyword], end)
        draft.hole(start, end)
        read_values(draft, end, closing.start() if closing else len(draft.text))
        if closing is None:
            return len(draft.text)
        draft.hole(*closing.span())
        return closing.end()
    if keyword in _DROPPED_END and (closing := draft.search(_DROPPED_END[keyword], end)):
        draft.hole(start, closing.end())
        return closing.end()
    match keyword:
        case "unless" | "ifnotequal":
            draft.open(f"end{keyword}", "if", negation(rest))
        case "case" if draft.is_open("endswitch"):
            draft.turn(rest, start, ["endswitch"])
        case "when":
            draft.turn(rest, start, ["endcase"])
        case "default":
            draft.turn(None, start, ["endswitch"])
        case "elif" | "elseif" | "elsif":
            draft.turn(rest, start, _CONDITION_ENDS)
        case "else":
            draft.turn(None, start, _ELSE_ENDS)
        case "empty":
            draft.turn(None, start, ["endfor"])
        case _ if keyword in _CONDITIONS:
            draft.open(f"end{keyword}", "if", rest)
        case _ if keyword in _LOOPS:
            draft.open(f"end{keyword}", "loop", rest)
        case _ if keyword in _SWITCHES:
            draft.open(f"end{keyword}", "if", subject=rest)
        case _ if keyword.startswith("end"):
            draft.close(keyword, start)
    draft.hole(start, end)
    return end

"""Razor: `@value`, `@(value)`, `@{ code }`, `@if (…) { markup }`, `@* comment *@`."""

from __future__ import annotations

import re

from webmcp_lint.syntax.templates.braces import BLOCK_COMMENT, MARKS, WORDS, Braces
from webmcp_lint.syntax.templates.draft import Draft

_STRINGS = r"""@\$?"(?:[^"]|"")*+"|\$?@?"(?:[^"\\\r\n]|\\.)*+"|'(?:[^'\\\r\n]|\\.)*+'"""
_COMMENTS = rf"//[^\r\n]*+|{BLOCK_COMMENT}|@\*(?:[^*]|\*(?!@))*+\*@"
_BRACKETS = re.compile(
    rf"(?:[^@$\"'/(\[{{)\]}}]++|{_STRINGS}|{_COMMENTS}|[@$\"'/])*+(?:(?P<open>[(\[{{])|[)\]}}])", re.DOTALL
)
_CODE = re.compile(
    rf"(?:[^\w@$\"'/(){{}};:,<.>\\]++|{WORDS}|{_STRINGS}|/(?![/*])|@(?![:*])|[\"']|<(?![A-Za-z]|!--))*+"
    rf"(?:(?P<comment>{_COMMENTS})|(?P<line>@:)|(?P<markup><)|{MARKS})",
    re.DOTALL,
)
_WORD = re.compile(r"[A-Za-z_]\w*+")
_AWAITED = re.compile(r"\s++[A-Za-z_]\w*+")
_MEMBER = re.compile(r"!?\??\.[A-Za-z_]\w*+")
_LINE = re.compile(r"[^\r\n]*+")
_CONDITION = re.compile(r"\s*+\(")
_BLOCK = re.compile(r"\s*+\{")
_SECTION = re.compile(r"\s++\w++\s*+\{")
_CONTINUED = re.compile(r"\s*+(?:else|catch|finally|while)(?!\w)")
_MARKUP = re.compile(r"@|<!--|<(?P<end>/?)(?P<name>[A-Za-z][\w:.-]*+)")
_TAG = re.compile(r"@|(?P<end>/?>)|[\"']")
_LINE_PART = re.compile(r"@|[\r\n]")

_CONDITIONAL = frozenset({"if", "for", "foreach", "while", "switch", "using", "lock"})
_UNCONDITIONAL = frozenset({"do", "try"})
_LINES = frozenset({
    "addTagHelper", "attribute", "implements", "inherits", "inject", "layout", "model", "namespace", "page",
    "preservewhitespace", "removeTagHelper", "rendermode", "tagHelperPrefix", "typeparam",
})  # fmt: skip
_VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
})  # fmt: skip
_MAX_DEPTH = 50


def read(draft: Draft) -> None:
    """Read a page of Razor."""
    _Razor(draft).page()


class _Razor:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._text = draft.text
        self._depth = 0

    def page(self) -> None:
        """Read markup up to the end."""
        at = 0
        while (start := self._draft.find("@", at)) is not None:
            at = self._transition(start)

    def _hole(self, start: int, end: int) -> int:
        self._draft.hole(start, end)
        return end

    def _transition(self, at: int) -> int:
        """Read what an `@` of the markup begins; return where the markup goes on."""
        text = self._text
        match text[at + 1 : at + 2]:
            case "@":
                return at + 2
            case "*":
                end = self._draft.find("*@", at + 2)
                return at + 2 if end is None else self._hole(at, end + 2)
            case "(":
                end = self._closing(at + 1)
                return at + 1 if end is None else self._hole(at, end)
            case "{":
                return self._code(at)
        word = _WORD.match(text, at + 1)
        if word is None or text[max(at - 1, 0)].isalnum():  # an e-mail address
            return at + 1
        name, behind = word[0], word.end()
        if name in _LINES or (name == "using" and not _CONDITION.match(text, behind)):
            line = _LINE.match(text, at)
            return self._hole(at, line.end() if line else behind)
        if name in _CONDITIONAL and _CONDITION.match(text, behind):
            return self._code(at)
        if name in _UNCONDITIONAL and _BLOCK.match(text, behind):
            return self._code(at)
        if name in {"functions", "code"} and (block := _BLOCK.match(text, behind)):
            return self._hole(at, self._closing(block.end() - 1) or behind)
        if name == "section" and (section := _SECTION.match(text, behind)):
            return self._hole(at, section.end())
        if name == "await" and (awaited := _AWAITED.match(text, behind)):
            behind = awaited.end()
        return self._hole(at, self._expression(behind))

    def _expression(self, at: int) -> int:
        """Return the end of an implicit expression whose first name ends at `at`."""
        while True:
            if self._text[at : at + 1] in {"(", "["} and (end := self._closing(at)):
                at = end
            elif member := _MEMBER.match(self._text, at):
                at = member.end()
            else:
                return at

    def _closing(self, at: int) -> int | None:
        """Return the offset behind the bracket that closes the one at `at`."""
        depth = 0
        if self._draft.is_patient:
            end = at
            while match := _BRACKETS.match(self._text, end):
                end = match.end()
                depth += 1 if match["open"] else -1
                if not depth:
                    return end
            self._draft.lose_patience(at)
        return None

    def _code(self, hole: int) -> int:
        """Read the block of code, and the markup in it, whose hole starts at `hole`; return where it ends."""
        if self._depth >= _MAX_DEPTH:
            return hole + 1
        text = self._text
        braces = Braces(self._draft)
        braces.begin(hole, hole + 1)
        at = hole + 1
        statement: int | None = None  # markup may stand where only white space stands behind this offset
        while match := _CODE.match(text, at):
            at = match.end()
            if mark := match["mark"]:
                braces.take(mark, match.start("mark"))
                if mark in "{};:":
                    statement = at
                if mark in "};" and not braces.depth and not (mark == "}" and _CONTINUED.match(text, at)):
                    braces.settle()
                    return self._hole(hole, at)
                continue
            start = match.start(match.lastgroup or 0)
            if statement is None or text[statement:start].strip():
                statement = None
            elif match["comment"]:
                statement = at
            else:
                braces.end(self._hole(hole, at if match["line"] else start))
                at = hole = statement = self._line(at) if match["line"] else self._element(start)
                braces.begin(hole, hole)
        return self._hole(hole, len(text))

    def _line(self, at: int) -> int:
        """Read markup up to the end of the line."""
        while match := _LINE_PART.search(self._text, at):
            if match[0] != "@":
                return match.start()
            at = self._transition(match.start())
        return len(self._text)

    def _element(self, at: int) -> int:
        """Read the element, or the comment, that begins at `at`; return where it ends."""
        level = 0
        raw = ""
        self._depth += 1
        while match := _MARKUP.search(self._text, at):
            start, at = match.span()
            name = (match["name"] or "").lower()
            if match[0] == "@":
                at = self._transition(start)
                continue
            if raw and not (match["end"] and name == raw):
                continue
            if match[0] == "<!--":
                end = self._draft.find("-->", at)
                at = len(self._text) if end is None else end + 3
            else:
                at, self_closing = self._rest_of_tag(at)
                if match["end"]:
                    level -= 1
                    raw = ""
                elif not self_closing and name not in _VOID:
                    level += 1
                    raw = name if name in {"script", "style"} else ""
                if name == "text" and at == match.end() + 1:  # no element: the markers of plain text
                    self._draft.hole(start, at)
            if level <= 0:
                break
        else:
            at = len(self._text)
        self._depth -= 1
        return at

    def _rest_of_tag(self, at: int) -> tuple[int, bool]:
        """Return where the tag ends whose name ends at `at`, and whether it closes itself."""
        quote = ""
        while match := _TAG.search(self._text, at):
            at = match.end()
            if match[0] == "@":
                at = self._transition(match.start())
            elif match["end"]:
                if not quote:
                    return at, match[0] == "/>"
            elif not quote:
                quote = match[0]
            elif quote == match[0]:
                quote = ""
        return len(self._text), True

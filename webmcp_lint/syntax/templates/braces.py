"""Statements of languages with braces (PHP, JavaScript, Java, C#) that begin in one hole and end in another."""

from __future__ import annotations

import re
from dataclasses import dataclass

from webmcp_lint.syntax.templates.draft import Draft

STRINGS = r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|`(?:[^`\\]|\\.)*+`"""
BLOCK_COMMENT = r"/\*(?:[^*]|\*(?!/))*+\*/"
_KEYWORDS = "if|elseif|else|foreach|for|while|switch|case|default|do|endif|endforeach|endfor|endwhile|endswitch"
MARKS = rf"(?P<mark>(?:{_KEYWORDS})(?!\w)|[(){{}};:,])"
# Words and operators that are no marks; the patterns run over all of them in one match.
WORDS = rf"(?!(?:{_KEYWORDS})(?!\w))\w++|(?:[$.>\\]|::)\w*+"
_SCRIPT = re.compile(
    rf"(?:[^\w'\"`/(){{}};:,$.>\\]++|{WORDS}|/(?![/*])|{STRINGS}|//[^\r\n]*+|{BLOCK_COMMENT})*+{MARKS}", re.DOTALL
)
_LOOPS = frozenset({"for", "foreach", "while", "do"})
_ONCE = re.compile(r"@?(?:using|lock|fixed|synchronized)\b")
_MAX_HEADER = 400


@dataclass(slots=True)
class _Bracket:
    sign: str
    start: int
    head: str = ""
    """The statement that the bracket belongs to, if it is one of a template's blocks."""


class Braces:
    """Tells a draft of the blocks in code that comes in pieces, between which the output stands."""

    def __init__(self, draft: Draft, *, colons: bool = False) -> None:
        """Read a language in which, with `colons`, `if (…):` begins a block and `endif` ends it."""
        self._draft = draft
        self._colons = colons
        self._brackets: list[_Bracket] = []
        self._head = ""
        self._condition: str | None = None
        self._label: tuple[str, int] | None = None
        self._awaiting_else: int | None = None
        self._statement = self._piece = self._piece_end = 0

    @property
    def depth(self) -> int:
        """How many brackets are open."""
        return len(self._brackets)

    def begin(self, hole: int, code: int) -> None:
        """Begin a piece of code, whose hole starts at `hole`."""
        if self._awaiting_else is not None and self._draft.text[self._piece_end : hole].strip():
            self.settle()
        self._piece = hole
        self._statement = code

    def end(self, end: int) -> None:
        """End a piece of code, whose hole ends at `end`."""
        self._piece_end = end
        self._head = ""
        self._label = None

    def settle(self) -> None:
        """Take note that no `else` follows the block that was closed last."""
        if self._awaiting_else is not None:
            self._draft.close("}", self._awaiting_else)
            self._awaiting_else = None

    def read_script(self, start: int, end: int) -> None:
        """Read a piece of JavaScript or Java."""
        while match := _SCRIPT.match(self._draft.text, start, end):
            start = match.end()
            self.take(match["mark"], match.start("mark"))

    def take(self, mark: str, at: int) -> None:
        """Take the next keyword or punctuation mark."""
        if self._head not in {"else", "elseif"} and mark not in {"else", "elseif"}:
            self.settle()
        match mark:
            case "(":
                inner = self._brackets and self._brackets[-1].sign == "("
                self._brackets.append(_Bracket("(", at + 1, "" if inner or self._condition is not None else self._head))
            case ")":
                if self._brackets and self._brackets[-1].sign == "(":
                    bracket = self._brackets.pop()
                    if bracket.head:
                        self._condition = self._draft.text[bracket.start : at].strip()
            case "{":
                self._open("{", at)
            case "}":
                self._close("{")
                self._statement = at + 1
            case ":" | ";" if self._label:
                word, start = self._label
                self._label = None
                self._draft.turn(None if word == "default" else self._draft.text[start:at].strip(), self._piece)
            case ":" if self._colons and self._head and (self._condition is not None or self._head == "else"):
                self._open(":", at)
            case ":" | ";" | ",":
                if not (self._brackets and self._brackets[-1].sign == "("):
                    self._head = ""
                if mark == ";":
                    self._statement = at + 1
            case "case" | "default":
                if self._brackets and self._brackets[-1].head == "switch":
                    self._label = mark, at + len(mark)
            case _ if mark.startswith("end"):
                self._close(":")
            case _:
                self._head = "elseif" if mark == "if" and self._head == "else" else mark
                self._condition = None

    def _open(self, sign: str, at: int) -> None:
        head, condition = self._head, self._condition or ""
        self._head, self._condition = "", None
        end = "}" if sign == "{" else ":"
        if head in {"else", "elseif"}:
            branch = condition if head == "elseif" else None
            if sign == ":":
                self._draft.turn(branch, self._piece, ":")
                return
            head = ""
            if self._awaiting_else is not None:
                self._draft.turn(branch, self._awaiting_else, "}")
                self._awaiting_else = None
                head = "if"
        elif head == "if":
            self._draft.open(end, "if", condition)
        elif head == "switch":
            self._draft.open(end, "if", subject=condition)
        elif head in _LOOPS:
            self._draft.open(end, "loop", condition or head)
        else:
            header = self._draft.text[max(self._statement, at - _MAX_HEADER) : at].strip()
            if header.endswith((")", "=>")) and not _ONCE.match(header):
                head = "function"
                self._draft.open(end, "loop", header)
        self._brackets.append(_Bracket(sign, at, head))
        self._statement = at + 1

    def _close(self, sign: str) -> None:
        while self._brackets:
            bracket = self._brackets.pop()
            if bracket.sign == sign:
                if bracket.head == "if" and sign == "{":
                    self._awaiting_else = self._piece
                elif bracket.head:
                    self._draft.close("}" if sign == "{" else ":", self._piece)
                return

r"""A cursor over a regular expression, and the escapes that stand for characters.

Shared by what reads patterns and what reads character classes. Errors are V8's, in its order.
"""

import re
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import Literal, TypeAlias

from webmcp_lint.browser.unicode_properties import is_property, is_property_of_strings

Flag: TypeAlias = Literal["u", "v"]

# SyntaxCharacter and the slash, which every IdentityEscape may name.
IDENTITY_ESCAPES = frozenset("^$\\.*+?()[]{}|/")

HEX_ESCAPE = re.compile(r"\\x([0-9A-Fa-f]{2})")
UNICODE_ESCAPE = re.compile(
    r"\\u(?:\{0*(?P<braced>[0-9A-Fa-f]{1,6})\}"
    r"|(?P<lead>[Dd][89ABab][0-9A-Fa-f]{2})\\u(?P<trail>[Dd][C-Fc-f][0-9A-Fa-f]{2})"
    r"|(?P<unit>[0-9A-Fa-f]{4}))"
)
_PROPERTY_ESCAPE = re.compile(r"\\([pP])\{(\w+)(?:=(\w+))?\}", re.ASCII)
_CONTROL_ESCAPES = {"f": 0x0C, "n": 0x0A, "r": 0x0D, "t": 0x09, "v": 0x0B}


class InvalidPatternError(Exception):
    """The pattern does not compile, because of what V8's message says about the code point offset."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.message = message


@dataclass(slots=True)
class Cursor:
    """A place in a pattern; what reads moves it from the start of a construct to the place behind it."""

    text: str
    flag: Flag
    at: int = 0

    def peek(self, distance: int = 0) -> str:
        """Return the character so far ahead, or nothing beyond the ends."""
        return self.text[self.at + distance : self.at + distance + 1]

    def property_escape(self, message: str) -> bool:
        r"""Read `\p{name}` or `\p{name=value}`; say whether it may match strings of several characters."""
        escape = _PROPERTY_ESCAPE.match(self.text, self.at)
        if escape is not None:
            sign, name, value = escape.groups()
            has_strings = self.flag == "v" and sign == "p" and value is None and is_property_of_strings(name)
            if has_strings or is_property(name, value):
                self.at = escape.end()
                return has_strings
        raise InvalidPatternError(self.at, message)

    def character_escape(self, identities: frozenset[str]) -> int:
        """Read an escape that stands for one character; return its code point."""
        start = self.at
        char = self.peek(1)
        match char:
            case "":
                raise InvalidPatternError(start, "\\ at end of pattern")
            case "u":
                return self.unicode_escape()
            case "x" if escape := HEX_ESCAPE.match(self.text, start):
                self.at = escape.end()
                return int(escape[1], 16)
            case "c" if self.peek(2) and self.peek(2) in ascii_letters:
                self.at += 3
                return ord(self.peek(-1)) % 32
            case "c":
                raise InvalidPatternError(start, "Invalid Unicode escape")
            case "0" if not (self.peek(2) and self.peek(2) in digits):
                value = 0
            case "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7":
                raise InvalidPatternError(start, "Invalid decimal escape")
            case _ if char in _CONTROL_ESCAPES:
                value = _CONTROL_ESCAPES[char]
            case _ if char in identities:
                value = ord(char)
            case _:
                raise InvalidPatternError(start, "Invalid escape")
        self.at += 2
        return value

    def unicode_escape(self) -> int:
        r"""Read `\u{…}`, `\u` with four digits, or two of the latter that make a surrogate pair."""
        escape = UNICODE_ESCAPE.match(self.text, self.at)
        if escape is None or (value := int(escape["braced"] or escape["unit"] or "0", 16)) > 0x10FFFF:
            raise InvalidPatternError(self.at, "Invalid Unicode escape")
        self.at = escape.end()
        if escape["lead"]:
            return 0x10000 + ((int(escape["lead"], 16) & 0x3FF) << 10 | int(escape["trail"], 16) & 0x3FF)
        return value

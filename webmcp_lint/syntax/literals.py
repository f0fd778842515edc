"""From the value of a JavaScript text back to the characters it was written with."""

from __future__ import annotations

import re
from typing import Final

_STRING: Final = re.compile(r"'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\"|`(?:[^`\\$]|\\.|\$(?!\{))*+`", re.DOTALL)
_JOINT: Final = re.compile(r"[\s()]*+(?:\+[\s()]*+)?")
_STEP: Final = re.compile(
    r"\\u\{(?P<braces>[0-9a-fA-F]{1,6})\}|\\u(?P<unit>[0-9a-fA-F]{4})(?:(?<=\\u[dD][89abAB]..)\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2}))?"
    r"|\\x(?P<byte>[0-9a-fA-F]{2})|\\(?P<gone>\r\n|[\r\n\u2028\u2029])|\\(?P<char>.)|\r\n?|.",
    re.DOTALL,
)
_ESCAPES: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0"}


def literal_offsets(raw: str, value: str) -> list[int] | None:
    """Return, for each offset into `value` and its end, the offset into `raw` where that character is written.

    `raw` is a string, a template without holes, or several of them with `+` between them; None where it is anything
    else, or where `value` is not what it stands for.
    """
    offsets: list[int] = []
    said: list[str] = []
    at = end = 0
    while at < len(raw):
        string = _STRING.match(raw, at)
        if string is None:
            return None
        end = string.end() - 1
        for step in _STEP.finditer(raw, at + 1, end):
            char = _char(step)
            said.append(char)
            offsets += [step.start()] * len(char)
        joint = _JOINT.match(raw, string.end())
        at = string.end() if joint is None else joint.end()
    return [*offsets, end] if "".join(said) == value else None


def _char(step: re.Match[str]) -> str:
    if step["gone"] is not None:
        return ""
    if step["char"] is not None:
        return _ESCAPES.get(step["char"], step["char"])
    if step["low"] is not None:
        return chr(0x10000 + (int(step["unit"], 16) - 0xD800 << 10) + int(step["low"], 16) - 0xDC00)
    digits = step["braces"] or step["unit"] or step["byte"]
    if digits is not None:
        return chr(int(digits, 16)) if int(digits, 16) <= 0x10FFFF else step[0]
    return "\n" if step[0].startswith("\r") else step[0]

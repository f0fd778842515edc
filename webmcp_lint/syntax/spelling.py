"""What a script spells out: the texts of strings, the names of properties, and of what is called or assigned."""

from __future__ import annotations

from typing import Final

from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.numerals import js_number
from webmcp_lint.syntax.templates import SCRIPT_HOLE
from webmcp_lint.syntax.wrapping import unwrapped

_ASSIGNMENTS: Final = frozenset({"assignment_expression", "augmented_assignment_expression"})
_ESCAPES: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "\0",
    "\n": "",
    "\r\n": "",
    "\r": "",
    "\u2028": "",
    "\u2029": "",
}


def property_name(key: Node) -> str | None:
    """Return a property's literal name; None for a computed one, or one that is filled in."""
    if key.type == "computed_property_name" or SCRIPT_HOLE in key.text:
        return None
    if key.type == "string":
        return string_value(key)
    return _number_name(key.text) if key.type == "number" else key.text


def _number_name(text: str) -> str:
    """Return the name that a number stands for as a property's key: `16` of `0x10`, `1000` of `1e3`."""
    digits = text.replace("_", "").lower().removesuffix("n")
    is_octal = len(digits) > 1 and digits.startswith("0") and set(digits) <= set("01234567")
    try:
        number = int(digits, 8) if is_octal else int(digits, 0) if digits[1:2] in {"x", "o", "b"} else float(digits)
        return js_number(number)
    except (ValueError, OverflowError):
        return text


def string_value(node: Node) -> str:
    """Return what a string literal, or a piece of a template, stands for."""
    pieces = (unescape(part.text) if part.type == "escape_sequence" else part.text for part in node.children)
    text = "".join(pieces)
    # Two \u escapes may make one character beyond the BMP
    return (
        text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass") if "\\u" in node.text else text
    )


def unescape(escape: str) -> str:
    """Return the character that an escape sequence stands for."""
    body = escape[1:]
    if body in _ESCAPES:
        return _ESCAPES[body]
    try:
        if body.startswith("u{"):
            return chr(int(body[2:-1], 16))
        if body[0] in "ux":
            return chr(int(body[1:], 16))
        if body[0] in "01234567":
            return chr(int(body, 8))
    except (ValueError, OverflowError):
        return ""
    return body


def last_name(callee: Node) -> str | None:
    """Return the last name of an expression: `b` of `a.b`, `a["b"]`, `(x as T).b!`."""
    callee = unwrapped(callee)
    match callee.type:
        case "identifier" | "property_identifier" | "nested_identifier":
            return callee.text.rpartition(".")[2]
        case "member_expression":
            member = callee.field("property")
            return member.text if member is not None else None
        case "subscript_expression":
            index = callee.field("index")
            return string_value(index) if index is not None and index.type == "string" else None
    return None


def member_key(member: Node) -> Node | None:
    """Return what names the member that an expression reads: `b` of `a.b`, `"b"` of `a["b"]`."""
    return member.field("property") or member.field("index")


def is_assigned(target: Node) -> bool:
    """Whether something is assigned to an expression."""
    parent = target.parent
    return parent is not None and parent.type in _ASSIGNMENTS and parent.field("left") is target

"""Text: what makes one, and what the methods of a string give."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from webmcp_lint.located import MAX_TEXT, TOO_LONG
from webmcp_lint.program.values import (
    FILLED_IN,
    MAX_ALTERNATIVES,
    MAX_ITEMS,
    Array,
    External,
    Literal,
    Slot,
    Undefined,
    Unknown,
    Value,
    join,
    options,
    refs_of,
)
from webmcp_lint.syntax.javascript import Node
from webmcp_lint.syntax.numerals import js_number
from webmcp_lint.syntax.spelling import unescape
from webmcp_lint.syntax.templates import SCRIPT_HOLE

if TYPE_CHECKING:
    from webmcp_lint.program.analysis import Analysis
    from webmcp_lint.program.values import Environment

_HALF = re.compile("[\ud800-\udbff]")
_COMPUTED = "a text that is computed"
_SPACES = "\t\n\v\f\r \u00a0\ufeff\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"


def to_string(value: Value) -> str | None:
    """Return what `String(value)` gives; None where that cannot be told."""
    match value:
        case Literal(value=bool(flag)):
            return "true" if flag else "false"
        case Literal(value=None):
            return "null"
        case Literal(value=str(text)):
            return text
        case Literal(value=float(number)) if not math.isfinite(number):
            return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"
        case Literal(value=int() | float() as number):
            return js_number(number)
        case Undefined():
            return "undefined"
    return None


def template(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what a template string gives: line ends are LF in it, as ECMAScript asks."""
    parts: list[Value] = []
    for child in node.children:
        if child.type == "template_substitution":
            if child.children:
                parts.append(analysis.value(child.children[0], env))
        else:
            text = child.text.replace("\r\n", "\n").replace("\r", "\n")
            written = Literal(unescape(text) if child.type == "escape_sequence" else text, child)
            parts.append(Unknown(FILLED_IN, child) if SCRIPT_HOLE in text else written)
    return concatenate(parts, node)


def raw_template(analysis: Analysis, node: Node, env: Environment) -> Value:
    """Return what `String.raw` gives for a template: the text between its holes as written."""
    parts: list[Value] = []
    at = node.start + 1
    for child in node.children:
        if child.type == "template_substitution":
            parts.append(Literal(node.script.between(at, child.start), node))
            parts += [analysis.value(child.children[0], env)] if child.children else []
            at = child.end
    parts.append(Literal(node.script.between(at, node.end - 1), node))
    return concatenate(parts, node)


def concatenate(parts: Iterable[Value], node: Node) -> Value:
    """Return the text that these values make one after the other; one of several where a part is."""
    found: list[tuple[list[str], list[Node]]] = [([], [])]
    for part in parts:
        pieces: list[tuple[str, tuple[Node, ...]]] = []
        for option in options(part):
            if isinstance(option, Unknown):
                return Unknown(option.reason, option.node, option.refs)
            text = to_string(option)
            if text is None:
                return Unknown("text that is not a literal", node)
            written = option.parts if isinstance(option, Literal) and option.parts else (option.node,)
            pieces.append((text, written))
        if len(found) * len(pieces) > MAX_ALTERNATIVES:
            return Unknown("too many possible texts", node)
        if len(pieces) > 1:
            found = [([*texts], [*nodes]) for texts, nodes in found for _ in pieces]
        for index, (texts, nodes) in enumerate(found):
            text, written = pieces[index % len(pieces)]
            texts.append(text)
            nodes.extend(written)
    made = []
    for texts, nodes in found:
        if sum(map(len, texts)) > MAX_TEXT:
            return Unknown(TOO_LONG, node)
        made.append(Literal(_paired("".join(texts)), node, tuple(nodes)))
    return join(made, node)


def _paired(text: str) -> str:
    """Make one character of two halves beyond the BMP that came together."""
    if _HALF.search(text) is not None:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return text


def _units(text: str) -> str:
    """Return a text with one character for each UTF-16 code unit, as JavaScript counts."""
    if text.isascii() or max(text) < "\U00010000":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


def length(text: str) -> int:
    """Return the `length` of a text in JavaScript: UTF-16 code units."""
    return len(_units(text))


def character(text: str, index: int) -> str | None:
    """Return the code unit at an index; None outside the text."""
    units = _units(text)
    return units[index] if 0 <= index < len(units) else None


_UNARY: dict[str, Callable[[str], str]] = {
    "toLowerCase": str.lower,
    "toLocaleLowerCase": str.lower,
    "toUpperCase": str.upper,
    "toLocaleUpperCase": str.upper,
    "toString": str,
    "valueOf": str,
    "trim": lambda text: text.strip(_SPACES),
    "trimStart": lambda text: text.lstrip(_SPACES),
    "trimEnd": lambda text: text.rstrip(_SPACES),
}


def call_method(analysis: Analysis, text: Literal, name: str, slots: list[Slot], node: Node) -> Value:
    """Return what calling a method of a string gives."""
    given = [analysis.force(slot) for slot in slots]
    if name in {"replace", "replaceAll"} and len(given) == 2:
        return _replaced(text, name, given, node)
    if not all(isinstance(each, Literal) for each in given):
        return Unknown("a text made of unknown parts", node, refs_of(*given))
    if name == "concat":
        return concatenate([text, *given], node)
    value = _units(str(text.value))
    plain = [
        _units(each.value) if isinstance(each.value, str) else each.value for each in given if isinstance(each, Literal)
    ]
    made = _made(value, name, plain)
    match made:
        case str() if made == value:
            # Whoever asks for its place is led to where it is written
            return text
        case str():
            return Literal(_paired(made), node, (text.node,))
        case list() if len(made) <= MAX_ITEMS:
            return Array(node, [Literal(_paired(each), text.node) for each in made])
        case bool() | int():
            return Literal(made, node)
        case _ if name in {"at", "charAt"} and made is _OUTSIDE:
            return Undefined(node)
    return Unknown(_COMPUTED, node)


_OUTSIDE = object()


def _made(value: str, name: str, plain: list[str | float | bool | None]) -> object:
    """Return what a method gives for a text of code units; None where it is not followed."""
    if name in _UNARY and not plain:
        return _UNARY[name](value)
    match (name, *plain):
        case ("normalize",) if value.isascii():
            return value
        case ("slice", int(start)):
            return value[start:]
        case ("slice", int(start), int(end)):
            return value[start:end]
        case ("substring", int(start)):
            return value[max(start, 0) :]
        case ("substring", int(start), int(end)):
            low, high = sorted((max(start, 0), max(end, 0)))
            return value[low:high]
        case ("split", str(separator)):
            return value.split(separator) if separator else list(value)
        case ("split", str(separator), int(limit)) if limit >= 0:
            return (value.split(separator) if separator else list(value))[:limit]
        case ("startsWith", str(part)):
            return value.startswith(part)
        case ("endsWith", str(part)):
            return value.endswith(part)
        case ("includes", str(part)):
            return part in value
        case ("indexOf", str(part)):
            return value.find(part)
        case ("repeat", int(count)) if 0 <= count * len(value) <= MAX_TEXT:
            return value * count
        case ("charAt", int(index)):
            return value[index : index + 1] if index >= 0 else ""
        case ("at", int(index)):
            return value[index] if -len(value) <= index < len(value) else _OUTSIDE
        case ("padStart" | "padEnd" as side, int(width), *filling) if width <= MAX_TEXT and len(filling) < 2:
            return _padded(value, side, width, filling[0] if filling else " ")
    return None


def _padded(value: str, side: str, width: int, filling: object) -> str | None:
    if not isinstance(filling, str) or not filling:
        return None
    missing = max(width - len(value), 0)
    padding = (filling * (missing // len(filling) + 1))[:missing]
    return padding + value if side == "padStart" else value + padding


def _replaced(text: Literal, name: str, given: list[Value], node: Node) -> Value:
    old, new = given
    if not isinstance(new, Literal) or not isinstance(new.value, str) or "$" in new.value:
        return Unknown(_COMPUTED, node, refs_of(new))
    is_everywhere = name == "replaceAll"
    if isinstance(old, External) and old.node.type == "regex":
        literal = _literal_pattern(old.node)
        if literal is None:
            return Unknown(_COMPUTED, node)
        searched, is_everywhere = literal
    elif isinstance(old, Literal) and isinstance(old.value, str):
        searched = old.value
    else:
        return Unknown(_COMPUTED, node, refs_of(old))
    value = str(text.value)
    if len(value) + value.count(searched) * len(new.value) > MAX_TEXT:
        return Unknown(TOO_LONG, node)
    made = value.replace(searched, new.value, -1 if is_everywhere else 1)
    return text if made == value else Literal(made, node, (text.node,))


def _literal_pattern(regex: Node) -> tuple[str, bool] | None:
    """Return the text that a regular expression matches, if only one, and whether it is global."""
    pattern, flags = regex.field("pattern"), regex.field("flags")
    letters = flags.text if flags is not None else ""
    if pattern is None or not set(letters) <= {"g", "u"}:
        return None
    text = pattern.text
    escaped = len(text) == 2 and text[0] == "\\" and not text[1].isalnum()
    if escaped or not any(char in "\\^$.*+?()[]{}|/" for char in text):
        return text[-1] if escaped else text, "g" in letters
    return None

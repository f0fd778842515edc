r"""Whether Chromium compiles a regular expression, and if not, what it finds where.

The grammar is ECMA-262's Pattern with UnicodeMode and NamedCaptureGroups, and with UnicodeSetsMode for the flag `v`,
with which HTML compiles the `pattern` attribute (G-pat00 to G-pat75). Checks come in V8's order, so that the first
fault found is the one that V8 names.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass, field
from operator import attrgetter

from webmcp_lint.browser.pattern_classes import CLASS_SET_DOUBLE_PUNCTUATORS, CLASS_SET_SYNTAX_CHARACTERS, read_class
from webmcp_lint.browser.pattern_escapes import (
    HEX_ESCAPE,
    IDENTITY_ESCAPES,
    UNICODE_ESCAPE,
    Cursor,
    Flag,
    InvalidPatternError,
)
from webmcp_lint.browser.unicode_properties import is_id_continue, is_id_start

_LOOKAROUND = re.compile(r"\(\?<?[=!]")
_INTERVAL = re.compile(r"\{([0-9]+)(?:,([0-9]*))?\}")
_BACK_REFERENCE = re.compile(r"\\([1-9][0-9]*)")
_ESCAPE_BRACKET_OR_CAPTURE = re.compile(r"\\.?|[\[\]]|\((?!\?)|\(\?<(?![=!])", re.DOTALL)
_ESCAPE_OR_CLASS = re.compile(r"\\.|(\[\^?)((?:\\.|[^\\\]])*)", re.DOTALL)
_CLASS_ESCAPE = re.compile(r"\\(?:[dDsSwW]|[pP]\{[^{}]*\})")
_CLASS_ATOM = re.compile(
    rf"{_CLASS_ESCAPE.pattern}|{HEX_ESCAPE.pattern}|{UNICODE_ESCAPE.pattern}|\\c[A-Za-z]|\\?.", re.DOTALL
)

_MOST_CAPTURES = 32_767
_INFINITY = (10, "2147483647")  # how many digits, and which


@dataclass(frozen=True, slots=True)
class PatternError:
    """Why a pattern does not compile: V8's message, and the code point offset of what it is about."""

    offset: int
    message: str


def pattern_error(pattern: str, flag: Flag = "v") -> PatternError | None:
    """Say why `new RegExp(pattern, flag)` throws in Chromium, or None if it compiles.

    Two surrogates in a row that make a pair count as one code point.
    """
    text = pattern.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    try:
        _read_pattern(Cursor(text, flag))
    except InvalidPatternError as invalid:
        return PatternError(invalid.offset, invalid.message)
    return None


def escape_for_v_flag(pattern: str) -> str | None:
    r"""Escape what `v` reserves in classes and `u` does not, as in `[\w-]`; None if that doesn't make it compile.

    A pattern that compiles comes back as it is. Any other is read as `u` reads it, so its classes neither nest nor have
    set operations; a hyphen beside `\w` and its like is literal, as it is without a flag.
    """
    if pattern_error(pattern) is None:
        return pattern
    escaped = _ESCAPE_OR_CLASS.sub(lambda token: token[1] + _escape_class(token[2]) if token[1] else token[0], pattern)
    return escaped if pattern_error(escaped) is None else None


def _escape_class(contents: str) -> str:
    """Escape what `v` reserves, all but the hyphens of ranges."""
    atoms = [atom[0] for atom in _CLASS_ATOM.finditer(contents)]
    escaped: list[str] = []
    previous = first = ""  # the atom before, and the same if it may be the first of a range
    ends_range = False
    for atom, following in zip(atoms, [*atoms, ""][1:], strict=True):
        if atom == "-" and first and following:
            is_reserved = any(_CLASS_ESCAPE.fullmatch(end) for end in (first, following))
            first, ends_range = "", True
        else:
            is_double = atom == previous and atom in CLASS_SET_DOUBLE_PUNCTUATORS
            is_reserved = is_double or atom in CLASS_SET_SYNTAX_CHARACTERS
            first, ends_range = "" if ends_range else atom, False
        escaped.append(f"\\{atom}" if is_reserved else atom)
        previous = atom
    return "".join(escaped)


@dataclass(slots=True)
class _Group:
    """An open group, or the whole pattern."""

    start: int
    alternative: int  # where the current alternative begins
    is_lookaround: bool = False
    is_duplicate: bool = False  # its name is taken, which V8 says when it is closed


@dataclass(slots=True)
class _Groups:
    """The groups seen so far."""

    open: list[_Group] = field(default_factory=lambda: [_Group(start=-1, alternative=-1)])
    captures: int = 0
    captures_in_all: int | None = None  # counted for the first reference by number
    named: dict[str, int] = field(default_factory=dict)  # where the latest group of the name starts
    referenced: dict[str, int] = field(default_factory=dict)  # where the first reference to the name starts


def _read_pattern(cursor: Cursor) -> None:
    groups = _Groups()
    while char := cursor.peek():
        follows_lookaround = False
        match char:
            case "(":
                _open_group(cursor, groups)
                continue
            case "|":
                cursor.at += 1
                groups.open[-1].alternative = cursor.at
                continue
            case "^" | "$":
                cursor.at += 1
                continue
            case "\\" if cursor.peek(1) in {"b", "B"}:
                cursor.at += 2
                continue
            case "*" | "+" | "?":
                raise InvalidPatternError(cursor.at, "Nothing to repeat")
            case "{" if _INTERVAL.match(cursor.text, cursor.at):
                raise InvalidPatternError(cursor.at, "Nothing to repeat")
            case "{" | "}" | "]":
                raise InvalidPatternError(cursor.at, "Lone quantifier brackets")
            case ")":
                follows_lookaround = _close_group(cursor, groups).is_lookaround
            case "[":
                read_class(cursor)
            case "\\":
                _read_atom_escape(cursor, groups)
            case _:
                cursor.at += 1
        _read_quantifier(cursor, follows_lookaround=follows_lookaround)
    if len(groups.open) > 1:
        raise InvalidPatternError(groups.open[-1].start, "Unterminated group")
    for name, start in groups.referenced.items():
        if name not in groups.named:
            raise InvalidPatternError(start, "Invalid named capture referenced")


def _read_quantifier(cursor: Cursor, *, follows_lookaround: bool) -> None:
    """Read a quantifier, if there is one."""
    start = cursor.at
    match cursor.peek():
        case "*" | "+" | "?":
            cursor.at += 1
        case "{":
            interval = _INTERVAL.match(cursor.text, start)
            if interval is None:
                raise InvalidPatternError(start, "Incomplete quantifier")
            if interval[2] and _magnitude(interval[2]) < _magnitude(interval[1]):
                raise InvalidPatternError(start, "numbers out of order in {} quantifier")
            cursor.at = interval.end()
        case _:
            return
    if cursor.peek() == "?":
        cursor.at += 1
    if follows_lookaround:
        raise InvalidPatternError(start, "Invalid quantifier")


def _magnitude(number: str) -> tuple[int, str]:
    """Order numbers of any length; all from V8's infinity on are equal."""
    significant = number.lstrip("0")
    return min((len(significant), significant), _INFINITY)


def _open_group(cursor: Cursor, groups: _Groups) -> None:
    group = _Group(start=cursor.at, alternative=cursor.at)
    if lookaround := _LOOKAROUND.match(cursor.text, cursor.at):
        cursor.at = lookaround.end()
        group.is_lookaround = True
    elif cursor.peek(1) == "?" and cursor.peek(2) != "<":
        _read_modifiers(cursor)
    else:
        groups.captures += 1
        if groups.captures > _MOST_CAPTURES:
            raise InvalidPatternError(group.start, "Too many captures")
        if cursor.peek(1) == "?":
            cursor.at += 3
            _name_group(group, _read_group_name(cursor), groups)
        else:
            cursor.at += 1
    groups.open.append(group)


def _close_group(cursor: Cursor, groups: _Groups) -> _Group:
    if len(groups.open) == 1:
        raise InvalidPatternError(cursor.at, "Unmatched ')'")
    cursor.at += 1
    group = groups.open.pop()
    if group.is_duplicate:
        raise InvalidPatternError(group.start, "Duplicate capture group name")
    return group


def _read_modifiers(cursor: Cursor) -> None:
    """Read `(?:` or `(?ims-ims:`."""
    start = cursor.at
    modifiers = ""
    cursor.at += 2
    while (char := cursor.peek()) and char in "ims-":
        if char in modifiers:
            message = "Multiple dashes in flag group" if char == "-" else "Repeated flag in flag group"
            raise InvalidPatternError(cursor.at, message)
        modifiers += char
        cursor.at += 1
    if char != ":":
        raise InvalidPatternError(start, "Invalid group")
    if modifiers == "-":
        raise InvalidPatternError(start, "Invalid flag group")
    cursor.at += 1


def _name_group(group: _Group, name: str, groups: _Groups) -> None:
    """Note the name; only groups in different alternatives of one disjunction may share it."""
    latest = groups.named.get(name)
    if latest is not None:
        # The latest group of a name speaks for all: if an older one clashes with this group, so does the latest, or it
        # has clashed with the older one itself.
        common = groups.open[bisect_left(groups.open, latest, key=attrgetter("start")) - 1]
        group.is_duplicate = latest >= common.alternative
    groups.named[name] = group.start


def _read_group_name(cursor: Cursor) -> str:
    """Read a name and the `>` behind it."""
    name = ""
    while True:
        start = cursor.at
        if cursor.text.startswith("\\u", start):
            char = chr(cursor.unicode_escape())
        else:
            char = cursor.peek()
            cursor.at += 1
        # V8 takes even an escaped `>` for the end.
        if name and char == ">":
            return name
        if not char or not (char in "$_" or is_id_start(char) or (name and is_id_continue(char))):
            raise InvalidPatternError(start, "Invalid capture group name")
        name += char


def _read_atom_escape(cursor: Cursor, groups: _Groups) -> None:
    start = cursor.at
    match cursor.peek(1):
        case "d" | "D" | "s" | "S" | "w" | "W":
            cursor.at += 2
        case "p" | "P":
            cursor.property_escape("Invalid property name")
        case "k":
            if cursor.peek(2) != "<":
                raise InvalidPatternError(start, "Invalid named reference")
            cursor.at += 3
            groups.referenced.setdefault(_read_group_name(cursor), start)
        case _ if reference := _BACK_REFERENCE.match(cursor.text, start):
            if groups.captures_in_all is None:
                groups.captures_in_all = min(_count_captures(cursor), _MOST_CAPTURES)
            if _magnitude(reference[1]) > _magnitude(str(groups.captures_in_all)):
                raise InvalidPatternError(start, "Invalid escape")
            cursor.at = reference.end()
        case _:
            cursor.character_escape(IDENTITY_ESCAPES)


def _count_captures(cursor: Cursor) -> int:
    """Count the capturing groups of the whole pattern as V8 does, which is yet to see if all of it is valid."""
    count = depth = 0
    for token in _ESCAPE_BRACKET_OR_CAPTURE.finditer(cursor.text):
        match token[0]:
            case "[" if depth == 0 or cursor.flag == "v":
                depth += 1
            case "]" if depth:
                depth -= 1
            case "(" | "(?<" if depth == 0:
                count += 1
    return count

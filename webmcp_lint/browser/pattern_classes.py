r"""Character classes of regular expressions: sets with the flag `v`, ranges with `u`.

`v` made operators of `&&`, `--` and a nested `[`, and reserved `( ) [ ] { } / - |` and doubled punctuation, so much of
what HTML authors wrote before it is refused: `[\w-]`, `[+-]`, `[(]` (G-pat05, G-pat50).
"""

from dataclasses import dataclass
from typing import NamedTuple

from webmcp_lint.browser.pattern_escapes import IDENTITY_ESCAPES, Cursor, InvalidPatternError

CLASS_SET_SYNTAX_CHARACTERS = frozenset("()[]{}/-\\|")
CLASS_SET_DOUBLE_PUNCTUATORS = frozenset("&!#$%*+,.:;<=>?@^`~")
_CLASS_ESCAPES = {
    "u": IDENTITY_ESCAPES | {"-"},
    "v": IDENTITY_ESCAPES | frozenset("&-!#%,:;<=>@`~"),
}

# What the stack of the renderer's main thread holds: the 1,729th `[` overflows it, or the 1,517th if each is an operand
# of `&&` or `--`. Measured, and alike in a script and for the attribute.
_DEEPEST_CLASS = 1_728


class _Operand(NamedTuple):
    """What stands in a class: one character, or a set that may contain strings."""

    character: int | None = None
    has_strings: bool = False


@dataclass(slots=True)
class _ClassSet:
    """An open class of the flag `v`."""

    start: int
    is_negated: bool
    awaits_operand: bool
    operation: str = ""  # "&&", "--" or "union", known once the first operand is read
    character: int | None = None  # the last operand, if it may begin a range
    hyphen: int | None = None  # where the hyphen is, if the last operand begins a range
    has_strings: bool = False

    def add(self, operand: _Operand) -> None:
        if self.hyphen is None:
            self.character = operand.character
        else:
            _check_range(self.character, operand.character, self.hyphen)
            self.character = self.hyphen = None
        if self.operation == "&&":
            self.has_strings &= operand.has_strings
        elif self.operation != "--":
            self.has_strings |= operand.has_strings
        self.awaits_operand = False


def _check_range(first: int | None, last: int | None, hyphen: int) -> None:
    if first is None or last is None:
        raise InvalidPatternError(hyphen, "Invalid character class")
    if first > last:
        raise InvalidPatternError(hyphen, "Range out of order in character class")


def read_class(cursor: Cursor) -> None:
    """Read a class, with those nested in it."""
    if cursor.flag == "v":
        _class_set(cursor)
    else:
        _class_ranges(cursor)


def _class_ranges(cursor: Cursor) -> None:
    """Read a class of the flag `u`."""
    start = cursor.at
    cursor.at += 2 if cursor.peek(1) == "^" else 1
    while (char := cursor.peek()) != "]":
        if not char:
            raise InvalidPatternError(start, "Unterminated character class")
        first = _class_atom(cursor)
        if cursor.peek() == "-" and cursor.peek(1) not in {"", "]"}:
            hyphen = cursor.at
            cursor.at += 1
            _check_range(first, _class_atom(cursor), hyphen)
    cursor.at += 1


def _class_atom(cursor: Cursor) -> int | None:
    """Read what stands in a class of the flag `u`; return its code point if it is one character."""
    if cursor.peek() == "\\":
        return _class_escape(cursor).character
    cursor.at += 1
    return ord(cursor.peek(-1))


def _class_escape(cursor: Cursor) -> _Operand:
    match cursor.peek(1):
        case "d" | "D" | "s" | "S" | "w" | "W":
            cursor.at += 2
            return _Operand()
        case "p" | "P":
            return _Operand(has_strings=cursor.property_escape("Invalid property name in character class"))
        case "q" if cursor.flag == "v":
            return _Operand(has_strings=_class_strings(cursor))
        case _:
            return _Operand(_class_character_escape(cursor))


def _class_character_escape(cursor: Cursor) -> int:
    if cursor.peek(1) == "b":
        cursor.at += 2
        return 0x08
    return cursor.character_escape(_CLASS_ESCAPES[cursor.flag])


def _class_set(cursor: Cursor) -> None:
    """Read a class of the flag `v`, with those nested in it."""
    open_classes = [_open_class_set(cursor)]
    while open_classes:
        current = open_classes[-1]
        char = cursor.peek()
        if not char:
            raise InvalidPatternError(current.start, "Unterminated character class")
        if not current.awaits_operand and char != "]":
            _class_set_operator(cursor, current)
        elif not current.awaits_operand:
            cursor.at += 1
            if current.is_negated and current.has_strings:
                raise InvalidPatternError(current.start, "Negated character class may contain strings")
            open_classes.pop()
            if open_classes:
                open_classes[-1].add(_Operand(has_strings=current.has_strings))
        elif char == "[":
            if len(open_classes) == _DEEPEST_CLASS:
                raise InvalidPatternError(cursor.at, "Maximum call stack size exceeded")
            open_classes.append(_open_class_set(cursor))
        elif char == "\\":
            current.add(_class_escape(cursor))
        elif char == "]" and current.hyphen is not None:
            raise InvalidPatternError(current.hyphen, "Invalid character in character class")
        else:
            current.add(_Operand(_class_set_character(cursor)))


def _open_class_set(cursor: Cursor) -> _ClassSet:
    start = cursor.at
    is_negated = cursor.peek(1) == "^"
    cursor.at += 2 if is_negated else 1
    return _ClassSet(start, is_negated, awaits_operand=cursor.peek() != "]")


def _class_set_operator(cursor: Cursor, current: _ClassSet) -> None:
    """Read `&&`, `--`, the hyphen of a range, or nothing between the operands of a union."""
    start = cursor.at
    pair = cursor.text[start : start + 2]
    current.awaits_operand = True
    if not current.operation:
        current.operation = pair if pair in {"&&", "--"} else "union"
        if pair == "--" and current.is_negated and current.has_strings:
            raise InvalidPatternError(current.start, "Negated character class may contain strings")
    if current.operation != "union":
        if pair != current.operation:
            raise InvalidPatternError(start, "Invalid set operation in character class")
        cursor.at += 2
        if pair == "&&" and cursor.peek() == "&":
            raise InvalidPatternError(cursor.at, "Invalid character in character class")
    elif pair == "--":
        raise InvalidPatternError(start, "Invalid set operation in character class")
    elif pair[0] == "-":
        if current.character is None and len(pair) == 2:
            raise InvalidPatternError(start, "Invalid character class")
        current.hyphen = start
        cursor.at += 1


def _class_set_character(cursor: Cursor) -> int:
    char = cursor.peek()
    if char == "\\":
        return _class_character_escape(cursor)
    if char in CLASS_SET_SYNTAX_CHARACTERS:
        raise InvalidPatternError(cursor.at, "Invalid character in character class")
    if char in CLASS_SET_DOUBLE_PUNCTUATORS and char == cursor.peek(1):
        raise InvalidPatternError(cursor.at, "Invalid set operation in character class")
    cursor.at += 1
    return ord(char)


def _class_strings(cursor: Cursor) -> bool:
    r"""Read `\q{…}`; say whether an alternative is other than one character."""
    if cursor.peek(2) != "{":
        raise InvalidPatternError(cursor.at, "Invalid escape")
    cursor.at += 3
    lengths = [0]
    while (char := cursor.peek()) and char != "}":
        if char == "|":
            lengths.append(0)
            cursor.at += 1
        else:
            _class_set_character(cursor)
            lengths[-1] += 1
    cursor.at += 1
    return any(length != 1 for length in lengths)

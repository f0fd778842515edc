"""The numbers of HTML controls as Chromium reads and prints them.

Blink parses `min`, `max`, `step` and `value` into a decimal of at most 18 digits and does its arithmetic there; only the
schema's JSON text goes through doubles. Each step rounds in its own way, so none can be replaced by Python's own numbers.
"""

import re
from dataclasses import dataclass

from webmcp_lint.syntax.numerals import js_number

_DIGITS = 18
_LARGEST_COEFFICIENT = 10**_DIGITS - 1
_LARGEST_EXPONENT = 1023
_UINT64 = 2**64 - 1
_DOUBLE_DIGITS = 15

_NUMBER = re.compile(r"(-?)([0-9]*)(\.?)([0-9]*)(?:[eE]([+-]?)([0-9]+))?")


@dataclass(frozen=True, slots=True)
class Decimal18:
    """The finite decimal `sign * coefficient * 10**exponent` with at most 18 digits."""

    sign: int
    coefficient: int
    exponent: int


@dataclass(frozen=True, slots=True)
class NumberConstraints:
    """What a number property of a schema states; None stands for an absent keyword."""

    minimum: int | float | None
    maximum: int | float | None
    multiple_of: int | float | None


_ZERO = Decimal18(1, 0, 0)
_ONE = Decimal18(1, 1, 0)
_HUNDRED = Decimal18(1, 100, 0)
_THOUSAND = Decimal18(1, 1000, 0)
_LARGEST_DOUBLE = 17976931348623157 * 10**292


def parse_decimal(text: str) -> Decimal18 | None:
    """Read a control's attribute as Blink does; None when it is no finite number of a double's range."""
    match = _NUMBER.match(text)
    if match is None:  # pragma: no cover - every part is optional
        return None
    minus, integer, dot, fraction, exponent_sign, exponent_digits = match.groups()
    if not (integer or dot):
        return None
    kept, exponent = _take_digits(integer.lstrip("0"), fraction)
    coefficient = int(kept or "0")
    if exponent_digits is None:
        if match.end() != len(text) or (dot and not fraction):
            return None
    else:
        written = exponent_digits.lstrip("0")
        if len(written) > 4 or int(written or "0") > _LARGEST_EXPONENT + _DIGITS:
            # Blink stops reading here, whatever follows: `1e-2000px` is 0.
            return None if coefficient and exponent_sign != "-" else _ZERO
        if match.end() != len(text):
            return None
        exponent += int(written or "0") * (-1 if exponent_sign == "-" else 1)
    if exponent < -_LARGEST_EXPONENT:
        return _ZERO
    excess = exponent - _LARGEST_EXPONENT + 1
    if excess > 0:
        # Only the digits before the point are counted here, so the product below can wrap around.
        if excess + len(integer.lstrip("0")[:_DIGITS]) > _DIGITS:
            return None
        coefficient = coefficient * 10**excess & _UINT64
        exponent -= excess
    value = _decimal(-1 if minus else 1, coefficient, exponent)
    if value is None or value.coefficient * 10 ** max(value.exponent, 0) > _LARGEST_DOUBLE:
        return None
    return value if value.coefficient else _ZERO


def remainder_is_zero(base: Decimal18, step: Decimal18) -> bool:
    """Whether Blink's decimal remainder of `base` by `step` (not zero) is zero."""
    quotient = _quotient(base, step)
    if quotient is None:
        return False
    whole = quotient
    if quotient.exponent < 0:
        whole = Decimal18(quotient.sign, quotient.coefficient // 10**-quotient.exponent, 0)
    multiple = _product(whole, step)
    if multiple is None:
        return False
    left, right = _aligned(base, multiple)
    return base.sign * left == multiple.sign * right


def to_json(value: Decimal18) -> int | float:
    """Return what `JSON.parse` yields for a number of a schema: an int where JavaScript prints one, else a float."""
    printed = js_number(float(_text(value)))
    again = parse_decimal(printed)
    if again is None:  # pragma: no cover - a double's own text is in a double's range
        return float(printed)
    number = js_number(float(_text(again)))
    return int(number) if number.lstrip("-").isdigit() else float(number)


def number_constraints(
    *, minimum: str | None, maximum: str | None, step: str | None, value: str | None
) -> NumberConstraints:
    """Return what `<input type=number>` with these attributes (None when absent) states in its schema."""
    low = _parse(minimum)
    high = _parse(maximum)
    base = low or _parse(value) or _ZERO
    multiple_of = None if step is not None and _is_any(step) else _multiple_of(base, step)
    return NumberConstraints(
        minimum=None if low is None else to_json(low),
        maximum=None if high is None else to_json(high),
        multiple_of=multiple_of,
    )


def range_constraints(
    *, minimum: str | None, maximum: str | None, step: str | None, value: str | None
) -> NumberConstraints:
    """Return what `<input type=range>` with these attributes (None when absent) states in its schema."""
    parsed = _parse(minimum)
    low = parsed or _ZERO
    high = _parse(maximum) or _HUNDRED
    base = parsed or _parse(value) or _ZERO
    return NumberConstraints(
        minimum=to_json(low),
        maximum=to_json(high if _at_least(high, low) else low),
        multiple_of=_multiple_of(base, step),
    )


def step_milliseconds(step: str | None) -> int:
    """Return the step of `<input type=time>` or `datetime-local` in whole milliseconds, at least 1."""
    seconds = _parse(step)
    if seconds is None or seconds.sign < 0 or not seconds.coefficient:
        return 60_000
    scaled = _product(seconds, _THOUSAND)
    if scaled is None:  # pragma: no cover - a double's range times 1000 is far inside the decimal's
        return 60_000
    tenths: int = scaled.coefficient * 10 ** (max(scaled.exponent, 0) + 1) // 10 ** max(-scaled.exponent, 0)
    return max(1, (tenths + 5) // 10)


def _parse(attribute: str | None) -> Decimal18 | None:
    return None if attribute is None else parse_decimal(attribute)


def _is_any(step: str) -> bool:
    return step.isascii() and step.lower() == "any"


def _multiple_of(base: Decimal18, step: str | None) -> int | float | None:
    parsed = _parse(step)
    usable = parsed if parsed is not None and parsed.sign > 0 and parsed.coefficient else _ONE
    return to_json(usable) if remainder_is_zero(base, usable) else None


def _take_digits(integer: str, fraction: str) -> tuple[str, int]:
    """Fill the 18 slots from the left: surplus integer digits raise the exponent, surplus fraction digits are lost."""
    kept_integer = integer[:_DIGITS]
    kept_fraction = fraction[: _DIGITS - len(kept_integer)]
    return kept_integer + kept_fraction, len(integer) - len(kept_integer) - len(kept_fraction)


def _decimal(sign: int, coefficient: int, exponent: int) -> Decimal18 | None:
    """Cut a result down to 18 digits; None is infinity, and what lies below the smallest exponent is zero."""
    if -_LARGEST_EXPONENT <= exponent <= _LARGEST_EXPONENT:
        while coefficient > _LARGEST_COEFFICIENT:
            coefficient //= 10
            exponent += 1
    if exponent > _LARGEST_EXPONENT:
        return None
    if exponent < -_LARGEST_EXPONENT:
        return _ZERO
    return Decimal18(sign, coefficient, exponent)


def _quotient(left: Decimal18, right: Decimal18) -> Decimal18 | None:
    """Long division to 18 digits; the last one is rounded up when the rest exceeds half of the divisor."""
    sign = left.sign * right.sign
    exponent = left.exponent - right.exponent
    if not left.coefficient:
        return _decimal(sign, 0, exponent)
    remainder, divisor, result = left.coefficient, right.coefficient, 0
    while remainder:
        while remainder < divisor and result < _LARGEST_COEFFICIENT // 10:
            remainder *= 10
            result *= 10
            exponent -= 1
        digit = remainder // divisor
        if not digit or result > _LARGEST_COEFFICIENT - digit:
            break
        result += digit
        remainder %= divisor
    if remainder > divisor // 2:
        result += 1
    return _decimal(sign, result, exponent)


def _product(left: Decimal18, right: Decimal18) -> Decimal18 | None:
    coefficient = left.coefficient * right.coefficient
    exponent = left.exponent + right.exponent
    while coefficient > _UINT64:
        coefficient //= 10
        exponent += 1
    return _decimal(left.sign * right.sign, coefficient, exponent)


def _aligned(left: Decimal18, right: Decimal18) -> tuple[int, int]:
    """Bring two coefficients to one exponent; the smaller number loses the digits that 18 can't hold."""
    if left.exponent < right.exponent:
        return _aligned(right, left)[::-1]
    shift = left.exponent - right.exponent
    if not left.coefficient:
        return 0, right.coefficient
    overflow = max(0, len(str(left.coefficient)) + shift - _DIGITS)
    return left.coefficient * 10 ** (shift - overflow), right.coefficient // 10**overflow


def _at_least(left: Decimal18, right: Decimal18) -> bool:
    this, other = _aligned(left, right)
    return left.sign * this >= right.sign * other


def _text(value: Decimal18) -> str:
    """Print a decimal; with a negative exponent only 15 digits stay, rounded by the last one dropped."""
    coefficient, exponent = value.coefficient, value.exponent
    if exponent < 0:
        dropped = 0
        while coefficient >= 10**_DOUBLE_DIGITS:
            coefficient, dropped = divmod(coefficient, 10)
            exponent += 1
        if dropped >= 5:
            coefficient += 1
    return f"{'-' if value.sign < 0 else ''}{coefficient}e{exponent}"

"""How JavaScript writes numbers."""


def js_number(value: float) -> str:
    """Print a finite number as JavaScript's `Number::toString` does (ECMA-262, 6.1.6.1.20)."""
    mantissa, _, written_exponent = repr(float(value)).lstrip("-").partition("e")
    integer, _, fraction = mantissa.partition(".")
    digits = (integer + fraction).lstrip("0")
    point = len(integer) + int(written_exponent or "0") - (len(integer + fraction) - len(digits))
    digits = digits.rstrip("0")
    if not digits:
        return "0"
    sign = "-" if value < 0 else ""
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    head = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
    return f"{sign}{head}e{point - 1:+d}"

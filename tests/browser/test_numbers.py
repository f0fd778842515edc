"""The numbers of HTML controls: tables of what Chromium does, and the browser itself."""

import html
import json
import os
import random
import secrets

import pytest

from tests.browser.harness import Chromium
from webmcp_lint.browser.numbers import (
    Decimal18,
    NumberConstraints,
    number_constraints,
    parse_decimal,
    range_constraints,
    remainder_is_zero,
    step_milliseconds,
    to_json,
)
from webmcp_lint.syntax.numerals import js_number


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5", Decimal18(1, 5, 0)),
        ("-5.0", Decimal18(-1, 50, -1)),
        ("007", Decimal18(1, 7, 0)),
        (".5", Decimal18(1, 5, -1)),
        ("1.e3", Decimal18(1, 1, 3)),
        (".e3", Decimal18(1, 0, 0)),
        ("-0", Decimal18(1, 0, 0)),
        ("1E+2", Decimal18(1, 1, 2)),
        ("12345678901234567890", Decimal18(1, 123456789012345678, 2)),
        ("0.00012345678901234567890", Decimal18(1, 123456789012345, -18)),
        ("1.7976931348623157e308", Decimal18(1, 17976931348623157, 292)),
        ("1e-1023", Decimal18(1, 1, -1023)),
        ("1e-1024", Decimal18(1, 0, 0)),
        ("0e1042", Decimal18(1, 0, 0)),
        ("1e-2000px", Decimal18(1, 0, 0)),
        ("18014398.509481984e1041", Decimal18(1, 0, 0)),
        ("1e" + "0" * 10_000 + "2", Decimal18(1, 1, 2)),
        ("-1e-" + "9" * 10_000, Decimal18(1, 0, 0)),
    ],
)
def test_what_is_a_number(text: str, expected: Decimal18) -> None:
    assert parse_decimal(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", ".", "-.", "e5", "+5", " 5", "5 ", "5\n", "5.", "1e", "1e+", "0x10", "1,5", "--1", "1.2.3", "5px"),
        *("Infinity", "NaN", "1.7976931348623158e308", "1e1042", "-1e400", "0e1041", "\u0663", "1e-1px"),
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert parse_decimal(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-0", "0"),
        ("1.50", "1.5"),
        ("2.0", "2"),
        ("9007199254740993", "9007199254740992"),
        ("12345678901234567890", "12345678901234567000"),
        ("0.30000000000000004", "0.3"),
        ("0.1234567890123456789", "0.123456789012346"),
        ("0.0000219825300152625", "2.1982530015262e-05"),
        ("1e20", "100000000000000000000"),
        ("1e21", "1e+21"),
        ("1e-7", "1e-07"),
        ("4.9e-324", "5e-324"),
        ("-1e-400", "0"),
    ],
)
def test_what_the_schema_says(text: str, expected: str) -> None:
    value = parse_decimal(text)
    assert value is not None
    assert json.dumps(to_json(value)) == expected


@pytest.mark.parametrize(
    ("base", "step", "expected"),
    [
        ("0", "3", True),
        ("0.3", "0.1", True),
        ("-0.3", "0.1", True),
        ("-7", "3.5", True),
        ("2", "1.5", False),
        ("1e-400", "1", False),
        ("1e300", "1e-300", True),
    ],
)
def test_whether_a_step_divides_its_base(base: str, step: str, *, expected: bool) -> None:
    dividend, divisor = parse_decimal(base), parse_decimal(step)
    assert dividend is not None and divisor is not None
    assert remainder_is_zero(dividend, divisor) is expected


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0, "0"),
        (-0.0, "0"),
        (1.0, "1"),
        (-12.5, "-12.5"),
        (100, "100"),
        (2**53, "9007199254740992"),
        (123456789012345680000, "123456789012345680000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (-1.25e22, "-1.25e+22"),
        (0.1, "0.1"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_how_javascript_prints_a_number(value: float, printed: str) -> None:
    assert js_number(value) == printed


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({}, NumberConstraints(None, None, 1)),
        ({"minimum": "5", "maximum": "1"}, NumberConstraints(5, 1, 1)),
        ({"minimum": "0", "step": "ANY"}, NumberConstraints(0, None, None)),
        ({"step": "-2"}, NumberConstraints(None, None, 1)),
        ({"minimum": "foo", "value": "2", "step": "4"}, NumberConstraints(None, None, None)),
        ({"minimum": "0", "value": "2", "step": "4"}, NumberConstraints(0, None, 4)),
        ({"minimum": "0.9", "step": "0.3"}, NumberConstraints(0.9, None, 0.3)),
        ({"minimum": "1e-400"}, NumberConstraints(0, None, None)),
    ],
)
def test_number_control(attributes: dict[str, str], expected: NumberConstraints) -> None:
    absent: dict[str, str | None] = dict.fromkeys(("minimum", "maximum", "step", "value"))
    assert number_constraints(**{**absent, **attributes}) == expected


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ({}, NumberConstraints(0, 100, 1)),
        ({"minimum": "5", "maximum": "1"}, NumberConstraints(5, 5, 1)),
        ({"minimum": "1e3"}, NumberConstraints(1000, 1000, 1)),
        ({"maximum": "-5"}, NumberConstraints(0, 0, 1)),
        ({"step": "any"}, NumberConstraints(0, 100, 1)),
        ({"minimum": "0.5"}, NumberConstraints(0.5, 100, None)),
    ],
)
def test_range_control(attributes: dict[str, str], expected: NumberConstraints) -> None:
    absent: dict[str, str | None] = dict.fromkeys(("minimum", "maximum", "step", "value"))
    assert range_constraints(**{**absent, **attributes}) == expected


@pytest.mark.parametrize(
    ("step", "milliseconds"),
    [
        (None, 60_000),
        ("any", 60_000),
        ("0", 60_000),
        ("-1", 60_000),
        (" 1", 60_000),
        ("1", 1000),
        ("0.9994", 999),
        ("0.9995", 1000),
        ("59.9996", 60_000),
        ("1e-9", 1),
        ("1e20", 10**23),
    ],
)
def test_step_of_a_time(step: str | None, milliseconds: int) -> None:
    assert step_milliseconds(step) == milliseconds


_PAGES = 200
_CONTROLS = 110
_EXPONENTS = (
    1,
    2,
    3,
    5,
    7,
    10,
    17,
    18,
    20,
    21,
    22,
    290,
    300,
    305,
    308,
    320,
    400,
    1000,
    1022,
    1023,
    1024,
    1030,
    1041,
    1042,
)
_PLAIN = ("0", "1", "2", "5", "10", "100", "0.1", "0.25", "0.5", "0.01", "1.5", ".5", "-1", "1e3", "1E-2")
_ODD = (
    "",
    "any",
    "ANY",
    "-",
    ".",
    "-.",
    "5.",
    "+5",
    " 5",
    "5 ",
    "1e",
    "1e+",
    "e5",
    ".e3",
    "1.e3",
    "0x10",
    "1,5",
    "--1",
)
_EDGES = (
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "4.9e-324",
    "999999999999999999",
    "9007199254740993",
    "12345678901234567.0",
    "18014398.509481984e1041",
    "0e1041",
    "1e-2000px",
    "-0",
)
_TIME_TAILS = {"": 60_000, "(:[0-5][0-9])?": 1000, r"(:[0-5][0-9](\.[0-9]{1,3})?)?": 0}


@pytest.mark.browser
def test_chromium_reads_the_same_numbers(chromium: Chromium) -> None:
    seed = os.environ.get("WEBMCP_LINT_SEED") or secrets.token_hex(4)
    print(f"WEBMCP_LINT_SEED={seed}, Chromium {chromium.version}")  # noqa: T201 - shown with a failure
    rng = random.Random(seed)
    pages = [[_random_control(rng) for _ in range(_CONTROLS)] for _ in range(_PAGES)]
    answers = chromium.ask(map(_page, pages))
    differences = [
        f"{_tag(control, 0)}: Chromium {theirs}, here {ours}"
        for controls, answer in zip(pages, answers, strict=True)
        for control, schema in zip(controls, answer.tools[0]["inputSchema"]["properties"].values(), strict=True)
        if (theirs := _stated(schema)) != (ours := _expected(control))
    ]
    assert not differences, f"{len(differences)} of {_PAGES * _CONTROLS} differ:\n" + "\n".join(differences[:20])


def _page(controls: list[dict[str, str]]) -> str:
    tags = "".join(_tag(control, number) for number, control in enumerate(controls))
    return f"<!doctype html><form toolname=t tooldescription=d>{tags}</form>"


def _tag(control: dict[str, str], number: int) -> str:
    attributes = " ".join(f'{name}="{html.escape(value)}"' for name, value in control.items())
    return f"<input name=n{number} {attributes}>"


def _stated(schema: dict[str, object]) -> str:
    if "format" in schema:
        return str(schema["format"]).removeprefix("^([01][0-9]|2[0-3]):[0-5][0-9]").removesuffix("$")
    return json.dumps([schema.get(keyword) for keyword in ("minimum", "maximum", "multipleOf")])


def _expected(control: dict[str, str]) -> str:
    if control["type"] == "time":
        step = step_milliseconds(control.get("step"))
        return next(tail for tail, least in _TIME_TAILS.items() if step >= least)
    constraints = number_constraints if control["type"] == "number" else range_constraints
    stated = constraints(
        minimum=control.get("min"), maximum=control.get("max"), step=control.get("step"), value=control.get("value")
    )
    return json.dumps([stated.minimum, stated.maximum, stated.multiple_of])


def _random_control(rng: random.Random) -> dict[str, str]:
    control = {"type": rng.choices(("number", "range", "time"), (10, 10, 1))[0]}
    for name in ("min", "max", "step", "value"):
        if rng.random() < 0.6:
            control[name] = _random_text(rng)
    if control["type"] == "time" and "step" in control and rng.random() < 0.6:
        control["step"] = f"{rng.choice((1, 60, 0.001)) + rng.choice((0, 1, -1)) * 10 ** -rng.randint(2, 6):.7f}"
    elif "min" in control and rng.random() < 0.2:
        control["step"] = _divisor(rng, control["min"])
    return control


def _random_text(rng: random.Random) -> str:
    match rng.randrange(10):
        case 0 | 1 | 2:
            return rng.choice(_PLAIN)
        case 3:
            return rng.choice(_ODD)
        case 4:
            return rng.choice(_EDGES)
    text = rng.choice(("", "", "", "-")) + "0" * rng.choice((0, 0, 0, 1, 3)) + _digits(rng, rng.randint(1, 23))
    if rng.random() < 0.5:
        text += "." + "0" * rng.choice((0, 0, 0, 2, 6)) + _digits(rng, rng.randint(0, 23))
    if rng.random() < 0.3:
        text += rng.choice("eE") + rng.choice(("", "+", "-", "-")) + str(rng.choice(_EXPONENTS))
    return text


def _divisor(rng: random.Random, text: str) -> str:
    """Make a step that often divides a base: the base itself, or it without its last digit or its fraction."""
    return rng.choice((text, text.lstrip("-"), text[:-1], text.partition(".")[0], f"{text}0"))


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))

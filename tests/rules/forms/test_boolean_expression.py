"""Which expressions yield `false` by their form."""

from __future__ import annotations

import pytest

from webmcp_lint.rules.forms.boolean_expression import MAX_LENGTH, parse_expression, yields_false


@pytest.mark.parametrize(
    "expression",
    [
        "false",
        "!restricted",
        "!!ready",
        "!a.b(c)",
        "(!(x))",
        "a && b",
        "!a && ''",
        "a === b",
        "items.length > 0",
        "'x' in y",
        "a || !b",
        "cond ? true : false",
        "Boolean(x)",
        "!x! && y",
    ],
)
def test_yields_false(expression: str) -> None:
    tree = parse_expression(expression)
    assert tree is not None
    assert yields_false(tree)


@pytest.mark.parametrize(
    "expression",
    [
        "true",
        "auto",
        "isAuto()",
        "a?.b",
        "a | async",
        "a && ''",
        "user && undefined",
        "cond ? '' : undefined",
        "a > b ? '' : null",
        "a ?? false",
        "() => !a",
        "!a + 1",
        "'false'",
    ],
)
def test_may_be_anything_else(expression: str) -> None:
    tree = parse_expression(expression)
    assert tree is not None
    assert not yields_false(tree)


@pytest.mark.parametrize("expression", ["", " ", "}", "a; b", "'", "(" * 200, "!" * MAX_LENGTH, "!x" * MAX_LENGTH])
def test_is_no_expression(expression: str) -> None:
    assert parse_expression(expression) is None

"""Which expressions yield `false` by their form."""

from __future__ import annotations

import pytest

from webmcp_lint.site.boolean_expressions import MAX_LENGTH, read_expression


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
    found = read_expression(expression)
    assert found is not None
    assert found.yields_false


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
    found = read_expression(expression)
    assert found is not None
    assert not found.yields_false


@pytest.mark.parametrize("expression", ["", " ", "}", "a; b", "'", "(" * 200, "!" * MAX_LENGTH, "!x" * MAX_LENGTH])
def test_is_no_expression(expression: str) -> None:
    assert read_expression(expression) is None

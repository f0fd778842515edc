"""What operators make of values, known and unknown."""

from __future__ import annotations

import pytest

from tests.program.reading import answers

OPERATORS = [
    ("'a' + 'b' + 1", '"ab1"'),
    ("1 + 2 + 'a'", '"3a"'),
    ("1 + true", "⟨arithmetic⟩"),
    ("[1] + 'a'", "⟨text that is not a literal⟩"),
    ("'a' + x()", "⟨text that is not a literal⟩"),
    ("(x ? 'a' : 'b') + '!'", '"a!" | "b!"'),
    ("7 - 2 * 3", "1"),
    ("7 / 2", "3.5"),
    ("7 % 4", "3"),
    ("-7 % 4", "-3"),
    ("2 ** 10", "1024"),
    ("1 / 0", "⟨arithmetic⟩"),
    ("60 * 1000", "60000"),
    ("1 << 4", "16"),
    ("6 & 3", "2"),
    ("6 | 3", "7"),
    ("~1", "-2"),
    ("x ? 1 : 2", "1 | 2"),
    ("true ? 1 : 2", "1"),
    ("'' ? 1 : 2", "2"),
    ("x ? 1 : 1", "1"),
    ("0 || 1", "1"),
    ("'a' || 1", '"a"'),
    ("x || 1", "external :x | 1"),
    ("0 ?? 1", "0"),
    ("null ?? 1", "1"),
    ("0 && 1", "0"),
    ("1 && 2", "2"),
    ("!0", "true"),
    ("!x", "⟨a test⟩"),
    ("!!{}", "true"),
    ("typeof 'a'", '"string"'),
    ("typeof null", '"object"'),
    ("typeof (() => 1)", '"function"'),
    ("typeof x", "⟨a test of a type⟩"),
    ("1 === 1", "true"),
    ("'1' === 1", "false"),
    ("'1' == 1", "⟨a comparison⟩"),
    ("null == undefined", "true"),
    ("null === undefined", "false"),
    ("'a' !== 'b'", "true"),
    ("1 < 2", "true"),
    ("'a' < 'b'", "true"),
    ("'a' in {a: 1}", "true"),
    ("'b' in {a: 1}", "false"),
    ("'b' in {a: 1, ...x()}", "⟨a test of what an object is⟩"),
    ("x instanceof Y", "⟨a test of what an object is⟩"),
]


@pytest.mark.parametrize(("source", "expected"), OPERATORS)
def test_an_operation_is(source: str, expected: str) -> None:
    assert answers(f"answer({source})") == [expected]

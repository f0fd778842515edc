"""The words of names."""

from __future__ import annotations

import pytest

from webmcp_lint.site.names import words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("getHTMLPage2", ["get", "html", "page", "2"]),
        ("get-html_page.2", ["get", "html", "page", "2"]),
        ("user[new_password]", ["user", "new", "password"]),
        ("URL", ["url"]),
        ("SSN", ["ssn"]),
        ("", []),
        ("名前", []),
    ],
)
def test_words(name: str, expected: list[str]) -> None:
    assert words(name) == expected

from __future__ import annotations

import pytest

from webmcp_lint.linter import lint
from webmcp_lint.settings import Settings
from webmcp_lint.site.page import read_page
from webmcp_lint.source import SourceFile


def found(length: int, *clients: str) -> list[tuple[str, str, int]]:
    page = f'<form toolname="find" tooldescription="{"n" * length}"></form>'
    settings = Settings(selected=frozenset({"long-description"}), clients=frozenset(clients))
    return [
        (str(each.level), each.finding.label, len(each.location.text))
        for each in lint(read_page(SourceFile("page.html", page)), settings)
    ]


@pytest.mark.parametrize(
    ("length", "clients", "expected"),
    [
        (500, ["chrome"], []),
        (501, ["chrome"], [("note", "past the 500 that Chrome advises", 1)]),
        (1025, ["chrome"], [("note", "past the 500 that Chrome advises; OpenAI would refuse the tool", 525)]),
        (1024, ["openai"], []),
        (1025, ["openai", "chrome"], [("error", "OpenAI refuses the tool beyond 1,024", 1)]),
        (2048, ["claude"], []),
        (2049, ["claude"], [("warning", "Claude drops what stands from here on", 1)]),
        (2049, ["claude", "openai"], [("error", "OpenAI refuses the tool beyond 1,024", 1025)]),
        (9999, ["gemini"], []),
    ],
)
def test_each_client_has_its_budget(length: int, clients: list[str], expected: list[tuple[str, str, int]]) -> None:
    assert found(length, *clients) == expected

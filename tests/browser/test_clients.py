"""The limits of clients: each has its evidence, and the names at their edges fall on the right side."""

from __future__ import annotations

from dataclasses import fields

import pytest

from webmcp_lint.browser.clients import CLIENTS, Client, titles
from webmcp_lint.browser.forms import NAME


@pytest.mark.parametrize("client", CLIENTS.values(), ids=lambda client: client.title)
def test_every_limit_has_its_evidence_and_no_evidence_is_left_over(client: Client) -> None:
    limits = {
        field.name
        for field in fields(client)
        if field.name not in {"title", "evidence"} and getattr(client, field.name) is not None
    }
    assert limits == client.evidence.keys()
    assert all(client.evidence.values())


@pytest.mark.parametrize(
    ("name", "takers"),
    [
        ("add_to-cart2", {"chrome", "openai", "claude", "gemini"}),
        ("cart.add", {"chrome", "gemini"}),
        ("2fa", {"chrome", "openai", "claude"}),
        ("-cart", {"chrome", "openai", "claude"}),
        ("_cart", {"chrome", "openai", "claude", "gemini"}),
        ("a" * 64, {"chrome", "openai", "claude", "gemini"}),
        ("a" * 65, {"chrome"}),
        ("a" * 129, set()),
        ("a\n", set()),
        ("añadir", set()),
        ("", set()),
    ],
)
def test_tool_names(name: str, takers: set[str]) -> None:
    assert {key for key, client in CLIENTS.items() if client.takes_tool_name(name)} == takers


@pytest.mark.parametrize(
    ("name", "is_taken"),
    [("user_name", True), ("user.name", True), ("a" * 64, True), ("a" * 65, False)]
    + [(name, False) for name in ("", "user[name]", "items[]", "$top", "a b", "é")],
)
def test_parameter_names_of_claude(name: str, *, is_taken: bool) -> None:
    assert CLIENTS["claude"].takes_parameter_name(name) is is_taken
    assert CLIENTS["openai"].takes_parameter_name(name)


def test_chrome_takes_what_the_browser_takes() -> None:
    tool_name = CLIENTS["chrome"].tool_name
    assert tool_name is not None
    assert tool_name.pattern.pattern == NAME.pattern


def test_titles() -> None:
    openai, claude, gemini = (CLIENTS[name] for name in ("openai", "claude", "gemini"))
    assert titles([openai]) == "OpenAI"
    assert titles([openai, claude]) == "OpenAI and Claude"
    assert titles([openai, claude, gemini]) == "OpenAI, Claude and Gemini"

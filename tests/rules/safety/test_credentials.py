"""The keys are put together here, so that no scanner takes this file for a leak."""

from __future__ import annotations

import base64
import json
import zlib
from random import Random

import pytest

from webmcp_lint.rules.safety.credentials import credentials

BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def drawn(length: int, alphabet: str = BASE62) -> str:
    source = Random(11)
    return "".join(source.choice(alphabet) for _ in range(length))


def checked(prefix: str) -> str:
    body = drawn(30)
    value, check = zlib.crc32(body.encode()), ""
    for _ in range(6):
        value, digit = divmod(value, 62)
        check = BASE62[digit] + check
    return prefix + body + check


def encoded(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def titles(text: str) -> list[str]:
    return [found.title for found in credentials(text)]


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("AKIA" + drawn(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"), "an AWS access key"),
        ("sk-ant-" + "api03-" + drawn(93), "an Anthropic API key"),
        ("sk-" + "proj-" + drawn(40) + "T3BlbkFJ" + drawn(40), "an OpenAI API key"),
        ("sk_" + "live_" + drawn(24), "a Stripe secret key"),
        ("AIza" + drawn(35), "a Google API key"),
        (checked("ghp_"), "a GitHub token"),
        (checked("npm_"), "an npm token"),
        ("glpat-" + drawn(20), "a GitLab token"),
        ("shpat_" + drawn(32, "0123456789abcdef"), "a Shopify access token"),
        (f"{encoded({'alg': 'HS256'})}.{encoded({'sub': 'clerk'})}.{drawn(43)}", "a JSON Web Token"),
        ("-----BEGIN " + "PRIVATE KEY-----\n" + drawn(64), "a private key"),
        (f"postgres://clerk:{drawn(12)}@db.example.org", "a password in an address"),
    ],
)
def test_a_key_is_recognised(key: str, title: str) -> None:
    assert titles(f"Sent with {key}") == [title]


@pytest.mark.parametrize(
    "text",
    [
        "AKIAIOSFODNN7EXAMPLE",
        "sk_live_xxxxxxxxxxxxxxxxxxxxxxxx",
        "AIza" + "X" * 35,
        "pk_" + "live_" + drawn(24),
        "ghp_" + drawn(36),
        f"{encoded({'alg': 'HS256'})}.{encoded({'sub': '1234567890'})}.{drawn(43)}",
        f"{encoded(['alg'])}.{encoded({'sub': 'clerk'})}.{drawn(43)}",
        "eyJhbGciOiJ_____.eyJzdWIiOiJ4_____.aaaaaaaaaaaaaaaaaaaaa",
        "https://user:password@shop.example",
        "Write to me@shop.example: now",
    ],
)
def test_a_placeholder_is_none(text: str) -> None:
    assert titles(text) == []

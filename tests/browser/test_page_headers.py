"""What headers say to tools, and what tokens of origin trials say; the live tests ask Chromium the same table."""

from __future__ import annotations

import base64
import json
from datetime import date

import pytest

from webmcp_lint.browser.origin_trials import tokens
from webmcp_lint.browser.permissions_policy import blocks_tools, is_not_keyed

POLICIES = [
    ("tools=()", True),
    ("camera=(), tools=(), geolocation=()", True),
    ('tools=("https://other.example")', True),
    ('tools=("https://other.example" self)', False),
    ("tools=(self)", False),
    ("tools=(*)", False),
    ("tools=*", False),
    ("tools=self", False),
    ("camera=()", False),
    ("tools 'none'", False),
    ("tools=none", True),
    ("tools=(none)", True),
    ("tools=(self", False),
    ("Tools=()", False),
    ("tools=(), tools=*", False),
    ("tools=*, tools=()", True),
    ("tools=();report-to=x", True),
    ("tools=(),", False),
    ("tools=() camera=()", False),
    ("camera 'none', tools=()", False),
    ("tools", True),
    ("", False),
]


@pytest.mark.parametrize(("policy", "is_blocking"), POLICIES)
def test_policies(policy: str, *, is_blocking: bool) -> None:
    assert blocks_tools(policy) is is_blocking


@pytest.mark.parametrize(
    ("cluster", "is_shared"), [("?0", True), ("?0;a=1", True), ("?1", False), ("0", False), ("", False)]
)
def test_origin_agent_clusters(cluster: str, *, is_shared: bool) -> None:
    assert is_not_keyed(cluster) is is_shared


def token(payload: object, *, version: int = 3, length: int | None = None) -> str:
    text = json.dumps(payload).encode()
    size = len(text) if length is None else length
    return base64.b64encode(bytes([version]) + bytes(64) + size.to_bytes(4, "big") + text).decode()


ENDING = {"origin": "https://shop.example:443", "feature": "WebMCP", "expiry": 1794873600}


def test_a_token_tells_its_origin_and_its_end() -> None:
    (found,) = tokens(f"content='{token(ENDING)}'")
    assert (found.origin, found.is_for_webmcp, found.is_third_party) == ("https://shop.example:443", True, False)
    assert found.last_day == "17 November 2026"
    assert [found.is_expired(date(2026, 11, day)) for day in (16, 17)] == [False, True]
    assert [each.is_third_party for each in tokens(token({**ENDING, "isThirdParty": True}))] == [True]


@pytest.mark.parametrize(
    "text",
    [
        token(ENDING, version=1),
        token(ENDING, length=5),
        token([ENDING]),
        token({**ENDING, "expiry": "soon"}),
        token({**ENDING, "expiry": 1 << 40}),
        token(ENDING)[:-8],
        "A" * 400,
        "PASTE_YOUR_ORIGIN_TRIAL_TOKEN_HERE",
    ],
)
def test_no_tokens(text: str) -> None:
    assert list(tokens(text)) == []

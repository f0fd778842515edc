"""Tokens of origin trials: what a token says, without asking whether its signature is right."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

FEATURE: Final = "WebMCP"
"""What the trial of WebMCP is called; it ran in Chrome 149 to 156 (4163014905550602241)."""

TOKEN: Final = re.compile(r"(?<![A-Za-z0-9+/])A[A-Za-z0-9+/]{100,4000}={0,2}(?![A-Za-z0-9+/=])")
_VERSIONS: Final = frozenset({2, 3})
_SIGNATURE: Final = 64
_HEADER: Final = 1 + _SIGNATURE + 4
"""A byte for the version, the signature, and four bytes for the length of the JSON behind it."""


@dataclass(frozen=True, slots=True)
class Token:
    """A decoded token; `expiry` is in seconds since 1970."""

    origin: str
    feature: str
    expiry: int
    is_third_party: bool
    start: int
    end: int
    """Where it stands in the text it was found in."""

    @property
    def is_for_webmcp(self) -> bool:
        """Whether it is for the trial of WebMCP."""
        return self.feature == FEATURE

    def is_expired(self, today: date) -> bool:
        """Whether it has ended before a day begins in UTC."""
        return datetime(today.year, today.month, today.day, tzinfo=UTC).timestamp() >= self.expiry

    @property
    def last_day(self) -> str:
        """The day on which it ends, as in 17 November 2026."""
        ends = datetime.fromtimestamp(self.expiry, UTC)
        return f"{ends.day} {ends:%B %Y}"


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens in a text, whatever they are for."""
    for found in TOKEN.finditer(text):
        token = _decoded(found[0], found.start())
        if token is not None:
            yield token


def _decoded(text: str, start: int) -> Token | None:
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return None
    if len(data) <= _HEADER or data[0] not in _VERSIONS:
        return None
    length = int.from_bytes(data[1 + _SIGNATURE : _HEADER], "big")
    if length != len(data) - _HEADER:
        return None
    try:
        payload = json.loads(data[_HEADER:])
    except (ValueError, RecursionError):
        return None
    if not isinstance(payload, dict):
        return None
    origin, feature, expiry = (payload.get(key) for key in ("origin", "feature", "expiry"))
    if not isinstance(origin, str) or not isinstance(feature, str) or type(expiry) is not int:
        return None
    if not 0 <= expiry < 1 << 34:
        return None
    return Token(origin, feature, expiry, payload.get("isThirdParty") is True, start, start + len(text))

"""The formats of keys and tokens that give access by themselves.

Each is documented by its issuer and known to GitHub secret scanning and gitleaks. Keys that are made to be public, such as
Stripe's `pk_`, are none.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

_BASE62: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_PLACEHOLDER: Final = re.compile(
    r"example|sample|dummy|fake|your|insert|change.?me|placeholder|redacted|passw|secret|user"
    r"|x{4,}|\*{3,}|\.{3,}|(.)\1{5,}|0123|1234|2345|3456|4567|5678|6789|abcd|bcde|cdef|wxyz|deadbeef",
    re.IGNORECASE,
)
_MIN_ENTROPY: Final = 3.0
"""In bits per character: words and patterns lie below, 20 random letters and digits above."""


@dataclass(frozen=True, slots=True)
class Credential:
    """A credential in a text, and what it is called."""

    start: int
    end: int
    title: str


def _has_github_checksum(token: str) -> bool:
    """Whether the last six characters are the CRC-32 of those before, in base 62, as in GitHub's and npm's tokens."""
    body = token.partition("_")[2]
    value = 0
    for char in body[-6:]:
        value = value * 62 + _BASE62.index(char)
    return zlib.crc32(body[:-6].encode()) == value


def _is_jwt(token: str) -> bool:
    """Whether the first two parts are JSON, the first names an algorithm, and the second is not that of every tutorial."""
    try:
        header, payload = (json.loads(base64.urlsafe_b64decode(part + "===")) for part in token.split(".")[:2])
    except (binascii.Error, ValueError, RecursionError):
        return False
    return (
        isinstance(header, dict)
        and "alg" in header
        and isinstance(payload, dict)
        and payload.get("sub") != "1234567890"
    )


def _is_random(token: str) -> bool:
    counts = Counter(token)
    entropy = -sum(count / len(token) * math.log2(count / len(token)) for count in counts.values())
    return entropy >= _MIN_ENTROPY and not _PLACEHOLDER.search(token)


_FORMATS: Final[tuple[tuple[str, str, Callable[[str], bool]], ...]] = (
    ("an AWS access key", r"(?:AKIA|ASIA)[A-Z2-7]{16}", _is_random),
    ("an Anthropic API key", r"sk-ant-(?:api|admin)\d{2}-[A-Za-z0-9_-]{80,}", _is_random),
    ("an OpenAI API key", r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}", _is_random),
    ("a Stripe secret key", r"[rs]k_live_[A-Za-z0-9]{24,}", _is_random),
    ("a Google API key", r"AIza[A-Za-z0-9_-]{35}", _is_random),
    ("a Google OAuth client secret", r"GOCSPX-[A-Za-z0-9_-]{28}", _is_random),
    ("a GitHub token", r"gh[oprsu]_[A-Za-z0-9]{36}", _has_github_checksum),
    ("a GitHub token", r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}", _is_random),
    ("an npm token", r"npm_[A-Za-z0-9]{36}", _has_github_checksum),
    ("a GitLab token", r"glpat-[A-Za-z0-9_-]{20}", _is_random),
    ("a Slack token", r"xox[abeoprs]-(?:\d{8,}-){1,3}[A-Za-z0-9-]{20,}", _is_random),
    ("a Slack webhook", r"hooks\.slack\.com/services/T[A-Z0-9]{8,}/B[A-Z0-9]{8,}/[A-Za-z0-9]{24}", _is_random),
    ("a SendGrid API key", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}", _is_random),
    ("a Shopify access token", r"shp(?:at|ca|pa|ss)_[a-f0-9]{32}", _is_random),
    ("a Hugging Face token", r"hf_[A-Za-z0-9]{34}", _is_random),
    ("a DigitalOcean token", r"do[opr]_v1_[a-f0-9]{64}", _is_random),
    ("a Telegram bot token", r"\d{8,10}:AA[A-Za-z0-9_-]{33}", _is_random),
    ("a JSON Web Token", r"eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,}", _is_jwt),
    ("a private key", r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{64,}", lambda _key: True),
    (
        "a password in an address",
        r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:[^\s/:@]{8,128}@[\w.-]{1,255}",
        lambda url: _is_random(url.rpartition("@")[0].rpartition(":")[2]),
    ),
)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_-])(?:{'|'.join(f'({pattern})' for _, pattern, _ in _FORMATS)})(?![A-Za-z0-9])")


def credentials(text: str) -> Iterator[Credential]:
    """Yield the credentials in a text; placeholders such as `sk-xxxx` and the keys of documentation are none."""
    for match in _pattern().finditer(text):
        assert match.lastindex is not None  # noqa: S101  one of the formats matched
        title, _, is_real = _FORMATS[match.lastindex - 1]
        if is_real(match[0]):
            yield Credential(*match.span(), title)

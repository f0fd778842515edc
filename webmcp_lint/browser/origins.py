"""Which origins count as secure where `registerTool` reads `exposedTo`: measured on the strings of the tests."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import unquote

_SECURE_SCHEMES = frozenset(
    {"chrome", "chrome-extension", "chrome-search", "chrome-untrusted", "devtools", "isolated-app"}
)
"""Schemes of the browser's own that are secure with any host."""
_NESTED = frozenset({"blob", "filesystem"})
_EDGES = "".join(map(chr, range(0x21)))
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f<>\[\]^|%:/\\?#@]")
_FORBIDDEN_ESCAPE = re.compile(r"%(?![0-9a-fA-F]{2})")


def is_secure_origin(text: str) -> bool | None:
    """Return whether Chromium takes a URL for one of a secure origin; None for host names in other scripts."""
    scheme, colon, rest = re.sub(r"[\t\n\r]", "", text.strip(_EDGES)).partition(":")
    if not colon or not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        return False
    match scheme.lower():
        case "https" | "wss":
            host = _host(rest)
            return None if host is None else bool(host)
        case "http" | "ws" | "ftp":
            host = _host(rest)
            return None if host is None else _is_local(host)
        case "file":
            host = _host(rest) if re.match(r"[/\\]{2}[^/\\?#]", rest) else "file"
            return None if host is None else bool(host)
        case nested if nested in _NESTED:
            return not re.match(r"(?i)(?:blob|filesystem):", rest) and is_secure_origin(rest)
        case own:
            return own in _SECURE_SCHEMES and bool(re.split(r"[/\\?#]", rest.lstrip("/\\"))[0])


def _host(rest: str) -> str | None:
    """Return the host of a URL after its scheme, empty where the URL is invalid, None where that needs IDNA."""
    authority = re.split(r"[/\\?#]", rest.lstrip("/\\"))[0].rpartition("@")[2]
    found = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::0*([0-9]{0,5}))?", authority)
    if found is None or int(found[2] or "0") > 0xFFFF or _FORBIDDEN_ESCAPE.search(found[1]):
        return ""
    if found[1].startswith("["):
        return _ipv6(found[1][1:-1])
    host = unquote(found[1], "utf-8", "replace").lower()
    if "\ufffd" in host or _FORBIDDEN.search(host):
        return ""
    if not host.isascii():
        return None
    return _ipv4(host) if _ends_in_a_number(host) else host


def _ipv6(text: str) -> str:
    try:
        return "" if "%" in text else str(ipaddress.IPv6Address(text))
    except ValueError:
        return ""


def _ends_in_a_number(host: str) -> bool:
    last = host.removesuffix(".").rpartition(".")[2]
    return re.fullmatch(r"[0-9]+|0x[0-9a-f]*", last) is not None


def _ipv4(host: str) -> str:
    """Return the address that the URL standard's IPv4 parser reads (`127.1`, `0x7f.1`), empty for none."""
    parts = host.removesuffix(".").split(".")
    try:
        numbers = [_number(part) for part in parts]
    except ValueError:
        return ""
    *leading, last = numbers
    if len(parts) > 4 or any(number > 0xFF for number in leading) or last >= 256 ** (5 - len(parts)):
        return ""
    value = last + sum(number << 8 * (3 - place) for place, number in enumerate(leading))
    return str(ipaddress.IPv4Address(value))


def _number(part: str) -> int:
    if re.fullmatch(r"0x[0-9a-f]*", part):
        return int(part[2:] or "0", 16)
    if not re.fullmatch(r"[0-9]+", part):
        raise ValueError(part)
    return int(part, 8 if part.startswith("0") else 10)


def _is_local(host: str) -> bool:
    name = host.removesuffix(".")
    if name in {"localhost", "::1"} or name.endswith(".localhost"):
        return True
    return name.startswith("127.") and _ends_in_a_number(name)

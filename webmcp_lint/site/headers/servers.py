"""Headers in the configuration of servers: nginx, Apache, Caddy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.site.headers.header import EVERYWHERE, SOMEWHERE, Header, Paths
from webmcp_lint.source import SourceFile

_WORD: Final = re.compile(r"""\#[^\n]*|"(?:[^"\\]|\\.)*+(?:"|\Z)|'[^']*+(?:'|\Z)|[{};]|[^\s{};"'\#]+""", re.DOTALL)
_LOCATION: Final = re.compile(r"\s*location\s+(?:(?P<how>=|\^~|~\*?)\s+)?(?P<path>\S+)\s*")
_APACHE: Final = re.compile(
    r"""(?P<open><\s*(?P<block>\w+)[^<>\n]*>)|(?P<close></\s*\w+\s*>)"""
    r"""|^[ \t]*Header\s+(?:(?:always|onsuccess)\s+)?(?:set|append|add|merge|setifempty)\s+(?P<name>[\w-]+)\s+"""
    r"""(?P<value>"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\S+)(?P<rest>[^\n]*)""",
    re.IGNORECASE | re.MULTILINE,
)
_CHARSET: Final = re.compile(r"^[ \t]*AddDefaultCharset[ \t]+([\w-]+)", re.IGNORECASE | re.MULTILINE)
_TRANSPARENT: Final = frozenset({"ifmodule", "virtualhost", "ifdefine", "ifversion"})
"""Blocks of Apache that do not choose among paths."""
_CADDY: Final = re.compile(
    r"""^[ \t]*header[ \t]+(?:(?P<matcher>[@/*]\S*)[ \t]+)?(?:(?P<open>\{)|(?P<name>[+>?]?[\w-]+)[ \t]+(?P<value>[^\n{]+))"""
    r"""|^[ \t]*(?P<field>[+>?]?[A-Z][\w-]*)[ \t]+(?P<text>[^\n{]+)|(?P<close>\})|(?P<other>\{)""",
    re.MULTILINE,
)


def of_nginx(file: SourceFile) -> Iterator[Header]:
    """Yield what `add_header` says; a file without a `server` is a part of another, and its paths are unknown."""
    around: list[str] = []
    words: list[re.Match[str]] = []
    for word in _WORD.finditer(file.text):
        match word[0]:
            case "{":
                around.append(" ".join(each[0] for each in words))
                words = []
            case "}":
                del around[-1:]
                words = []
            case ";":
                if len(words) > 2 and words[0][0] == "add_header":
                    value, start = _unquoted(words[2][0], words[2].start())
                    place = file.location(start, start + len(value))
                    yield Header(words[1][0].lower(), value.replace('\\"', '"'), place, _nginx_paths(around))
                elif len(words) == 2 and words[0][0] == "charset":
                    value, start = _unquoted(words[1][0], words[1].start())
                    yield _content_type(file, value, start, _nginx_paths(around))
                words = []
            case text if not text.startswith("#"):
                words.append(word)


def _content_type(file: SourceFile, charset: str, start: int, paths: Paths) -> Header:
    """Return the header that a directive makes which names an encoding only."""
    place = file.location(start, start + len(charset))
    return Header("content-type", f"text/html; charset={charset}", place, paths)


def _nginx_paths(around: list[str]) -> Paths:
    if not any(each.split()[:1] == ["server"] for each in around):
        return SOMEWHERE
    inner = [each for each in around if each.split()[:1] not in (["server"], ["http"])]
    if not inner:
        return EVERYWHERE
    location = _LOCATION.fullmatch(inner[0])
    if location is None or len(inner) > 1 or location["how"] in {"~", "~*"}:
        return SOMEWHERE
    if location["how"] == "=":
        return Paths("one", location["path"])
    return EVERYWHERE if location["path"] == "/" else Paths("below", location["path"])


def of_apache(file: SourceFile) -> Iterator[Header]:
    """Yield what `Header set` says in an `.htaccess` or a configuration of Apache."""
    for named in _CHARSET.finditer(file.text):
        yield _content_type(file, named[1], named.start(1), SOMEWHERE)
    around: list[str] = []
    for found in _APACHE.finditer(file.text):
        if found["open"] is not None:
            around.append(found["block"].lower())
        elif found["close"] is not None:
            del around[-1:]
        else:
            value, start = _unquoted(found["value"], found.start("value"))
            is_plain = all(each in _TRANSPARENT for each in around)
            yield Header(
                found["name"].lower(),
                value.replace('\\"', '"'),
                file.location(start, start + len(value)),
                EVERYWHERE if is_plain else SOMEWHERE,
                is_conditional="expr=" in found["rest"] or "env=" in found["rest"],
            )


def of_caddy(file: SourceFile) -> Iterator[Header]:
    """Yield what `header` says in a Caddyfile, alone or as a block of fields."""
    block: Paths | None = None
    depth = 0
    for found in _CADDY.finditer(file.text):
        if found["open"] is not None:
            block = _caddy_paths(found["matcher"])
        elif found["close"] is not None:
            depth -= block is None
            block = None
        elif found["other"] is not None:
            depth += 1
        elif found["name"] is not None:
            # Within `handle` or `route`, one level deeper than the site, other paths hold
            paths = _caddy_paths(found["matcher"]) if depth <= 1 else SOMEWHERE
            yield _caddy_header(file, found, "name", "value", paths)
        elif block is not None:
            yield _caddy_header(file, found, "field", "text", block if depth <= 1 else SOMEWHERE)


def _caddy_header(file: SourceFile, found: re.Match[str], name: str, value: str, paths: Paths) -> Header:
    text, start = _unquoted(found[value].strip(), found.start(value))
    return Header(
        found[name].lstrip("+>?").lower(), text.replace('\\"', '"'), file.location(start, start + len(text)), paths
    )


def _caddy_paths(matcher: str | None) -> Paths:
    if matcher in {None, "*", "/*"}:
        return EVERYWHERE
    if matcher is None or matcher.startswith("@"):
        return SOMEWHERE
    return Paths("below", matcher.rstrip("*").rstrip("/")) if matcher.endswith("*") else Paths("one", matcher)


def _unquoted(text: str, start: int) -> tuple[str, int]:
    quote = text[:1]
    if quote in {'"', "'", "`"} and (end := text.rfind(quote)) > 0:
        return text[1:end], start + 1
    return text, start

"""Headers in the files of hosts: Netlify, Cloudflare, Vercel, Firebase, Azure, and Next."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from webmcp_lint.site.headers.header import EVERYWHERE, SOMEWHERE, Header, Paths, paths_of
from webmcp_lint.source import SourceFile

_LINE: Final = re.compile(r"[^\r\n]+")
_FIELD: Final = re.compile(r"\s+([\w-]+)[ \t]*:[ \t]*+(.*)")
_DETACHED: Final = re.compile(r"\s+!\s*([\w-]+)\s*")
_TABLE: Final = re.compile(r"\s*\[+\s*([\w.\"-]+)\s*\]+\s*(?:#.*)?")
_ENTRY: Final = re.compile(r"""\s*["']?([\w-]+)["']?\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*(?:#.*)?""")
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_CALL: Final = re.compile(
    r"""\bsource\s*:\s*(?P<source>"[^"\n]*"|'[^'\n]*'|`[^`$]*`)"""
    r"""|\bkey\s*:\s*(?P<key>["'][\w-]+["'])\s*,\s*value\s*:\s*(?P<value>"[^"\n]*"|'[^'\n]*'|`[^`$]*`)"""
    r"""|\b(?P<test>has|missing)\s*:"""
)


def of_headers_file(file: SourceFile) -> Iterator[Header]:
    """Yield the headers of a `_headers` file: a path, and indented fields below it."""
    paths, is_conditional = SOMEWHERE, False
    for line in _LINE.finditer(file.text):
        text = line[0]
        if text.lstrip().startswith("#"):
            continue
        if not text[0].isspace():
            pattern = text.strip()
            host = re.match(r"https?://[^/]+", pattern)
            is_conditional = host is not None
            paths = paths_of(pattern if host is None else pattern[host.end() :] or "/")
        elif (found := _FIELD.fullmatch(text)) is not None:
            at, value = line.start() + found.start(2), found[2].rstrip()
            yield Header(found[1].lower(), value, file.location(at, at + len(value)), paths, is_conditional)
        elif (detached := _DETACHED.fullmatch(text)) is not None:
            yield Header(detached[1].lower(), "", file.location(*line.span()), paths, is_conditional)


def of_netlify(file: SourceFile) -> Iterator[Header]:
    """Yield the headers of a `netlify.toml`: tables `[[headers]]` with `for` and `values`."""
    table, paths = "", SOMEWHERE
    for line in _LINE.finditer(file.text):
        named, entry = _TABLE.fullmatch(line[0]), _ENTRY.fullmatch(line[0])
        if named is not None:
            table = named[1]
            paths = SOMEWHERE if table == "headers" else paths
        elif entry is not None and table == "headers" and entry[1] == "for":
            paths = paths_of(entry[2][1:-1])
        elif entry is not None and table == "headers.values":
            start = line.start() + entry.start(2) + 1
            raw = entry[2][1:-1]
            value = raw.replace('\\"', '"') if entry[2][0] == '"' else raw
            yield Header(entry[1].lower(), value, file.location(start, start + len(raw)), paths)


def of_json(file: SourceFile) -> Iterator[Header]:
    """Yield the headers of a `vercel.json`, `firebase.json` or `staticwebapp.config.json`."""
    try:
        content = json.loads(file.text)
    except (ValueError, RecursionError):
        return
    if not isinstance(content, dict):
        return
    strings = [(found, json.loads(found[0], strict=False)) for found in _STRING.finditer(file.text)]
    at = 0
    for name, value, paths, is_conditional in _entries(content):
        place = next((index for index in range(at, len(strings)) if strings[index][1] == value), None)
        if place is not None:
            at = place + 1
            start, end = strings[place][0].span()
            yield Header(name.lower(), value, file.location(start + 1, end - 1), paths, is_conditional)


def _entries(content: dict[str, object]) -> Iterator[tuple[str, str, Paths, bool]]:
    hosting = content.get("hosting", content)
    for each in hosting if isinstance(hosting, list) else [hosting]:
        rules = each.get("headers") if isinstance(each, dict) else None
        for rule in rules if isinstance(rules, list) else ():
            if isinstance(rule, dict):
                yield from _of_rule(rule)
    everywhere = content.get("globalHeaders")
    yield from ((name, value, EVERYWHERE, False) for name, value in _texts(everywhere))
    routes = content.get("routes")
    for route in routes if isinstance(routes, list) else ():
        if isinstance(route, dict):
            pattern = route.get("route")
            paths = paths_of(pattern) if isinstance(pattern, str) else SOMEWHERE
            yield from ((name, value, paths, False) for name, value in _texts(route.get("headers")))


def _of_rule(rule: dict[str, object]) -> Iterator[tuple[str, str, Paths, bool]]:
    pattern, listed = rule.get("source"), rule.get("headers")
    paths = paths_of(pattern) if isinstance(pattern, str) else SOMEWHERE
    is_conditional = "has" in rule or "missing" in rule
    for each in listed if isinstance(listed, list) else ():
        key, value = (each.get("key"), each.get("value")) if isinstance(each, dict) else (None, None)
        if isinstance(key, str) and isinstance(value, str):
            yield key, value, paths, is_conditional


def _texts(named: object) -> Iterator[tuple[str, str]]:
    for name, value in named.items() if isinstance(named, dict) else ():
        if isinstance(name, str) and isinstance(value, str):
            yield name, value


def of_next(file: SourceFile) -> Iterator[Header]:
    """Yield the headers that a `next.config.*` writes as `{ key, value }`, below the `source` that they belong to."""
    sources = [paths_of(found["source"][1:-1]) for found in _CALL.finditer(file.text) if found["source"] is not None]
    # Headers that are written above all sources are a list that some of them take
    first = EVERYWHERE if sources and all(each == EVERYWHERE for each in sources) else SOMEWHERE
    paths, is_conditional = first, False
    for found in _CALL.finditer(file.text):
        if found["source"] is not None:
            paths, is_conditional = paths_of(found["source"][1:-1]), False
        elif found["test"] is not None:
            is_conditional = True
        else:
            start, end = found.span("value")
            value = file.text[start + 1 : end - 1]
            name = found["key"][1:-1].lower()
            yield Header(name, value, file.location(start + 1, end - 1), paths, is_conditional)

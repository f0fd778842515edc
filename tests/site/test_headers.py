"""Headers that the files of a project make a server send: who reads them, for which paths, and where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from webmcp_lint.linter import lint
from webmcp_lint.settings import Settings
from webmcp_lint.site.headers.header import paths_of
from webmcp_lint.site.project import read_project
from webmcp_lint.site.surroundings import Surroundings
from webmcp_lint.source import SourceFile

FORM = '<!doctype html><form toolname="find" tooldescription="Find a train between two cities." toolautosubmit></form>'


def headers(path: str, text: str) -> list[tuple[str, str, str, str]]:
    file = SourceFile(path, text)
    found = Surroundings([f"/{path}"], lambda _path: file).headers("/index.html")
    return [(each.name, each.value, each.paths.kind, each.location.text) for _, listed in found for each in listed]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("_headers", "/*\n  A: b c \n", ("a", "b c", "all", "b c")),
        ("_headers", "/x/*\r\n\tA: b\r\n", ("a", "b", "below", "b")),
        ("_headers", "https://a.example/*\n  A: b", ("a", "b", "all", "b")),
        ("_headers", "/*\n  # A: c\n  ! A", ("a", "", "all", "  ! A")),
        (
            "netlify.toml",
            '[[headers]]\nfor = "/x"\n[headers.values]\nA = "b \\"c\\""',
            ("a", 'b "c"', "one", 'b \\"c\\"'),
        ),
        ("vercel.json", '{"headers":[{"headers":[{"key":"A","value":"b"}],"source":"/(.*)"}]}', ("a", "b", "all", "b")),
        (
            "firebase.json",
            '{"hosting":[{"headers":[{"source":"**","headers":[{"key":"A","value":"b"}]}]}]}',
            ("a", "b", "all", "b"),
        ),
        ("staticwebapp.config.json", '{"globalHeaders":{"A":"b"}}', ("a", "b", "all", "b")),
        ("staticwebapp.config.json", '{"routes":[{"route":"/x","headers":{"A":"b"}}]}', ("a", "b", "one", "b")),
        (
            "next.config.ts",
            "const h = [{ key: 'A', value: 'b' }]; x = { source: '/(.*)', headers: h }",
            ("a", "b", "all", "b"),
        ),
        (
            "next.config.ts",
            "const h = [{ key: 'A', value: 'b' }]; x = { source: '/x', headers: h }",
            ("a", "b", "unknown", "b"),
        ),
        ("site.conf", "server { add_header A 'b' always; }", ("a", "b", "all", "b")),
        ("site.conf", "add_header A b;", ("a", "b", "unknown", "b")),
        ("site.conf", "server { location ~ x { add_header A b; } }", ("a", "b", "unknown", "b")),
        ("site.conf", "server { location = /x { add_header A b; } }", ("a", "b", "one", "b")),
        (
            "site.conf",
            "server { # add_header C d;\n charset utf-8; }",
            ("content-type", "text/html; charset=utf-8", "all", "utf-8"),
        ),
        ("apache.conf", '<Directory /var>\nHeader set A "b"\n</Directory>', ("a", "b", "unknown", "b")),
        (".htaccess", "Header always set A b", ("a", "b", "all", "b")),
        ("Caddyfile", "a.example {\n  header /x/* A b\n}", ("a", "b", "below", "b")),
        ("Caddyfile", 'a.example {\n  header {\n    A "b"\n  }\n}', ("a", "b", "all", "b")),
        ("Caddyfile", "a.example {\n  handle /x {\n    header A b\n  }\n}", ("a", "b", "unknown", "b")),
    ],
)
def test_readers(path: str, text: str, expected: tuple[str, str, str, str]) -> None:
    assert headers(path, text) == [expected]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("vercel.json", "{"),
        ("vercel.json", '{"headers": 5}'),
        ("vercel.json", '{"headers": [5, {"headers": [{"key": 1}]}]}'),
        ("vercel.json", "[" * 5_000),
        ("netlify.toml", "[[headers]\nfor ="),
        ("site.conf", '"' * 5_001 + "}" * 500 + "{" * 500),
        ("site.conf", '"\\' * 20_000),
        (".htaccess", "<" * 20_000),
        ("Caddyfile", "header {" * 2_000),
        ("next.config.js", "source: " * 5_000),
    ],
)
def test_broken_files_say_nothing(path: str, text: str) -> None:
    assert headers(path, text) == []


@pytest.mark.parametrize(
    ("pattern", "path", "holds"),
    [
        ("/*", "/a/b.html", True),
        ("/(.*)", "/", True),
        ("/:path*", "/a", True),
        ("/embed", "/embed.html", True),
        ("/embed", "/embed/index.html", True),
        ("/embed", "/other.html", False),
        ("/docs/*", "/docs/a.html", True),
        ("/docs/:path*", "/docs.html", False),
        ("/((?!embed).*)", "/embed.html", None),
    ],
)
def test_paths(pattern: str, path: str, *, holds: bool | None) -> None:
    assert paths_of(pattern).holds(path) is holds


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"index.html": FORM, "_headers": "/*\n  Permissions-Policy: tools=()"}, ["_headers"]),
        ({"public/index.html": FORM, "public/_headers": "/*\n  Permissions-Policy: tools=()"}, ["public/_headers"]),
        ({"index.html": "<p>", "_headers": "/*\n  Permissions-Policy: tools=()"}, []),
        ({"a/index.html": FORM, "b/_headers": "/*\n  Permissions-Policy: tools=()"}, []),
        ({"embed.html": FORM, "_headers": "/embed\n  Permissions-Policy: tools=()"}, ["_headers"]),
        ({"index.html": FORM, "_headers": "/embed\n  Permissions-Policy: tools=()"}, []),
        (
            {"index.html": FORM, "deploy/nginx/site.conf": "server { add_header Permissions-Policy tools=(); }"},
            ["deploy/nginx/site.conf"],
        ),
        ({"tests/index.html": FORM, "_headers": "/*\n  Permissions-Policy: tools=()"}, []),
    ],
)
def test_a_policy_is_for_the_pages_around_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], expected: list[str]
) -> None:
    for name, text in files.items():
        place = tmp_path / "site" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    monkeypatch.chdir(tmp_path / "site")
    settings = Settings(selected=frozenset({"tools-policy-blocked"}))
    found = [each for page in read_project(["."]).pages() for each in lint(page, settings)]
    assert [each.location.file.path for each in found] == expected


def test_a_header_may_say_the_encoding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text(FORM.replace("train", "Zürich"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    settings = Settings(selected=frozenset({"missing-charset"}))
    assert [len(lint(page, settings)) for page in read_project(["."]).pages()] == [1]
    (tmp_path / "_headers").write_text("/*\n  Content-Type: text/html; charset=utf-8\n")
    assert [len(lint(page, settings)) for page in read_project(["."]).pages()] == [0]
